// What may still come: how common each terrain is among the dominoes not yet placed by anybody, and how crowned.
#pragma once
#include "game/state.hpp"

namespace crownlands::CROWNLANDS_ISA {

// Sets of a box's dominoes by what they bring of a terrain.
struct Stock {
    std::uint64_t once, twice;            // with a square of it; with two
    std::uint64_t one_crown, two_crowns;  // the binary digits of the crowns on it
};

inline constexpr auto stocks = [] {
    std::array<std::array<Stock, terrain_count>, box_count> table{};
    for (std::size_t n = 0; n < domino_count; ++n) {
        const Domino& piece = dominoes[n];
        const std::uint64_t bit = std::uint64_t{1} << (n % dominoes_per_box);
        for (std::size_t t = 0; t < terrain_count; ++t) {
            int squares = 0, crowns = 0;
            for (int half = 0; half < 2; ++half) {
                if (piece.terrain[half] != t) continue;
                ++squares;
                crowns += piece.crowns[half];
            }
            Stock& stock = table[n / dominoes_per_box][t];
            if (squares) stock.once |= bit;
            if (squares == 2) stock.twice |= bit;
            if (crowns & 1) stock.one_crown |= bit;
            if (crowns & 2) stock.two_crowns |= bit;
        }
    }
    return table;
}();

template <class S>
struct UndrawnStats {
    float share[S::terrains];  // of the coming squares
    float rate[S::terrains];   // crowns on a coming square

    void update(const State<S>& state) {
        std::uint64_t coming[S::boxes];
        int total = 0;
        for (int box = 0; box < S::boxes; ++box) coming[box] = state.undrawn[box];
        for (int slot = 0; slot < state.next.size; ++slot) {
            const int number = state.next.domino[slot];
            const int box = S::boxes == 1 ? 0 : number >= dominoes_per_box;
            coming[box] |= std::uint64_t{1} << (number - box * dominoes_per_box);
        }
        for (int box = 0; box < S::boxes; ++box) total += std::popcount(coming[box]);
        const float scale = total ? 0.5F / static_cast<float>(total) : 0.0F;
        for (int t = 0; t < S::terrains; ++t) {
            int squares = 0, crowns = 0;
            for (int box = 0; box < S::boxes; ++box) {
                const Stock& stock = stocks[static_cast<std::size_t>(box)][static_cast<std::size_t>(t)];
                squares += std::popcount(coming[box] & stock.once) + std::popcount(coming[box] & stock.twice);
                crowns +=
                    std::popcount(coming[box] & stock.one_crown) + 2 * std::popcount(coming[box] & stock.two_crowns);
            }
            share[t] = scale * static_cast<float>(squares);
            rate[t] = squares ? static_cast<float>(crowns) / static_cast<float>(squares) : 0.0F;
        }
    }
};

}  // namespace crownlands::CROWNLANDS_ISA
