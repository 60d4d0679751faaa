// The rows of the first layer: what a kingdom is described by, and where each thing has its rows.
//
// Everything is a row that is there or not, so a kingdom is a short list of numbers, and covering two cells changes a
// few of them.
#pragma once
#include <cstdint>

namespace crownlands {

// Raise it whenever a row comes to mean something else: weights of another layout are refused.
inline constexpr std::uint32_t rows_version = 1;
inline constexpr int first_width = 64, second_width = 16;

template <int Frame>
struct RowLayout {
    static constexpr int side = 2 * Frame - 1, cells = side * side;
    static constexpr int terrains = 6;
    static constexpr int most_left = 24;                  // dominoes that a realm has still to place
    static constexpr int spans = Frame * (Frame + 1) / 2;  // how far to one side × how far to the other
    // A large frame has so many cells that they are told apart by their distance from the castle alone.
    static constexpr bool folded = Frame > 5;
    static constexpr int places = folded ? Frame * Frame : cells;
    static constexpr int sizes = 12, crowns = 6, ways = 7;  // of a territory
    static constexpr int shares = 32;                       // of what is left in the bag

    static constexpr int left = 0;                                       // dominoes left × lost ones
    static constexpr int seats = left + (most_left + 1) * 4;             // seats × dominoes left
    static constexpr int bonuses = seats + 3 * (most_left + 1);          // seats × middle kingdom × harmony
    static constexpr int extent = bonuses + 3 * 3 * 3;                   // columns × rows
    static constexpr int square = extent + spans * spans;                // place × terrain × crowns
    static constexpr int territory = square + places * terrains * 4;     // terrain × size × crowns × free neighbours
    static constexpr int border =
        territory + terrains * sizes * crowns * ways;  // terrains around × castle × empty neighbours
    static constexpr int holes = border + 64 * 2 * 4;                    // cells alone × odd rooms
    static constexpr int bag = holes + 8 * 4;                            // terrain × (squares, crowns) × share
    static constexpr int rows = bag + terrains * 2 * shares;

    static constexpr int most_rows =
        3 + 1 + 2 * 12 * (Frame > 5 ? 2 : 1) * 3 + 1 + 2 * terrains;  // of a kingdom, generously

    static constexpr int capped(int value, int most) { return value < most ? value : most; }

    static constexpr int left_row(int dominoes, int lost) {
        return left + capped(dominoes, most_left) * 4 + capped(lost, 3);
    }
    static constexpr int seats_row(int number, int dominoes) {
        return seats + capped(number - 2, 2) * (most_left + 1) + capped(dominoes, most_left);
    }
    // A bonus: 0 there is none, 1 still to be had, 2 lost.
    static constexpr int bonuses_row(int number, int middle, int harmony) {
        return bonuses + (capped(number - 2, 2) * 3 + middle) * 3 + harmony;
    }
    // How far a kingdom reaches from its castle to both sides, as one number.
    static constexpr int span(int one, int other) {
        int number = 0;
        for (int i = 0; i < one; ++i) number += Frame - i;
        return number + other;
    }
    static constexpr int extent_row(int west, int east, int north, int south) {
        return extent + span(west, east) * spans + span(north, south);
    }
    static constexpr int place(int cell) {
        if (!folded) return cell;
        const int x = cell % side - (Frame - 1), y = cell / side - (Frame - 1);
        return (y < 0 ? -y : y) * Frame + (x < 0 ? -x : x);
    }
    static constexpr int square_row(int cell, int terrain, int crown_count) {
        return square + (place(cell) * terrains + terrain) * 4 + crown_count;
    }
    static constexpr int size_class(int size) { return size < 10 ? size - 1 : size < 12 ? 9 : size < 15 ? 10 : 11; }
    static constexpr int territory_row(int terrain, int size, int crown_count, int free) {
        return territory + ((terrain * sizes + size_class(size)) * crowns + capped(crown_count, crowns - 1)) * ways +
               capped(free, ways - 1);
    }
    static constexpr int border_row(unsigned around, bool castle, int empty) {
        return border + (static_cast<int>(around) * 2 + castle) * 4 + capped(empty, 3);
    }
    static constexpr int holes_row(int alone, int odd) { return holes + capped(alone, 7) * 4 + capped(odd, 3); }
    static constexpr int bag_row(int terrain, bool crowned, int share) {
        return bag + (terrain * 2 + crowned) * shares + capped(share, shares - 1);
    }
};

}  // namespace crownlands
