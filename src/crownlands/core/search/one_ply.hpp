// A player that looks no further than its next dominoes: the learned value decides over placement and choice together.
#pragma once
#include <optional>

#include "search/eval/keep_best.hpp"
#include "search/forecast.hpp"
#include "search/utility.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <class S>
class OnePly {
   public:
    OnePly(const Network& network, const State<S>& state, const Taste& taste, Random& random)
        : state_(state),
          taste_(taste),
          random_(random),
          bag_(state),
          now_(network, state, bag_, state.acting_realm()) {}

    // The action of the step; somebody must have to place or to choose.
    int action() {
        const ActionCode codes = state_.code();
        if (state_.step == Step::choose) {
            Holding<S> later = now_;
            put_pending(later, state_.line.first + (state_.opening() ? 0 : 1));
            return codes.choose + choice(later).slot;
        }
        Site sites[most_sites];
        const int size = now_.best(state_.domino(), sites, taste_.placements, error());
        int best = 0;
        if (size > 1 && (state_.next.free || pending_after(state_.line.first + 1))) {
            float most = -1e9F;
            for (int i = 0; i < size; ++i) {
                const float value = after(sites[i]);
                if (value > most) most = value, best = i;
            }
        }
        return sites[best].cell < 0 ? codes.discard
                                    : sites[best].orientation * Geometry<S::frame>::cells + sites[best].cell;
    }

    // Every way to finish the turn that it compares, best first, with the points that the realm is expected to end
    // with.
    void rank(const Limits& limits, Report& report) {
        const ActionCode codes = state_.code();
        report.count = 0;
        report.playouts = 0;
        expect_rivals(limits);
        if (state_.step == Step::choose) {
            Holding<S> later = now_;
            return with_choices(report, Plan{}, later);
        }
        Site sites[most_sites];
        const int size = now_.best(state_.domino(), sites, taste_.placements, error());
        for (int i = 0; i < size; ++i) {
            Holding<S> later = now_;
            later.put(state_.domino(), sites[i]);
            Plan plan{};
            plan.actions[plan.count++] = static_cast<std::uint16_t>(
                sites[i].cell < 0 ? codes.discard : sites[i].orientation * Geometry<S::frame>::cells + sites[i].cell);
            with_choices(report, plan, later);
        }
    }

   protected:
    static constexpr int most_sites = 16;
    struct Choice {
        int slot;
        float value;
    };
    const State<S>& state_;
    const Taste& taste_;
    Random& random_;
    Bag<S> bag_;
    Holding<S> now_;
    std::optional<Draft<S>> draft_;  // what the next line is worth to the others, once that is asked for
    Forecast forecasts_[S::realms] = {};  // of all realms, with the points of earlier games
    float head_start_ = 0.0F;
    bool expected_ = false;

    // A turn that is finished but for the choice, if there is one.
    void with_choices(Report& report, const Plan& plan, Holding<S>& later) {
        put_pending(later, state_.line.first + (state_.opening() ? 0 : 1));
        if (!state_.next.free) return keep(report, plan, later.value(), later.value(), later.spread());
        float values[S::line], ranks[S::line];
        rank_choices(later, values, ranks);
        each(static_cast<std::uint64_t>(state_.next.free), [&](int slot) {
            Plan whole = plan;
            whole.actions[whole.count++] = static_cast<std::uint16_t>(state_.code().choose + slot);
            keep(report, whole, ranks[slot], values[slot], later.spread());
        });
    }

    void expect_rivals(const Limits& limits) {
        expect_all(now_.network(), state_, bag_, limits, forecasts_);
        head_start_ = static_cast<float>(limits.head_start[state_.acting_realm()]);
        expected_ = true;
    }
    void keep(Report& report, Plan plan, float rank, float points, float spread) const {
        plan.prior = rank;
        plan.value = rank;
        plan.win =
            chance_to_win(points + head_start_, spread, forecasts_, state_.rules.realms(), state_.acting_realm());
        plan.points = points;
        plan.spread = spread;
        keep_best(report.plans, report.count, most_plans, plan,
                  [](const Plan& a, const Plan& b) { return a.prior > b.prior; });
    }

    auto error() {
        return [this] {
            return taste_.noise > 0.0F ? taste_.noise * (1.0F / (1 << 24)) * static_cast<float>(random_.next() >> 40)
                                       : 0.0F;
        };
    }
    bool pending_after(int from) const {
        for (int i = from; i < state_.line.last; ++i) {
            if (state_.rules.realm_of(state_.line.seat[i]) == state_.acting_realm()) return true;
        }
        return false;
    }
    // The realm's other dominoes go to their best places first.
    void put_pending(Holding<S>& holding, int from) {
        receive_pending(holding, state_, state_.acting_realm(), from, error());
    }
    float after(const Site& site) {
        Holding<S> later = now_;
        later.put(state_.domino(), site);
        put_pending(later, state_.line.first + 1);
        return state_.next.free ? choice(later).value : later.value();
    }
    void look_at_rivals() {
        draft_.emplace(now_.network(), state_, bag_, taste_, error());
        if (!taste_.aimed) return;
        if (!expected_) expect_rivals({});
        float weights[S::realms];
        weigh_rivals(forecasts_, state_.rules.realms(), state_.acting_realm(), weights);
        draft_->aim(weights);
    }
    // The points that are expected with each free domino, the realm's others lying, and how good a choice it is;
    // returns the best.
    int rank_choices(Holding<S>& later, float* values, float* ranks) {
        if (!draft_) look_at_rivals();
        each(static_cast<std::uint64_t>(state_.next.free),
             [&](int slot) { values[slot] = later.best_from(slot, state_.next.domino[slot], error()).value; });
        return draft_->rank(later.value(), values, ranks);
    }
    Choice choice(Holding<S>& later) {
        float values[S::line], ranks[S::line];
        const int slot = rank_choices(later, values, ranks);
        return {slot, ranks[slot]};
    }
};

}  // namespace crownlands::CROWNLANDS_ISA
