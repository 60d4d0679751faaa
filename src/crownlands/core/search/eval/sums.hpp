// The network's arithmetic: rows come and go in the sums of the first layer, and the upper layers make a number of
// them.
#pragma once
#include "base/isa.hpp"
#include "search/eval/network.hpp"

namespace crownlands::CROWNLANDS_ISA {

CROWNLANDS_INLINE void add_row(std::uint16_t* sums, const std::int16_t* row) {
    for (int i = 0; i < first_width; ++i)
        sums[i] = static_cast<std::uint16_t>(sums[i] + static_cast<std::uint16_t>(row[i]));
}
CROWNLANDS_INLINE void take_row(std::uint16_t* sums, const std::int16_t* row) {
    for (int i = 0; i < first_width; ++i)
        sums[i] = static_cast<std::uint16_t>(sums[i] - static_cast<std::uint16_t>(row[i]));
}

// The upper layers. Sums are numbers modulo 2¹⁶, so the order in which rows came and went does not matter.
inline std::int32_t forward(const Network& network, const std::uint16_t* sums) {
    alignas(64) std::int16_t first[first_width];
    for (int i = 0; i < first_width; ++i) {
        const auto sum = static_cast<std::int16_t>(sums[i]);
        const auto low = static_cast<std::int16_t>(sum < 0 ? 0 : sum);
        first[i] = static_cast<std::int16_t>(low > most_sum ? most_sum : low);
    }
    std::int32_t result = network.third_bias;
    for (int j = 0; j < second_width; ++j) {
        std::int32_t sum = 0;
        for (int i = 0; i < first_width; ++i) sum += static_cast<std::int32_t>(first[i]) * network.second[j][i];
        sum = (sum + network.second_bias[j]) >> 10;
        sum = sum < 0 ? 0 : sum > most_sum ? most_sum : sum;
        result += sum * network.third[j];
    }
    return result;
}
static_assert(weight_unit == 1 << 10);

}  // namespace crownlands::CROWNLANDS_ISA
