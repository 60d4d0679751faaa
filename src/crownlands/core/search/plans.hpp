// The ways to finish a turn that are worth a look: placements, purchases and choices that the evaluator likes best.
#pragma once
#include <algorithm>

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

   private:
    using G = Geometry<S::frame>;
    struct Option {
        int action;
        float value;
    };
    // The best few options, best first.
    template <int Most>
    struct Options {
        Option items[Most];
        int size = 0;
        int most = Most;

        void add(int action, float value) {
            keep_best(items, size, most, Option{action, value}, [](const Option& a, const Option& b) { return a.value > b.value; });
        }
    };

    const Style& style_;
    Report& report_;

    void extend(const SearchState<S>& search, const Plan& plan) {
        const State<S>& state = search.state;
        if (plan.count && (state.step == Step::place || state.chance() || state.over())) return keep(plan);
        // In the opening a turn is one choice.
        if (plan.count && state.opening()) return keep(plan);
        Options<32> options;
        list(search, options);
        for (int i = 0; i < options.size; ++i) {
            const Option& option = options.items[i];
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

    void list(const SearchState<S>& from, Options<32>& options) {
        SearchState<S> search = from;
        const State<S>& state = search.state;
        const ActionCode codes = state.code();
        Random random(0);
        const auto evaluator = search.evaluator(*style_.weights);
        if (state.step == Step::place) {
            options.most = style_.placements;
            const auto found = evaluator.realm.kingdom.placements(state.domino());
            const Domino& piece = dominoes[state.domino()];
            for (int o = 0; o < 4; ++o) {
                each(found.cells[o], [&](int cell) {
                    int left, right;
                    Kingdom<S::frame, S::terrains>::halves(o, cell, left, right);
                    options.add(o * G::cells + cell, evaluator.placement(piece, left, right));
                });
            }
            if (!found.total) options.add(codes.discard, 0.0F);
        } else if (state.step == Step::choose) {
            const float sign = state.rules.realm_of(state.seat()) == evaluator.index ? 1.0F : -1.0F;
            each(static_cast<std::uint64_t>(state.next.free), [&](int slot) {
                const float worth = evaluator.best(state.next.domino[slot], random).worth;
                options.add(codes.choose + slot, sign * (worth - style_.weights->order * static_cast<float>(slot)));
            });
        }
        if constexpr (S::board) {
            if (state.step == Step::tax) {
                options.add(codes.pass, 0.0F);
                const int best = best_tax(evaluator);
                options.add(codes.tax + (best < 0 ? 2 * (evaluator.realm.purse.knights_in_reserve >= 2) : best), best < 0 ? -1.0F : 1.0F);
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

    // What it is worth that the dragon burns this building: what the rival who likes it best loses, less what it would be to
    // oneself. One rival's loss is shared with all others.
    float denial(SearchState<S>& search, int slot) {
        const State<S>& state = search.state;
        const int mine = state.acting_realm(), realms = state.rules.realms(), kind = state.board.slots[slot];
        float gain = 0.0F, loss = 0.0F;
        for (int realm = 0; realm < realms; ++realm) {
            const auto evaluator = search.evaluator(*style_.weights, realm);
            if (!count(evaluator.realm.purse.vacant)) continue;
            int cell;
            const float worth = building_gain(evaluator, kind, cell) - evaluator.coin * static_cast<float>(state.price(slot));
            float& most = realm == mine ? gain : loss;
            if (worth > most) most = worth;
        }
        return (loss - gain) / static_cast<float>(realms - 1);
    }

    void keep(const Plan& plan) {
        const int most = std::min(style_.plans, most_plans);
        keep_best(report_.plans, report_.count, most, plan, [](const Plan& a, const Plan& b) { return a.prior > b.prior; });
    }
};

}  // namespace crownlands::CROWNLANDS_ISA
