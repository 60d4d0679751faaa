// A learned evaluation: how many points a realm will gain from here on. Whole numbers only, so that every machine
// agrees.
//
//   rows of the realm → 64 sums → 16 sums → 1, each sum cut to 0 … 16 before it goes on
//
// Beside it, what the gain comes from: a plain weighted sum of all 64 + 16 sums for each part of the score.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "ruleset/ruleset.hpp"
#include "search/eval/rows.hpp"

namespace crownlands {

inline constexpr int sum_unit = 256;      // 1.0 in a sum
inline constexpr int weight_unit = 1024;  // 1.0 in a weight of the upper layers
inline constexpr int most_sum = 16 * sum_unit - 1;
inline constexpr int most_weight = 4 * weight_unit;  // 64 · most_sum · most_weight fits in 32 bits
inline constexpr float output_unit = static_cast<float>(sum_unit) * weight_unit / 10.0F;  // 1.0 stands for ten points

// What points come from: the territories of each terrain, the bonuses, and all that a builders' board brings.
inline constexpr int middle_part = terrain_count, harmony_part = middle_part + 1, estate_part = harmony_part + 1;
inline constexpr int part_count = estate_part + 1;
inline constexpr int feature_count = first_width + second_width + 1;  // the last is always 1

struct Network {
    Domain domain{};
    std::vector<std::int16_t> first;  // row by row
    alignas(64) std::int16_t first_bias[first_width];
    alignas(64) std::int16_t second[second_width][first_width];
    std::int32_t second_bias[second_width];
    std::int16_t third[second_width];
    std::int32_t third_bias;
    float parts[part_count][feature_count];  // points for each unit of a sum
    float spread[most_left_to_place + 1];  // standard deviation of the error, in points, by dominoes left

    std::size_t rows() const { return static_cast<std::size_t>(rows_of(domain)); }
};

// The weights of all domains, as they lie in one file.
struct Evaluation {
    std::vector<Network> networks;

    const Network* of(Domain domain) const {
        for (const Network& network : networks) {
            if (network.domain == domain) return &network;
        }
        return nullptr;
    }
    const Network* of(const Ruleset& rules) const { return of(domain_of(rules.frame, rules.board)); }
};

// Rounds the first layer to what a file keeps of it: eight bits of every weight, at a scale of each row's own.
void round_rows(Network& network);

// A file of weights: magic, version, layout, sizes, networks, checksum; all numbers little-endian.
std::vector<std::uint8_t> write_evaluation(const Evaluation& evaluation);
// Throws Refused with what is wrong.
Evaluation read_evaluation(std::string_view bytes);

}  // namespace crownlands
