// What gains come from: for each part of the score the weights with the least squared error over samples. The sums of
// both layers are whole numbers, so what is to be solved is exact, and the same samples make the same weights
// everywhere.
#pragma once
#include <cmath>

#include "learn/model.hpp"
#include "search/eval/sums.hpp"

namespace crownlands::CROWNLANDS_ISA {

// Calls f(sample, sums of the first layer) for every sample.
template <class F>
void each_sample(const Network& network, const Samples& samples, F&& f) {
    for (std::size_t i = 0; i < samples.size(); ++i) {
        alignas(64) std::uint16_t sums[first_width];
        for (int k = 0; k < first_width; ++k) sums[k] = static_cast<std::uint16_t>(network.first_bias[k]);
        for (std::size_t r = samples.starts[i]; r < samples.starts[i + 1]; ++r) {
            add_row(sums, network.first.data() + static_cast<std::size_t>(samples.rows[r]) * first_width);
        }
        f(i, sums);
    }
}

class LeastSquares {
   public:
    void add(const std::int32_t* features, const std::int16_t* targets) {
        for (int a = 0; a < feature_count; ++a) {
            if (!features[a]) continue;
            for (int b = 0; b <= a; ++b) squares_[a][b] += std::int64_t{features[a]} * features[b];
            for (int p = 0; p < part_count; ++p) products_[a][p] += std::int64_t{features[a]} * targets[p];
        }
    }
    // Cholesky's way. A little on the diagonal keeps weights small where features say the same twice.
    void solve(float (*parts)[feature_count]) const {
        double lower[feature_count][feature_count], y[feature_count];
        const double most = static_cast<double>(squares_[feature_count - 1][feature_count - 1]);
        for (int a = 0; a < feature_count; ++a) {
            for (int b = 0; b <= a; ++b) {
                double sum = static_cast<double>(squares_[a][b]) + (a == b ? 1e-4 * most + 1.0 : 0.0);
                for (int k = 0; k < b; ++k) sum -= lower[a][k] * lower[b][k];
                lower[a][b] = a == b ? std::sqrt(sum) : sum / lower[b][b];
            }
        }
        for (int p = 0; p < part_count; ++p) {
            for (int a = 0; a < feature_count; ++a) {
                y[a] = static_cast<double>(products_[a][p]);
                for (int k = 0; k < a; ++k) y[a] -= lower[a][k] * y[k];
                y[a] /= lower[a][a];
            }
            for (int a = feature_count - 1; a >= 0; --a) {
                for (int k = a + 1; k < feature_count; ++k) y[a] -= lower[k][a] * y[k];
                y[a] /= lower[a][a];
            }
            for (int a = 0; a < feature_count; ++a) parts[p][a] = static_cast<float>(y[a] * sum_unit);
        }
    }

   private:
    std::int64_t squares_[feature_count][feature_count] = {}, products_[feature_count][part_count] = {};
};

inline void fit_parts(Network& network, const Samples& samples) {
    LeastSquares fit;
    std::int32_t features[feature_count];
    each_sample(network, samples, [&](std::size_t i, const std::uint16_t* sums) {
        features_of(network, sums, features);
        fit.add(features, samples.parts.data() + i * part_count);
    });
    fit.solve(network.parts);
}

}  // namespace crownlands::CROWNLANDS_ISA
