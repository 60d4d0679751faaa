// The Python face of trials.
#include "bindings/bind_trials.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "search/trials.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace crownlands;

void bind_trials(nb::module_& m) {
    using States = std::vector<const AnyState*>;
    nb::class_<Trials>(m, "Trials", "What each realm got in many futures of a position, or of several.")
        .def_prop_ro("realms", &Trials::realms)
        .def_prop_ro("size", &Trials::size, "How many futures; one where the end was solved.")
        .def_prop_ro("win", &Trials::win, "The mean share of the win by realm.")
        .def_prop_ro("points", &Trials::points, "Mean final points by realm, those of earlier games included.")
        .def(
            "against",
            [](const Trials& self, const Trials& other) {
                std::vector<std::tuple<double, double, double, double>> found;
                for (const Difference& one : self.against(other))
                    found.emplace_back(one.win, one.points, one.win_error, one.points_error);
                return found;
            },
            "other"_a,
            "This minus the other by realm, future by future: share of the win, points, and their standard errors.")
        .def("plus", &Trials::plus, "later"_a, "With what later games of the match bring, future by future.")
        .def_static("join", &Trials::join, "parts"_a, "All their futures, one after the other.");
    m.def(
        "play_trials",
        [](const States& states, std::string_view level, const std::vector<std::uint64_t>& seeds, int threads,
           std::uint64_t solved) {
            const nb::gil_scoped_release release;
            return play_trials(states, level, seeds, threads, solved);
        },
        "states"_a, "level"_a, "seeds"_a, "threads"_a = 1, "solved"_a = 0,
        "Play on from each state with its seed, or from one with all seeds, everybody by a level's evaluation.\n\n"
        "An end that takes at most `solved` scored kingdoms is not played but solved: everybody does their best.");
    m.def("chance_seed", &chance_seed, "state"_a, "seed"_a,
          "The seed by which `sample_chance` brings what comes now when trials with this seed are played.");
    m.def(
        "solve_trials",
        [](const States& states, std::string_view level, std::uint64_t work) {
            const nb::gil_scoped_release release;
            return solve_trials(states, level, work);
        },
        "states"_a, "level"_a, "work"_a,
        "Where each state ends if everybody does their best; None if an end takes more scored kingdoms than that.");
}
