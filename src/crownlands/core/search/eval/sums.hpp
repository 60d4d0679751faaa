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

// The sums of both layers, cut. Those of the first are numbers modulo 2¹⁶, so the order in which rows came and went
// does not matter.
struct Activations {
    alignas(64) std::int16_t first[first_width];
    std::int32_t second[second_width];
};

CROWNLANDS_INLINE void activate(const Network& network, const std::uint16_t* sums, Activations& out) {
    for (int i = 0; i < first_width; ++i) {
        const auto sum = static_cast<std::int16_t>(sums[i]);
        const auto low = static_cast<std::int16_t>(sum < 0 ? 0 : sum);
        out.first[i] = static_cast<std::int16_t>(low > most_sum ? most_sum : low);
    }
    for (int j = 0; j < second_width; ++j) {
        std::int32_t sum = 0;
        for (int i = 0; i < first_width; ++i) sum += static_cast<std::int32_t>(out.first[i]) * network.second[j][i];
        sum = (sum + network.second_bias[j]) >> 10;
        out.second[j] = sum < 0 ? 0 : sum > most_sum ? most_sum : sum;
    }
}

// The gain that is expected.
inline std::int32_t forward(const Network& network, const std::uint16_t* sums) {
    Activations seen;
    activate(network, sums, seen);
    std::int32_t result = network.third_bias;
    for (int j = 0; j < second_width; ++j) result += seen.second[j] * network.third[j];
    return result;
}

// What the parts of the score are made of, in whole numbers.
inline void features_of(const Network& network, const std::uint16_t* sums, std::int32_t* out) {
    Activations seen;
    activate(network, sums, seen);
    for (int i = 0; i < first_width; ++i) out[i] = seen.first[i];
    for (int j = 0; j < second_width; ++j) out[first_width + j] = seen.second[j];
    out[feature_count - 1] = sum_unit;
}
static_assert(weight_unit == 1 << 10);

}  // namespace crownlands::CROWNLANDS_ISA
