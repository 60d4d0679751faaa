// Guesses a realm's final points while the rest of the deck is unknown, from a few signs of its kingdom and its kings.
#pragma once
#include "search/eval/table.hpp"

namespace crownlands::CROWNLANDS_ISA {

// The final points of this realm, when the next line is about to be drawn.
template <class S>
float guess_points(Table<S>& table, const Weights& weights, const Prospects& prospects, int index) {
    using G = Geometry<S::frame>;
    const State<S>& state = table.state;
    const Ruleset& rules = state.rules;
    const auto evaluator = table.evaluator(weights, index);
    const auto& territories = table.territories[index];
    const auto room = evaluator.realm.kingdom.room & evaluator.limit;
    float sum = prospects.base;
    for (int i = 0; i < territories.count; ++i) {
        const auto& one = territories.items[i];
        const int terrain = territories.terrains[i], ways = count(one.beside & room);
        const float growth = evaluator.grow[terrain][ways > Evaluator<S>::most_ways ? Evaluator<S>::most_ways : ways];
        const auto size = static_cast<float>(one.size), crowns = static_cast<float>(one.crowns);
        sum += prospects.points * size * crowns + prospects.growth * growth * crowns +
               prospects.crowning * growth * size * evaluator.rate[terrain];
    }
    const auto a = up<1>(room), b = down<1>(room), c = up<G::side>(room), d = down<G::side>(room);
    const auto sideways = a | b, upright = c | d;
    const auto some = sideways | upright, several = (a & b) | (c & d) | (sideways & upright);
    sum += prospects.holes * static_cast<float>(count(room & ~some)) +
           prospects.corners * static_cast<float>(count(room & some & ~several)) +
           prospects.room * static_cast<float>(count(room)) + prospects.matches * evaluator.matches(room, -1, -1, 0, 0);
    if (rules.middle_kingdom && territories.central) sum += prospects.middle * static_cast<float>(rules.middle_kingdom);
    if (rules.harmony && is_harmonious(evaluator.realm)) sum += prospects.harmony * static_cast<float>(rules.harmony);
    Random still(0);
    for (int slot = state.line.first; slot < state.line.last; ++slot) {
        if (rules.realm_of(state.line.seat[slot]) != index) continue;
        const Spot spot = evaluator.best(state.line.domino[slot], still);
        sum += prospects.chosen * spot.worth + prospects.order * static_cast<float>(slot);
        if (spot.cell < 0) sum += prospects.lost;
    }
    return sum;
}

template <class S>
void guess_all(Table<S>& table, const Weights& weights, const Prospects& prospects, double* points) {
    table.undrawn.update(table.state);
    for (int r = 0; r < table.state.rules.realms(); ++r) {
        points[r] = static_cast<double>(guess_points(table, weights, prospects, r));
    }
}

}  // namespace crownlands::CROWNLANDS_ISA
