// Sequential halving over plans: everybody plays the same sampled futures, the worse half goes home, the others play
// on.
#pragma once
#include <cmath>
#include <thread>

#include "search/endgame_solver.hpp"
#include "search/plans.hpp"
#include "search/stopwatch.hpp"
#include "search/tree.hpp"

namespace crownlands::CROWNLANDS_ISA {

// Sums in whole numbers, so that the order in which threads add them changes nothing.
struct Sums {
    std::int64_t value, win, points, squares;
    std::uint32_t samples;

    void add(const Sums& other) {
        value += other.value;
        win += other.win;
        points += other.points;
        squares += other.squares;
        samples += other.samples;
    }
};
inline constexpr double unit = 1 << 20;
inline std::int64_t whole(double x) { return static_cast<std::int64_t>(x); }

// The end of a playout for every realm: final points as they were played and as they are believed, and the chance to
// win.
template <class S>
struct Ending {
    double played[S::realms], believed[S::realms], win[S::realms];
    double spread;  // how far off points that were guessed usually are; 0: the game is over
};

template <class S>
class SequentialHalving {
   public:
    SequentialHalving(const State<S>& state, const Style& style, const Limits& limits, Report& report)
        : style_(style), limits_(limits), report_(report), watch_(limits.processor) {
        root_.set(state);
        realm_ = state.rules.realm_of(state.seat());
        const int left = state.rules.rounds - state.round;
        const bool last = is_endgame(state.rules, state.round);
        if (last) margin_weight_ = style.decided * style.margin_weight;
        if constexpr (!S::board)
            solved_ = left <= style.solved && (last || patient()) && EndgameSolver<S>::fits(state.rules);
        if (style.learned_ends || score_model_at(state.round + style.ahead)) horizon_ = state.round + style.ahead;
    }

    void run() {
        if (solved_ && is_endgame(root_.state.rules, root_.state.round) && solve()) return;
        plan();
        const int plans = report_.count;
        for (int i = 0; i < plans; ++i) {
            sums_[i] = Sums{};
            if (style_.branches > 1) trees_[i].clear();
            order_[i] = i;
        }
        int left = plans, rounds = 0;
        for (int n = plans; n > 1; n = (n + 1) / 2) ++rounds;
        for (int round = 0; round < rounds; ++round) {
            const double share = static_cast<double>(round + 1) / rounds;
            compete(left, share, rounds);
            sort(left);
            left = (left + 1) / 2;
        }
        if (plans == 1) compete(1, 1.0, 1);
        finish();
    }

   private:
    const Style& style_;
    const Limits& limits_;
    Report& report_;
    Stopwatch watch_;
    SearchState<S> root_;
    int realm_;
    double margin_weight_ = style_.margin_weight;
    static constexpr int never = 255;
    int horizon_ = never;  // the round after which points are guessed, if the weights play
    bool solved_ = false;  // the end is not played but solved, from the moment the last line is out
    Sums sums_[most_plans];
    int order_[most_plans];
    std::uint64_t next_sample_ = 0;
    Tree<S> trees_[most_plans];

    bool patient() const {
        return limits_.seconds > 0 ? limits_.seconds >= style_.patience : limits_.playouts >= style_.long_work;
    }

    // Whether this is one of every so many samples; of none, if that is 0.
    static bool is_nth(std::uint64_t sample, int every) {
        return every && sample % static_cast<std::uint64_t>(every) == 0;
    }

    // Whether the learned evaluation plays this future; else the weights and the tree do. The two are wrong in
    // different places, so that together they are wrong less often.
    bool is_learned(std::uint64_t sample) const { return is_nth(sample, style_.learned_futures); }

    // The round after which the end of this future is guessed. A guess has its errors, a game that is played on has
    // others: with time to see many futures, some of each kind say more than one kind alone.
    int horizon(std::uint64_t sample, bool learned) const {
        if (learned) return root_.state.round + style_.learned_ahead;
        return is_nth(sample, style_.whole_futures) ? never : horizon_;
    }

    double elapsed() const { return watch_.seconds(); }

    void plan() {
        if (!style_.network) return Planner<S>(style_, report_).plan(root_);
        Taste taste = careful_taste(root_.state.rules);
        taste.placements = style_.placements;
        taste.purchases = style_.offers;
        taste.taxes = true;
        Random still(0);
        LearnedPly<S>(*style_.network, root_.state, taste, still).rank(limits_, report_);
        if constexpr (S::board) {
            const int most = style_.plans - style_.bribed_plans;
            if (report_.count > most) report_.count = most;
            Planner<S>(style_, report_).add_bribes(root_);
        }
        if (report_.count > style_.plans) report_.count = style_.plans;
    }

    // No playouts at all. Half of the budget is for trying: most ends take a small part of it.
    bool solve() {
        if constexpr (!S::board) {
            const auto enough = [this](std::uint64_t scored) {
                return (limits_.playouts && scored > scored_per_playout * limits_.playouts / 2) ||
                       (limits_.seconds > 0 && elapsed() > limits_.seconds / 2);
            };
            if (EndgameSolver<S>(root_.state, style_, limits_).rank(report_, enough)) {
                report_.seconds = elapsed();
                return true;
            }
        }
        solved_ = false;
        return false;
    }

    Sums playout(int number, std::uint64_t sample) {
        SearchState<S> search = root_;
        const Plan& plan = report_.plans[number];
        for (int i = 0; i < plan.count; ++i) search.apply(plan.actions[i]);
        const std::uint64_t seed = mix(limits_.seed + mix(sample));
        Random random(seed, 1);
        const bool learned = is_learned(sample), tree = style_.branches > 1 && !learned;
        const PlayoutPolicies policies{*style_.weights, style_.rivals ? *style_.rivals : *style_.weights, realm_,
                                       learned ? style_.network : nullptr, style_.noise};
        Future<S> future(seed, limits_.lines, root_.state.drawn);
        const int round = root_.state.round;
        const ScoreModel* model = score_model_at(round);
        if (model && !solved_ && !learned) future.ask(round, *style_.weights, *model);
        const int until = solved_ ? round : style_.clairvoyant ? never : round + 1;
        if (tree) trees_[number].descend(search, style_, policies, round, until, random, future);
        if (solved_ && search.state.round == round) {
            play_on(search, policies, future, random, round);
            future.bring(search);
        }
        Ending<S> end{};
        if (!solved_ || !look_ahead(search.state, end)) {
            play_on(search, policies, future, random, horizon(sample, learned));
            end = look_back(search, future, learned);
        }
        const int realms = root_.state.rules.realms();
        double values[S::realms];
        for (int r = 0; r < realms; ++r)
            values[r] = utility(end.believed, realms, r, end.win[r], style_, margin_weight_);
        if (tree) trees_[number].back_up(values);
        const std::int64_t points = whole(end.played[realm_] - limits_.head_start[realm_] + 0.5);
        const std::int64_t squares = points * points + whole(end.spread * end.spread);
        return {whole(values[realm_] * unit), whole(end.win[realm_] * unit), points, squares, 1};
    }

    Ending<S> look_back(SearchState<S>& search, const Future<S>& future, bool learned) {
        const State<S>& state = search.state;
        Ending<S> end{};
        if (state.over()) {
            for (int r = 0; r < state.rules.realms(); ++r) end.played[r] = state.points(r);
        } else if (learned || style_.learned_ends) {
            end.spread = predict_all(search, *style_.network, end.played);
        } else {
            const ScoreModel& model = *score_model_at(state.round);
            predict_all(search, *style_.weights, model, end.played);
            end.spread = static_cast<double>(model.spread);
        }
        for (int r = 0; r < state.rules.realms(); ++r) {
            end.believed[r] = future.blend(r, end.played[r]) + limits_.head_start[r];
            end.played[r] += limits_.head_start[r];
        }
        for (int r = 0; r < state.rules.realms(); ++r) end.win[r] = chance_to_win(state, end, r);
        return end;
    }

    static double chance_to_win(const State<S>& state, const Ending<S>& end, int realm) {
        const int rival = best_rival(end.played, state.rules.realms(), realm);
        const double margin = end.played[realm] - end.played[rival];
        // Two guesses are off; close to the normal distribution.
        if (end.spread > 0) return 0.5 + 0.5 * margin / std::sqrt(margin * margin + 3.14 * end.spread * end.spread);
        if (margin != 0) return margin > 0 ? 1.0 : 0.0;
        const Standing mine = state.standing(realm), other = state.standing(rival);
        return stands_before(state.rules, mine, other) ? 1.0 : stands_before(state.rules, other, mine) ? 0.0 : 0.5;
    }

    // The end, now that the last line is out; false: kingdoms are too open for that.
    bool look_ahead(const State<S>& state, Ending<S>& end) {
        if constexpr (S::board) {
            return false;
        } else {
            const auto enough = [](std::uint64_t scored) { return scored > most_scored; };
            const auto result = EndgameSolver<S>(state, style_, limits_).best(enough);
            if (!result) return false;
            for (int r = 0; r < state.rules.realms(); ++r) {
                end.played[r] = end.believed[r] = result->points[r];
                end.win[r] = result->win[r];
            }
            return true;
        }
    }

    // For guesses when the line after this round is about to be drawn; null: there are none.
    const ScoreModel* score_model_at(int round) const {
        const int left = root_.state.rules.rounds - round;
        return style_.score_models && left >= least_left && left <= most_left ? &style_.score_models[left - least_left]
                                                                              : nullptr;
    }

    // The first `left` plans of the order play the same samples until this share of the budget is used.
    void compete(int left, double share, int rounds) {
        const double until = limits_.seconds * share;
        std::uint64_t samples = ~std::uint64_t{0};
        if (limits_.playouts) {
            samples = limits_.playouts / (static_cast<std::uint64_t>(rounds) * static_cast<std::uint64_t>(left));
            if (samples == 0) samples = 1;
        }
        const std::uint64_t first = next_sample_;
        const int threads = limits_.threads < 1 ? 1 : limits_.threads > left ? left : limits_.threads;
        // A plan stays with its thread, so that its tree grows the same way whatever the threads.
        const auto work = [&](int thread) {
            std::uint64_t sample = 0;
            Sums fresh[most_plans];
            for (; sample < samples; ++sample) {
                for (int i = thread; i < left; i += threads) {
                    if (limits_.seconds > 0 && elapsed() > until) return;
                    fresh[i] = playout(order_[i], first + sample);
                }
                for (int i = thread; i < left; i += threads) sums_[order_[i]].add(fresh[i]);
            }
        };
        std::thread crew[most_threads];
        for (int t = 1; t < threads; ++t) crew[t] = std::thread(work, t);
        work(0);
        for (int t = 1; t < threads; ++t) crew[t].join();
        std::uint32_t most = 0;
        for (int i = 0; i < left; ++i) most = sums_[order_[i]].samples > most ? sums_[order_[i]].samples : most;
        next_sample_ = most;
    }

    // What playouts say of a plan, and how much less than the best one it promised before them: an evaluation sees a
    // kingdom as a whole where playouts see fates of it, so that together they are wrong less often.
    double mean(int plan) const {
        const Sums& sums = sums_[plan];
        if (!sums.samples) return -1.0 - plan;
        const double less = static_cast<double>(report_.plans[plan].prior - report_.plans[0].prior);
        return static_cast<double>(sums.value) / (unit * sums.samples) +
               style_.prior_trust * less * worth_of_a_point(style_);
    }

    // Best first; stable, so equal plans keep the evaluator's order.
    void sort(int left) {
        for (int i = 1; i < left; ++i) {
            const int plan = order_[i];
            int at = i;
            for (; at > 0 && mean(order_[at - 1]) < mean(plan); --at) order_[at] = order_[at - 1];
            order_[at] = plan;
        }
    }

    void finish() {
        Plan sorted[most_plans];
        report_.playouts = 0;
        for (int i = 0; i < report_.count; ++i) {
            Plan& plan = sorted[i] = report_.plans[order_[i]];
            const Sums& sums = sums_[order_[i]];
            plan.samples = sums.samples;
            report_.playouts += sums.samples;
            if (!sums.samples) continue;
            const double n = sums.samples, average = static_cast<double>(sums.points) / n;
            const double variance = static_cast<double>(sums.squares) / n - average * average;
            plan.value = static_cast<float>(mean(order_[i]));
            plan.win = static_cast<float>(static_cast<double>(sums.win) / (unit * n));
            plan.points = static_cast<float>(average);
            plan.spread = static_cast<float>(std::sqrt(variance > 0 ? variance : 0));
        }
        for (int i = 0; i < report_.count; ++i) report_.plans[i] = sorted[i];
        report_.seconds = elapsed();
    }

    static constexpr int most_threads = most_plans;
    static constexpr std::uint64_t scored_per_playout = 64;  // about the same time
    static constexpr std::uint64_t most_scored = 4096;       // in a future: about a millisecond
};

}  // namespace crownlands::CROWNLANDS_ISA
