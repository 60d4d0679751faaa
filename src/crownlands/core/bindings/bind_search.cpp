// The Python face of the levels.
#include "bindings/bind_search.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <cmath>
#include <memory>

#include "bindings/seed.hpp"
#include "engine/any_state.hpp"
#include "search/levels.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace crownlands;

namespace {

struct Thought {
    std::vector<Plan> plans;
    std::uint64_t playouts;
    double seconds;
};

void need_decision(const AnyState& state) {
    const Step step = state.turn().step;
    if (is_chance(step) || step == Step::over) throw Illegal("nobody decides now");
}

int decide(const AnyState& state, std::string_view level, const nb::int_& seed) {
    need_decision(state);
    const Level found = level_for(level, state.rules());
    const Searcher& searcher = searcher_for(state.rules(), state.engine().isa);
    return searcher.decide(state.data(), *found.style.weights, mix(seed_of(seed)));
}

std::vector<std::vector<int>> outcomes(const AnyState& state, std::string_view level,
                                       const std::vector<std::uint64_t>& seeds) {
    const Level found = level_for(level, state.rules());
    const Searcher& searcher = searcher_for(state.rules(), state.engine().isa);
    std::vector<std::vector<int>> result;
    result.reserve(seeds.size());
    const nb::gil_scoped_release release;
    for (const std::uint64_t seed : seeds) {
        AnyState own(state);
        searcher.finish(own.data(), *found.style.weights, mix(seed));
        auto& points = result.emplace_back();
        for (int realm = 0; realm < own.rules().realms(); ++realm)
            points.push_back(own.engine().points(own.data(), realm));
    }
    return result;
}

const Network& network_of(std::string_view level, const Evaluation* evaluation, const Ruleset& rules) {
    const Network* network = evaluation ? evaluation->of(rules) : nullptr;
    if (!network)
        throw Refused("evaluation: " + std::string(level) + " needs learned weights for " + ruleset_name(rules));
    return *network;
}

// What these events reveal, each by its numbers in its box; they must be all lines to come, and possible.
std::vector<std::uint64_t> lines_of(const AnyState& state, const std::vector<std::string>& events) {
    const Ruleset& rules = state.rules();
    const Position position = state.position();
    std::uint64_t undrawn[box_count];
    int drawn = rules.box_count * dominoes_per_box;
    for (int i = 0; i < box_count; ++i) undrawn[i] = position.undrawn[i];
    for (int i = 0; i < rules.box_count; ++i) drawn -= std::popcount(undrawn[rules.boxes[i]]);
    drawn /= rules.line;
    const auto to_come = static_cast<std::size_t>(rules.rounds - drawn);
    if (events.size() != to_come)
        throw Refused("lines: the " + std::to_string(to_come) + " to come expected, not " +
                      std::to_string(events.size()));
    std::vector<std::uint64_t> lines;
    for (const std::string& text : events) {
        const Event event = parse_event(text);
        const int box = rules.boxes[rules.box_count == 1 ? 0 : drawn & 1];
        std::uint64_t numbers = 0;
        bool possible = event.type == EventType::reveal && event.count == rules.line;
        for (int i = 0; possible && i < event.count; ++i) {
            const int number = event.first[i] - box * dominoes_per_box;
            possible = number >= 0 && number < dominoes_per_box && (undrawn[box] >> number & 1);
            if (possible) numbers |= std::uint64_t{1} << number;
            undrawn[box] &= ~numbers;
        }
        if (!possible)
            throw Refused("lines: '" + event_text(event) + "' is not " + std::to_string(rules.line) +
                          " undrawn dominoes of the box that comes then");
        lines.push_back(numbers);
        ++drawn;
    }
    return lines;
}

Thought think(const AnyState& state, std::string_view level, const nb::int_& seed, double seconds, std::uint64_t work,
              int threads, const Evaluation* evaluation, std::string_view clock,
              const std::optional<std::vector<std::string>>& events) {
    need_decision(state);
    if (!(seconds >= 0) || seconds > 1e6) throw Refused("seconds: a number from 0 to 1,000,000 expected");
    if (seconds == 0 && work == 0) throw Refused("seconds or work: one of them expected");
    if (work > 1'000'000'000'000) throw Refused("work: at most 1,000,000,000,000 expected");
    if (threads < 1 || threads > 1024) throw Refused("threads: a number from 1 to 1024 expected");
    const bool processor = clock == "processor";
    if (!processor && clock != "wall") throw Refused("clock: 'wall' or 'processor' expected");
    if (processor && threads > 1) throw Refused("clock: the processor's time is that of one thread, threads must be 1");
    Level found = level_for(level, state.rules());
    if (!found.searches && !found.learned) throw Refused("this level does not search");
    if (events && !found.style.branches) throw Refused("lines: only a level with a tree looks so far ahead");
    const auto lines = events ? lines_of(state, *events) : std::vector<std::uint64_t>{};
    if (events) found.style = clairvoyant(found.style);
    Limits limits{seconds, work, threads, mix(seed_of(seed)), {}, processor, events ? lines.data() : nullptr};
    state.head_start(limits.head_start);
    const Searcher& searcher = searcher_for(state.rules(), state.engine().isa);
    if (found.learned) found.style.network = &network_of(level, evaluation, state.rules());
    const auto report = std::make_unique<Report>();
    const AnyState own(state);
    {
        const nb::gil_scoped_release release;
        if (found.searches) {
            searcher.think(own.data(), found.style, limits, *report);
        } else {
            searcher.one_ply(own.data(), *found.style.network, limits, *report);
        }
    }
    return {std::vector<Plan>(report->plans, report->plans + report->count), report->playouts, report->seconds};
}

struct RealmForecast {
    float points, spread, win;
    std::vector<std::pair<std::string, float>> parts;
};

std::vector<RealmForecast> forecast(const AnyState& state, const Evaluation& evaluation) {
    const Ruleset& rules = state.rules();
    const Network& network = network_of("a forecast", &evaluation, rules);
    Limits limits{};
    state.head_start(limits.head_start);
    Forecast found[most_seats];
    searcher_for(rules, state.engine().isa).forecast(state.data(), network, limits, found);
    std::vector<RealmForecast> result;
    for (int r = 0; r < rules.realms(); ++r) {
        RealmForecast& one = result.emplace_back(RealmForecast{found[r].points, found[r].spread, found[r].win, {}});
        for (int t = 0; t < terrain_count - !rules.board; ++t)
            one.parts.emplace_back(terrain_names[t], found[r].parts[t]);
        if (rules.middle_kingdom) one.parts.emplace_back("middle-kingdom", found[r].parts[middle_part]);
        if (rules.harmony) one.parts.emplace_back("harmony", found[r].parts[harmony_part]);
        if (rules.board) one.parts.emplace_back("estate", found[r].parts[estate_part]);
    }
    return result;
}

}  // namespace

void bind_search(nb::module_& m) {
    nb::class_<Plan>(m, "Plan", "A way to finish a turn, and what the playouts after it said.")
        .def_prop_ro(
            "actions", [](const Plan& p) { return std::vector<int>(p.actions, p.actions + p.count); },
            "The numbers of its actions, step by step.")
        .def_ro("value", &Plan::value, "What plans are compared by: winning, and how safely.")
        .def_ro("win", &Plan::win, "The share of playouts won.")
        .def_ro("points", &Plan::points, "Mean final points.")
        .def_ro("spread", &Plan::spread, "Standard deviation of the final points.")
        .def_ro("samples", &Plan::samples, "How many playouts; one where the end was solved.");
    nb::class_<Thought>(m, "Thought", "What a level thought about a turn: its plans, best first.")
        .def_prop_ro("plans", [](const Thought& t) { return t.plans; })
        .def_ro("playouts", &Thought::playouts)
        .def_ro("seconds", &Thought::seconds);
    nb::class_<RealmForecast>(m, "Forecast", "What a learned evaluation expects of a realm.")
        .def_ro("points", &RealmForecast::points, "At the end, those of earlier games included.")
        .def_ro("spread", &RealmForecast::spread, "How far off that usually is.")
        .def_ro("win", &RealmForecast::win, "The chance to win.")
        .def_ro("parts", &RealmForecast::parts, "What the points of this game come from.");
    m.def("forecast", forecast, "state"_a, "evaluation"_a, "What is expected of every realm, at once.");
    m.def("decide", decide, "state"_a, "level"_a, "seed"_a, "One action, by evaluation alone.");
    m.def("outcomes", outcomes, "state"_a, "level"_a, "seeds"_a,
          "For each seed the final points of every realm if all play on by a level's evaluation; the state itself "
          "stays.");
    m.def("think", think, "state"_a, "level"_a, "seed"_a, nb::kw_only(), "seconds"_a = 0.0, "work"_a = 0,
          "threads"_a = 1, "evaluation"_a = nb::none(), "clock"_a = "wall", "lines"_a = nb::none(),
          "Compare the ways to finish the turn; with work (playouts) instead of seconds the result depends on the seed "
          "only.\nWith `lines`, the events that reveal all lines to come, it knows what they bring.");
}
