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

// Where each row goes when the kingdom is turned or mirrored; bits: 1 east and west, 2 north and south, 4 both axes.
struct Symmetries {
    std::vector<std::uint16_t> rows[8];

    explicit Symmetries(Domain domain) {
        for (auto& turned : rows) {
            for (int r = 0; r < rows_of(domain); ++r) turned.push_back(static_cast<std::uint16_t>(r));
        }
        if (domain == Domain::frame_5) add<RowLayout<5, false>, 5>();
        if (domain == Domain::frame_7) add<RowLayout<7, false>, 7>();
        if (domain == Domain::builders_5) add<RowLayout<5, true>, 5>();
        if (domain == Domain::builders_7) add<RowLayout<7, true>, 7>();
    }

   private:
    template <class L, int Frame>
    void add() {
        for (int s = 0; s < 8; ++s) {
            for (int w = 0; w < Frame; ++w) {
                for (int e = 0; w + e < Frame; ++e) {
                    for (int n = 0; n < Frame; ++n) {
                        for (int o = 0; n + o < Frame; ++o) {
                            int a = w, b = e, c = n, d = o;
                            if (s & 1) std::swap(a, b);
                            if (s & 2) std::swap(c, d);
                            if (s & 4) std::swap(a, c), std::swap(b, d);
                            set(s, L::extent_row(w, e, n, o), L::extent_row(a, b, c, d));
                        }
                    }
                }
            }
            for (int cell = 0; cell < L::cells; ++cell) {
                int x = cell % L::side, y = cell / L::side;
                if (s & 1) x = L::side - 1 - x;
                if (s & 2) y = L::side - 1 - y;
                if (s & 4) std::swap(x, y);
                for (int t = 0; t < L::terrains; ++t) {
                    for (int c = 0; c < 4; ++c) set(s, L::square_row(cell, t, c), L::square_row(y * L::side + x, t, c));
                }
            }
        }
    }
    void set(int s, int from, int to) { rows[s][static_cast<std::size_t>(from)] = static_cast<std::uint16_t>(to); }
};

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
    const Symmetries symmetries(model.domain);
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
    std::uint16_t rows[most_rows];
    for (std::size_t at = 0; at < size; at += static_cast<std::size_t>(batch)) {
        const std::size_t end =
            at + static_cast<std::size_t>(batch) < size ? at + static_cast<std::size_t>(batch) : size;
        trainer.begin();
        for (std::size_t i = at; i < end; ++i) {
            const std::uint32_t pick = order[i];
            const std::size_t from = samples.starts[pick], count = samples.starts[pick + 1] - from;
            const auto& turned = symmetries.rows[random.next() >> 61];
            for (std::size_t r = 0; r < count; ++r) rows[r] = turned[samples.rows[from + r]];
            const double error = trainer.add(rows, count, static_cast<float>(samples.gains[pick]) / 10.0F,
                                             1.0F / static_cast<float>(end - at));
            squares += error * error;
        }
        const float progress = static_cast<float>(at) / static_cast<float>(size);
        trainer.step(first_rate + progress * (last_rate - first_rate));
    }
    return size ? squares / static_cast<double>(size) : 0.0;
}

}  // namespace crownlands::CROWNLANDS_ISA
