// Territories of a kingdom: its squares by terrain, flood fill, and the points that crowns make of them (K10).
#pragma once
#include "board/kingdom.hpp"

namespace crownlands::CROWNLANDS_ISA {

// All cells of `ground` connected with `seed`, which is part of it.
template <int Side, class W>
CROWNLANDS_INLINE W flood(W seed, W ground) {
    W filled = seed;
    for (;;) {
        const W wider = filled | ((up<1>(filled) | down<1>(filled) | up<Side>(filled) | down<Side>(filled)) & ground);
        if (wider == filled) return filled;
        filled = wider;
    }
}

// A map of a kingdom in a narrow window, drawn from the log when somebody asks: states stay small, and playing stays
// fast.
template <int Frame, int Terrains>
struct Map {
    using G = Geometry<Frame>;
    using K = Kingdom<Frame, Terrains>;
    using Window = typename G::Window;

    int shift;  // the lowest cell: bit 0 of the window
    Window ground[Terrains];
    Window single_crowns, double_crowns;  // the two binary digits of the crowns on a square

    CROWNLANDS_INLINE explicit Map(const K& kingdom) : ground{}, single_crowns{}, double_crowns{} {
        shift = G::castle;
        for (int i = 0; i < kingdom.placed; ++i) {
            const int cell = K::cell_of(kingdom.log[i]);
            shift = cell < shift ? cell : shift;
        }
        for (int i = 0; i < kingdom.placed; ++i) {
            const auto entry = kingdom.log[i];
            const Domino& piece = dominoes[K::domino_of(entry)];
            int left, right;
            K::halves(K::orientation_of(entry), K::cell_of(entry), left, right);
            cover(left, piece.terrain[0], piece.crowns[0]);
            cover(right, piece.terrain[1], piece.crowns[1]);
        }
    }

    CROWNLANDS_INLINE void cover(int cell, int terrain, int crowns) {
        ground[terrain] |= bit(cell);
        crown(cell, crowns);
    }
    CROWNLANDS_INLINE void crown(int cell, int crowns) {
        single_crowns |= static_cast<Window>(crowns & 1) << (cell - shift);
        double_crowns |= static_cast<Window>(crowns >> 1) << (cell - shift);
    }
    CROWNLANDS_INLINE Window bit(int cell) const { return static_cast<Window>(1) << (cell - shift); }
    CROWNLANDS_INLINE int crowns_in(Window cells) const {
        return count(static_cast<Window>(cells & single_crowns)) +
               2 * count(static_cast<Window>(cells & double_crowns));
    }
    CROWNLANDS_INLINE Window territory(Window seed, int terrain) const { return flood<G::side>(seed, ground[terrain]); }

    // Calls f(terrain, cells) for every territory, or only for those with crowns.
    template <class F>
    CROWNLANDS_INLINE void each_territory(F&& f, bool crowned_only = false) const {
        for (int terrain = 0; terrain < Terrains; ++terrain) {
            Window rest = ground[terrain];
            if (crowned_only) rest &= single_crowns | double_crowns;
            while (any(rest)) {
                const Window cells = territory(rest & (~rest + 1), terrain);
                f(terrain, cells);
                rest &= ~cells;
            }
        }
    }
    CROWNLANDS_INLINE int points() const {
        int sum = 0;
        each_territory([&](int, Window cells) { sum += count(cells) * crowns_in(cells); }, true);
        return sum;
    }
    int territories_of(int terrain) const {
        int found = 0;
        for (Window rest = ground[terrain]; any(rest); ++found) rest &= ~territory(rest & (~rest + 1), terrain);
        return found;
    }
    int largest() const {
        int most = 0;
        each_territory([&](int, Window cells) { most = count(cells) > most ? count(cells) : most; });
        return most;
    }
    int all_crowns() const { return count(single_crowns) + 2 * count(double_crowns); }
    bool in_the_middle() const {
        Window all = bit(G::castle);
        for (const Window cells : ground) all |= cells;
        return !any(static_cast<Window>(all & ~window<Window>(middle<Frame>, shift)));
    }
};

}  // namespace crownlands::CROWNLANDS_ISA
