// Training: the gradient of the squared error over a batch, and a step of Adam. Only rows that a batch has seen move.
//
// Every sum is taken in one fixed order, so the same samples make the same weights on every machine.
#pragma once
#include <cmath>
#include <memory>

#include "base/isa.hpp"
#include "base/random.hpp"
#include "learn/model.hpp"

namespace crownlands::CROWNLANDS_ISA {

inline float cut(float x) { return x < 0.0F ? 0.0F : x > 16.0F ? 16.0F : x; }
inline bool moves(float x) { return x > 0.0F && x < 16.0F; }

class Trainer {
   public:
    explicit Trainer(Model& model)
        : model_(model), gradient_(model.size(), 0.0F), seen_(static_cast<std::size_t>(rows_of(model.domain)), 0) {
        for (std::uint64_t i = 0; i < model.steps; ++i) fade();
    }

    // Adds a sample's gradient; returns its error in points.
    double add(const std::uint16_t* rows, std::size_t count, float target, float share) {
        const float* w = model_.weights.data();
        float sums[first_width], first[first_width], back[first_width];
        for (int i = 0; i < first_width; ++i) sums[i] = w[model_.first_bias() + static_cast<std::size_t>(i)];
        for (std::size_t r = 0; r < count; ++r) {
            const float* row = w + static_cast<std::size_t>(rows[r]) * first_width;
            for (int i = 0; i < first_width; ++i) sums[i] += row[i];
        }
        for (int i = 0; i < first_width; ++i) first[i] = cut(sums[i]), back[i] = 0.0F;
        float above[second_width];
        for (int j = 0; j < second_width; ++j) above[j] = w[model_.second_bias() + static_cast<std::size_t>(j)];
        for (int i = 0; i < first_width; ++i) {
            for (int j = 0; j < second_width; ++j) above[j] += first[i] * turned_[i][j];
        }
        float output = w[model_.third_bias()];
        for (int j = 0; j < second_width; ++j)
            output += cut(above[j]) * w[model_.third() + static_cast<std::size_t>(j)];
        const float error = output - target, slope = error * share;
        float* g = gradient_.data();
        g[model_.third_bias()] += slope;
        for (int j = 0; j < second_width; ++j) {
            g[model_.third() + static_cast<std::size_t>(j)] += slope * cut(above[j]);
            if (!moves(above[j])) continue;
            const float down = slope * w[model_.third() + static_cast<std::size_t>(j)];
            g[model_.second_bias() + static_cast<std::size_t>(j)] += down;
            const std::size_t at = model_.second() + static_cast<std::size_t>(j * first_width);
            for (int i = 0; i < first_width; ++i) g[at + static_cast<std::size_t>(i)] += down * first[i];
            for (int i = 0; i < first_width; ++i) back[i] += down * w[at + static_cast<std::size_t>(i)];
        }
        for (int i = 0; i < first_width; ++i) back[i] = moves(sums[i]) ? back[i] : 0.0F;
        for (int i = 0; i < first_width; ++i) g[model_.first_bias() + static_cast<std::size_t>(i)] += back[i];
        for (std::size_t r = 0; r < count; ++r) {
            float* row = g + static_cast<std::size_t>(rows[r]) * first_width;
            for (int i = 0; i < first_width; ++i) row[i] += back[i];
            if (!seen_[rows[r]]) {
                seen_[rows[r]] = 1;
                touched_.push_back(rows[r]);
            }
        }
        return 10.0 * static_cast<double>(error);
    }

    void begin() {
        for (int j = 0; j < second_width; ++j) {
            for (int i = 0; i < first_width; ++i) {
                turned_[i][j] = model_.weights[model_.second() + static_cast<std::size_t>(j * first_width + i)];
            }
        }
    }

    void step(float rate) {
        ++model_.steps;
        fade();
        const auto scale =
            static_cast<float>(static_cast<double>(rate) * std::sqrt(1.0 - square_left_) / (1.0 - mean_left_));
        for (const std::uint16_t row : touched_) {
            adam(static_cast<std::size_t>(row) * first_width, first_width, scale);
            seen_[row] = 0;
        }
        touched_.clear();
        adam(model_.first_bias(), model_.size() - model_.first_bias(), scale);
    }

   private:
    Model& model_;
    std::vector<float> gradient_;
    std::vector<std::uint8_t> seen_;
    std::vector<std::uint16_t> touched_;
    float turned_[first_width][second_width];
    // How much of their beginning at zero Adam's means still have; by products, which are the same everywhere, not by
    // pow.
    double mean_left_ = 1.0, square_left_ = 1.0;

    void fade() {
        mean_left_ *= 0.9;
        square_left_ *= 0.999;
    }

    void adam(std::size_t from, std::size_t size, float scale) {
        float* w = model_.weights.data() + from;
        float* m = model_.mean.data() + from;
        float* v = model_.square.data() + from;
        float* g = gradient_.data() + from;
        for (std::size_t i = 0; i < size; ++i) {
            m[i] += 0.1F * (g[i] - m[i]);
            v[i] += 0.001F * (g[i] * g[i] - v[i]);
            w[i] -= scale * m[i] / (std::sqrt(v[i]) + 1e-8F);
            g[i] = 0.0F;
        }
    }
};

inline double train(Model& model, const Samples& samples, std::uint64_t seed, float first_rate, float last_rate,
                    int batch) {
    const std::size_t size = samples.size();
    std::vector<std::uint32_t> order(size);
    Random random(seed);
    for (std::size_t i = 0; i < size; ++i) {
        const std::size_t j = random.below(static_cast<std::uint32_t>(i + 1));
        order[i] = order[j];
        order[j] = static_cast<std::uint32_t>(i);
    }
    Trainer trainer(model);
    double squares = 0;
    for (std::size_t at = 0; at < size; at += static_cast<std::size_t>(batch)) {
        const std::size_t end =
            at + static_cast<std::size_t>(batch) < size ? at + static_cast<std::size_t>(batch) : size;
        trainer.begin();
        for (std::size_t i = at; i < end; ++i) {
            const std::uint32_t pick = order[i];
            const std::size_t from = samples.starts[pick], count = samples.starts[pick + 1] - from;
            const double error =
                trainer.add(samples.rows.data() + from, count, static_cast<float>(samples.gains[pick]) / 10.0F,
                            1.0F / static_cast<float>(end - at));
            squares += error * error;
        }
        const float progress = static_cast<float>(at) / static_cast<float>(size);
        trainer.step(first_rate + progress * (last_rate - first_rate));
    }
    return size ? squares / static_cast<double>(size) : 0.0;
}

}  // namespace crownlands::CROWNLANDS_ISA
