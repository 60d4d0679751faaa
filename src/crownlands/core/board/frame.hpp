// The geometry of a frame: the castle is in the middle of a field of (2·frame − 1)² cells, in which it may end up
// anywhere.
//
// Cells are numbered row by row without a gap between rows, so a step to the right from the last column leads to the
// first one of the next row. That is harmless: the field's first and last columns are both within reach only while the
// whole kingdom stands in the castle's column, and then nothing beside them can match; and a kingdom that owns one of
// them can never own the other.
#pragma once
#include <array>
#include <cstdint>

#include "base/bits.hpp"
#include "notation/position.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <int Frame>
struct Geometry {
    static constexpr int frame = Frame;
    static constexpr int side = 2 * Frame - 1;
    static constexpr int cells = side * side;
    static constexpr int castle = (Frame - 1) * side + (Frame - 1);
    static constexpr int most_placed = (Frame * Frame - 1) / 2;
    using Bits = std::conditional_t<Frame == 5, U128, U192>;
    // A kingdom's rows fit in this word once it is shifted down to its lowest cell.
    using Window = std::conditional_t<Frame == 5, std::uint64_t, U128>;
    // One placement: domino (7 bits), orientation (2), lower cell.
    using Packed = std::conditional_t<Frame == 5, std::uint16_t, std::uint32_t>;

    static constexpr int cell(int x, int y) { return (y + Frame - 1) * side + x + Frame - 1; }
    static constexpr bool inside(int x, int y) { return x > -Frame && x < Frame && y > -Frame && y < Frame; }
    static constexpr Square square(int cell) {
        return {static_cast<std::int8_t>(cell % side - Frame + 1), static_cast<std::int8_t>(cell / side - Frame + 1)};
    }
};

// What covering one cell means for the rest of the field.
template <class Bits>
struct Reach {
    Bits open;    // the other cells that can still be covered: near enough for the frame
    Bits beside;  // its orthogonal neighbours
};

template <int Frame>
constexpr auto make_reach() {
    using G = Geometry<Frame>;
    using Bits = typename G::Bits;
    std::array<Reach<Bits>, G::cells> table{};
    for (int c = 0; c < G::cells; ++c) {
        const int x = c % G::side, y = c / G::side;
        for (int d = 0; d < G::cells; ++d) {
            const int dx = d % G::side - x, dy = d / G::side - y;
            const bool near = dx > -Frame && dx < Frame && dy > -Frame && dy < Frame;
            if (near && d != c) table[c].open |= single<Bits>(d);
            if (dx * dx + dy * dy == 1) table[c].beside |= single<Bits>(d);
        }
    }
    return table;
}

template <int Frame>
constexpr auto make_middle() {
    using G = Geometry<Frame>;
    typename G::Bits bits{};
    for (int c = 0; c < G::cells; ++c) {
        const int dx = c % G::side - (Frame - 1), dy = c / G::side - (Frame - 1);
        if (dx >= -(Frame / 2) && dx <= Frame / 2 && dy >= -(Frame / 2) && dy <= Frame / 2) {
            bits |= single<typename G::Bits>(c);
        }
    }
    return bits;
}

template <int Frame>
inline constexpr auto reach = make_reach<Frame>();
// The cells of a kingdom whose castle is in the middle (KV2).
template <int Frame>
inline constexpr auto middle = make_middle<Frame>();

}  // namespace crownlands::CROWNLANDS_ISA
