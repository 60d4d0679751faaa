// Greedy play by evaluation: the best placement, the best purchase and the best domino at every step, no further.
#pragma once
#include "search/candidates.hpp"
#include "search/eval/economy.hpp"
#include "search/future.hpp"
#include "search/learned_policy.hpp"

namespace crownlands::CROWNLANDS_ISA {

// The slot of the next line that the acting king goes to.
template <class S>
int choose_greedily(SearchState<S>& search, const Weights& weights, Random& random) {
    const State<S>& state = search.state;
    const auto evaluator = search.evaluator(weights);
    int best = -1;
    float most = 0.0F;
    Spot there{};
    each_choice(evaluator, random, [&](int slot, float value, const Spot& spot) {
        if (best >= 0 && value <= most) return;
        best = slot;
        most = value;
        there = spot;
    });
    search.ideas[evaluator.index] = {state.next.domino[best], evaluator.realm.kingdom.placed, there};
    return best;
}

// One step of the acting seat, as an action number.
template <class S>
int decide_greedily(SearchState<S>& search, const Weights& weights, Random& random) {
    using G = Geometry<S::frame>;
    const State<S>& state = search.state;
    const ActionCode codes = state.code();
    if (state.step == Step::choose) return codes.choose + choose_greedily(search, weights, random);
    if (state.step == Step::place) {
        const auto& idea = search.ideas[state.acting_realm()];
        const bool known = idea.domino == state.domino() && idea.placed == state.mine().kingdom.placed;
        const Spot spot = known ? idea.spot : search.evaluator(weights).best(state.domino(), random);
        return spot.cell < 0 ? codes.discard : spot.orientation * G::cells + spot.cell;
    }
    if constexpr (S::board) {
        if (state.step == Step::tax) {
            const int which = best_tax(search.evaluator(weights));
            return which < 0 ? codes.pass : codes.tax + which;
        }
        if (state.step == Step::build) {
            const Offer offer = best_offer(search.evaluator(weights), random);
            return offer.slot < 0 ? codes.pass : codes.build + offer.slot * G::cells + offer.cell;
        }
    }
    return codes.pass;
}

// Whose evaluation decides for the acting seat: one's own, or what the others are taken for.
struct PlayoutPolicies {
    const Weights& own;
    const Weights& rivals;
    int realm;
    const Network* network = nullptr;  // decides for everybody, if there is one
    float noise = 0.0F;

    const Weights& of(int acting) const { return acting == realm ? own : rivals; }
};

template <class S>
int decide_in_playout(SearchState<S>& search, const PlayoutPolicies& policies, Random& random) {
    if constexpr (!S::board) {
        if (policies.network) return decide_quickly(search, *policies.network, policies.noise, random);
    }
    return decide_greedily(search, policies.of(search.state.acting_realm()), random);
}

// One step of a playout; `random` spreads the evaluations.
template <class S>
void play_step(SearchState<S>& search, const PlayoutPolicies& policies, Future<S>& future, Random& random) {
    if (search.state.chance())
        future.bring(search);
    else
        search.apply(decide_in_playout(search, policies, random));
}

// Plays on until the game is over, or until a line is to be drawn after so many rounds.
template <class S>
void play_on(SearchState<S>& search, const PlayoutPolicies& policies, Future<S>& future, Random& random, int rounds) {
    const State<S>& state = search.state;
    while (!state.over() && !(state.step == Step::reveal && state.round >= rounds))
        play_step(search, policies, future, random);
}

}  // namespace crownlands::CROWNLANDS_ISA
