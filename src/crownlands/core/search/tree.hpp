// The tree under a plan: what everybody, acting for themselves, may do in the rest of the round, and where the dominoes
// chosen in it go in the next. Rivals for whom there is an evaluation of their own are no part of it: they follow that.
// As long as no line is new, kingdoms and legal actions depend on the path alone, so the tree holds for every sampled
// future; a king drawn in the opening is part of the path. From the tree's edge on the evaluator plays. Where every
// line is known the tree goes on past them.
#pragma once
#include <cmath>
#include <vector>

#include "search/policy.hpp"
#include "search/utility.hpp"

namespace crownlands::CROWNLANDS_ISA {

struct Node {
    double sum;  // of the values for the realm that decides to come here
    std::uint32_t visits;
    std::uint32_t children;  // the first of them; 0: none yet
    float prior;
    std::uint16_t action;
    std::uint8_t count;  // of children
};

template <class S>
class Tree {
   public:
    static constexpr int most_path = 128;

    void clear() { nodes_.assign(1, Node{}); }

    // Goes down to the edge of the tree, which grows by one decision, and notes the way.
    // No further than to the placements of round `until`.
    void descend(SearchState<S>& search, const Style& style, const PlayoutPolicies& policies, int root_round, int until,
                 Random& random, Future<S>& future) {
        length_ = 0;
        std::uint32_t at = 0;
        path_[length_++] = {0, 0};
        bool growing = true;
        while (growing && !search.state.over() && search.state.round <= until && length_ < most_path) {
            const State<S>& state = search.state;
            if (state.chance()) {
                if (state.round > root_round && !style.clairvoyant) return;
                const bool kings = state.step == Step::kings;
                future.bring(search);
                if (kings && state.opening()) at = drawn(state, at);
                continue;
            }
            const bool now = state.round == root_round || style.clairvoyant;
            const bool here = state.step == Step::place || (state.step == Step::choose && now);
            const bool searched =
                !style.rivals || state.acting_realm() == policies.realm || is_endgame(state.rules, root_round);
            if (!here || !searched) {
                search.apply(decide_greedily(search, policies.of(state.acting_realm()), random));
                continue;
            }
            if (!nodes_[at].children) {
                grow(search, style, at);
                growing = false;
            }
            const int realm = state.rules.realm_of(state.seat());
            const std::uint32_t chosen = pick(state, at, style);
            if (!chosen) {
                search.apply(decide_greedily(search, policies.of(realm), random));
                return;
            }
            search.apply(nodes_[chosen].action);
            path_[length_++] = {chosen, static_cast<std::uint8_t>(realm)};
            at = chosen;
        }
    }

    void back_up(const double* values) {
        for (int i = 0; i < length_; ++i) {
            Node& node = nodes_[path_[i].node];
            node.sum += values[path_[i].realm];
            ++node.visits;
        }
    }

   private:
    static constexpr int most_children = 8;
    struct Step_ {
        std::uint32_t node;
        std::uint8_t realm;
    };
    std::vector<Node> nodes_;
    Step_ path_[most_path];
    int length_ = 0;

    // The node after this king was drawn: chance decides, so it has no value of its own.
    std::uint32_t drawn(const State<S>& state, std::uint32_t at) {
        const int seats = state.rules.seats, owner = state.owner();
        const bool any = state.rules.opening == Opening::any_king;
        if (!nodes_[at].children) {
            nodes_[at].children = static_cast<std::uint32_t>(nodes_.size());
            nodes_.resize(nodes_.size() + static_cast<std::size_t>(any ? seats * seats : seats));
        }
        return nodes_[at].children + static_cast<std::uint32_t>(any ? state.seat() * seats + owner : owner);
    }

    void grow(SearchState<S>& search, const Style& style, std::uint32_t at) {
        const auto evaluator = search.evaluator(*style.weights);
        Candidates<most_children> options;
        if (style.branches < most_children) options.most = style.branches;
        if (search.state.step == Step::place) {
            options.add_placements(evaluator);
        } else {
            options.add_choices(evaluator);
        }
        float total = 0.0F;
        // A rational bell instead of an exponential: the same on every machine.
        const auto bell = [&](float value) {
            const float x = (options.items[0].value - value) / style.prior_temperature;
            return 1.0F / (1.0F + x + x * x);
        };
        for (const Candidate& option : options) total += bell(option.value);
        const auto first = static_cast<std::uint32_t>(nodes_.size());
        for (const Candidate& option : options) {
            nodes_.push_back({0.0, 0, 0, bell(option.value) / total, static_cast<std::uint16_t>(option.action), 0});
        }
        nodes_[at].children = first;
        nodes_[at].count = static_cast<std::uint8_t>(options.size);
    }

    // The child that promises most: its mean, and a bonus for what is likely and little tried. 0: there is none, since
    // rivals without a tree have taken other dominoes in this future than in those that the tree grew in.
    std::uint32_t pick(const State<S>& state, std::uint32_t at, const Style& style) const {
        const Node& node = nodes_[at];
        const bool may_be_gone = style.free_only && style.rivals && state.step == Step::choose;
        double sum = 0.0;
        std::uint32_t visits = 0;
        for (std::uint32_t i = node.children; i < node.children + node.count; ++i) {
            sum += nodes_[i].sum;
            visits += nodes_[i].visits;
        }
        const double hope = visits ? sum / visits : 0.5;
        const double root = style.exploration * std::sqrt(static_cast<double>(visits + 1));
        std::uint32_t best = 0;
        double most = -1e9;
        for (std::uint32_t i = node.children; i < node.children + node.count; ++i) {
            const Node& child = nodes_[i];
            if (may_be_gone && !state.is_legal(child.action)) continue;
            const double mean = child.visits ? child.sum / child.visits : hope;
            const double score = mean + root * static_cast<double>(child.prior) / (1.0 + child.visits);
            if (score > most) {
                most = score;
                best = i;
            }
        }
        return best;
    }
};

}  // namespace crownlands::CROWNLANDS_ISA
