// Guesses a realm's final points while the rest of the deck is unknown, from a few signs of its kingdom and its kings.
#pragma once
#include "search/eval/search_state.hpp"

namespace crownlands::CROWNLANDS_ISA {

// The final points of this realm, when the next line is about to be drawn.
template <class S>
float predict_points(SearchState<S>& search, const Weights& weights, const ScoreModel& model, int index) {
    const State<S>& state = search.state;
    const Ruleset& rules = state.rules;
    const auto evaluator = search.evaluator(weights, index);
    const auto& territories = search.territories[index];
    const auto room = evaluator.realm.kingdom.room & evaluator.limit;
    float sum = model.base;
    for (int i = 0; i < territories.count; ++i) {
        const auto& one = territories.items[i];
        const int terrain = territories.terrains[i], ways = count(one.beside & room);
        const float growth = evaluator.grow[terrain][ways > Evaluator<S>::most_ways ? Evaluator<S>::most_ways : ways];
        const auto size = static_cast<float>(one.size), crowns = static_cast<float>(one.crowns);
        sum += model.points * size * crowns + model.growth * growth * crowns +
               model.crowning * growth * size * evaluator.rate[terrain];
    }
    const auto [empty, holes, corners] = room_shape<S::frame>(room);
    sum += model.holes * static_cast<float>(holes) + model.corners * static_cast<float>(corners) +
           model.room * static_cast<float>(empty) + model.matches * evaluator.matches(room, -1, -1, 0, 0);
    if (rules.middle_kingdom && territories.central) sum += model.middle * static_cast<float>(rules.middle_kingdom);
    if (rules.harmony && is_harmonious(evaluator.realm)) sum += model.harmony * static_cast<float>(rules.harmony);
    Random still(0);
    for (int slot = state.line.first; slot < state.line.last; ++slot) {
        if (rules.realm_of(state.line.seat[slot]) != index) continue;
        const Spot spot = evaluator.best(state.line.domino[slot], still);
        sum += model.chosen * spot.worth + model.order * static_cast<float>(slot);
        if (spot.cell < 0) sum += model.lost;
    }
    return sum;
}

template <class S>
void predict_all(SearchState<S>& search, const Weights& weights, const ScoreModel& model, double* points) {
    search.undrawn.update(search.state);
    for (int r = 0; r < search.state.rules.realms(); ++r) {
        points[r] = static_cast<double>(predict_points(search, weights, model, r));
    }
}

}  // namespace crownlands::CROWNLANDS_ISA
