// The levels by name: whose evaluation they use and how widely they look.
#pragma once
#include <string_view>

#include "search/searcher.hpp"

namespace crownlands {

struct Level {
    const char* name;
    bool searches;  // compares plans by playouts; the others only evaluate
    Style style;
    bool learned = false;  // needs a learned evaluation: for the search, or to decide at one ply without one
};

// The level of this name for this ruleset; throws Refused if there is none.
Level level_for(std::string_view name, const Ruleset& rules);

// The same style for who knows every line to come: nothing is guessed, all is played.
Style clairvoyant(Style style);

}  // namespace crownlands
