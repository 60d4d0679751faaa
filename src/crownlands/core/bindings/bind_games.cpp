// The Python face of many games at once. Arrays belong to the caller; whatever speaks DLPack or the buffer protocol
// will do.
#include "bindings/bind_games.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/seed.hpp"
#include "envs/games.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace crownlands;

namespace {

template <class T, int N>
using Array = nb::ndarray<T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

// The memory of an array that has as many rows and columns as it should; 0 columns: it has one dimension.
template <class A>
auto checked(const A& array, const char* name, std::int64_t rows, std::int64_t columns = 0) {
    bool right = static_cast<std::int64_t>(array.shape(0)) == rows;
    std::string expected = std::to_string(rows);
    if (columns) {
        right = right && static_cast<std::int64_t>(array.shape(1)) == columns;
        expected += " × " + std::to_string(columns);
    }
    if (!right) throw Refused(std::string(name) + ": an array of " + expected + " expected");
    return array.data();
}

Reward reward_of(std::string_view name) {
    if (name == "margin") return Reward::margin;
    if (name == "share") return Reward::share;
    if (name == "points") return Reward::points;
    throw Refused("reward: 'margin', 'share' or 'points' expected");
}

Autoreset autoreset_of(std::string_view name) {
    if (name == "none") return Autoreset::none;
    if (name == "next_step") return Autoreset::next_step;
    if (name == "same_step") return Autoreset::same_step;
    throw Refused("autoreset: 'none', 'next_step' or 'same_step' expected");
}

const char* checked_isa(const std::optional<std::string>& isa) {
    if (!isa) return nullptr;
    if (*isa == "base") return "base";
    if (*isa == best_isa()) return best_isa();
    throw Refused("isa: 'base' or '" + std::string(best_isa()) + "' expected");
}

// The layout with its ruleset: what observes single states.
struct Lens {
    Ruleset rules;
    Layout layout;

    explicit Lens(std::string_view ruleset) : rules(parse_ruleset(ruleset)), layout(rules) {}

    void need(const AnyState& game) const {
        if (!(game.rules() == rules)) {
            throw Refused("a game of " + ruleset_name(rules) + " expected, not of " + ruleset_name(game.rules()));
        }
    }
    void observe(const AnyState& game, int seat, const Array<std::uint8_t, 1>& out) const {
        need(game);
        if (seat < 0 || seat >= rules.seats)
            throw Refused("seat: a number from 0 to " + std::to_string(rules.seats - 1) + " expected");
        Episode episode;
        episode.game = static_cast<std::uint8_t>(game.number());
        std::memcpy(episode.earlier, game.earlier(), sizeof episode.earlier);
        kernel_for(rules, game.engine().isa)
            .observe(game.data(), episode, layout, seat, checked(out, "out", layout.size));
    }
    void mask(const AnyState& game, const Array<bool, 1>& out) const {
        need(game);
        kernel_for(rules, game.engine().isa).mask(game.data(), checked(out, "out", ActionCode(rules).count));
    }
};

// The games with the arrays that they write to, which must live as long.
struct Held {
    Games games;
    std::vector<nb::object> arrays;

    Held(std::string_view ruleset, std::int64_t count, const Games::Options& options)
        : games(ruleset, count, options) {}
};

using Observations = Array<std::uint8_t, 2>;

// Observations and masks that have no columns are not written.
void bind_arrays(Held& held, const Observations& observations, const Array<bool, 2>& masks,
                 const Array<std::int8_t, 1>& seats, const Array<float, 2>& rewards, const Array<bool, 1>& ends,
                 const Array<std::int32_t, 2>& scores, const std::optional<Observations>& finals) {
    const Games& games = held.games;
    const std::int64_t count = games.count();
    Views views{};
    if (observations.shape(1)) views.observations = checked(observations, "observations", count, games.layout().size);
    if (masks.shape(1)) views.masks = checked(masks, "masks", count, games.action_count());
    views.seats = checked(seats, "seats", count);
    views.rewards = checked(rewards, "rewards", count, games.rules().seats);
    views.ends = checked(ends, "ends", count);
    views.scores = checked(scores, "scores", count, games.rules().realms());
    if (finals) views.finals = checked(*finals, "finals", count, games.layout().size);
    held.arrays.clear();
    for (const nb::object& array : {nb::cast(observations), nb::cast(masks), nb::cast(seats), nb::cast(rewards),
                                    nb::cast(ends), nb::cast(scores), nb::cast(finals)}) {
        held.arrays.push_back(array);
    }
    held.games.bind(views);
}

void bind_layout(nb::module_& m) {
    nb::class_<Lens>(
        m, "Layout",
        "What the bytes of an observation mean: parts with a name, a start, a shape, and names along an axis.")
        .def(
            "__init__", [](Lens* self, std::string_view ruleset) { new (self) Lens(ruleset); }, "ruleset"_a)
        .def_prop_ro("version", [](const Lens&) { return layout_version; })
        .def_prop_ro("ruleset", [](const Lens& l) { return ruleset_name(l.rules); })
        .def_prop_ro("size", [](const Lens& l) { return l.layout.size; })
        .def_prop_ro("action_count", [](const Lens& l) { return ActionCode(l.rules).count; })
        .def_prop_ro(
            "parts",
            [](const Lens& l) {
                std::vector<std::tuple<std::string, int, std::vector<int>, int, std::vector<std::string>>> parts;
                for (const Part& part : l.layout.parts) {
                    parts.emplace_back(part.name, part.start, part.shape, part.axis, part.fields);
                }
                return parts;
            },
            "Name, start, shape, and the axis that has names with these names.")
        .def_prop_ro(
            "high",
            [](const Lens& l) {
                return nb::bytes(reinterpret_cast<const char*>(l.layout.high.data()), l.layout.high.size());
            },
            "The highest value of each byte.")
        .def("observe", &Lens::observe, "state"_a, "seat"_a, "out"_a, "Write a seat's view of a state.")
        .def("mask", &Lens::mask, "state"_a, "out"_a, "Write which actions are legal.");
}

}  // namespace

void bind_games(nb::module_& m) {
    bind_layout(m);
    nb::class_<Held>(m, "Games", "Many games of one ruleset, step by step; docs/envs.md.")
        .def(
            "__init__",
            [](Held* self, std::string_view ruleset, std::int64_t count, std::string_view reward,
               std::string_view autoreset, int threads, std::optional<int> learner, const std::string& rivals,
               const std::optional<std::string>& isa) {
                Games::Options options;
                options.reward = reward_of(reward);
                options.autoreset = autoreset_of(autoreset);
                options.threads = threads;
                options.learner = learner.value_or(-1);
                options.rivals = rivals;
                options.isa = checked_isa(isa);
                if (learner && *learner < 0) throw Refused("seat: a number from 0 expected");
                new (self) Held(ruleset, count, options);
            },
            "ruleset"_a, "count"_a, nb::kw_only(), "reward"_a = "margin", "autoreset"_a = "next_step", "threads"_a = 1,
            "learner"_a = nb::none(), "rivals"_a = "random", "isa"_a = nb::none())
        .def("bind", bind_arrays, nb::kw_only(), "observations"_a, "masks"_a, "seats"_a, "rewards"_a, "ends"_a,
             "scores"_a, "finals"_a.none(), "The arrays that everything is written to from now on.")
        .def(
            "reset",
            [](Held& h, const Array<const std::uint64_t, 1>& seeds, const std::optional<Array<const bool, 1>>& which) {
                const std::uint64_t* from = checked(seeds, "seeds", h.games.count());
                const bool* chosen = which ? checked(*which, "which", h.games.count()) : nullptr;
                const nb::gil_scoped_release release;
                h.games.reset(from, chosen);
            },
            "seeds"_a, "which"_a.none() = nb::none(), "Begin all games, or those chosen, from a seed each.")
        .def(
            "step",
            [](Held& h, const Array<const std::int32_t, 1>& actions) {
                const std::int32_t* from = checked(actions, "actions", h.games.count());
                const nb::gil_scoped_release release;
                h.games.step(from);
            },
            "actions"_a, "One action for each game; -1 leaves a game alone.")
        .def(
            "sample",
            [](Held& h, const nb::int_& seed, const Array<std::int32_t, 1>& out) {
                std::int32_t* to = checked(out, "out", h.games.count());
                const std::uint64_t number = seed_of(seed);
                const nb::gil_scoped_release release;
                h.games.sample(number, to);
            },
            "seed"_a, "out"_a, "Any legal action for each game, each equally likely; -1 where it is over.")
        .def(
            "advise",
            [](Held& h, std::string_view level, const nb::int_& seed, const Array<std::int32_t, 1>& out) {
                std::int32_t* to = checked(out, "out", h.games.count());
                const std::uint64_t number = seed_of(seed);
                const nb::gil_scoped_release release;
                h.games.advise(level, number, to);
            },
            "level"_a, "seed"_a, "out"_a, "What a level would do in each game; -1 where it is over.")
        .def(
            "state", [](const Held& h, std::int64_t index) { return h.games.game(index); }, "index"_a,
            "A copy of one game.")
        .def(
            "put",
            [](Held& h, std::int64_t index, const AnyState& state, const nb::int_& seed) {
                h.games.put(index, state, seed_of(seed));
            },
            "index"_a, "state"_a, "seed"_a, "Set one game; its chance comes from the seed.")
        .def(
            "copy",
            [](Held& h, const Held& source, const Array<const std::int64_t, 1>& sources,
               const Array<const std::int64_t, 1>& targets, const Array<const std::uint64_t, 1>& seeds) {
                const auto pairs = static_cast<std::int64_t>(sources.shape(0));
                h.games.copy(source.games, sources.data(), checked(targets, "targets", pairs), pairs,
                             checked(seeds, "seeds", pairs));
            },
            "source"_a, "sources"_a, "targets"_a, "seeds"_a,
            "Copy games; the chance of the copies comes from their seeds.")
        .def(
            "observe",
            [](const Held& h, std::int64_t index, int seat, const Array<std::uint8_t, 1>& out) {
                h.games.observe(index, seat, checked(out, "out", h.games.layout().size));
            },
            "index"_a, "seat"_a, "out"_a, "Write any seat's view of one game.")
        .def_prop_ro("count", [](const Held& h) { return h.games.count(); })
        .def_prop_ro("threads", [](const Held& h) { return h.games.threads(); });
}
