// The Python face of the learned evaluation: weights, one-ply play, and training.
#include "bindings/bind_learn.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>

#include "bindings/seed.hpp"
#include "engine/any_state.hpp"
#include "learn/learner.hpp"
#include "search/levels.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace crownlands;

namespace {

nb::bytes bytes_of(const std::vector<std::uint8_t>& bytes) { return nb::bytes(bytes.data(), bytes.size()); }
std::string_view view_of(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

Domain domain_named(std::string_view name) {
    for (int i = 0; i < domain_count; ++i) {
        if (name == domain_names[i]) return static_cast<Domain>(i);
    }
    std::string known = domain_names[0];
    for (int i = 1; i < domain_count; ++i)
        known += (i + 1 < domain_count ? ", " : " or ") + std::string(domain_names[i]);
    throw Refused("domain: " + known + " expected");
}

const Network& network_for(const Evaluation& evaluation, const Ruleset& rules) {
    const Network* network = evaluation.of(rules);
    if (!network) throw Refused("these weights know nothing of " + ruleset_name(rules));
    return *network;
}

void need_places(const Ruleset& rules, const std::vector<int>& places) {
    const bool as_many = static_cast<int>(places.size()) <= rules.kings * rules.team;
    for (const int place : places) {
        if (place < 0 || place >= rules.line || !as_many)
            throw Refused("places: one of the line for each king of the realm expected");
    }
}

std::pair<std::vector<int>, std::int64_t> rows(const AnyState& state, const Evaluation& evaluation, int realm,
                                               bool about_to_build, const std::vector<int>& places) {
    const Network& network = network_for(evaluation, state.rules());
    need_places(state.rules(), places);
    if (realm < 0 || realm >= state.rules().realms()) throw Refused("realm: one of the game expected");
    std::uint16_t found[most_rows];
    std::int32_t output;
    const int size = learner_for(state.rules(), state.engine().isa)
                         .rows(state.data(), network, realm, about_to_build, places, found, output);
    return {std::vector<int>(found, found + size), output};
}

std::vector<std::pair<int, float>> placement_values(const AnyState& state, const Evaluation& evaluation,
                                                    const std::vector<int>& places) {
    const Network& network = network_for(evaluation, state.rules());
    need_places(state.rules(), places);
    if (state.turn().step != Step::place) throw Illegal("no domino is to be placed now");
    std::uint16_t actions[most_actions];
    float values[most_actions];
    const int size =
        learner_for(state.rules(), state.engine().isa).values(state.data(), network, places, actions, values);
    std::vector<std::pair<int, float>> found;
    for (int i = 0; i < size; ++i) found.emplace_back(actions[i], values[i]);
    return found;
}

// Who plays for a realm: the name of a greedy level, or nothing for the learned evaluation.
using Minds = std::vector<std::optional<std::string>>;

struct QuickGames {
    std::vector<std::vector<int>> points;
    std::vector<std::vector<double>> shares;
    std::shared_ptr<Samples> samples;
};

QuickGames play_games(std::string_view ruleset, const Minds& names, const Evaluation* evaluation, std::uint64_t first,
                      std::uint64_t last, const nb::int_& seed, float least_noise, float most_noise, int placements,
                      bool keep) {
    const AnyState start(ruleset, nullptr);
    const Ruleset& rules = start.rules();
    const Learner& learner = learner_for(rules);
    if (static_cast<int>(names.size()) != rules.realms()) throw Refused("minds: one for each realm expected");
    std::vector<Level> levels(names.size());
    std::vector<Mind> minds(names.size());
    for (std::size_t r = 0; r < names.size(); ++r) {
        Mind& mind = minds[r] = {nullptr, nullptr, 0.0F, placements};
        if (names[r]) {
            levels[r] = level_for(*names[r], rules);
            mind.weights = levels[r].style.weights;
        } else {
            if (!evaluation) throw Refused("evaluation: weights expected, a mind asks for them");
            mind.network = &network_for(*evaluation, rules);
        }
    }
    if (placements < 0 || placements > 16) throw Refused("placements: at most 16 expected");
    const std::uint64_t number = seed_of(seed);
    QuickGames games;
    if (keep) {
        games.samples = std::make_shared<Samples>();
        games.samples->domain = domain_of(rules.frame, rules.board);
    }
    const nb::gil_scoped_release release;
    for (std::uint64_t game = first; game < last; ++game) {
        // How often a game goes astray differs from game to game.
        Random random(mix(number), game);
        const float noise =
            least_noise + (most_noise - least_noise) * static_cast<float>(random.next() >> 40) * (1.0F / (1 << 24));
        for (Mind& mind : minds) mind.noise = noise;
        std::int32_t points[most_seats];
        double shares[most_seats];
        learner.play(start.data(), minds.data(), number, game, games.samples.get(), points, shares);
        games.points.emplace_back(points, points + names.size());
        games.shares.emplace_back(shares, shares + names.size());
    }
    return games;
}

double train(Model& model, const Samples& samples, const nb::int_& seed, float first_rate, float last_rate, int batch) {
    if (model.domain != samples.domain) throw Refused("samples: of the model's domain expected");
    if (batch < 1) throw Refused("batch: at least 1 expected");
    const std::uint64_t number = seed_of(seed);
    const nb::gil_scoped_release release;
    return any_learner().train(model, samples, number, first_rate, last_rate, batch);
}

Samples joined(const std::vector<const Samples*>& parts) {
    Samples all;
    for (const Samples* part : parts) {
        if (all.size() && all.domain != part->domain) throw Refused("samples: of one domain expected");
        all.domain = part->domain;
        const auto base = static_cast<std::uint32_t>(all.rows.size());
        for (std::size_t i = 1; i < part->starts.size(); ++i) all.starts.push_back(base + part->starts[i]);
        all.rows.insert(all.rows.end(), part->rows.begin(), part->rows.end());
        all.gains.insert(all.gains.end(), part->gains.begin(), part->gains.end());
        all.parts.insert(all.parts.end(), part->parts.begin(), part->parts.end());
        all.left.insert(all.left.end(), part->left.begin(), part->left.end());
    }
    return all;
}

// The models in whole numbers, with how far off they are on samples that they have not seen.
Evaluation quantize(const std::vector<std::pair<const Model*, const Samples*>>& models, bool rounded) {
    Evaluation evaluation;
    for (const auto& [model, unseen] : models) {
        Network network = quantized(*model);
        if (rounded) round_rows(network);
        Errors errors{};
        if (unseen->size() && unseen->domain != model->domain) throw Refused("samples: of the model's domain expected");
        any_learner().errors(network, *unseen, errors);
        for (int i = 0; i <= most_left_to_place; ++i) {
            const auto count = static_cast<double>(errors.counts[i]);
            network.spread[i] = count > 0 ? static_cast<float>(std::sqrt(errors.squares[i] / count)) : 0.0F;
        }
        any_learner().fit_parts(network, *unseen);
        evaluation.networks.push_back(std::move(network));
    }
    return evaluation;
}

}  // namespace

void bind_learn(nb::module_& m) {
    nb::class_<Evaluation>(m, "Evaluation", "Learned weights of realms, for one domain or several.")
        .def_static(
            "read", [](const nb::bytes& bytes) { return read_evaluation(view_of(bytes)); }, "data"_a,
            "From the bytes of a file; damaged ones and other versions are refused.")
        .def(
            "write", [](const Evaluation& e) { return bytes_of(write_evaluation(e)); }, "The bytes of a file.")
        .def_prop_ro(
            "domains",
            [](const Evaluation& e) {
                std::vector<std::string> names;
                for (const Network& network : e.networks)
                    names.emplace_back(domain_names[static_cast<int>(network.domain)]);
                return names;
            },
            "What it knows: kingdoms alone (frame-5, frame-7), and realms with a purse and a builders' board.")
        .def(
            "spread",
            [](const Evaluation& e, std::string_view domain) {
                const Network* network = e.of(domain_named(domain));
                if (!network) throw Refused("these weights know nothing of this domain");
                return std::vector<float>(network->spread, network->spread + most_left_to_place + 1);
            },
            "domain"_a, "How far off it usually is, in points, by the dominoes that are still to place.");
    nb::class_<Samples>(m, "Samples", "Realms of games that were played, each with what it still gained.")
        .def_static(
            "read", [](const nb::bytes& bytes) { return read_samples(view_of(bytes)); }, "data"_a)
        .def_static("join", joined, "parts"_a)
        .def("write", [](const Samples& s) { return bytes_of(write_samples(s)); })
        .def_prop_ro("size", &Samples::size, "How many realms.");
    nb::class_<Model>(m, "Model", "A network while it learns.")
        .def(nb::new_([](std::string_view domain, const nb::int_& seed) {
                 return Model(domain_named(domain), seed_of(seed));
             }),
             "domain"_a, "seed"_a)
        .def_static(
            "read", [](const nb::bytes& bytes) { return read_model(view_of(bytes)); }, "data"_a)
        .def("write", [](const Model& model) { return bytes_of(write_model(model)); })
        .def("train", train, "samples"_a, "seed"_a, "first_rate"_a, "last_rate"_a, "batch"_a = 256,
             "Learn from every sample once; returns the mean squared error in points.");
    nb::class_<QuickGames>(m, "QuickGames",
                           "Quick games: points and shares of the win by realm, and samples if they were kept.")
        .def_ro("points", &QuickGames::points)
        .def_ro("shares", &QuickGames::shares)
        .def_ro("samples", &QuickGames::samples);
    m.def("quantize", quantize, "models"_a, nb::kw_only(), "rounded"_a = true,
          "Whole numbers of models, each with samples it has not seen, rounded to what a file keeps of them.");
    m.def("play_games", play_games, "ruleset"_a, "minds"_a, "evaluation"_a.none(), "first"_a, "last"_a, "seed"_a,
          nb::kw_only(), "least_noise"_a = 0.0F, "most_noise"_a = 0.0F, "placements"_a = 0, "keep"_a = false,
          "Quick games by number; a mind is the name of a greedy level, or None for the evaluation.");
    m.def(
        "placement_values", placement_values, "state"_a, "evaluation"_a, nb::kw_only(), "places"_a = std::vector<int>{},
        "Every placement of the domino at hand with the points expected in the end, best first; places: of its kings.");
    m.def(
        "realm_rows", rows, "state"_a, "evaluation"_a, "realm"_a, nb::kw_only(), "about_to_build"_a = false,
        "places"_a = std::vector<int>{},
        "The rows of a realm, and what the network makes of them in whole numbers; places: of its kings in the line.");
}
