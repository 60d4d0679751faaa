// Learning and the one-ply player, compiled once per instruction set.
#include "learn/learner.hpp"
#include "learn/parts.hpp"
#include "learn/self_play.hpp"
#include "learn/training.hpp"

namespace crownlands::CROWNLANDS_ISA {

namespace {

template <class S>
constexpr Learner make_learner() {
    Learner learner{};
    learner.play = [](const void* start, const Mind* minds, std::uint64_t seed, std::uint64_t game, Samples* samples,
                      std::int32_t* points, double* shares) {
        play_game(*static_cast<const State<S>*>(start), minds, seed, game, samples, points, shares);
    };
    learner.train = train;
    learner.errors = [](const Network& network, const Samples& samples, Errors& errors) {
        each_sample(network, samples, [&](std::size_t i, const std::uint16_t* sums) {
            const double gain = static_cast<double>(forward(network, sums)) / static_cast<double>(output_unit);
            const double error = gain - samples.gains[i];
            errors.squares[samples.left[i]] += error * error;
            ++errors.counts[samples.left[i]];
        });
    };
    learner.fit_parts = fit_parts;
    learner.rows = [](const void* state, const Network& network, int realm, bool open, std::span<const int> places,
                      std::uint16_t* out, std::int32_t& output) {
        const auto& here = *static_cast<const State<S>*>(state);
        const Bag<S> bag(here);
        Holding<S> holding(network, here, bag, realm);
        holding.open(open);
        for (const int place : places) holding.stand(place);
        int size = 0;
        holding.each_row([&](int row) { out[size++] = static_cast<std::uint16_t>(row); });
        output = holding.raw();
        return size;
    };
    learner.values = [](const void* state, const Network& network, std::span<const int> places, std::uint16_t* actions,
                        float* values) {
        const auto& here = *static_cast<const State<S>*>(state);
        const Bag<S> bag(here);
        Holding<S> holding(network, here, bag, here.acting_realm());
        for (const int place : places) holding.stand(place);
        Site sites[ActionList<S>::capacity];
        const int size = holding.best(here.domino(), sites, ActionList<S>::capacity, [] { return 0.0F; });
        for (int i = 0; i < size; ++i) {
            const bool fits = sites[i].cell >= 0;
            actions[i] = static_cast<std::uint16_t>(
                fits ? sites[i].orientation * Geometry<S::frame>::cells + sites[i].cell : here.code().discard);
            values[i] = sites[i].value;
        }
        return size;
    };
    return learner;
}

}  // namespace

extern const Learner learners[4];
const Learner learners[4] = {make_learner<Kingdomino5>(), make_learner<Kingdomino7>(), make_learner<Queendomino5>(),
                             make_learner<Queendomino7>()};

}  // namespace crownlands::CROWNLANDS_ISA
