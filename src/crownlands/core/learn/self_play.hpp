// Quick games for learning and measuring: every realm decides by a mind of its own, nobody searches.
#pragma once
#include "learn/learner.hpp"
#include "search/one_ply.hpp"
#include "search/policy.hpp"
#include "search/utility.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <class S>
void play_game(const State<S>& start, const Mind* minds, std::uint64_t seed, std::uint64_t game, Samples* samples,
               std::int32_t* points, double* shares) {
    Random chance(seed, 2 * game), error(seed, 2 * game + 1);
    static const Network blank = [] {
        Network network{};
        network.first.assign(static_cast<std::size_t>(RowLayout<S::frame>::rows) * first_width, 0);
        return network;
    }();
    SearchState<S> search;
    search.set(start);
    const State<S>& state = search.state;
    struct Note {
        int realm;
        std::size_t sample;
    };
    std::vector<Note> notes;
    while (!state.over()) {
        if (state.chance()) {
            search.sample(chance);
            continue;
        }
        const int realm = state.acting_realm();
        const Mind& mind = minds[realm];
        const bool placing = state.step == Step::place;
        if (mind.network) {
            Taste taste = taste_for(state.rules);
            taste.noise = mind.noise;
            if (mind.order >= 0.0F) taste.order = mind.order;
            if (mind.placements) taste.placements = mind.placements;
            search.apply(OnePly<S>(*mind.network, state, taste, error).action());
        } else {
            search.apply(decide_greedily(search, *mind.weights, error));
        }
        if (!placing || !samples) continue;
        // The kingdom with its newest domino, unless it is finished: then there is nothing to guess.
        const Bag<S> bag(state);
        const Holding<S> holding(mind.network ? *mind.network : blank, state, bag, realm);
        if (!holding.left()) continue;
        notes.push_back({realm, samples->size()});
        holding.each_row([&](int row) { samples->rows.push_back(static_cast<std::uint16_t>(row)); });
        samples->starts.push_back(static_cast<std::uint32_t>(samples->rows.size()));
        samples->gains.push_back(static_cast<std::int16_t>(-holding.points()));
        samples->left.push_back(static_cast<std::uint8_t>(holding.left()));
    }
    Standing standings[S::realms];
    for (int r = 0; r < state.rules.realms(); ++r) {
        standings[r] = state.standing(r);
        points[r] = standings[r].points;
    }
    for (int r = 0; r < state.rules.realms(); ++r) shares[r] = share_of_the_win(state.rules, standings, r);
    for (const Note& note : notes)
        samples->gains[note.sample] = static_cast<std::int16_t>(samples->gains[note.sample] + points[note.realm]);
}

}  // namespace crownlands::CROWNLANDS_ISA
