// Quick games for learning and measuring: every realm decides by a mind of its own, nobody searches.
#pragma once
#include "learn/learner.hpp"
#include "search/learned_turn.hpp"
#include "search/policy.hpp"
#include "search/utility.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <class S>
void play_game(const State<S>& start, const Mind* minds, std::uint64_t seed, std::uint64_t game, Samples* samples,
               std::int32_t* points, double* shares) {
    Random chance(seed, 2 * game), error(seed, 2 * game + 1);
    static const Network blank = [] {
        Network network{};
        network.first.assign(static_cast<std::size_t>(RowLayout<S::frame, S::board>::rows) * first_width, 0);
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
    [[maybe_unused]] Plan plan{};
    [[maybe_unused]] int done = 0;
    int builder = -1;  // who has placed a domino in this turn, and is not through with it
    bool seen = false;
    const auto note = [&](const Holding<S>& holding, int realm) {
        notes.push_back({realm, samples->size()});
        holding.each_row([&](int row) { samples->rows.push_back(static_cast<std::uint16_t>(row)); });
        samples->starts.push_back(static_cast<std::uint32_t>(samples->rows.size()));
        samples->gains.push_back(static_cast<std::int16_t>(-holding.points()));
        samples->left.push_back(static_cast<std::uint8_t>(holding.left()));
        int parts[part_count];
        holding.parts(parts);
        for (const int part : parts) samples->parts.push_back(static_cast<std::int16_t>(-part));
    };
    const auto holding_of = [&](const Bag<S>& bag, int realm) {
        return Holding<S>(minds[realm].network ? *minds[realm].network : blank, state, bag, realm);
    };
    // Before a new line: every realm as those see it who choose, with the dominoes under its kings in their best
    // places and its kings in theirs.
    const auto note_all = [&] {
        const Bag<S> bag(state);
        for (int r = 0; r < state.rules.realms(); ++r) {
            Holding<S> holding = holding_of(bag, r);
            receive_pending(holding, state, r, state.line.first, [] { return 0.0F; });
            if (!holding.bare()) note(holding, r);
        }
    };
    while (!state.over()) {
        if (state.chance()) {
            if (samples && state.step == Step::reveal) note_all();
            search.sample(chance);
            continue;
        }
        const int realm = state.acting_realm();
        const Mind& mind = minds[realm];
        if (state.step == Step::place) builder = realm, seen = false;
        if (mind.network) {
            Taste taste = samples ? taste_for(state.rules) : careful_taste(state.rules);
            taste.noise = mind.noise;
            if (mind.placements) taste.placements = mind.placements;
            if constexpr (S::board) {
                // A turn is planned as a whole.
                if (done == plan.count) {
                    done = 0;
                    LearnedTurn<S>(*mind.network, state, taste, error).decide(plan);
                }
                search.apply(plan.actions[done++]);
            } else {
                search.apply(OnePly<S>(*mind.network, state, taste, error).action());
            }
        } else {
            search.apply(decide_greedily(search, *mind.weights, error));
        }
        if (builder < 0 || state.step == Step::tax) continue;
        // With a builders' board a turn is seen twice: about to build, and when that is done.
        const int who = builder;
        const bool done_building = state.step != Step::build && state.step != Step::bribe;
        const bool first_look = S::board && !seen;
        seen = true;
        if (!done_building && !first_look) continue;
        if (done_building) builder = -1;
        if (!samples) continue;
        // The realm with its newest domino, unless its kingdom is finished: then there is nothing to guess.
        const Bag<S> bag(state);
        Holding<S> holding = holding_of(bag, who);
        if (!holding.left()) continue;
        for (int open = first_look; open >= (done_building ? 0 : 1); --open) {
            holding.open(open);
            note(holding, who);
        }
    }
    Standing standings[S::realms];
    for (int r = 0; r < state.rules.realms(); ++r) {
        standings[r] = state.standing(r);
        points[r] = standings[r].points;
    }
    for (int r = 0; r < state.rules.realms(); ++r) shares[r] = share_of_the_win(state.rules, standings, r);
    if (!samples) return;
    const Bag<S> bag(state);
    int parts[S::realms][part_count];
    for (int r = 0; r < state.rules.realms(); ++r) Holding<S>(blank, state, bag, r).parts(parts[r]);
    for (const Note& note : notes) {
        std::int16_t& gain = samples->gains[note.sample];
        gain = static_cast<std::int16_t>(gain + points[note.realm]);
        for (std::size_t p = 0; p < part_count; ++p) {
            std::int16_t& part = samples->parts[note.sample * part_count + p];
            part = static_cast<std::int16_t>(part + parts[note.realm][p]);
        }
    }
}

}  // namespace crownlands::CROWNLANDS_ISA
