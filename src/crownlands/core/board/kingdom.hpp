// A kingdom: where the next domino may go (K6, K7), and what lies where.
#pragma once
#include "board/frame.hpp"

namespace crownlands::CROWNLANDS_ISA {

// Legal placements by orientation: bit c of `cells[o]` puts the lower-numbered cell of the domino on c.
//   0: left half on c, right half right of it     1: turned round
//   2: left half on c, right half below it        3: turned round
template <class Bits>
struct Placements {
    Bits cells[4];
    int before[4];  // how many placements the earlier orientations have
    int total;

    // Calls f(orientation, cell) for every one.
    template <class F>
    CROWNLANDS_INLINE void visit(F&& f) const {
        for (int o = 0; o < 4; ++o) {
            each(cells[o], [&](int cell) { f(o, cell); });
        }
    }
};

template <int Frame, int Terrains>
struct Kingdom {
    using G = Geometry<Frame>;
    using Bits = typename G::Bits;
    using Packed = typename G::Packed;
    static constexpr int cell_bits = Frame == 5 ? 7 : 8;

    // Cells that can be covered: empty, and within the frame together with all that is placed. Covering a cell only
    // ever removes some, so no bounding box is kept.
    Bits room;
    // Cells beside the castle or beside a square of this terrain: where a half matches.
    Bits near[Terrains];
    Packed log[G::most_placed];
    std::uint8_t placed;

    void clear() {
        *this = Kingdom{};
        room = reach<Frame>[G::castle].open;
        for (Bits& cells : near) cells = reach<Frame>[G::castle].beside;
    }

    static constexpr int second(int orientation, int cell) { return cell + (orientation & 2 ? G::side : 1); }
    static constexpr Packed pack(int domino, int orientation, int cell) {
        return static_cast<Packed>(((domino * 4 + orientation) << cell_bits) | cell);
    }
    static constexpr int cell_of(Packed entry) { return entry & ((1 << cell_bits) - 1); }
    static constexpr int orientation_of(Packed entry) { return (entry >> cell_bits) & 3; }
    static constexpr int domino_of(Packed entry) { return entry >> (cell_bits + 2); }

    CROWNLANDS_INLINE Placements<Bits> placements(int domino) const {
        const Domino& piece = dominoes[domino];
        const Bits left = near[piece.terrain[0]];
        const Bits right = near[piece.terrain[1]];
        const Bits across = room & down<1>(room);
        const Bits upright = room & down<G::side>(room);
        Placements<Bits> result;
        result.cells[0] = across & (left | down<1>(right));
        result.cells[2] = upright & (left | down<G::side>(right));
        if (piece.same) {
            result.cells[1] = result.cells[3] = Bits{};
        } else {
            result.cells[1] = across & (right | down<1>(left));
            result.cells[3] = upright & (right | down<G::side>(left));
        }
        int total = 0;
        for (int o = 0; o < 4; ++o) {
            result.before[o] = total;
            total += count(result.cells[o]);
        }
        result.total = total;
        return result;
    }

    CROWNLANDS_INLINE bool can_place(int domino) const {
        const Domino& piece = dominoes[domino];
        const Bits left = near[piece.terrain[0]];
        const Bits right = near[piece.terrain[1]];
        const Bits across = room & down<1>(room);
        const Bits upright = room & down<G::side>(room);
        return any((across & (left | right | down<1>(left | right))) |
                   (upright & (left | right | down<G::side>(left | right))));
    }

    // The cells of the left and the right half.
    static CROWNLANDS_INLINE void halves(int orientation, int cell, int& left, int& right) {
        const int other = second(orientation, cell);
        const bool turned = orientation & 1;
        left = turned ? other : cell;
        right = turned ? cell : other;
    }

    CROWNLANDS_INLINE void place(int domino, int orientation, int cell) {
        const Domino& piece = dominoes[domino];
        int left, right;
        halves(orientation, cell, left, right);
        room &= reach<Frame>[left].open & reach<Frame>[right].open;
        near[piece.terrain[0]] |= reach<Frame>[left].beside;
        near[piece.terrain[1]] |= reach<Frame>[right].beside;
        log[placed++] = pack(domino, orientation, cell);
    }

    // The index in the log of a domino that lies here, or −1.
    int find(int domino) const {
        for (int i = placed - 1; i >= 0; --i) {
            if (domino_of(log[i]) == domino) return i;
        }
        return -1;
    }
};

}  // namespace crownlands::CROWNLANDS_ISA
