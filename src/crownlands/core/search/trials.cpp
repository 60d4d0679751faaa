// Playouts with a seed each, and what can be said of their ends.
#include "search/trials.hpp"

#include <algorithm>
#include <cmath>
#include <thread>
#include <tuple>

#include "search/levels.hpp"

namespace crownlands {

namespace {

constexpr int most_threads = 64;

// The parts of a win; those who stand equal share it.
void share(const Ruleset& rules, const Standing* standings, std::int32_t* shares) {
    const auto key = [&](int r) {
        return std::tuple(standings[r].points, rules.ties & 1 ? standings[r].largest : 0,
                          rules.ties & 2 ? standings[r].crowns : 0);
    };
    int winners = 0, best = 0;
    for (int r = 0; r < rules.realms(); ++r) {
        if (key(r) > key(best)) best = r;
    }
    for (int r = 0; r < rules.realms(); ++r) winners += key(r) == key(best);
    for (int r = 0; r < rules.realms(); ++r)
        shares[r] = key(r) == key(best) ? static_cast<std::int32_t>(whole_win) / winners : 0;
}

void add(const std::int32_t (&earlier)[3], Standing& standing) {
    standing.points += earlier[0];
    standing.largest += earlier[1];
    standing.crowns += earlier[2];
}

void store(const AnyState& state, Standing* out) {
    for (int r = 0; r < state.rules().realms(); ++r) {
        out[r] = state.engine().standing(state.data(), r);
        add(state.earlier()[r], out[r]);
    }
}

// Where it ends if everybody does their best; false: a line or tiles are still to come, or it takes too much.
bool solve(const AnyState& state, const Searcher& searcher, const Style& style, std::uint64_t most_scored,
           Standing* out) {
    if (state.turn().step == Step::over) {
        store(state, out);
        return true;
    }
    Limits limits{};
    state.head_start(limits.head_start);
    if (!searcher.solve(state.data(), style, limits, most_scored, out)) return false;
    for (int r = 0; r < state.rules().realms(); ++r) add(state.earlier()[r], out[r]);
    return true;
}

void need_one_ruleset(const std::vector<const AnyState*>& states) {
    if (states.empty()) throw Refused("states: at least one expected");
    for (const AnyState* state : states) {
        if (ruleset_name(state->rules()) != ruleset_name(states[0]->rules()))
            throw Refused("states: all of one ruleset expected");
    }
}

}  // namespace

Trials::Trials(const Ruleset& rules, std::vector<Standing> standings)
    : rules_(rules),
      realms_(rules.realms()),
      standings_(std::move(standings)),
      shares_(standings_.size()),
      points_(standings_.size()) {
    for (std::size_t i = 0; i < standings_.size(); i += static_cast<std::size_t>(realms_))
        share(rules_, &standings_[i], &shares_[i]);
    for (std::size_t i = 0; i < standings_.size(); ++i) points_[i] = standings_[i].points;
}

std::vector<double> Trials::means(const std::vector<std::int32_t>& values, double unit) const {
    std::vector<std::int64_t> sums(static_cast<std::size_t>(realms_));
    for (std::size_t i = 0; i < values.size(); ++i) sums[i % sums.size()] += values[i];
    std::vector<double> result;
    for (const std::int64_t sum : sums) result.push_back(static_cast<double>(sum) / static_cast<double>(size()) / unit);
    return result;
}

std::vector<Difference> Trials::against(const Trials& other) const {
    if (realms_ != other.realms_) throw Refused("trials: of one ruleset expected");
    const std::size_t n = std::max(size(), other.size()), realms = static_cast<std::size_t>(realms_);
    if ((size() != n && size() != 1) || (other.size() != n && other.size() != 1))
        throw Refused("trials: as many futures on both sides expected, or one");
    std::vector<Difference> result;
    for (std::size_t r = 0; r < realms; ++r) {
        std::int64_t sums[2] = {}, squares[2] = {};
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t a = (size() == 1 ? 0 : i) * realms + r, b = (other.size() == 1 ? 0 : i) * realms + r;
            const std::int64_t apart[2] = {shares_[a] - other.shares_[b], points_[a] - other.points_[b]};
            for (int k = 0; k < 2; ++k) sums[k] += apart[k], squares[k] += apart[k] * apart[k];
        }
        double means[2], errors[2];
        for (int k = 0; k < 2; ++k) {
            const double count = static_cast<double>(n), sum = static_cast<double>(sums[k]);
            const double variance = n > 1 ? (static_cast<double>(squares[k]) - sum * sum / count) / (count - 1) : 0.0;
            means[k] = sum / count;
            errors[k] = std::sqrt(std::max(0.0, variance) / count);
        }
        const double win = whole_win;
        result.push_back({means[0] / win, means[1], errors[0] / win, errors[1]});
    }
    return result;
}

Trials Trials::plus(const Trials& later) const {
    if (realms_ != later.realms_) throw Refused("trials: of one ruleset expected");
    const std::size_t n = later.size(), realms = static_cast<std::size_t>(realms_);
    if (size() != n && size() != 1) throw Refused("trials: as many futures on both sides expected, or one");
    std::vector<Standing> sums = later.standings_;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const Standing& own = standings_[size() == 1 ? i % realms : i];
        sums[i] = {sums[i].points + own.points, sums[i].largest + own.largest, sums[i].crowns + own.crowns};
    }
    return {rules_, std::move(sums)};
}

Trials Trials::join(const std::vector<const Trials*>& parts) {
    if (parts.empty()) throw Refused("trials: at least one expected");
    std::vector<Standing> all;
    for (const Trials* part : parts) {
        if (part->realms_ != parts[0]->realms_) throw Refused("trials: of one ruleset expected");
        all.insert(all.end(), part->standings_.begin(), part->standings_.end());
    }
    return {parts[0]->rules_, std::move(all)};
}

Trials play_trials(const std::vector<const AnyState*>& states, std::string_view level,
                   const std::vector<std::uint64_t>& seeds, int threads, std::uint64_t most_scored) {
    need_one_ruleset(states);
    if (seeds.empty() || (states.size() != 1 && states.size() != seeds.size()))
        throw Refused("states: one, or as many as seeds expected");
    if (threads < 1 || threads > most_threads) throw Refused("threads: a number from 1 to 64 expected");
    const Ruleset& rules = states[0]->rules();
    const Level found = level_for(level, rules);
    std::vector<Standing> standings(seeds.size() * static_cast<std::size_t>(rules.realms()));
    const auto work = [&](std::size_t first) {
        for (std::size_t i = first; i < seeds.size(); i += static_cast<std::size_t>(threads)) {
            AnyState own(*states[states.size() == 1 ? 0 : i]);
            Standing* out = &standings[i * static_cast<std::size_t>(rules.realms())];
            const Searcher& searcher = searcher_for(rules, own.engine().isa);
            if (most_scored > 0) {
                searcher.play_to_last_line(own.data(), *found.style.weights, mix(seeds[i]));
                if (solve(own, searcher, found.style, most_scored, out)) continue;
            }
            searcher.finish(own.data(), *found.style.weights, mix(seeds[i]));
            store(own, out);
        }
    };
    std::vector<std::thread> crew;
    for (int t = 1; t < threads; ++t) crew.emplace_back(work, static_cast<std::size_t>(t));
    work(0);
    for (std::thread& one : crew) one.join();
    return {rules, std::move(standings)};
}

std::uint64_t chance_seed(const AnyState& state, std::uint64_t seed) {
    return searcher_for(state.rules(), state.engine().isa).chance_seed(state.data(), mix(seed));
}

std::optional<Trials> solve_trials(const std::vector<const AnyState*>& states, std::string_view level,
                                   std::uint64_t most_scored) {
    need_one_ruleset(states);
    const Ruleset& rules = states[0]->rules();
    const Level found = level_for(level, rules);
    const auto realms = static_cast<std::size_t>(rules.realms());
    std::vector<Standing> standings(states.size() * realms);
    for (std::size_t i = 0; i < states.size(); ++i) {
        const Searcher& searcher = searcher_for(rules, states[i]->engine().isa);
        if (!solve(*states[i], searcher, found.style, most_scored, &standings[i * realms])) return std::nullopt;
    }
    return Trials(rules, std::move(standings));
}

}  // namespace crownlands
