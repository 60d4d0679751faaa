// The shape of the room that is left to a kingdom.
#pragma once
#include "board/frame.hpp"

namespace crownlands::CROWNLANDS_ISA {

// Empty cells within reach: in all, without an empty neighbour, with one.
struct RoomShape {
    int empty, holes, corners;
};

template <int Frame>
CROWNLANDS_INLINE RoomShape room_shape(const typename Geometry<Frame>::Bits& room) {
    using G = Geometry<Frame>;
    using Bits = typename G::Bits;
    const Bits a = up<1>(room), b = down<1>(room), c = up<G::side>(room), d = down<G::side>(room);
    const Bits sideways = a | b, upright = c | d;
    const Bits some = sideways | upright;
    const Bits several = (a & b) | (c & d) | (sideways & upright);
    return {count(room), count(room & ~some), count(room & some & ~several)};
}

}  // namespace crownlands::CROWNLANDS_ISA
