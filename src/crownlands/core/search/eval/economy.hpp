// The evaluation of purse and builders' board: when to tax, what to build and where (Q7–Q10).
#pragma once
#include "search/eval/evaluator.hpp"

namespace crownlands::CROWNLANDS_ISA {

// The best way to tax the domino just placed: 0 smaller square, 1 larger, 2 both, −1 none.
template <class S>
int best_tax(const Evaluator<S>& evaluator) {
    int smaller, larger;
    evaluator.state.taxed_cells(smaller, larger);
    const auto& territories = evaluator.territories;
    const auto bonus = static_cast<float>(evaluator.realm.purse.tax_bonus());
    // The evaluator counts a domino as still to be placed; here it lies already.
    const float first = static_cast<float>(territories.at(smaller).size) + bonus - evaluator.later;
    const float second = static_cast<float>(territories.at(larger).size) + bonus - evaluator.later;
    if (first < 0.0F && second < 0.0F) return -1;
    if (first >= 0.0F && second >= 0.0F && evaluator.realm.purse.knights_in_reserve >= 2) return 2;
    return second > first;
}

struct Offer {
    float gain;
    int slot, cell;  // −1: nothing worth building
};

// What a building adds, without its price, on the best own square for it.
template <class S>
float building_gain(const Evaluator<S>& evaluator, int kind, int& cell) {
    using Bits = typename Geometry<S::frame>::Bits;
    const Building& tile = buildings[kind];
    const Weights& weights = evaluator.weights;
    const auto& purse = evaluator.realm.purse;
    const auto& territories = evaluator.territories;
    const auto turns = static_cast<float>(evaluator.courts);
    // A square in the largest town for a crown, in the smallest for everything else.
    const bool crowned = tile.crowns > 0;
    int site = -1, site_size = 0;
    each(purse.vacant, [&](int square) {
        const int size = territories.at(square).size;
        if (site < 0 || (crowned ? size > site_size : size < site_size)) {
            site = square;
            site_size = size;
        }
    });
    cell = site;
    float sum = static_cast<float>(tile.points);
    if (crowned) {
        const auto& ground = territories.at(site);
        const int ways = count(Bits(ground.beside & evaluator.realm.kingdom.room & evaluator.limit));
        sum += evaluator.worth(town, ground.size, ground.crowns + tile.crowns, ways) -
               evaluator.worth(town, ground.size, ground.crowns, ways);
    }
    int knight_points = 0, tower_points = 0;  // by the buildings that count them
    for (int i = 0; i < purse.built_count; ++i) {
        const Building& own = buildings[purse.built[i].kind];
        if (own.per == Per::knights) knight_points += own.each;
        if (own.per == Per::towers) tower_points += own.each;
    }
    if (tile.per != Per::none) {
        int number;
        if (tile.per == Per::knights) {
            number = purse.all_knights + tile.knights;
        } else if (tile.per == Per::towers) {
            number = purse.towers + tile.towers;
        } else {
            number = territories.count_of(static_cast<int>(tile.per));
        }
        sum += static_cast<float>(tile.each) * (static_cast<float>(number) + weights.counts * turns);
    }
    if (tile.knights) {
        const float earns = evaluator.coin * (turns < weights.knight ? turns : weights.knight);
        sum += static_cast<float>(tile.knights) * (earns + static_cast<float>(knight_points));
    }
    if (tile.towers) {
        const int towers = purse.towers + tile.towers;
        bool most = true;
        for (int r = 0; r < evaluator.state.rules.realms(); ++r) {
            if (r != evaluator.index) most &= evaluator.state.realms[r].purse.towers <= towers;
        }
        sum += static_cast<float>(tile.towers) * (weights.tower + static_cast<float>(tower_points));
        if (most && evaluator.state.board.queen != evaluator.index)
            sum += weights.queen * static_cast<float>(evaluator.largest);
    }
    if (tile.tax != Tax::none) {
        const int number = tile.tax == Tax::knights ? purse.all_knights + tile.knights : purse.towers + tile.towers;
        const int to_come = purse.knights_in_reserve + tile.knights;
        sum += evaluator.coin * static_cast<float>(number) *
               (turns < static_cast<float>(to_come) ? turns : static_cast<float>(to_come));
    }
    return sum;
}

// The best building that the acting realm can pay, if it adds enough.
template <class S>
Offer best_offer(const Evaluator<S>& evaluator, Random& random) {
    const float least = evaluator.turns ? evaluator.weights.site : 0.0F;
    Offer best{least, -1, -1};
    each(static_cast<std::uint64_t>(evaluator.state.affordable()), [&](int slot) {
        int cell;
        const float gain = building_gain(evaluator, evaluator.state.board.slots[slot], cell) -
                           evaluator.coin * static_cast<float>(evaluator.state.price(slot)) + evaluator.error(random);
        if (gain > best.gain) best = {gain, slot, cell};
    });
    return best;
}

}  // namespace crownlands::CROWNLANDS_ISA
