// Points of a realm as if the game ended now, quickly or with all terms (K10, K11, KV2, KV3, Q13, Q14).
#pragma once
#include "game/state.hpp"

namespace crownlands::CROWNLANDS_ISA {

// A kingdom's map with the crowns of its buildings.
template <class S>
CROWNLANDS_INLINE Map<S::frame, S::terrains> survey(const Realm<S>& realm) {
    Map<S::frame, S::terrains> map(realm.kingdom);
    if constexpr (S::board) {
        for (int i = 0; i < realm.purse.built_count; ++i) {
            map.crown(realm.purse.built[i].cell, buildings[realm.purse.built[i].kind].crowns);
        }
    }
    return map;
}

// How many of what this building scores for; 1 for flat points.
template <class S, class M>
int building_count_for(const Realm<S>& realm, const M& map, const Building& tile) {
    if (tile.per == Per::none) return 1;
    if (tile.per == Per::knights) return realm.purse.all_knights;
    if (tile.per == Per::towers) return realm.purse.towers;
    return map.territories_of(static_cast<int>(tile.per));
}

template <class S, class M>
int building_points(const Realm<S>& realm, const M& map) {
    int sum = 0;
    for (int i = 0; i < realm.purse.built_count; ++i) {
        const Building& tile = buildings[realm.purse.built[i].kind];
        sum += tile.per == Per::none ? tile.points : tile.each * building_count_for(realm, map, tile);
    }
    return sum;
}

template <class S>
bool is_harmonious(const Realm<S>& realm) {
    std::uint64_t lost = 0;
    for (const std::uint64_t box : realm.discarded) lost |= box;
    return lost == 0;
}

// The points of a realm whose map is at hand.
template <class S, class M>
CROWNLANDS_INLINE int points_on(const State<S>& state, int index, const M& map) {
    const Realm<S>& realm = state.realms[index];
    int sum = map.points();
    if constexpr (S::board) {
        sum += realm.purse.coins / coins_per_point + building_points(realm, map);
        if (state.board.queen == index) sum += map.largest();
    }
    if (state.rules.middle_kingdom && map.in_the_middle()) sum += state.rules.middle_kingdom;
    if (state.rules.harmony && is_harmonious(realm)) sum += state.rules.harmony;
    return sum;
}

template <class S>
int State<S>::points(int realm) const {
    return points_on(*this, realm, survey(realms[realm]));
}

template <class S>
Standing State<S>::standing(int realm) const {
    const auto map = survey(realms[realm]);
    return {points_on(*this, realm, map), map.largest(), map.all_crowns()};
}

// Writes at most `most_terms` terms, in the order of rules/: territories by their smallest squares, coins, buildings by
// square, queen, bonuses.
template <class S>
int State<S>::terms(int index, Term* out) const {
    const Realm<S>& realm = realms[index];
    const auto map = survey(realm);
    int n = 0;
    map.each_territory([&](int terrain, Window cells) {
        Term term{};
        term.kind = TermKind::territory;
        term.terrain = static_cast<std::uint8_t>(terrain);
        term.count = map.crowns_in(cells);
        each(cells, [&](int bit) {
            const Square square = G::square(bit + map.shift);
            int i = term.squares++;
            for (; i > 0 && square < term.cells[i - 1]; --i) term.cells[i] = term.cells[i - 1];
            term.cells[i] = square;
        });
        term.points = term.squares * term.count;
        int i = n++;
        for (; i > 0 && term.cells[0] < out[i - 1].cells[0]; --i) out[i] = out[i - 1];
        out[i] = term;
    });
    const auto add = [&](TermKind kind, int points) -> Term& {
        Term& term = out[n++] = Term{};
        term.kind = kind;
        term.points = points;
        return term;
    };
    if constexpr (S::board) {
        add(TermKind::coins, realm.purse.coins / coins_per_point).count = realm.purse.coins;
        const int first = n;
        for (int b = 0; b < realm.purse.built_count; ++b) {
            const auto [kind, cell] = realm.purse.built[b];
            Term term{};
            term.kind = TermKind::building;
            term.building = kind;
            term.count = building_count_for(realm, map, buildings[kind]);
            term.points =
                term.count * (buildings[kind].per == Per::none ? buildings[kind].points : buildings[kind].each);
            term.square = G::square(cell);
            int i = n++;
            for (; i > first && term.square < out[i - 1].square; --i) out[i] = out[i - 1];
            out[i] = term;
        }
        if (board.queen == index) {
            const int largest = map.largest();
            add(TermKind::queen, largest).squares = static_cast<std::uint8_t>(largest);
        }
    }
    if (rules.middle_kingdom) add(TermKind::middle_kingdom, map.in_the_middle() ? rules.middle_kingdom : 0);
    if (rules.harmony) add(TermKind::harmony, is_harmonious(realm) ? rules.harmony : 0);
    return n;
}

// Whether a stands before b (K11, Q14).
inline bool stands_before(const Ruleset& rules, const Standing& a, const Standing& b) {
    if (a.points != b.points) return a.points > b.points;
    if ((rules.ties & 1) && a.largest != b.largest) return a.largest > b.largest;
    return (rules.ties & 2) && a.crowns > b.crowns;
}

}  // namespace crownlands::CROWNLANDS_ISA
