// What the learned evaluation does in a search: the steps of playouts, and the guesses where they end.
#pragma once
#include "search/eval/search_state.hpp"
#include "search/one_ply.hpp"

namespace crownlands::CROWNLANDS_ISA {

// A step of a playout: placement and choice each for itself, and where a chosen domino goes is remembered.
template <class S>
int decide_quickly(SearchState<S>& search, const Network& network, float noise, Random& random) {
    using G = Geometry<S::frame>;
    const State<S>& state = search.state;
    const ActionCode codes = state.code();
    const int realm = state.acting_realm();
    const int placed = state.realms[realm].kingdom.placed;
    const float scale = noise * (1.0F / (1 << 24));
    const auto error = [&] { return scale * static_cast<float>(random.next() >> 40); };
    auto& idea = search.ideas[realm];
    const auto remember = [&](int domino, const Site& site) {
        idea = {static_cast<std::uint8_t>(domino),
                static_cast<std::uint8_t>(placed),
                {site.value, site.cell, site.orientation}};
    };
    if (state.step == Step::place) {
        if (idea.domino != state.domino() || idea.placed != placed) {
            const Bag<S> bag(state);
            const Holding<S> now(network, state, bag, realm, &search.territories[realm]);
            remember(state.domino(), now.best(state.domino(), error));
        }
        return idea.spot.cell < 0 ? codes.discard : idea.spot.orientation * G::cells + idea.spot.cell;
    }
    const Bag<S> bag(state);
    Holding<S> now(network, state, bag, realm, &search.territories[realm]);
    bool alone = true;
    each_pending(state, realm, state.line.first + (state.opening() ? 0 : 1), [&](int domino, int place) {
        const Site site = now.receive(place, domino, error);
        if (alone) remember(domino, site);
        alone = false;
    });
    const Taste taste = taste_for(state.rules);
    Draft<S> draft(network, state, bag, taste, error);
    Site sites[S::line];
    float values[S::line], ranks[S::line];
    each(static_cast<std::uint64_t>(state.next.free), [&](int slot) {
        sites[slot] = now.best_from(slot, state.next.domino[slot], error);
        values[slot] = sites[slot].value;
    });
    const int best = draft.rank(now.value(), values, ranks);
    if (alone) remember(state.next.domino[best], sites[best]);
    return codes.choose + best;
}

// The points that every realm is expected to end with, its dominoes placed, and how far off that usually is.
template <class S>
double predict_all(SearchState<S>& search, const Network& network, double* points) {
    const State<S>& state = search.state;
    const Bag<S> bag(state);
    double spread = 0.0;
    for (int r = 0; r < state.rules.realms(); ++r) {
        Holding<S> holding(network, state, bag, r, &search.territories[r]);
        receive_pending(holding, state, r, state.line.first, [] { return 0.0F; });
        points[r] = static_cast<double>(holding.value());
        spread += static_cast<double>(holding.spread());
    }
    return spread / state.rules.realms();
}

}  // namespace crownlands::CROWNLANDS_ISA
