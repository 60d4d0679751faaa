// The ways to finish a turn that are worth a look: placements, purchases and choices that the evaluator likes best.
#pragma once
#include <algorithm>

#include "search/learned_turn.hpp"
#include "search/policy.hpp"
#include "search/searcher.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <class S>
class Planner {
   public:
    Planner(const Style& style, Report& report) : style_(style), report_(report) {}

    void plan(const SearchState<S>& search) {
        report_.count = 0;
        Plan start{};
        extend(search, start);
    }

    // To each of the best plans that pass by the dragon, the same with the bribe that hurts rivals most.
    void add_bribes(const SearchState<S>& from) {
        const int known = report_.count, most = std::min(style_.plans, most_plans);
        for (int i = 0; i < known && i < style_.bribed_plans && report_.count < most; ++i) {
            Plan plan = report_.plans[i];
            SearchState<S> search = from;
            int at = 0;
            while (at < plan.count && search.state.step != Step::bribe) search.apply(plan.actions[at++]);
            if (at == plan.count) continue;
            const auto evaluator = search.evaluator(*style_.weights);
            Candidates<1> best;
            each(static_cast<std::uint64_t>(search.state.board.filled),
                 [&](int slot) { best.add(search.state.code().bribe + slot, denial(search, slot) - evaluator.coin); });
            plan.actions[at] = static_cast<std::uint16_t>(best.items[0].action);
            plan.prior += best.items[0].value;
            report_.plans[report_.count++] = plan;
        }
    }

   private:
    using G = Geometry<S::frame>;
    const Style& style_;
    Report& report_;

    void extend(const SearchState<S>& search, const Plan& plan) {
        const State<S>& state = search.state;
        if (plan.count && (state.step == Step::place || state.chance() || state.over())) return keep(plan);
        // In the opening a turn is one choice.
        if (plan.count && state.opening()) return keep(plan);
        Candidates<32> options;
        list(search, options);
        for (const Candidate& option : options) {
            Plan longer = plan;
            longer.actions[longer.count++] = static_cast<std::uint16_t>(option.action);
            longer.prior += option.value;
            if (state.step == Step::choose) {
                keep(longer);
            } else {
                SearchState<S> next = search;
                next.apply(option.action);
                extend(next, longer);
            }
        }
    }

    void list(const SearchState<S>& from, Candidates<32>& options) {
        SearchState<S> search = from;
        const State<S>& state = search.state;
        const ActionCode codes = state.code();
        const auto evaluator = search.evaluator(*style_.weights);
        if (state.step == Step::place) {
            options.most = style_.placements;
            options.add_placements(evaluator);
        } else if (state.step == Step::choose) {
            options.add_choices(evaluator);
        }
        if constexpr (S::board) {
            if (state.step == Step::tax) {
                options.add(codes.pass, 0.0F);
                const int best = best_tax(evaluator);
                options.add(codes.tax + (best < 0 ? 2 * (evaluator.realm.purse.knights_in_reserve >= 2) : best),
                            best < 0 ? -1.0F : 1.0F);
            } else if (state.step == Step::build) {
                options.most = style_.offers;
                options.add(codes.pass, style_.weights->site);
                each(static_cast<std::uint64_t>(state.affordable()), [&](int slot) {
                    int cell;
                    const float gain = building_gain(evaluator, state.board.slots[slot], cell);
                    options.add(codes.build + slot * G::cells + cell,
                                gain - evaluator.coin * static_cast<float>(state.price(slot)));
                });
            } else if (state.step == Step::bribe) {
                options.most = style_.bribes;
                options.add(codes.pass, 0.0F);
                each(static_cast<std::uint64_t>(state.board.filled),
                     [&](int slot) { options.add(codes.bribe + slot, denial(search, slot) - evaluator.coin); });
            }
        }
    }

    // What it is worth that the dragon burns this building: what the rival who likes it best loses, less what it would
    // be to oneself. One rival's loss is shared with all others.
    float denial(SearchState<S>& search, int slot) {
        const State<S>& state = search.state;
        const int mine = state.acting_realm(), realms = state.rules.realms(), kind = state.board.slots[slot];
        float gain = 0.0F, loss = 0.0F;
        for (int realm = 0; realm < realms; ++realm) {
            const auto evaluator = search.evaluator(*style_.weights, realm);
            if (!count(evaluator.realm.purse.vacant)) continue;
            int cell;
            const float worth =
                building_gain(evaluator, kind, cell) - evaluator.coin * static_cast<float>(state.price(slot));
            float& most = realm == mine ? gain : loss;
            if (worth > most) most = worth;
        }
        return (loss - gain) / static_cast<float>(realms - 1);
    }

    void keep(const Plan& plan) {
        const int most = std::min(style_.plans, most_plans);
        keep_best(report_.plans, report_.count, most, plan,
                  [](const Plan& a, const Plan& b) { return a.prior > b.prior; });
    }
};

}  // namespace crownlands::CROWNLANDS_ISA
