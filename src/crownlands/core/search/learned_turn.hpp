// The one-ply player with a builders' board: placement, tax, building and choice together, by the learned value.
#pragma once
#include <algorithm>

#include "search/one_ply.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <class S>
class LearnedTurn : OnePly<S> {
   public:
    using OnePly<S>::OnePly;

    // The ways to finish the turn, best first, with the points that the realm is expected to end with.
    void rank(const Limits& limits, Report& report) {
        this->expect_rivals(limits);
        compare(report);
    }

    // The best of them.
    void decide(Plan& best) {
        Report report;
        compare(report);
        best = report.plans[0];
    }

   private:
    using G = Geometry<S::frame>;
    struct Purchase {
        float value;
        int slot, cell;  // −1: nothing is built
    };

    void compare(Report& report) {
        report.count = 0;
        report.playouts = 0;
        extend(this->state_, this->now_, Plan{}, report);
    }

    void extend(const State<S>& state, const Holding<S>& holding, const Plan& plan, Report& report) {
        const bool finished = plan.count && (state.step == Step::place || state.chance() || state.over());
        if (finished || state.step == Step::choose) {
            Holding<S> later = holding;
            later.open(false);
            return this->with_choices(report, plan, later);
        }
        if (state.step == Step::place) return place(state, holding, plan, report);
        if (state.step == Step::tax) return tax(state, holding, plan, report, -1);
        if (state.step == Step::build) return build(state, holding, plan, report);
        // Whom a bribe of the dragon hurts is not for a value of the own realm to say.
        go_on(state, holding, plan, state.code().pass, report);
    }

    void go_on(const State<S>& state, const Holding<S>& later, Plan plan, int action, Report& report) {
        State<S> next = state;
        next.apply(action);
        plan.actions[plan.count++] = static_cast<std::uint16_t>(action);
        extend(next, later, plan, report);
    }

    void place(const State<S>& state, const Holding<S>& holding, Plan plan, Report& report) {
        Site sites[OnePly<S>::most_sites];
        const int size = holding.best(state.domino(), sites, this->taste_.placements, this->error());
        for (int i = 0; i < size; ++i) {
            Site site = sites[i];
            const int best = site.tax;
            site.tax = 0;
            Holding<S> later = holding;
            later.put(state.domino(), site);
            State<S> next = state;
            const int action = site.cell < 0 ? state.code().discard : int{site.orientation} * G::cells + int{site.cell};
            next.apply(action);
            Plan longer = plan;
            longer.actions[longer.count++] = static_cast<std::uint16_t>(action);
            if (next.step == Step::tax)
                tax(next, later, longer, report, i < 2 && this->taste_.taxes ? -1 : best);
            else
                extend(next, later, longer, report);
        }
    }

    // Tax as it was found best, or all ways; 0 none, 1 the smaller square, 2 the larger one, 3 both.
    void tax(const State<S>& state, const Holding<S>& holding, const Plan& plan, Report& report, int wanted) {
        int smaller, larger;
        state.taxed_cells(smaller, larger);
        const int incomes[2] = {state.income(smaller), state.income(larger)};
        const int reserve = state.mine().purse.knights_in_reserve;
        // With one knight nobody taxes the poorer of two squares.
        const int poorer = incomes[1] > incomes[0] ? 1 : 2;
        for (int way = 0; way < 4; ++way) {
            if (wanted >= 0 ? way != wanted : way == poorer || (way == 3 && reserve < 2)) continue;
            Holding<S> later = holding;
            if (way) later.earn((way & 1 ? incomes[0] : 0) + (way & 2 ? incomes[1] : 0), way == 3 ? 2 : 1);
            go_on(state, later, plan, way ? state.code().tax + way - 1 : state.code().pass, report);
        }
    }

    void build(const State<S>& state, const Holding<S>& holding, const Plan& plan, Report& report) {
        Purchase best[8];
        int size = 0;
        const int most = std::clamp(this->taste_.purchases, 1, 8);
        const auto keep = [&](const Purchase& one) {
            keep_best(best, size, most, one, [](const Purchase& a, const Purchase& b) { return a.value > b.value; });
        };
        Holding<S> as_it_is = holding;
        as_it_is.open(false);
        keep({as_it_is.value() + this->error()(), -1, -1});
        each(static_cast<std::uint64_t>(state.affordable()), [&](int slot) {
            holding.each_site([&](int cell) {
                Holding<S> later = holding;
                later.build(slot, cell, state.price(slot));
                keep({later.value() + this->error()(), slot, cell});
            });
        });
        for (int i = 0; i < size; ++i) {
            if (best[i].slot < 0) {
                go_on(state, holding, plan, state.code().pass, report);
                continue;
            }
            Holding<S> later = holding;
            later.build(best[i].slot, best[i].cell, state.price(best[i].slot));
            go_on(state, later, plan, state.code().build + best[i].slot * G::cells + best[i].cell, report);
        }
    }
};

// The one-ply player of a shape.
template <class S>
using LearnedPly = std::conditional_t<S::board, LearnedTurn<S>, OnePly<S>>;

}  // namespace crownlands::CROWNLANDS_ISA
