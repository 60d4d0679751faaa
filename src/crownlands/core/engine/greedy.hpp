// Greedy play: a sensible player that looks at its own realm and no further than the next domino.
//
// It places where most points are gained, then where territories grow; chooses the domino with the best placement; taxes
// when it pays or when the end is near; builds what is worth more than its price; never bribes. Equals are drawn by lot.
#pragma once
#include "engine/playout.hpp"

namespace crownlands::CROWNLANDS_ISA {

// The best of what is offered; equals are equally likely.
struct Pick {
    int value, item, equals;
    Random& random;

    explicit Pick(Random& random_, int least) : value(least), item(-1), equals(0), random(random_) {}
    CROWNLANDS_INLINE void offer(int worth, int candidate) {
        if (worth < value) return;
        if (worth > value) equals = 0;
        value = worth;
        ++equals;
        if (equals == 1 || random.below(static_cast<std::uint32_t>(equals)) == 0) item = candidate;
    }
};

constexpr int out_of_question = -1'000'000;
constexpr int point_worth = 64;  // a point outweighs every square of growth

// What covering `added`, which hang together, with this terrain gains: points first, then the size of the territory.
template <int Frame, int Terrains>
CROWNLANDS_INLINE int growth(const Map<Frame, Terrains>& map, typename Map<Frame, Terrains>::Window added, int terrain, int crowns) {
    using Window = typename Map<Frame, Terrains>::Window;
    const Window before = map.ground[terrain];
    const Window joined = flood<Geometry<Frame>::side>(added, static_cast<Window>(before | added));
    const int size = count(joined);
    int gain = size * (map.crowns_in(joined) + crowns);
    for (Window rest = joined & ~added; any(rest);) {
        const Window old = map.territory(rest & (~rest + 1), terrain);
        gain -= count(old) * map.crowns_in(old);
        rest &= ~old;
    }
    return gain * point_worth + size;
}

// The worth of one placement on a kingdom whose map is at hand. A map's window reaches only as far as its kingdom, so the
// map must have been moved with `reaching` first.
template <class S>
CROWNLANDS_INLINE int worth_of(const State<S>& state, const typename State<S>::KingdomMap& map, int domino, int orientation,
                               int cell) {
    using G = Geometry<S::frame>;
    using Window = typename G::Window;
    const Domino& piece = dominoes[domino];
    int left, right;
    Kingdom<S::frame, S::terrains>::halves(orientation, cell, left, right);
    const Window a = map.bit(left), b = map.bit(right);
    int worth;
    if (piece.terrain[0] == piece.terrain[1]) {
        worth = growth(map, static_cast<Window>(a | b), piece.terrain[0], piece.crowns[0] + piece.crowns[1]);
    } else {
        worth = growth(map, a, piece.terrain[0], piece.crowns[0]) + growth(map, b, piece.terrain[1], piece.crowns[1]);
    }
    if (state.rules.middle_kingdom && !(has(middle<S::frame>, left) && has(middle<S::frame>, right))) {
        worth -= state.rules.middle_kingdom * point_worth;
    }
    return worth;
}

// Moves the map's window down, so that it also reaches the cells beyond the kingdom that this placement may cover.
// A kingdom and one more domino still fit in a frame, so the window is wide enough whatever the placement.
template <class M>
CROWNLANDS_INLINE M reaching(const M& map, int lowest_cell) {
    M moved = map;
    if (lowest_cell >= map.shift) return moved;
    const int by = map.shift - lowest_cell;
    moved.shift = lowest_cell;
    for (auto& cells : moved.ground) cells <<= by;
    moved.single_crowns <<= by;
    moved.double_crowns <<= by;
    return moved;
}

// The best placement of a domino as orientation · cells + cell, or −1 with the worth `out_of_question`.
template <class S>
int best_placement(const State<S>& state, const Realm<S>& realm, const typename State<S>::KingdomMap& map, int domino,
                   Random& random, int& worth) {
    using G = Geometry<S::frame>;
    const auto found = realm.kingdom.placements(domino);
    Pick pick(random, out_of_question);
    for (int o = 0; o < 4; ++o) {
        each(found.cells[o], [&](int cell) {
            pick.offer(worth_of<S>(state, reaching(map, cell), domino, o, cell), o * G::cells + cell);
        });
    }
    worth = pick.value;
    return pick.item;
}

// Own turns left after this one.
template <class S>
int turns_left(const State<S>& state) {
    return (state.rules.rounds - state.round) * state.rules.kings * state.rules.team;
}

// Which knights to put: −1 none, 0 on the smaller square, 1 on the larger, 2 on both.
template <class S>
int greedy_tax(const State<S>& state) {
    if constexpr (S::board) {
        constexpr int worthwhile = 4;
        int smaller, larger;
        state.taxed_cells(smaller, larger);
        const int least = turns_left(state) <= 3 * state.mine().purse.knights_in_reserve ? 1 : worthwhile;
        const int first = state.income(smaller), second = state.income(larger);
        if (first >= least && second >= least && state.mine().purse.knights_in_reserve >= 2) return 2;
        if (first < least && second < least) return -1;
        return first >= second ? 0 : 1;
    }
    return -1;
}

// The best purchase as slot · cells + cell, or −1 if none is worth its price.
template <class S>
int greedy_build(const State<S>& state, Random& random) {
    if constexpr (S::board) {
        using G = Geometry<S::frame>;
        const int index = state.acting_realm();
        const Realm<S>& realm = state.realms[index];
        const auto& purse = realm.purse;
        const auto map = survey(realm);
        // The town territory around a square is worth most to a crown, least to anything else.
        int widest = -1, narrowest = -1, most = 0, least = 0;
        each(purse.vacant, [&](int cell) {
            const int size = count(map.territory(map.bit(cell), town));
            if (widest < 0 || size > most) widest = cell, most = size;
            if (narrowest < 0 || size < least) narrowest = cell, least = size;
        });
        const int turns = turns_left(state);
        Pick pick(random, 1);
        each(static_cast<std::uint64_t>(state.affordable()), [&](int slot) {
            const Building& tile = buildings[state.board.slots[slot]];
            const int knights = purse.all_knights + tile.knights, towers = purse.towers + tile.towers;
            int points = tile.points + tile.crowns * most;
            if (tile.per == Per::knights) {
                points += tile.each * knights;
            } else if (tile.per == Per::towers) {
                points += tile.each * towers;
            } else if (tile.per != Per::none) {
                points += tile.each * map.territories_of(static_cast<int>(tile.per));
            }
            for (int i = 0; i < purse.built_count; ++i) {
                const Building& own = buildings[purse.built[i].kind];
                if (own.per == Per::knights) points += own.each * tile.knights;
                if (own.per == Per::towers) points += own.each * tile.towers;
            }
            if (tile.towers && state.board.queen != index) {
                bool takes_queen = true;
                for (int r = 0; r < state.rules.realms(); ++r) takes_queen &= r == index || state.realms[r].purse.towers <= towers;
                if (takes_queen) points += map.largest();
            }
            // In coins: a point is worth three, a knight what it may still earn.
            const int later = tile.knights * (turns > 4 ? 4 : turns) + (tile.tax != Tax::none ? turns / 2 : 0);
            const int worth = coins_per_point * points + later - state.price(slot);
            pick.offer(worth, slot * G::cells + (tile.crowns ? widest : narrowest));
        });
        return pick.item;
    }
    return -1;
}

// What the greedy player does now; somebody must have to decide.
template <class S>
int greedy_action(const State<S>& state, Random& random) {
    const ActionCode codes = state.code();
    const Realm<S>& realm = state.mine();
    if (state.step == Step::place) {
        int worth;
        const int placement = best_placement(state, realm, survey(realm), state.domino(), random, worth);
        return placement < 0 ? codes.discard : placement;
    }
    if (state.step == Step::choose) {
        const auto map = survey(realm);
        Pick pick(random, out_of_question);
        each(static_cast<std::uint64_t>(state.next.free), [&](int slot) {
            int worth;
            best_placement(state, realm, map, state.next.domino[slot], random, worth);
            pick.offer(worth, slot);
        });
        return codes.choose + pick.item;
    }
    if (state.step == Step::tax) {
        const int which = greedy_tax(state);
        return which < 0 ? codes.pass : codes.tax + which;
    }
    if (state.step == Step::build) {
        const int purchase = greedy_build(state, random);
        return purchase < 0 ? codes.pass : codes.build + purchase;
    }
    return codes.pass;
}

// Plays to the end, every seat greedily.
template <class S>
void play_greedily(State<S>& state, Random& random) {
    while (!state.over()) {
        if (state.chance()) {
            state.sample(random);
        } else {
            state.apply(greedy_action(state, random));
        }
    }
}

}  // namespace crownlands::CROWNLANDS_ISA
