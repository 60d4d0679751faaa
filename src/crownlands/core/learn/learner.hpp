// What the rest of the core sees of learning: plain data, and a table of functions for each shape and instruction set.
#pragma once
#include <cstdint>
#include <span>

#include "engine/engine.hpp"
#include "learn/model.hpp"
#include "search/eval/weights.hpp"

namespace crownlands {

// Who decides for a realm in quick games: a learned evaluation, or a hand-made one.
struct Mind {
    const Network* network;  // null: the weights decide
    const Weights* weights;
    float noise;  // the greatest random error of a learned value, in points
    int placements;
};

// By dominoes left.
struct Errors {
    double squares[most_left_to_place + 1];
    std::uint64_t counts[most_left_to_place + 1];
};

struct Learner {
    // Plays a game from this start with a mind for each realm. `samples`, if any, get the kingdoms on the way.
    void (*play)(const void* start, const Mind* minds, std::uint64_t seed, std::uint64_t game, Samples* samples,
                 std::int32_t* points, double* shares);
    // One step of training for every `batch` samples, in an order by lot. Returns the mean squared error, in
    // points, before each step.
    double (*train)(Model& model, const Samples& samples, std::uint64_t seed, float first_rate, float last_rate,
                    int batch);
    // Adds to the squared errors, in points, and the numbers of samples.
    void (*errors)(const Network& network, const Samples& samples, Errors& errors);
    // Makes the weights of the parts from samples.
    void (*fit_parts)(Network& network, const Samples& samples);
    // The rows of a realm, about to build or not, its kings at these places of their line, and the network's output in
    // whole numbers.
    int (*rows)(const void* state, const Network& network, int realm, bool open, std::span<const int> places,
                std::uint16_t* out, std::int32_t& output);
    // The values of all placements of the domino that is to be placed, in points, each with the tax that is best there,
    // and the numbers of their actions; kings of the realm stand at these places of their line.
    int (*values)(const void* state, const Network& network, std::span<const int> places, std::uint16_t* actions,
                  float* values);
};

const Learner& learner_for(const Ruleset& rules, const char* isa = nullptr);
// What does not depend on a shape: training and errors.
const Learner& any_learner(const char* isa = nullptr);

}  // namespace crownlands
