// What may still come, as the network sees it.
#pragma once
#include "search/eval/rows.hpp"
#include "search/eval/undrawn_stats.hpp"

namespace crownlands::CROWNLANDS_ISA {

// What is left in the bag, as rows; the same for every kingdom.
template <class S>
struct Bag {
    using L = RowLayout<S::frame, S::board>;
    std::uint16_t rows[2 * L::terrains];

    explicit Bag(const State<S>& state) {
        int total = 0;
        for (int box = 0; box < S::boxes; ++box) total += 2 * std::popcount(state.undrawn[box]);
        for (int t = 0; t < L::terrains; ++t) {
            int squares = 0, crowns = 0;
            for (int box = 0; box < S::boxes; ++box) {
                const std::uint64_t coming = state.undrawn[box];
                const Stock& stock = stocks[static_cast<std::size_t>(box)][static_cast<std::size_t>(t)];
                squares += std::popcount(coming & stock.once) + std::popcount(coming & stock.twice);
                crowns += std::popcount(coming & stock.one_crown) + 2 * std::popcount(coming & stock.two_crowns);
            }
            rows[2 * t] = static_cast<std::uint16_t>(L::bag_row(t, false, total ? 64 * squares / total : 0));
            rows[2 * t + 1] = static_cast<std::uint16_t>(L::bag_row(t, true, total ? 128 * crowns / total : 0));
        }
    }
};

}  // namespace crownlands::CROWNLANDS_ISA
