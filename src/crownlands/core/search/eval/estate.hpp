// What a realm owns beside its kingdom, and what it may build, in the numbers that the network sees (Q7–Q13).
#pragma once
#include "game/state.hpp"
#include "search/eval/rows.hpp"

namespace crownlands::CROWNLANDS_ISA {

inline constexpr std::uint16_t no_row = 0xffff;

struct Estate {
    int coins, reserve, knights, towers, sites;  // sites: towns without a building; reserve: knights still to come
    int rival_towers;                            // the most that another realm has
    int host;                                    // of the queen: 0 nobody, 1 this realm, 2 another
    int largest;                                 // territory
    int flat, knight_points, tower_points;       // by own buildings: at once, for each knight, for each tower
    int safes_for_knights, safes_for_towers;
    int counts[terrain_count], each[terrain_count];  // territories, and the points that own buildings give for each
    std::uint8_t offers[slot_count];                 // kinds by slot; `nobody` where empty

    // What a knight earns beside the squares of its territory.
    int tax_bonus() const { return safes_for_knights * knights + safes_for_towers * towers; }
    // What knights on the squares of a domino bring: one where it brings more, both; and where that is, 1 on the
    // smaller square, 2 on the larger one.
    struct Incomes {
        int most, both, better;
    };
    Incomes incomes(int smaller_size, int larger_size) const {
        const int smaller = smaller_size + tax_bonus(), larger = larger_size + tax_bonus();
        return {larger > smaller ? larger : smaller, smaller + larger, larger > smaller ? 2 : 1};
    }
    int points() const {
        int sum = coins / coins_per_point + flat + knight_points * knights + tower_points * towers;
        for (int t = 0; t < terrain_count; ++t) sum += each[t] * counts[t];
        return host == 1 ? sum + largest : sum;
    }

    void own(const Building& tile) {
        flat += tile.per == Per::none ? tile.points : 0;
        if (tile.per == Per::knights) knight_points += tile.each;
        if (tile.per == Per::towers) tower_points += tile.each;
        if (static_cast<int>(tile.per) < terrain_count) each[static_cast<int>(tile.per)] += tile.each;
    }
    void build(int slot, int price) {
        const Building& tile = buildings[offers[slot]];
        coins -= price;
        --sites;
        knights += tile.knights;
        reserve += tile.knights;
        towers += tile.towers;
        if (tile.towers && towers >= rival_towers) host = 1;
        safes_for_knights += tile.tax == Tax::knights;
        safes_for_towers += tile.tax == Tax::towers;
        own(tile);
        offers[slot] = nobody;
    }

    static constexpr int row_count = 8 + terrain_count + slot_count;

    // The rows with so many dominoes left to place, those that a tax changes first; `no_row` for an empty slot.
    template <class L>
    void rows(int left, std::uint16_t* out) const {
        int n = 0;
        const auto add = [&](int row) { out[n++] = static_cast<std::uint16_t>(row); };
        add(L::coins_row(coins, left));
        add(L::reserve_row(reserve, left));
        add(L::safes_row(tax_bonus(), reserve));
        add(L::sites_row(sites, left));
        add(L::lead_row(towers - rival_towers, host, left));
        add(L::largest_row(largest, host, left));
        add(L::knights_row(knights, knight_points));
        add(L::towers_row(towers, tower_points));
        for (int t = 0; t < terrain_count; ++t) add(L::counts_row(t, counts[t], each[t]));
        for (int slot = 0; slot < slot_count; ++slot) {
            add(offers[slot] == nobody ? no_row : L::offer_row(slot, offers[slot], sites > 0));
        }
    }
};

// The estate of a realm; territories and their numbers are filled in by those who keep them.
template <class S>
Estate estate_of(const State<S>& state, int index) {
    Estate estate{};
    if constexpr (S::board) {
        const auto& purse = state.realms[index].purse;
        estate.coins = purse.coins;
        estate.reserve = purse.knights_in_reserve;
        estate.knights = purse.all_knights;
        estate.towers = purse.towers;
        estate.safes_for_knights = purse.safes_for_knights;
        estate.safes_for_towers = purse.safes_for_towers;
        for (int r = 0; r < state.rules.realms(); ++r) {
            const int towers = state.realms[r].purse.towers;
            if (r != index && towers > estate.rival_towers) estate.rival_towers = towers;
        }
        estate.host = state.board.queen == nobody ? 0 : state.board.queen == index ? 1 : 2;
        for (int i = 0; i < purse.built_count; ++i) estate.own(buildings[purse.built[i].kind]);
        for (int slot = 0; slot < slot_count; ++slot) estate.offers[slot] = state.board.slots[slot];
    }
    return estate;
}

// What only a realm with a builders' board has.
template <class S>
struct Manor {
    using G = Geometry<S::frame>;

    Estate estate{};
    typename G::Bits vacant{};    // towns without a building
    bool open = false;  // about to build
    std::uint8_t built_count = 0;
    std::uint8_t built[tile_count] = {};
    std::uint16_t ground_rows[2 * G::most_placed] = {};
    std::uint16_t rows[Estate::row_count] = {};
    std::uint16_t next_rows[Estate::row_count] = {};  // with one domino less to place
};

}  // namespace crownlands::CROWNLANDS_ISA
