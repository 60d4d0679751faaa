// A sampled future: what chance brings in it, and what the end looked like before its first new line.
#pragma once
#include "search/eval/score_model.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <class S>
class Future {
   public:
    explicit Future(std::uint64_t sample) : sample_(sample) {}

    // Of a search that knows what every line from the `drawn`th on brings.
    Future(std::uint64_t sample, const std::uint64_t* lines, int drawn)
        : sample_(sample), lines_(lines), drawn_(drawn) {}

    // Asks for a guess of the final points when the line after this round is about to be drawn. It sees a kingdom as a
    // whole where a playout sees one fate of it: their errors are different, so both together are nearer to the truth
    // than each.
    void ask(int round, const Weights& weights, const ScoreModel& model) {
        round_ = round;
        weights_ = &weights;
        model_ = &model;
    }

    void bring(SearchState<S>& search) {
        const State<S>& state = search.state;
        if (model_ && state.step == Step::reveal && state.round == round_) guess(search);
        if (lines_ && state.step == Step::reveal) return search.reveal(lines_[state.drawn - drawn_]);
        Random chance(chance_seed(state));
        search.sample(chance);
    }

    // Chance depends on the sample and on the moment alone, so that the same future brings the same lines after
    // different decisions.
    std::uint64_t chance_seed(const State<S>& state) const {
        // Kings are drawn one by one at one moment of the game: each has a moment of its own.
        const auto drawn = static_cast<std::uint64_t>(state.step == Step::kings ? state.court.last : 0);
        return mix(sample_) + 1024 * drawn + 4 * state.round + static_cast<std::uint64_t>(state.step);
    }

    // The points of a playout, corrected by what was guessed on the way, if it was.
    double blend(int realm, double played) const {
        return guessed_ ? played + static_cast<double>(model_->trust) * (points_[realm] - played) : played;
    }

   private:
    std::uint64_t sample_;
    const std::uint64_t* lines_ = nullptr;
    int drawn_ = 0;
    int round_ = 0;
    const Weights* weights_ = nullptr;
    const ScoreModel* model_ = nullptr;
    bool guessed_ = false;
    double points_[S::realms];

    void guess(SearchState<S>& search) {
        predict_all(search, *weights_, *model_, points_);
        guessed_ = true;
    }
};

}  // namespace crownlands::CROWNLANDS_ISA
