// The rows of the first layer: what a realm is described by, and where each thing has its rows.
//
// Everything is a row that is there or not, so a realm is a short list of numbers, and covering two cells changes a
// few of them. A kingdom that is turned or mirrored has the same rows.
#pragma once
#include <cstdint>

#include "tables.hpp"

namespace crownlands {

// Raise it whenever a row comes to mean something else: weights of another layout are refused.
inline constexpr std::uint32_t rows_version = 4;
inline constexpr int first_width = 64, second_width = 16;

// Each has a network of its own: kingdoms alone, and realms with a purse and a builders' board, in either frame.
enum class Domain : std::uint8_t { frame_5, frame_7, builders_5, builders_7 };
inline constexpr int domain_count = 4;
inline constexpr const char* domain_names[domain_count] = {"frame-5", "frame-7", "builders-5", "builders-7"};

constexpr Domain domain_of(int frame, bool board) {
    if (board) return frame == 5 ? Domain::builders_5 : Domain::builders_7;
    return frame == 5 ? Domain::frame_5 : Domain::frame_7;
}

template <int Frame, bool Board>
struct RowLayout {
    static constexpr int capped(int value, int most) { return value < most ? value : most; }

    static constexpr int side = 2 * Frame - 1, cells = side * side;
    static constexpr int terrains = Board ? terrain_count : terrain_count - 1;
    static constexpr int most_left = 24;  // dominoes that a realm has still to place
    static constexpr int spans = (Frame + 1) / 2 * ((Frame + 1) / 2);  // how far to one side × how far to the other
    static constexpr int places = Frame * (Frame + 1) / 2;  // cells by their distance from the castle
    static constexpr int sizes = 12, crowns = 6, ways = 7;  // of a territory
    static constexpr int shares = 32;                       // of what is left in the bag
    static constexpr int tables = Board ? 7 : 3;            // numbers of realms
    static constexpr int line = Board ? 8 : 4, most_lines = 12;

    static constexpr int left = 0;                                    // dominoes left × lost ones
    static constexpr int seats = left + (most_left + 1) * 4;          // realms × dominoes left
    static constexpr int bonuses = seats + tables * (most_left + 1);  // realms × middle kingdom × harmony
    static constexpr int extent = bonuses + tables * 3 * 3;           // columns × rows
    static constexpr int square = extent + spans * (spans + 1) / 2;   // place × terrain × crowns
    static constexpr int territory = square + places * terrains * 4;  // terrain × size × crowns × free neighbours
    static constexpr int border =
        territory + terrains * sizes * crowns * ways;  // terrains around × castle × empty neighbours
    static constexpr int holes = border + (1 << terrains) * 2 * 4;  // cells alone × odd rooms
    static constexpr int bag = holes + 8 * 4;                       // terrain × (squares, crowns) × share
    static constexpr int turn = bag + terrains * 2 * shares;        // a king's turn: realms × lines to come × place
    static constexpr int kingdom_rows = turn + tables * (most_lines + 1) * line;

    // With a builders' board: what else a realm owns, and what it may build.
    static constexpr int stages = 13, late_stages = 7;  // of the game: dominoes left, one by one or two by two
    static constexpr int coins = kingdom_rows;  // coins × stage
    static constexpr int reserve = coins + 24 * stages;  // knights to come × stage
    static constexpr int sites = reserve + 8 * stages;  // towns without a building × stage
    static constexpr int lead = sites + 8 * stages;  // towers against rivals' × host × stage
    static constexpr int largest = lead + 7 * 3 * stages;  // largest territory × host × stage
    static constexpr int knights = largest + 16 * 3 * late_stages;  // knights × points for each
    static constexpr int towers = knights + 10 * 4;  // towers × points for each
    static constexpr int safes = towers + 10 * 4;  // coins on top of taxes × knights to come
    static constexpr int counts = safes + 12 * 5;  // terrain × territories × points for each
    static constexpr int offers = counts + terrains * 8 * 3;  // slot × kind × whether there is a site
    static constexpr int built = offers + slot_count * building_count * 2;  // kind
    static constexpr int ground = built + building_count;  // a town's size × crowns × sites
    static constexpr int open = ground + sizes * crowns * 3;  // a turn whose building is still to come × stage
    static constexpr int rows = Board ? open + stages : kingdom_rows;

    static constexpr int left_row(int dominoes, int lost) {
        return left + capped(dominoes, most_left) * 4 + capped(lost, 3);
    }
    static constexpr int table(int realms) { return capped(realms - 2, tables - 1); }
    static constexpr int seats_row(int realms, int dominoes) {
        return seats + table(realms) * (most_left + 1) + capped(dominoes, most_left);
    }
    // A bonus: 0 there is none, 1 still to be had, 2 lost.
    static constexpr int bonuses_row(int realms, int middle, int harmony) {
        return bonuses + (table(realms) * 3 + middle) * 3 + harmony;
    }
    // Two numbers in any order, as one.
    static constexpr int pair(int one, int other) {
        const int more = one > other ? one : other, less = one > other ? other : one;
        return more * (more + 1) / 2 + less;
    }
    // How far a kingdom reaches from its castle to both sides, as one number.
    static constexpr int span(int one, int other) {
        const int more = one > other ? one : other, less = one > other ? other : one;
        return less * (Frame + 1 - less) + more - less;
    }
    static constexpr int extent_row(int west, int east, int north, int south) {
        return extent + pair(span(west, east), span(north, south));
    }
    static constexpr int place(int cell) {
        const int x = cell % side - (Frame - 1), y = cell / side - (Frame - 1);
        return pair(x < 0 ? -x : x, y < 0 ? -y : y);
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
    // Where in its line a king stands that will choose from the first of so many lines to come.
    static constexpr int turn_row(int realms, int lines, int place) {
        return turn + (table(realms) * (most_lines + 1) + capped(lines, most_lines)) * line + capped(place, line - 1);
    }

    static constexpr int stage(int dominoes) { return capped(dominoes, stages - 1); }
    static constexpr int coins_row(int number, int dominoes) {
        return coins + capped(number, 23) * stages + stage(dominoes);
    }
    static constexpr int reserve_row(int number, int dominoes) {
        return reserve + capped(number, 7) * stages + stage(dominoes);
    }
    static constexpr int sites_row(int number, int dominoes) {
        return sites + capped(number, 7) * stages + stage(dominoes);
    }
    // The queen's host: 0 nobody, 1 this realm, 2 another.
    static constexpr int lead_row(int more_towers, int host, int dominoes) {
        const int ahead = more_towers < -3 ? 0 : capped(more_towers, 3) + 3;
        return lead + (ahead * 3 + host) * stages + stage(dominoes);
    }
    static constexpr int largest_row(int size, int host, int dominoes) {
        return largest + (capped(size, 15) * 3 + host) * late_stages + stage(dominoes) / 2;
    }
    static constexpr int knights_row(int number, int each) { return knights + capped(number, 9) * 4 + capped(each, 3); }
    static constexpr int towers_row(int number, int each) { return towers + capped(number, 9) * 4 + capped(each, 3); }
    static constexpr int safes_row(int more, int to_come) { return safes + capped(more, 11) * 5 + capped(to_come, 4); }
    static constexpr int counts_row(int terrain, int number, int each) {
        return counts + (terrain * 8 + capped(number, 7)) * 3 + (each == 0 ? 0 : each <= 2 ? 1 : 2);
    }
    static constexpr int offer_row(int slot, int kind, bool site) {
        return offers + (slot * building_count + kind) * 2 + site;
    }
    static constexpr int built_row(int kind) { return built + kind; }
    static constexpr int ground_row(int size, int crown_count, int vacant) {
        return ground + (size_class(size) * crowns + capped(crown_count, crowns - 1)) * 3 + capped(vacant, 3) - 1;
    }
    static constexpr int open_row(int dominoes) { return open + stage(dominoes); }
};
inline constexpr int most_left_to_place = RowLayout<5, false>::most_left;
// Of one realm, generously: squares, territories, border, and what it owns.
inline constexpr int most_rows = 512;

constexpr int rows_of(Domain domain) {
    return domain == Domain::frame_5      ? RowLayout<5, false>::rows
           : domain == Domain::frame_7    ? RowLayout<7, false>::rows
           : domain == Domain::builders_5 ? RowLayout<5, true>::rows
                                          : RowLayout<7, true>::rows;
}

}  // namespace crownlands
