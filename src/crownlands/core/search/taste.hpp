// How a player with a learned evaluation chooses.
#pragma once
#include "ruleset/ruleset.hpp"

namespace crownlands {

struct Taste {
    float denial;  // how much the others' gain counts against the own, on average
    bool aimed = false;  // in the own choice each rival counts by what its points cost of the chance to win
    float noise = 0.0F;  // the greatest random error of a value, in points
    int placements = 4;  // that are compared together with the choices
    int purchases = 1;  // with a builders' board: ways to build that are compared with each of them
    bool taxes = false;  // and whether other ways to tax are than the one that promises most
};

inline Taste taste_for(const Ruleset& rules) {
    const bool duel = rules.realms() == 2;
    return {.denial = duel ? 0.8F : 0.5F};
}

// For a decision that counts, with time to look at who stands in the way. Games to learn from go without.
inline Taste careful_taste(const Ruleset& rules) {
    Taste taste = taste_for(rules);
    taste.aimed = rules.realms() > 2;
    return taste;
}

}  // namespace crownlands
