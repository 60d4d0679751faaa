// What the acting seat may place and choose, with what the evaluator thinks of it.
#pragma once
#include "search/eval/keep_best.hpp"
#include "search/eval/search_state.hpp"

namespace crownlands::CROWNLANDS_ISA {

struct Candidate {
    int action;
    float value;
};

// The best few, best first.
template <int Most>
struct Candidates {
    Candidate items[Most];
    int size = 0;
    int most = Most;

    const Candidate* begin() const { return items; }
    const Candidate* end() const { return items + size; }

    void add(int action, float value) {
        const auto better = [](const Candidate& a, const Candidate& b) { return a.value > b.value; };
        keep_best(items, size, most, Candidate{action, value}, better);
    }

    // The ways to place the acting king's domino; discarding it if there is none.
    template <class S>
    void add_placements(const Evaluator<S>& evaluator) {
        const int domino = evaluator.state.domino();
        const auto found = evaluator.realm.kingdom.placements(domino);
        found.visit([&](int o, int cell) {
            int left, right;
            Kingdom<S::frame, S::terrains>::halves(o, cell, left, right);
            add(o * Geometry<S::frame>::cells + cell, evaluator.placement(dominoes[domino], left, right));
        });
        if (!found.total) add(evaluator.state.code().discard, 0.0F);
    }

    template <class S>
    void add_choices(const Evaluator<S>& evaluator) {
        Random still(0);
        const int first = evaluator.state.code().choose;
        each_choice(evaluator, still, [&](int slot, float value, const Spot&) { add(first + slot, value); });
    }
};

// Calls f(slot, value, spot) for every domino that the acting king may go to: what that is worth, and where it would be
// placed.
template <class S, class F>
void each_choice(const Evaluator<S>& evaluator, Random& random, F&& f) {
    const State<S>& state = evaluator.state;
    // With another's king (any king, K4) the worst domino is the best.
    const float sign = state.rules.realm_of(state.seat()) == evaluator.index ? 1.0F : -1.0F;
    each(static_cast<std::uint64_t>(state.next.free), [&](int slot) {
        const Spot spot = evaluator.best(state.next.domino[slot], random);
        f(slot, sign * (spot.worth - evaluator.weights.order * static_cast<float>(slot)), spot);
    });
}

}  // namespace crownlands::CROWNLANDS_ISA
