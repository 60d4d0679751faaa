// What a learned evaluation expects of every realm: points, what they come from, and who wins.
#pragma once
#include <algorithm>
#include <cmath>

#include "search/draft.hpp"
#include "search/searcher.hpp"

namespace crownlands::CROWNLANDS_ISA {

// The chance of a realm to end before all others, if it may expect this: over the points that it may have, each rival
// falls behind or not.
inline float chance_to_win(float points, float spread, const Forecast* all, int realms, int realm) {
    // A part of every error is everybody's: what is left in the bag is poor or rich for all.
    static constexpr double own_error = 0.65;
    // Gauss and Hermite: where to look at a normal distribution, and how much each place counts.
    static constexpr double places[] = {-2.857, -1.356, 0.0, 1.356, 2.857},
                            shares[] = {0.0113, 0.2221, 0.5332, 0.2221, 0.0113};
    double win = 0.0;
    for (int i = 0; i < 5; ++i) {
        const double mine = static_cast<double>(points) + places[i] * own_error * static_cast<double>(spread);
        double before_all = shares[i];
        for (int r = 0; r < realms; ++r) {
            if (r == realm) continue;
            const double margin = mine - static_cast<double>(all[r].points),
                         off = own_error * static_cast<double>(all[r].spread);
            // Close to the normal distribution. A margin that is certain counts as such.
            const double width = std::sqrt(margin * margin + 1.57 * off * off);
            before_all *= width > 0 ? 0.5 + 0.5 * margin / width : 0.5;
        }
        win += before_all;
    }
    return static_cast<float>(win);
}

// How many points of its own a realm would give to keep a rival from one more: what that costs of its chance to win.
// Where the game is as good as decided nobody stands in the way more than others.
inline void weigh_rivals(const Forecast* all, int realms, int realm, float* weights) {
    Forecast changed[most_seats];
    std::copy(all, all + realms, changed);
    const Forecast& mine = all[realm];
    const auto chance = [&](float more) {
        return chance_to_win(mine.points + more, mine.spread, changed, realms, realm);
    };
    const float slope = chance(1.0F) - chance(-1.0F);
    for (int r = 0; r < realms; ++r) {
        weights[r] = r == realm ? 0.0F : 1.0F / static_cast<float>(realms - 1);
        if (r == realm || slope < 0.002F) continue;
        changed[r].points = all[r].points + 1.0F;
        const float behind = chance(0.0F);
        changed[r].points = all[r].points - 1.0F;
        weights[r] = std::clamp((chance(0.0F) - behind) / slope, 0.0F, 1.0F);
        changed[r].points = all[r].points;
    }
}

// Every realm with the dominoes under its kings in their best places; chances are left to those who ask for them.
template <class S>
void expect_all(const Network& network, const State<S>& state, const Bag<S>& bag, const Limits& limits, Forecast* out) {
    const auto exactly = [] { return 0.0F; };
    const bool decides = !state.chance() && !state.over();
    for (int r = 0; r < state.rules.realms(); ++r) {
        Holding<S> realm(network, state, bag, r);
        // The king who acts may have placed its domino.
        const bool placed = decides && r == state.acting_realm() && state.step != Step::place && !state.opening();
        receive_pending(realm, state, r, state.line.first + placed, exactly);
        Forecast& forecast = out[r] = {};
        const auto add = [&](const Holding<S>& holding, float share) {
            float parts[part_count];
            holding.expected_parts(parts);
            for (int p = 0; p < part_count; ++p) {
                forecast.parts[p] += share * parts[p];
                forecast.points += share * parts[p];
            }
        };
        const int offered = std::popcount(state.next.free);
        if (realm.bare() && offered) {
            // Nobody has learned from castles without a domino: such a realm gets one of those on offer, any of them.
            each(static_cast<std::uint64_t>(state.next.free), [&](int slot) {
                const int domino = state.next.domino[slot];
                Holding<S> later = realm;
                later.put(domino, realm.best(domino, exactly));
                add(later, 1.0F / static_cast<float>(offered));
            });
        } else {
            add(realm, 1.0F);
        }
        forecast.points += static_cast<float>(limits.head_start[r]);
        forecast.spread = realm.left() ? realm.spread() : 0.0F;
    }
}

// The same with everybody's chance to win; together they are 1.
template <class S>
void forecast_all(const Network& network, const State<S>& state, const Limits& limits, Forecast* out) {
    expect_all(network, state, Bag<S>(state), limits, out);
    const int realms = state.rules.realms();
    float all = 0.0F;
    for (int r = 0; r < realms; ++r) all += out[r].win = chance_to_win(out[r].points, out[r].spread, out, realms, r);
    for (int r = 0; r < realms; ++r) out[r].win /= all;
}

}  // namespace crownlands::CROWNLANDS_ISA
