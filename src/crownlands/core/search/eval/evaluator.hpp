// Evaluates what a placement adds to a realm: points at once, and what its territories and its room may still become.
#pragma once
#include "search/eval/keep_best.hpp"
#include "search/eval/room_shape.hpp"
#include "search/eval/territory_index.hpp"
#include "search/eval/undrawn_stats.hpp"
#include "search/eval/weights.hpp"

namespace crownlands::CROWNLANDS_ISA {

struct Spot {
    float worth;
    std::int16_t cell;  // −1: no legal placement
    std::int8_t orientation;
};

// How surely one of so many places serves.
inline constexpr auto found_share = [] {
    std::array<float, 170> table{};
    for (std::size_t n = 0; n < table.size(); ++n) table[n] = static_cast<float>(n) / static_cast<float>(n + 1);
    return table;
}();

template <class S>
struct Evaluator {
    using G = Geometry<S::frame>;
    using Bits = typename G::Bits;
    using K = Kingdom<S::frame, S::terrains>;
    using Territory = typename TerritoryIndex<S>::Territory;
    static constexpr int most_ways = 11;
    static constexpr int most_evaluated = 9;  // placements of a domino that are evaluated to the end

    const Weights& weights;
    const State<S>& state;
    const Realm<S>& realm;
    TerritoryIndex<S>& territories;
    int index;
    int turns;     // dominoes still to place after the one that is evaluated
    bool central;  // the castle can still be in the middle, and that is worth something
    Bits limit;
    float before;  // the worth of the room as it is
    float lasting;  // how much the shape of the room still matters
    float spread;   // of the random error; the last domino is placed without one
    float grow[S::terrains][most_ways + 1];
    float rate[S::terrains];
    float fits[S::terrains];
    // Purse
    int courts;  // turns in which it may still tax and build: all, or one a round (Q5, one court)
    int largest;
    float coin, later, queen;
    float counted[S::terrains];  // for each separate territory, by the buildings that count them

    Evaluator(const Weights& weights, const State<S>& state, const UndrawnStats<S>& undrawn,
              TerritoryIndex<S>& territories, int index)
        : weights(weights), state(state), realm(state.realms[index]), territories(territories), index(index) {
        const Ruleset& rules = state.rules;
        int used = realm.kingdom.placed;
        for (const std::uint64_t lost : realm.discarded) used += std::popcount(lost);
        const int left = rules.rounds * rules.kings * rules.team - used;
        turns = left > 0 ? left - 1 : 0;
        lasting = turns < 3 ? 0.33F * static_cast<float>(turns) : 1.0F;
        spread = (turns || weights.noise < 0.01F ? weights.noise : 0.01F) * (1.0F / (1 << 24));
        central = rules.middle_kingdom && territories.central;
        limit = central ? middle<S::frame> : ~Bits{};
        for (int t = 0; t < S::terrains; ++t) {
            const float expected = weights.share * 2.0F * static_cast<float>(turns) * undrawn.share[t];
            rate[t] = weights.crowning * undrawn.rate[t];
            fits[t] = weights.fit * static_cast<float>(turns) * undrawn.share[t];
            grow[t][0] = 0.0F;
            for (int n = 1; n <= most_ways; ++n) {
                const float sides = weights.ways * static_cast<float>(n);
                grow[t][n] = expected * sides / (expected + sides);
            }
        }
        if constexpr (S::board) {
            const auto& purse = realm.purse;
            largest = territories.largest();
            coin = turns > 2 ? weights.coin : weights.last_coin;
            const float wait = turns < 4 ? 0.25F * static_cast<float>(turns) : 1.0F;
            courts = rules.once ? turns / rules.kings : turns;
            later = purse.knights_in_reserve > 2 * courts ? 0.0F : weights.knight * wait;
            queen = state.board.queen == index ? weights.host : weights.largest;
            rate[town] = weights.crowning * 0.1F;
            for (auto& each_of : counted) each_of = 0.0F;
            for (int i = 0; i < purse.built_count; ++i) {
                const Building& tile = buildings[purse.built[i].kind];
                if (static_cast<int>(tile.per) < terrain_count) counted[static_cast<int>(tile.per)] += tile.each;
            }
        }
        const Bits room = realm.kingdom.room & limit;
        before = shape(room) + matches(room, -1, -1, 0, 0);
        for (int i = 0; i < territories.count; ++i) {
            Territory& one = territories.items[i];
            one.worth = worth(territories.terrains[i], one.size, one.crowns, count(one.beside & room));
        }
    }

    CROWNLANDS_INLINE float worth(int terrain, int size, int crowns, int ways) const {
        const float growth = grow[terrain][ways > most_ways ? most_ways : ways];
        const auto squares = static_cast<float>(size), crowned = static_cast<float>(crowns);
        return squares * crowned + growth * (weights.growth * crowned + squares * rate[terrain]);
    }

    // What the room is worth by its shape.
    CROWNLANDS_INLINE float shape(const Bits& room) const {
        const auto [empty, holes, corners] = room_shape<S::frame>(room);
        return lasting * (weights.room * static_cast<float>(empty) - weights.hole * static_cast<float>(holes) -
                          weights.corner * static_cast<float>(corners));
    }

    // How likely a coming square finds a place.
    CROWNLANDS_INLINE float matches(const Bits& room, int left, int right, int left_terrain, int right_terrain) const {
        if (weights.fit == 0.0F) return 0.0F;
        float sum = 0.0F;
        for (int t = 0; t < S::terrains; ++t) {
            Bits near = realm.kingdom.near[t];
            if (left >= 0 && t == left_terrain) near |= reach<S::frame>[left].beside;
            if (right >= 0 && t == right_terrain) near |= reach<S::frame>[right].beside;
            sum += fits[t] * found_share[count(near & room)];
        }
        return sum;
    }

    // What placing these halves adds.
    float placement(const Domino& piece, int left, int right) const {
        return at_once(piece, left, right) + in_time(piece, left, right);
    }

    // The cells that can still be covered after placing these halves.
    CROWNLANDS_INLINE Bits room_after(int left, int right) const {
        const Bits room = realm.kingdom.room & reach<S::frame>[left].open & reach<S::frame>[right].open;
        return central && stays_central(left, right) ? room & limit : room;
    }
    static CROWNLANDS_INLINE bool stays_central(int left, int right) {
        return has(middle<S::frame>, left) && has(middle<S::frame>, right);
    }

    // The part of it that lies in the room that is left.
    CROWNLANDS_INLINE float in_time(const Domino& piece, int left, int right) const {
        const Bits room = room_after(left, right);
        return shape(room) + matches(room, left, right, piece.terrain[0], piece.terrain[1]) - before;
    }

    // The part of it that lies in the territories around.
    CROWNLANDS_INLINE float at_once(const Domino& piece, int left, int right) const {
        const auto& open = reach<S::frame>;
        const Bits room = room_after(left, right);
        float sum = 0.0F;
        if (central && !stays_central(left, right)) sum -= static_cast<float>(state.rules.middle_kingdom);
        // The territories around: those that join a half, and those that only lose a side.
        const bool twin = piece.terrain[0] == piece.terrain[1];
        std::uint64_t around = 0, joins[2] = {0, 0};
        const int cells[2] = {left, right};
        for (int half = 0; half < 2; ++half) {
            for (const int other : {cells[half] - 1, cells[half] + 1, cells[half] - G::side, cells[half] + G::side}) {
                const int id = territories.owner(other);
                around |= std::uint64_t{1} << id;
                joins[half] |= static_cast<std::uint64_t>(territories.terrains[id] == piece.terrain[half]) << id;
            }
        }
        around &= ~(joins[0] | joins[1] | std::uint64_t{1} << TerritoryIndex<S>::nothing);
        int sizes[2];
        if (twin) {
            const Bits sides = open[left].beside | open[right].beside;
            sum += join(piece.terrain[0], joins[0] | joins[1], 2, piece.crowns[0] + piece.crowns[1], sides, room,
                        sizes[0]);
            sizes[1] = sizes[0];
        } else {
            for (int half = 0; half < 2; ++half) {
                sum += join(piece.terrain[half], joins[half], 1, piece.crowns[half], open[cells[half]].beside, room,
                            sizes[half]);
            }
        }
        each(around, [&](int id) {
            const Territory& one = territories.items[id];
            sum += worth(territories.terrains[id], one.size, one.crowns, count(one.beside & room)) - one.worth;
        });
        if constexpr (S::board) {
            const int most = sizes[0] > sizes[1] ? sizes[0] : sizes[1], least = sizes[0] + sizes[1] - most;
            if (most > largest) sum += queen * static_cast<float>(most - largest);
            const int sites = (piece.terrain[0] == town) + (piece.terrain[1] == town);
            if (sites) sum += weights.town * static_cast<float>(sites);
            if (realm.purse.knights_in_reserve > 0) {
                const auto bonus = static_cast<float>(realm.purse.tax_bonus());
                sum += coin * over(static_cast<float>(most) + bonus - later);
                if (realm.purse.knights_in_reserve > 1) sum += coin * over(static_cast<float>(least) + bonus - later);
            }
        }
        return sum;
    }

    // The best placement of this domino; `random` spreads equal and nearly equal ones. Only the placements that are
    // best at once are evaluated to the end.
    Spot best(int domino, Random& random) const {
        const Domino& piece = dominoes[domino];
        Spot spots[most_evaluated];
        int size = 0;
        realm.kingdom.placements(domino).visit([&](int o, int cell) {
            int left, right;
            K::halves(o, cell, left, right);
            const float value = at_once(piece, left, right) + error(random);
            const Spot spot{value, static_cast<std::int16_t>(cell), static_cast<std::int8_t>(o)};
            keep_best(spots, size, most_evaluated, spot,
                      [](const Spot& a, const Spot& b) { return a.worth > b.worth; });
        });
        Spot spot{-1e9F, -1, 0};
        for (int i = 0; i < size; ++i) {
            int left, right;
            K::halves(spots[i].orientation, spots[i].cell, left, right);
            spots[i].worth += in_time(piece, left, right);
            if (spots[i].worth > spot.worth) spot = spots[i];
        }
        if (spot.cell < 0) {
            spot.worth = -weights.discard;
            if (state.rules.harmony && is_harmonious(realm)) spot.worth -= static_cast<float>(state.rules.harmony);
        }
        return spot;
    }

    CROWNLANDS_INLINE float error(Random& random) const { return spread * static_cast<float>(random.next() >> 40); }

    // What the realm is worth before the game is over: its points and what it may become.
    float total() const {
        float sum = static_cast<float>(state.points(index)) + before;
        for (int i = 0; i < territories.count; ++i) {
            const Territory& one = territories.items[i];
            sum += one.worth - static_cast<float>(one.size * one.crowns);
        }
        if constexpr (S::board) {
            const auto& purse = realm.purse;
            sum += (coin - weights.last_coin) * static_cast<float>(purse.coins);
            sum += coin * later * static_cast<float>(purse.knights_in_reserve);
            const int sites = count(purse.vacant);
            sum += weights.town * static_cast<float>(sites < turns ? sites : turns);
        }
        return sum;
    }

   private:
    static float over(float x) { return x > 0.0F ? x : 0.0F; }

    // What a half (or a whole domino of one terrain) adds by joining these territories.
    CROWNLANDS_INLINE float join(int terrain, std::uint64_t ids, int size, int crowns, Bits sides, const Bits& room,
                                 int& whole) const {
        float sum = 0.0F;
        int parts = 0;
        each(ids, [&](int id) {
            const Territory& one = territories.items[id];
            sum -= one.worth;
            size += one.size;
            crowns += one.crowns;
            sides |= one.beside;
            ++parts;
        });
        whole = size;
        if constexpr (S::board) sum += counted[terrain] * static_cast<float>(1 - parts);
        return sum + worth(terrain, size, crowns, count(sides & room));
    }
};

}  // namespace crownlands::CROWNLANDS_ISA
