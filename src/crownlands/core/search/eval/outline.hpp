// The outline of a kingdom as the network sees it: how far it reaches, and the room that is left around it.
#pragma once
#include "board/frame.hpp"
#include "search/eval/rows.hpp"

namespace crownlands::CROWNLANDS_ISA {

// How far a kingdom reaches from its castle.
template <int Frame>
struct Outline {
    std::uint8_t west, east, north, south;

    CROWNLANDS_INLINE void stretch(int cell) {
        using G = Geometry<Frame>;
        const int x = cell % G::side - (Frame - 1), y = cell / G::side - (Frame - 1);
        if (-x > west) west = static_cast<std::uint8_t>(-x);
        if (x > east) east = static_cast<std::uint8_t>(x);
        if (-y > north) north = static_cast<std::uint8_t>(-y);
        if (y > south) south = static_cast<std::uint8_t>(y);
    }
    template <class L>
    int row() const {
        return L::extent_row(west, east, north, south);
    }
};

// Cells of the room that nothing fits into, and parts of it that dominoes cannot fill.
template <int Frame, class L>
int holes_row(const typename Geometry<Frame>::Bits& room) {
    using G = Geometry<Frame>;
    using Bits = typename G::Bits;
    const Bits some = up<1>(room) | down<1>(room) | up<G::side>(room) | down<G::side>(room);
    int odd = 0;
    // While there is much room it hangs together.
    if (count(room) <= 3 * Frame) {
        for (Bits rest = room & some; any(rest);) {
            const Bits part = flood<G::side>(single<Bits>(lowest(rest)), room);
            odd += count(part) & 1;
            rest &= ~part;
        }
    }
    return L::holes_row(count(room & ~some), odd);
}

}  // namespace crownlands::CROWNLANDS_ISA
