// The search, compiled once per instruction set.
#include <limits>

#include "search/sequential_halving.hpp"

namespace crownlands::CROWNLANDS_ISA {

namespace {

template <class S>
constexpr Searcher make_searcher() {
    Searcher searcher{};
    searcher.decide = [](const void* state, const Weights& weights, std::uint64_t seed) {
        SearchState<S> search;
        search.set(*static_cast<const State<S>*>(state));
        Random random(seed);
        return decide_greedily(search, weights, random);
    };
    searcher.finish = [](void* state, const Weights& weights, std::uint64_t seed) {
        auto& own = *static_cast<State<S>*>(state);
        SearchState<S> search;
        search.set(own);
        Future<S> future(seed);
        Random random(seed);
        play_on(search, PlayoutPolicies{weights, weights, 0}, future, random, std::numeric_limits<int>::max());
        own = search.state;
    };
    searcher.play_to_last_line = [](void* state, const Weights& weights, std::uint64_t seed) {
        auto& own = *static_cast<State<S>*>(state);
        SearchState<S> search;
        search.set(own);
        Future<S> future(seed);
        Random random(seed);
        const State<S>& now = search.state;
        while (!now.over() && (S::board || now.chance() || !is_endgame(now.rules, now.round)))
            play_step(search, PlayoutPolicies{weights, weights, 0}, future, random);
        own = now;
    };
    searcher.chance_seed = [](const void* state, std::uint64_t seed) {
        return Future<S>(seed).chance_seed(*static_cast<const State<S>*>(state));
    };
    searcher.solve = []([[maybe_unused]] const void* state, [[maybe_unused]] const Style& style,
                        [[maybe_unused]] const Limits& limits, [[maybe_unused]] std::uint64_t most_scored,
                        [[maybe_unused]] Standing* standings) {
        if constexpr (!S::board) {
            const auto& here = *static_cast<const State<S>*>(state);
            if (here.chance() || !is_endgame(here.rules, here.round) || !EndgameSolver<S>::fits(here.rules))
                return false;
            const auto enough = [&](std::uint64_t scored) { return scored > most_scored; };
            const auto result = EndgameSolver<S>(here, style, limits).best(enough);
            if (!result) return false;
            for (int r = 0; r < here.rules.realms(); ++r) standings[r] = result->standings[r];
            return true;
        }
        return false;
    };
    searcher.think = [](const void* state, const Style& style, const Limits& limits, Report& report) {
        SequentialHalving<S> search(*static_cast<const State<S>*>(state), style, limits, report);
        search.run();
    };
    searcher.one_ply = [](const void* state, const Network& network, const Limits& limits, Report& report) {
        const auto& here = *static_cast<const State<S>*>(state);
        const Taste taste = careful_taste(here.rules);
        Random random(limits.seed);
        LearnedPly<S>(network, here, taste, random).rank(limits, report);
        report.seconds = 0;
    };
    searcher.forecast = [](const void* state, const Network& network, const Limits& limits, Forecast* out) {
        forecast_all(network, *static_cast<const State<S>*>(state), limits, out);
    };
    return searcher;
}

}  // namespace

extern const Searcher searchers[4];
const Searcher searchers[4] = {make_searcher<Kingdomino5>(), make_searcher<Kingdomino7>(),
                               make_searcher<Queendomino5>(), make_searcher<Queendomino7>()};

}  // namespace crownlands::CROWNLANDS_ISA
