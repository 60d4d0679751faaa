// The utility that players maximise: winning, and how safely.
#pragma once
#include "game/state.hpp"
#include "search/searcher.hpp"

namespace crownlands::CROWNLANDS_ISA {

inline int best_rival(const double* points, int realms, int realm) {
    int best = -1;
    for (int r = 0; r < realms; ++r) {
        if (r != realm && (best < 0 || points[r] > points[best])) best = r;
    }
    return best;
}

// 1 for standing before all others, 0 behind another, half between equals.
inline double share_of_the_win(const Ruleset& rules, const Standing* standings, int realm) {
    double share = 1.0;
    for (int other = 0; other < rules.realms(); ++other) {
        if (other == realm) continue;
        if (stands_before(rules, standings[other], standings[realm])) return 0.0;
        if (!stands_before(rules, standings[realm], standings[other])) share = 0.5;
    }
    return share;
}

// What these final points are worth to a realm that wins with this chance; `margin_weight` is how much the margin
// counts beside it.
inline double utility(const double* points, int realms, int realm, double win, const Style& style,
                      double margin_weight) {
    double all = 0.0;
    for (int r = 0; r < realms; ++r) all += points[r];
    const double mine = points[realm], margin = mine - points[best_rival(points, realms, realm)];
    // The lead over the best rival, and over the others on average.
    const double lead = mine - (all - mine) / (realms - 1);
    const double x = (margin + style.average * (lead - margin)) / style.scale;
    const double sure = 0.5 + 0.5 * x / (1.0 + (x < 0 ? -x : x));
    return (1.0 - margin_weight) * win + margin_weight * sure;
}

// Of the margin in a close game.
inline double worth_of_a_point(const Style& style) { return 0.5 / static_cast<double>(style.scale); }

// From then on a game without a builders' board has no chance left: everybody's best can be searched.
inline bool is_endgame(const Ruleset& rules, int round) { return rules.rounds - round <= 1; }

}  // namespace crownlands::CROWNLANDS_ISA
