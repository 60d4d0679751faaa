// A state together with what evaluating needs: every realm's territories and what is undrawn, kept up to date.
#pragma once
#include "search/eval/evaluator.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <class S>
struct SearchState {
    State<S> state;
    UndrawnStats<S> undrawn;
    TerritoryIndex<S> territories[S::realms];
    // Where a chosen domino goes, good as long as its kingdom has not changed.
    struct Idea {
        std::uint8_t domino, placed;
        Spot spot;
    };
    Idea ideas[S::realms];

    void set(const State<S>& from) {
        state = from;
        for (int r = 0; r < state.rules.realms(); ++r) territories[r].survey(state.realms[r]);
        for (auto& idea : ideas) idea.domino = nobody;
        undrawn.update(state);
    }
    TerritoryIndex<S>& mine() { return territories[state.acting_realm()]; }

    void place(int orientation, int cell) {
        mine().place(state.domino(), orientation, cell);
        state.place(orientation, cell);
    }
    void build(int slot, int cell) {
        if constexpr (S::board) mine().crown(cell, buildings[state.board.slots[slot]].crowns);
        state.build(slot, cell);
    }
    void sample(Random& random) {
        const bool line = state.step == Step::reveal;
        state.sample(random);
        if (line) undrawn.update(state);
    }
    void reveal(std::uint64_t numbers) {
        state.reveal(numbers);
        undrawn.update(state);
    }
    void apply(int action) {
        const ActionCode codes = state.code();
        if (action < codes.discard)
            return place(action / Geometry<S::frame>::cells, action % Geometry<S::frame>::cells);
        if (S::board && action >= codes.build) {
            const int number = action - codes.build;
            return build(number / Geometry<S::frame>::cells, number % Geometry<S::frame>::cells);
        }
        state.apply(action);
    }
    Evaluator<S> evaluator(const Weights& weights, int realm) {
        return Evaluator<S>(weights, state, undrawn, territories[realm], realm);
    }
    Evaluator<S> evaluator(const Weights& weights) { return evaluator(weights, state.acting_realm()); }
};

}  // namespace crownlands::CROWNLANDS_ISA
