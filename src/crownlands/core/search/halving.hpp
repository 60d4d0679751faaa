// Sequential halving over plans: everybody plays the same sampled futures, the worse half goes home, the others play on.
#pragma once
#include <chrono>
#include <cmath>
#include <thread>

#include "plans.hpp"
#include "prospects.hpp"
#include "tree.hpp"

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

// What these final points are worth to every realm, and the sums for one of them. `spread` is how far off points that were
// guessed usually are; 0: the game is over.
template <class S>
Sums outcome(const State<S>& state, const double* points, double spread, int realm, const Style& style, double soft,
             double* values) {
    const int realms = state.rules.realms();
    int best = 0, second = -1;
    double all = points[0];
    for (int r = 1; r < realms; ++r) {
        all += points[r];
        if (points[r] > points[best]) {
            second = best;
            best = r;
        } else if (second < 0 || points[r] > points[second]) {
            second = r;
        }
    }
    Sums sums{};
    for (int r = 0; r < realms; ++r) {
        const int rival = r == best ? second : best;
        const double margin = points[r] - points[rival];
        // The lead over the best rival, and over the others on average.
        const double lead = points[r] - (all - points[r]) / (realms - 1);
        const double x = (margin + style.average * (lead - margin)) / style.scale;
        const double sure = 0.5 + 0.5 * x / (1.0 + (x < 0 ? -x : x));
        double win = margin > 0 ? 1.0 : 0.0;
        if (spread > 0) {
            // Two guesses are off; close to the normal distribution.
            win = 0.5 + 0.5 * margin / std::sqrt(margin * margin + 3.14 * spread * spread);
        } else if (margin == 0) {
            const Standing mine = state.standing(r), other = state.standing(rival);
            win = stands_before(state.rules, mine, other) ? 1.0 : stands_before(state.rules, other, mine) ? 0.0 : 0.5;
        }
        values[r] = (1.0 - soft) * win + soft * sure;
        if (r == realm) sums = {whole(values[r] * unit), whole(win * unit), 0, 0, 1};
    }
    return sums;
}

template <class S>
class Halving {
   public:
    Halving(const State<S>& state, const Style& style, const Limits& limits, Report& report)
        : style_(style), limits_(limits), report_(report), start_(Clock::now()) {
        root_.set(state);
        realm_ = state.rules.realm_of(state.seat());
        if (last_line_is_out(state.rules, state.round)) soft_ = last_soft * style.soft;
        const int until = state.round + style.ahead, left = state.rules.rounds - until;
        if (style.prospects && left >= least_left && left <= most_left) horizon_ = until;
    }

    void run() {
        Planner<S>(style_, report_).plan(root_);
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
    using Clock = std::chrono::steady_clock;
    const Style& style_;
    const Limits& limits_;
    Report& report_;
    Clock::time_point start_;
    Table<S> root_;
    int realm_;
    double soft_ = style_.soft;
    int horizon_ = 255;  // the round after which points are guessed
    Sums sums_[most_plans];
    int order_[most_plans];
    std::uint64_t next_sample_ = 0;
    Tree<S> trees_[most_plans];

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    Sums playout(int number, std::uint64_t sample) {
        Table<S> table = root_;
        const Plan& plan = report_.plans[number];
        for (int i = 0; i < plan.count; ++i) table.apply(plan.actions[i]);
        const std::uint64_t seed = mix(limits_.seed + mix(sample));
        Random random(seed, 1);
        const bool tree = style_.branches > 1;
        const Minds minds{*style_.weights, style_.rivals ? *style_.rivals : *style_.weights, realm_};
        if (tree) trees_[number].descend(table, style_, minds, root_.state.round, random, seed);
        play_on(table, minds, seed, random, horizon_);
        double points[S::realms]{}, values[S::realms]{}, spread = 0.0;
        if (table.state.over()) {
            for (int r = 0; r < root_.state.rules.realms(); ++r) points[r] = table.state.points(r);
        } else {
            spread = guess(table, points);
        }
        const double own = points[realm_];
        for (int r = 0; r < root_.state.rules.realms(); ++r) points[r] += limits_.head_start[r];
        Sums sums = outcome(table.state, points, spread, realm_, style_, soft_, values);
        sums.points = whole(own + 0.5);
        sums.squares = sums.points * sums.points + whole(spread * spread);
        if (tree) trees_[number].back_up(values);
        return sums;
    }

    // Final points that nobody has played for; returns how far off they usually are.
    double guess(Table<S>& table, double* points) {
        const Prospects& prospects = style_.prospects[table.state.rules.rounds - table.state.round - least_left];
        table.outlook.look(table.state);
        for (int r = 0; r < table.state.rules.realms(); ++r) {
            points[r] = static_cast<double>(guess_points(table, *style_.weights, prospects, r));
        }
        return static_cast<double>(prospects.spread);
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

    double mean(int plan) const {
        const Sums& sums = sums_[plan];
        return sums.samples ? static_cast<double>(sums.value) / (unit * sums.samples) : -1.0 - plan;
    }

    // Best first; stable, so equal plans keep the judge's order.
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
    static constexpr double last_soft = 0.05;  // at the end winning counts first, the margin only between equals
};

}  // namespace crownlands::CROWNLANDS_ISA
