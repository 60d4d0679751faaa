// A position and an event without any bitboard: what text is read into and written from. Plain data of fixed size,
// shared by all instruction sets. Dominoes are 0–95 (box K, then Q), squares are x, y around the castle, buildings are
// kinds.
#pragma once
#include <cstdint>

#include "ruleset/ruleset.hpp"
#include "tables.hpp"

namespace crownlands {

enum class Step : std::uint8_t { kings, reveal, buildings, choose, place, tax, build, bribe, over };
inline constexpr const char* step_names[] = {"kings", "reveal", "buildings", "choose", "place",
                                             "tax",   "build",  "bribe",     "over"};
inline constexpr int step_count = 9;

inline constexpr bool is_chance(Step step) { return step <= Step::buildings; }

// Where `done` says whether a seat has had this phase in this round; only tax and build can be limited to one (Q5).
inline constexpr int done_bit(int seat, Step phase) { return 2 * seat + (phase == Step::build); }

struct Square {
    std::int8_t x, y;
    // Squares sort by x, then y.
    friend auto operator<=>(const Square&, const Square&) = default;
};

struct Placement {
    std::uint8_t domino;
    Square left, right;
};

struct Built {
    std::uint8_t kind;
    Square square;
};

inline constexpr int nobody = 0xff;  // no seat, no realm, no tile, no slot
inline constexpr int most_placements = 24;
inline constexpr int most_squares = 48;

struct RealmPosition {
    std::int32_t coins;
    std::int32_t knights_in_reserve;
    std::uint8_t taxed_count, placed_count, built_count;
    Square taxed[most_squares];
    Placement placed[most_placements];
    Built built[tile_count];
    std::uint64_t discarded[box_count];
};

struct Position {
    Ruleset rules;
    Step step;
    std::uint8_t round;
    std::uint8_t king_count, line_count, next_count;
    std::uint8_t chooser[most_seats], owner[most_seats];
    std::uint8_t earlier_count;                 // in any king: who has put down a king so far
    std::uint8_t earlier_choosers[most_seats];
    std::uint8_t line[most_seats], line_seat[most_seats];
    std::uint8_t next[most_seats], next_seat[most_seats];
    std::uint64_t undrawn[box_count];
    std::uint8_t slots[slot_count];  // kinds by cost
    std::uint8_t dragon;
    std::uint8_t stack[building_count];
    std::uint8_t queen;
    std::uint16_t done;  // what seats may do once a round and have done (`done_bit`)
    RealmPosition realms[most_seats];
    // The match around the game (Dynasty): kept and printed, never used.
    std::uint8_t game;
    std::int32_t earlier[most_seats][3];
};

enum class EventType : std::uint8_t { kings, reveal, buildings, choose, place, discard, tax, build, bribe, pass };

struct Event {
    EventType type;
    std::uint8_t count;            // of items or squares
    std::int32_t seat;             // of an action
    std::int32_t slot;             // of build and bribe
    std::uint8_t first[tile_count];   // choosers, dominoes or kinds
    std::uint8_t second[tile_count];  // owners
    struct {
        std::int32_t x, y;
    } squares[2];
};

// What a score is made of; the fields that a kind does not have are 0.
enum class TermKind : std::uint8_t { territory, coins, building, queen, middle_kingdom, harmony };
inline constexpr const char* term_names[] = {"territory", "coins", "building", "queen", "middle-kingdom", "harmony"};

struct Term {
    TermKind kind;
    std::uint8_t terrain;   // territory
    std::uint8_t building;  // building
    std::uint8_t squares;   // territory, queen
    std::int32_t points;
    std::int32_t count;  // coins; what a building counts; crowns of a territory
    Square square;       // building
    Square cells[most_squares];  // territory, ascending
};
inline constexpr int most_terms = most_squares + tile_count + 4;

struct Standing {
    std::int32_t points, largest, crowns;
};

// Sums over many random games; whole numbers, so that they do not depend on how games are spread over threads.
inline constexpr std::uint64_t whole_win = 840;  // divisible by 1 to 8
struct Tally {
    std::uint64_t games, turns, placements, discards;
    std::uint64_t points[most_seats], squares[most_seats];
    std::uint64_t wins[most_seats];  // in parts of `whole_win`: a shared victory is divided
};

}  // namespace crownlands
