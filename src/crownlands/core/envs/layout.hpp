// What an observation says and where: a row of bytes whose parts have names, shapes and highest values. The same for
// all games of a ruleset, and for everybody who reads it (docs/envs.md).
#pragma once
#include <string>
#include <vector>

#include "notation/position.hpp"

namespace crownlands {

// Raised whenever a byte changes its place or its meaning.
inline constexpr int layout_version = 1;

struct Part {
    std::string name;
    int start;
    std::vector<int> shape;
    std::vector<std::string> fields;  // names along one axis
    int axis;                         // which one
};

struct Layout {
    // Where each part begins; a part that the ruleset does not have is empty.
    int kingdoms, line, next, court, undrawn, discards, phase, decides, round;
    int placed, board, stack, dragon, purses, queen, once, game, match;
    int size;
    std::vector<Part> parts;
    std::vector<std::uint8_t> high;  // the highest value of each byte

    explicit Layout(const Ruleset& rules);
};

// The numbers in a row for a domino, before those for whose king is on it: its number, terrain and crowns of both
// halves.
inline constexpr int domino_fields(int terrains) { return 1 + 2 * terrains + 2; }

// The planes of a kingdom: terrains, crowns, room, and with a builders' board knights and buildings.
inline constexpr int plane_count(int terrains, bool board) { return terrains + (board ? 4 : 2); }

// The decisions that have a place among the phases.
inline constexpr int phase_count(bool board) { return board ? 5 : 2; }

inline constexpr int purse_fields = 4;
inline constexpr int match_fields = 4;

}  // namespace crownlands
