// The network while it learns: floating-point weights and what Adam remembers of each.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "search/eval/network.hpp"

namespace crownlands {

// Realms of games that were played, each with what it still gained.
struct Samples {
    Domain domain{};
    std::vector<std::uint32_t> starts{0};  // where the rows of each sample begin, and the end
    std::vector<std::uint16_t> rows;
    std::vector<std::int16_t> gains;  // final points less the points then
    std::vector<std::int16_t> parts;  // the same by what they come from, all parts of a sample together
    std::vector<std::uint8_t> left;   // dominoes that were still to place

    std::size_t size() const { return gains.size(); }
};

struct Model {
    Domain domain;
    std::vector<float> weights, mean, square;
    std::uint64_t steps = 0;

    // Where the weights of each layer begin.
    std::size_t first_bias() const { return static_cast<std::size_t>(rows_of(domain)) * first_width; }
    std::size_t second() const { return first_bias() + first_width; }
    std::size_t second_bias() const { return second() + second_width * first_width; }
    std::size_t third() const { return second_bias() + second_width; }
    std::size_t third_bias() const { return third() + second_width; }
    std::size_t size() const { return third_bias() + 1; }

    Model(Domain domain, std::uint64_t seed);
};

// The weights in whole numbers; throws Refused if some are too large for that.
Network quantized(const Model& model);

std::vector<std::uint8_t> write_model(const Model& model);
Model read_model(std::string_view bytes);
std::vector<std::uint8_t> write_samples(const Samples& samples);
Samples read_samples(std::string_view bytes);

}  // namespace crownlands
