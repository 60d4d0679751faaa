// Models and samples: beginning, rounding to whole numbers, and the files of unfinished work.
#include "learn/model.hpp"

#include <cmath>
#include <cstring>
#include <string>

#include "base/errors.hpp"
#include "base/random.hpp"

namespace crownlands {

Model::Model(Domain domain_, std::uint64_t seed) : domain(domain_) {
    weights.assign(size(), 0.0F);
    mean.assign(size(), 0.0F);
    square.assign(size(), 0.0F);
    Random random(seed);
    const auto spread = [&](std::size_t from, std::size_t to, float most) {
        for (std::size_t i = from; i < to; ++i) {
            weights[i] = most * (static_cast<float>(random.next() >> 40) * (2.0F / (1 << 24)) - 1.0F);
        }
    };
    spread(0, first_bias(), 0.05F);
    spread(second(), second_bias(), 0.25F);
    spread(third(), third_bias(), 0.4F);
}

namespace {

template <class T>
T rounded(float weight, int unit, double most) {
    const double value = std::nearbyint(static_cast<double>(weight) * unit);
    if (!(value >= -most && value <= most)) {
        throw Refused("a weight of " + std::to_string(weight) + " is too large to be written as a whole number");
    }
    return static_cast<T>(value);
}

// Files that only this program reads again: plain memory, with a mark and a length so that a torn one is noticed.
constexpr std::string_view model_mark = "crownmod", samples_mark = "crownsa2";

template <class T>
void put(std::vector<std::uint8_t>& out, const std::vector<T>& items) {
    const std::uint64_t size = items.size();
    const auto* head = reinterpret_cast<const std::uint8_t*>(&size);
    out.insert(out.end(), head, head + sizeof size);
    const auto* body = reinterpret_cast<const std::uint8_t*>(items.data());
    out.insert(out.end(), body, body + size * sizeof(T));
}

struct Taker {
    std::string_view rest;
    const char* what;

    Taker(std::string_view bytes, std::string_view mark, const char* what_) : rest(bytes), what(what_) {
        if (rest.substr(0, mark.size()) != mark) throw Refused(std::string(what) + ": another kind of file");
        rest.remove_prefix(mark.size());
    }
    void copy(void* to, std::size_t size) {
        if (rest.size() < size) throw Refused(std::string(what) + ": the file ends too early");
        std::memcpy(to, rest.data(), size);
        rest.remove_prefix(size);
    }
    template <class T>
    std::vector<T> items() {
        std::uint64_t size;
        copy(&size, sizeof size);
        if (size > rest.size() / sizeof(T)) throw Refused(std::string(what) + ": the file ends too early");
        std::vector<T> found(size);
        copy(found.data(), size * sizeof(T));
        return found;
    }
    Domain domain(const std::vector<std::uint64_t>& head) const {
        if (head.size() != 3 || head[0] != rows_version || head[1] >= domain_count) {
            throw Refused(std::string(what) + ": of another layout; make it anew");
        }
        return static_cast<Domain>(head[1]);
    }
};

std::vector<std::uint8_t> begin(std::string_view mark, Domain domain, std::uint64_t steps) {
    std::vector<std::uint8_t> out(mark.begin(), mark.end());
    put(out, std::vector<std::uint64_t>{rows_version, static_cast<std::uint64_t>(domain), steps});
    return out;
}

}  // namespace

Network quantized(const Model& model) {
    Network network{};
    network.domain = model.domain;
    const float* w = model.weights.data();
    network.first.resize(model.first_bias());
    for (std::size_t i = 0; i < model.first_bias(); ++i)
        network.first[i] = rounded<std::int16_t>(w[i], sum_unit, 127 << 8);
    for (int i = 0; i < first_width; ++i)
        network.first_bias[i] =
            rounded<std::int16_t>(w[model.first_bias() + static_cast<std::size_t>(i)], sum_unit, 32767);
    for (int j = 0; j < second_width; ++j) {
        for (int i = 0; i < first_width; ++i) {
            network.second[j][i] = rounded<std::int16_t>(
                w[model.second() + static_cast<std::size_t>(j * first_width + i)], weight_unit, most_weight);
        }
        network.second_bias[j] = rounded<std::int32_t>(w[model.second_bias() + static_cast<std::size_t>(j)],
                                                       sum_unit * weight_unit, 1 << 28);
        network.third[j] =
            rounded<std::int16_t>(w[model.third() + static_cast<std::size_t>(j)], weight_unit, most_weight);
    }
    network.third_bias = rounded<std::int32_t>(w[model.third_bias()], sum_unit * weight_unit, 1 << 28);
    return network;
}

std::vector<std::uint8_t> write_model(const Model& model) {
    auto out = begin(model_mark, model.domain, model.steps);
    put(out, model.weights);
    put(out, model.mean);
    put(out, model.square);
    return out;
}

Model read_model(std::string_view bytes) {
    Taker in(bytes, model_mark, "checkpoint");
    const auto head = in.items<std::uint64_t>();
    Model model(in.domain(head), 0);
    model.steps = head[2];
    const std::size_t size = model.size();
    model.weights = in.items<float>();
    model.mean = in.items<float>();
    model.square = in.items<float>();
    if (model.weights.size() != size || model.mean.size() != size || model.square.size() != size || !in.rest.empty()) {
        throw Refused("checkpoint: of another size; make it anew");
    }
    return model;
}

std::vector<std::uint8_t> write_samples(const Samples& samples) {
    auto out = begin(samples_mark, samples.domain, 0);
    put(out, samples.starts);
    put(out, samples.rows);
    put(out, samples.gains);
    put(out, samples.parts);
    put(out, samples.left);
    return out;
}

Samples read_samples(std::string_view bytes) {
    Taker in(bytes, samples_mark, "samples");
    Samples samples;
    samples.domain = in.domain(in.items<std::uint64_t>());
    samples.starts = in.items<std::uint32_t>();
    samples.rows = in.items<std::uint16_t>();
    samples.gains = in.items<std::int16_t>();
    samples.parts = in.items<std::int16_t>();
    samples.left = in.items<std::uint8_t>();
    const std::size_t size = samples.gains.size();
    bool sound = samples.starts.size() == size + 1 && samples.left.size() == size &&
                 samples.parts.size() == size * part_count && samples.starts[0] == 0 &&
                 samples.starts[size] == samples.rows.size() && in.rest.empty();
    for (std::size_t i = 0; sound && i < size; ++i) {
        sound = samples.starts[i] <= samples.starts[i + 1] && samples.left[i] <= most_left_to_place;
    }
    for (std::size_t i = 0; sound && i < samples.rows.size(); ++i) sound = samples.rows[i] < rows_of(samples.domain);
    if (!sound) throw Refused("samples: the file is damaged; make it anew");
    return samples;
}

}  // namespace crownlands
