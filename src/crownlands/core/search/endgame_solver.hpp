// The end, solved: once the last line is out nothing is hidden, and no kingdom touches another. What a realm can still
// make of its kingdom depends on nothing that others do but on the last dominoes it gets, so it is computed once for
// each set of them; who gets which is then a small game in which everybody takes what is best for themselves.
#pragma once
#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "search/eval/keep_best.hpp"
#include "search/eval/territory_index.hpp"
#include "search/utility.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <class S>
class EndgameSolver {
   public:
    using Enough = std::function<bool(std::uint64_t)>;
    struct Result {
        double points[S::realms], win[S::realms];
        double values[S::realms];  // what each decides by
        Standing standings[S::realms];  // in this game alone
    };

    EndgameSolver(const State<S>& state, const Style& style, const Limits& limits)
        : root_(state), style_(style), limits_(limits), realms_(state.rules.realms()) {
        for (int slot = state.line.first; slot < state.line.last; ++slot) {
            const int realm = state.rules.realm_of(state.line.seat[slot]);
            mover_[turns_++] = realm;
            const bool placed = slot == state.line.first && state.step == Step::choose;
            if (!placed) hands_[realm].push_back(state.line.domino[slot]);
        }
        for (int slot = 0; slot < state.next.size; ++slot) {
            if (!(state.next.free >> slot & 1)) claims_[state.rules.realm_of(state.next.seat[slot])] |= 1U << slot;
        }
    }

    // A realm with more dominoes than that before the last line has decisions that are not foreseen here.
    static bool fits(const Ruleset& rules) { return rules.kings * rules.team <= most_in_hand; }

    // Where it ends if everybody does their best from here on; nothing if so many scored kingdoms are too many for
    // `enough`.
    std::optional<Result> best(const Enough& enough) {
        if (!foresee_all(enough)) return std::nullopt;
        return play(0, root_.next.free);
    }

    // Reports every way to finish the turn with where it ends; false: it was too much.
    bool rank(Report& report, const Enough& enough) {
        asking_ = root_.acting_realm();
        if (!foresee_all(enough)) return false;
        rank_all(report);
        report.playouts = scored_;
        return true;
    }

   private:
    using G = Geometry<S::frame>;
    using Slots = std::uint32_t;  // of the last line
    static constexpr Slots sets = 1U << S::line;
    static constexpr int most_in_hand = 2;
    static constexpr int unreachable = -1;  // points of what cannot be

    // How a realm places its next domino, and the best standing that can follow, by the slots it will have.
    struct Way {
        int action;
        Standing best[sets];
    };
    // A realm as it may become.
    struct Estate {
        Realm<S> realm;
        TerritoryIndex<S> territories;
    };

    const State<S>& root_;
    const Style& style_;
    const Limits& limits_;
    const Enough* enough_ = nullptr;
    int realms_;
    int asking_ = -1;  // the realm that wants to know of every way; −1: none
    int turns_ = 0, mover_[S::line];      // the realms of the kings that have still to act, in order
    std::vector<int> hands_[S::realms];   // the dominoes of those kings, still to be placed
    Slots claims_[S::realms] = {};
    std::vector<Way> ways_[S::realms];
    const Way* way_[S::realms] = {};  // the one that is gone; null: still to be decided
    std::uint64_t scored_ = 0;
    bool stopped_ = false;

    // --- what a realm can reach

    bool foresee_all(const Enough& enough) {
        enough_ = &enough;
        for (int r = 0; r < realms_ && !stopped_; ++r) foresee(r);
        return !stopped_;
    }

    void foresee(int realm) {
        const auto& hand = hands_[realm];
        Estate now;
        now.realm = root_.realms[realm];
        now.territories.survey(now.realm);
        // In the last of its turns a realm knows all its dominoes: only what comes before is a decision of its own.
        const bool open = hand.size() > 1 || (realm == asking_ && root_.step == Step::place);
        if (open) {
            try_all(now, hand[0], [&](int action, const Estate& after) { add_way(realm, action, after, 1); });
            if (realm != asking_) drop_the_worse(realm);
        } else {
            add_way(realm, 0, now, 0);
            way_[realm] = &ways_[realm][0];
        }
    }

    void add_way(int realm, int action, const Estate& estate, std::size_t placed) {
        Way& way = ways_[realm].emplace_back();
        way.action = action;
        for (Standing& best : way.best) best.points = unreachable;
        int picks = 0;
        for (int turn = 0; turn < turns_; ++turn) picks += root_.next.size && mover_[turn] == realm;
        place_hand(realm, estate, placed, picks, way);
    }

    void place_hand(int realm, const Estate& estate, std::size_t placed, int picks, Way& way) {
        const auto& hand = hands_[realm];
        if (placed == hand.size()) return place_last(claims_[realm], estate, 0, 0, picks, way);
        try_all(estate, hand[placed],
                [&](int, const Estate& after) { place_hand(realm, after, placed + 1, picks, way); });
    }

    // The dominoes of the last line, in its order: those that are claimed, and so many of those that are free.
    void place_last(Slots claims, const Estate& estate, int slot, Slots taken, int picks, Way& way) {
        if (slot == root_.next.size) return score(standing(estate), way.best[taken]);
        const Slots bit = Slots{1} << slot;
        const bool claimed = claims & bit, free = root_.next.free & bit;
        const bool enough_behind = std::popcount(Slots{root_.next.free} >> (slot + 1)) >= picks;
        if (!claimed && enough_behind) place_last(claims, estate, slot + 1, taken, picks, way);
        if (!claimed && !(free && picks)) return;
        const int left = picks - !claimed, domino = root_.next.domino[slot];
        const bool more = left || claims >> (slot + 1);
        if (more || !estate.realm.kingdom.can_place(domino)) {
            try_all(estate, domino,
                    [&](int, const Estate& after) { place_last(claims, after, slot + 1, taken | bit, left, way); });
        } else {
            place_one(estate, domino, way.best[taken | bit]);
        }
    }

    // Does something with what each placement of a domino makes, or discarding it if there is none.
    template <class F>
    void try_all(const Estate& estate, int domino, F&& then) {
        Estate after;
        const auto found = estate.realm.kingdom.placements(domino);
        found.visit([&](int o, int cell) {
            if (stopped_) return;
            after.realm = estate.realm;
            after.territories.copy(estate.territories);
            after.realm.kingdom.place(domino, o, cell);
            after.territories.place(domino, o, cell);
            then(o * G::cells + cell, after);
        });
        if (found.total) return;
        after.realm = estate.realm;
        after.territories.copy(estate.territories);
        after.realm.discard(domino);
        then(root_.code().discard, after);
    }

    // The very last domino: what its halves join is all that changes.
    void place_one(const Estate& estate, int number, Standing& best) {
        const TerritoryIndex<S>& territories = estate.territories;
        const Domino& piece = dominoes[number];
        const bool twin = piece.terrain[0] == piece.terrain[1];
        const Standing before = standing(estate);
        const auto found = estate.realm.kingdom.placements(number);
        found.visit([&](int o, int cell) {
            int cells[2];
            Kingdom<S::frame, S::terrains>::halves(o, cell, cells[0], cells[1]);
            Standing after = before;
            after.crowns += piece.crowns[0] + piece.crowns[1];
            const bool central = has(middle<S::frame>, cells[0]) && has(middle<S::frame>, cells[1]);
            if (territories.central && !central) after.points -= root_.rules.middle_kingdom;
            std::uint64_t joined[2];
            for (int half = 0; half < 2; ++half) joined[half] = territories.beside(cells[half], piece.terrain[half]);
            if (twin) {
                join(territories, joined[0] | joined[1], 2, piece.crowns[0] + piece.crowns[1], after);
            } else {
                for (int half = 0; half < 2; ++half) join(territories, joined[half], 1, piece.crowns[half], after);
            }
            score(after, best);
        });
    }

    // So many squares with so many crowns make one of these territories.
    static void join(const TerritoryIndex<S>& territories, std::uint64_t ids, int size, int crowns,
                     Standing& standing) {
        each(ids, [&](int id) {
            const auto& one = territories.items[id];
            standing.points -= one.size * one.crowns;
            size += one.size;
            crowns += one.crowns;
        });
        standing.points += size * crowns;
        if (size > standing.largest) standing.largest = size;
    }

    Standing standing(const Estate& estate) const {
        Standing sum{};
        for (int i = 0; i < estate.territories.count; ++i) {
            const auto& one = estate.territories.items[i];
            sum.points += one.size * one.crowns;
            sum.crowns += one.crowns;
            if (one.size > sum.largest) sum.largest = one.size;
        }
        if (is_harmonious(estate.realm)) sum.points += root_.rules.harmony;
        if (estate.territories.central) sum.points += root_.rules.middle_kingdom;
        return sum;
    }

    void score(const Standing& standing, Standing& best) {
        if (stands_before(root_.rules, standing, best)) best = standing;
        if (++scored_ % 64 == 0 && (*enough_)(scored_)) stopped_ = true;
    }

    // Keeps of a rival's ways those that are best for some slots.
    void drop_the_worse(int realm) {
        std::vector<Way> kept;
        for (const Way& way : ways_[realm]) {
            const auto beaten_by = [&](const Way& other) { return never_better(way, other); };
            if (std::any_of(kept.begin(), kept.end(), beaten_by)) continue;
            std::erase_if(kept, [&](const Way& other) { return never_better(other, way); });
            kept.push_back(way);
        }
        ways_[realm] = kept;
    }
    bool never_better(const Way& way, const Way& other) const {
        for (Slots slots = 0; slots < sets; ++slots) {
            if (stands_before(root_.rules, way.best[slots], other.best[slots])) return false;
        }
        return true;
    }

    // --- who gets what

    // Everybody's best from this turn on.
    Result play(int turn, Slots free) {
        if (turn == turns_) return settle();
        const int realm = mover_[turn];
        if (way_[realm]) return choose(turn, free);
        Result best{};
        for (const Way& way : ways_[realm]) {
            way_[realm] = &way;
            const Result result = choose(turn, free);
            if (&way == &ways_[realm][0] || result.values[realm] > best.values[realm]) best = result;
        }
        way_[realm] = nullptr;
        return best;
    }

    Result choose(int turn, Slots free) {
        if (!root_.next.size) return play(turn + 1, free);
        const int realm = mover_[turn];
        Result best{};
        bool first = true;
        each(std::uint64_t{free}, [&](int slot) {
            const Result result = claim(turn, free, slot);
            if (first || result.values[realm] > best.values[realm]) best = result;
            first = false;
        });
        return best;
    }

    Result claim(int turn, Slots free, int slot) {
        const Slots bit = Slots{1} << slot;
        claims_[mover_[turn]] |= bit;
        const Result result = play(turn + 1, free & ~bit);
        claims_[mover_[turn]] &= ~bit;
        return result;
    }

    Result settle() const {
        Standing standings[S::realms];
        Result result{};
        for (int r = 0; r < realms_; ++r) {
            standings[r] = result.standings[r] = way_[r]->best[claims_[r]];
            standings[r].points += limits_.head_start[r];
            result.points[r] = standings[r].points;
        }
        for (int r = 0; r < realms_; ++r) {
            result.win[r] = share_of_the_win(root_.rules, standings, r);
            result.values[r] =
                utility(result.points, realms_, r, result.win[r], style_, style_.decided * style_.margin_weight);
        }
        return result;
    }

    void rank_all(Report& report) {
        report.count = 0;
        const ActionCode codes = root_.code();
        const auto with_choices = [&](Plan plan) {
            if (!root_.next.size) return keep(report, plan, play(1, 0));
            each(std::uint64_t{root_.next.free}, [&](int slot) {
                Plan whole = plan;
                whole.actions[whole.count++] = static_cast<std::uint16_t>(codes.choose + slot);
                keep(report, whole, claim(0, root_.next.free, slot));
            });
        };
        if (root_.step == Step::choose) return with_choices(Plan{});
        for (const Way& way : ways_[asking_]) {
            way_[asking_] = &way;
            Plan plan{};
            plan.actions[plan.count++] = static_cast<std::uint16_t>(way.action);
            with_choices(plan);
        }
    }

    // Best first.
    void keep(Report& report, Plan plan, const Result& result) {
        plan.value = static_cast<float>(result.values[asking_]);
        plan.win = static_cast<float>(result.win[asking_]);
        plan.points = static_cast<float>(result.points[asking_] - limits_.head_start[asking_]);
        plan.samples = 1;
        const int most = std::min(style_.plans, most_plans);
        keep_best(report.plans, report.count, most, plan,
                  [](const Plan& a, const Plan& b) { return a.value > b.value; });
    }
};

}  // namespace crownlands::CROWNLANDS_ISA
