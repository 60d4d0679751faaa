// The Python face: crownlands.core._core.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "bindings/bind_games.hpp"
#include "bindings/bind_learn.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bind_trials.hpp"
#include "bindings/seed.hpp"
#include "engine/any_state.hpp"
#include "engine/batch.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace crownlands;

namespace {

using Cell = std::pair<int, int>;

std::int64_t action_of(const nb::int_& action) {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(action.ptr(), &overflow);
    if (PyErr_Occurred()) throw nb::python_error();
    return overflow ? -1 : number;
}

const char* checked_isa(const std::optional<std::string>& isa) {
    if (!isa) return nullptr;
    if (*isa == "base") return "base";
    if (*isa == "v3" && std::string_view(best_isa()) == "v3") return "v3";
    throw Refused("isa: 'base' or an instruction set of this machine ('" + std::string(best_isa()) + "') expected");
}

bool interrupted() {
    const nb::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
}

std::vector<Cell> cells_of(const Term& term) {
    std::vector<Cell> cells;
    if (term.kind == TermKind::territory) {
        for (int i = 0; i < term.squares; ++i) cells.emplace_back(term.cells[i].x, term.cells[i].y);
    }
    return cells;
}

struct Score {
    int points, largest, crowns;
    std::vector<Term> terms;
};

std::vector<Score> scores(const AnyState& state) {
    std::vector<Score> result;
    for (int realm = 0; realm < state.rules().realms(); ++realm) {
        const Standing standing = state.engine().standing(state.data(), realm);
        std::vector<Term> terms(most_terms);
        terms.resize(static_cast<std::size_t>(state.engine().terms(state.data(), realm, terms.data())));
        result.push_back({standing.points, standing.largest, standing.crowns, std::move(terms)});
    }
    return result;
}

std::vector<int> points(const AnyState& state) {
    std::vector<int> result;
    for (int realm = 0; realm < state.rules().realms(); ++realm)
        result.push_back(state.engine().points(state.data(), realm));
    return result;
}

Batch batch(const AnyState& state, std::uint64_t games, std::uint64_t seed, int threads, bool keep) {
    Batch result;
    {
        const nb::gil_scoped_release release;
        result =
            play_batch(state.engine(), state.data(), state.rules().realms(), games, seed, threads, keep, interrupted);
    }
    if (PyErr_Occurred()) throw nb::python_error();
    return result;
}

void bind_scores(nb::module_& m) {
    nb::class_<Term>(m, "Term", "One part of a score; what a kind does not have is None or empty.")
        .def_prop_ro("kind", [](const Term& t) { return term_names[static_cast<int>(t.kind)]; })
        .def_ro("points", &Term::points)
        .def_prop_ro("terrain",
                     [](const Term& t) -> std::optional<std::string> {
                         if (t.kind != TermKind::territory) return {};
                         return terrain_names[t.terrain];
                     })
        .def_prop_ro("squares",
                     [](const Term& t) -> std::optional<int> {
                         if (t.kind != TermKind::territory && t.kind != TermKind::queen) return {};
                         return t.squares;
                     })
        .def_prop_ro("crowns",
                     [](const Term& t) -> std::optional<int> {
                         if (t.kind != TermKind::territory) return {};
                         return t.count;
                     })
        .def_prop_ro("cells", cells_of)
        .def_prop_ro("coins",
                     [](const Term& t) -> std::optional<int> {
                         if (t.kind != TermKind::coins) return {};
                         return t.count;
                     })
        .def_prop_ro("building",
                     [](const Term& t) -> std::optional<std::string> {
                         if (t.kind != TermKind::building) return {};
                         return buildings[t.building].id;
                     })
        .def_prop_ro("square",
                     [](const Term& t) -> std::optional<Cell> {
                         if (t.kind != TermKind::building) return {};
                         return Cell(t.square.x, t.square.y);
                     })
        .def_prop_ro("count", [](const Term& t) -> std::optional<int> {
            if (t.kind != TermKind::building) return {};
            return t.count;
        });
    nb::class_<Score>(m, "Score", "The points of a realm, what breaks ties, and the terms whose sum the points are.")
        .def_ro("points", &Score::points)
        .def_ro("largest", &Score::largest)
        .def_ro("crowns", &Score::crowns)
        .def_prop_ro("terms", [](const Score& s) { return s.terms; });
}

void bind_batch(nb::module_& m) {
    nb::class_<Batch>(m, "Batch", "Sums over many random games.")
        .def_prop_ro("games", [](const Batch& b) { return b.tally.games; })
        .def_prop_ro("turns", [](const Batch& b) { return b.tally.turns; })
        .def_prop_ro(
            "placements", [](const Batch& b) { return b.tally.placements; },
            "How many placements were legal, over all turns.")
        .def_prop_ro("discards", [](const Batch& b) { return b.tally.discards; })
        .def_ro("threads", &Batch::threads)
        .def_ro("seconds", &Batch::seconds)
        .def_prop_ro(
            "means",
            [](const Batch& b) {
                std::vector<double> means;
                const double games = static_cast<double>(b.tally.games ? b.tally.games : 1);
                for (int r = 0; r < b.realms; ++r) means.push_back(static_cast<double>(b.tally.points[r]) / games);
                return means;
            },
            "Mean points of each realm.")
        .def_prop_ro(
            "deviations",
            [](const Batch& b) {
                std::vector<double> deviations;
                const double games = static_cast<double>(b.tally.games ? b.tally.games : 1);
                for (int r = 0; r < b.realms; ++r) {
                    const double mean = static_cast<double>(b.tally.points[r]) / games;
                    const double variance = static_cast<double>(b.tally.squares[r]) / games - mean * mean;
                    deviations.push_back(std::sqrt(variance > 0 ? variance : 0));
                }
                return deviations;
            },
            "Standard deviation of the points of each realm.")
        .def_prop_ro(
            "wins",
            [](const Batch& b) {
                std::vector<double> wins;
                for (int r = 0; r < b.realms; ++r) {
                    wins.push_back(static_cast<double>(b.tally.wins[r]) / static_cast<double>(whole_win));
                }
                return wins;
            },
            "Victories of each realm; a shared one is divided.")
        .def_prop_ro(
            "points",
            [](const Batch& b) {
                return nb::bytes(reinterpret_cast<const char*>(b.points.data()),
                                 b.points.size() * sizeof(std::int16_t));
            },
            "Points of every realm in every game as native 16-bit numbers, if kept.");
}

void bind_state(nb::module_& m) {
    nb::class_<AnyState>(m, "State",
                         "A game at one moment; mutable, cheap to copy, without the order of anything undrawn.")
        .def(
            "__init__",
            [](AnyState* self, std::string_view ruleset, const std::optional<std::string>& isa) {
                new (self) AnyState(ruleset, checked_isa(isa));
            },
            "ruleset"_a, nb::kw_only(), "isa"_a = nb::none(), "The state before the kings are drawn.")
        .def_static(
            "from_position",
            [](std::string_view text, const std::optional<std::string>& isa) {
                return AnyState(parse_position(text), checked_isa(isa));
            },
            "text"_a, nb::kw_only(), "isa"_a = nb::none(), "The state of a position text.")
        .def(
            "position", [](const AnyState& s) { return position_text(s.position()); }, "The position as text.")
        .def(
            "copy", [](const AnyState& s) { return AnyState(s); }, "An independent copy.")
        .def("__copy__", [](const AnyState& s) { return AnyState(s); })
        .def(
            "__deepcopy__",
            [](const AnyState& s, const nb::typed<nb::dict, nb::int_, nb::object>&) { return AnyState(s); }, "memo"_a)
        .def("__getstate__", [](const AnyState& s) { return position_text(s.position()); })
        .def(
            "__setstate__",
            [](AnyState& s, const std::string& text) { new (&s) AnyState(parse_position(text), nullptr); }, "text"_a)
        .def_prop_ro("ruleset", [](const AnyState& s) { return ruleset_name(s.rules()); })
        .def_prop_ro(
            "isa", [](const AnyState& s) { return s.engine().isa; }, "The instruction set in use.")
        .def_prop_ro(
            "size", [](const AnyState& s) { return s.engine().size; }, "Bytes of the state itself.")
        .def_prop_ro("step", [](const AnyState& s) { return step_names[static_cast<int>(s.turn().step)]; })
        .def_prop_ro("round", [](const AnyState& s) { return static_cast<int>(s.turn().round); })
        .def_prop_ro("rounds", [](const AnyState& s) { return static_cast<int>(s.rules().rounds); })
        .def_prop_ro("seats", [](const AnyState& s) { return static_cast<int>(s.rules().seats); })
        .def_prop_ro("realms", [](const AnyState& s) { return s.rules().realms(); })
        .def_prop_ro("frame", [](const AnyState& s) { return static_cast<int>(s.rules().frame); })
        .def_prop_ro(
            "line", [](const AnyState& s) { return static_cast<int>(s.rules().line); }, "Dominoes in a line.")
        .def_prop_ro(
            "board", [](const AnyState& s) { return s.rules().board; }, "Whether there is a builders' board.")
        .def_prop_ro("lines_drawn", [](const AnyState& s) { return static_cast<int>(s.turn().lines_drawn); })
        .def_prop_ro(
            "tiles_left", [](const AnyState& s) { return static_cast<int>(s.turn().tiles_left); },
            "Tiles in the stack.")
        .def_prop_ro("over", [](const AnyState& s) { return s.turn().step == Step::over; })
        .def_prop_ro(
            "chance", [](const AnyState& s) { return is_chance(s.turn().step); }, "Whether chance comes next.")
        .def_prop_ro(
            "seat",
            [](const AnyState& s) -> std::optional<int> {
                const Turn turn = s.turn();
                if (turn.seat == nobody) return {};
                return turn.seat;
            },
            "Who decides; None before chance and at the end.")
        .def_prop_ro(
            "realm",
            [](const AnyState& s) -> std::optional<int> {
                const Turn turn = s.turn();
                if (turn.realm == nobody) return {};
                return turn.realm;
            },
            "The realm of the acting king; None before chance and at the end.")
        .def_prop_ro(
            "action_count", [](const AnyState& s) { return s.code().count; }, "Action numbers are below this.")
        .def("legal", &AnyState::legal, "The numbers of all legal actions, ascending within each kind.")
        .def(
            "legal_text",
            [](const AnyState& s) {
                std::vector<std::string> texts;
                for (const int action : s.legal()) texts.push_back(s.action_text(action));
                return texts;
            },
            "All legal actions as text, in the order of `legal`.")
        .def(
            "is_legal",
            [](const AnyState& s, const nb::int_& action) {
                const std::int64_t number = action_of(action);
                return number >= 0 && number < s.code().count &&
                       s.engine().is_legal(s.data(), static_cast<int>(number));
            },
            "action"_a)
        .def(
            "apply", [](AnyState& s, const nb::int_& action) { s.apply(action_of(action)); }, "action"_a,
            "Apply a legal action by its number.")
        .def(
            "apply_text", [](AnyState& s, std::string_view text) { s.apply_text(text); }, "event"_a,
            "Apply an event, chance or action, given as text.")
        .def(
            "action_text", [](const AnyState& s, const nb::int_& action) { return s.action_text(action_of(action)); },
            "action"_a)
        .def(
            "action_number", [](const AnyState& s, std::string_view text) { return s.action_number(text); }, "action"_a)
        .def(
            "sample_chance", [](AnyState& s, const nb::int_& seed) { return s.sample(seed_of(seed)); }, "seed"_a,
            "Sample the chance event that comes next, apply it, and return it as text.")
        .def("points", points, "The points of every realm as if the game ended now.")
        .def("scores", scores, "The score of every realm with all its terms, as if the game ended now.")
        .def("ranking", &AnyState::ranking, "Realms, best first, ties together, as if the game ended now.")
        .def_prop_ro("game", &AnyState::number, "Which game of its match, from 1.")
        .def_prop_ro(
            "games", [](const AnyState& s) { return static_cast<int>(s.rules().games); },
            "Games of a match: 3 in a Dynasty.")
        .def_prop_ro(
            "earlier",
            [](const AnyState& s) {
                std::vector<std::tuple<int, int, int>> sums;
                for (int realm = 0; realm < s.rules().realms(); ++realm) {
                    const auto& sum = s.earlier()[realm];
                    sums.emplace_back(sum[0], sum[1], sum[2]);
                }
                return sums;
            },
            "What the match's earlier games gave each realm: points, largest territory, crowns.")
        .def("next_game", &AnyState::next_game, "Set up the match's next game, once this one is over.")
        .def(
            "random_playout",
            [](const AnyState& s, const nb::int_& seed) {
                AnyState state(s);
                Random random(seed_of(seed));
                {
                    const nb::gil_scoped_release release;
                    state.engine().random_playout(state.data(), random);
                }
                return points(state);
            },
            "seed"_a, "Points of every realm after random play to the end; the state itself stays.")
        .def(
            "playouts",
            [](const AnyState& s, std::uint64_t games, const nb::int_& seed, int threads, bool keep) {
                return batch(AnyState(s), games, seed_of(seed), threads, keep);
            },
            "games"_a, "seed"_a, "threads"_a = 1, "keep"_a = false,
            "Many random playouts from here; `keep` their points.")
        .def(
            "generations",
            [](const AnyState& s, std::uint64_t count, const nb::int_& seed) {
                const AnyState state(s);
                const std::uint64_t number = seed_of(seed);
                const nb::gil_scoped_release release;
                return state.engine().generations(state.data(), number, count);
            },
            "count"_a, "seed"_a, "Generate legal placements `count` times on random kingdoms; for measuring.")
        .def("__repr__", [](const AnyState& s) {
            return "<State " + ruleset_name(s.rules()) + " round " + std::to_string(s.turn().round) + " " +
                   step_names[static_cast<int>(s.turn().step)] + ">";
        });
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "The rules of the family in C++; see docs/core.md.";
    const nb::exception<Refused> core_error(m, "CoreError", PyExc_ValueError);
    nb::exception<Illegal>(m, "IllegalAction", core_error.ptr());
    nb::exception<Unreadable>(m, "TextError", core_error.ptr());
    bind_scores(m);
    bind_batch(m);
    bind_state(m);
    bind_search(m);
    bind_trials(m);
    bind_games(m);
    bind_learn(m);
    m.def(
        "batch_random",
        [](std::string_view ruleset, std::uint64_t games, const nb::int_& seed, int threads, bool keep) {
            return batch(AnyState(ruleset, nullptr), games, seed_of(seed), threads, keep);
        },
        "ruleset"_a, "games"_a, "seed"_a, "threads"_a = 0, "keep"_a = false,
        "Play whole random games over threads (0: all cores); the result depends on the seed only.");
    m.def(
        "ruleset_name", [](std::string_view name) { return ruleset_name(parse_ruleset(name)); }, "name"_a,
        "The canonical name of a ruleset.");
    m.def("best_isa", best_isa, "The instruction set picked on this machine.");
}
