// Many games of one ruleset over threads, with the checks towards the outside.
#pragma once
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/any_state.hpp"
#include "envs/crew.hpp"
#include "envs/kernel.hpp"

namespace crownlands {

class Games {
   public:
    struct Options {
        Reward reward = Reward::margin;
        Autoreset autoreset = Autoreset::next_step;
        int threads = 1;
        int learner = -1;     // the only seat that is asked, or all
        std::string rivals;   // who plays the others
        const char* isa = nullptr;
    };

    Games(std::string_view ruleset, std::int64_t count, const Options& options);

    const Ruleset& rules() const { return rules_; }
    const Layout& layout() const { return layout_; }
    std::int64_t count() const { return count_; }
    int action_count() const { return ActionCode(rules_).count; }
    int threads() const { return crew_.size(); }

    // The arrays that everything is written to from now on.
    void bind(const Views& views) {
        play_.views = views;
        bound_ = true;
    }

    void reset(const std::uint64_t* seeds, const bool* which);
    // All or nothing: with an illegal action among them no game goes on.
    void step(const std::int32_t* actions);
    void sample(std::uint64_t seed, std::int32_t* actions);
    // What a level would do in each game; −1 where a game is over.
    void advise(std::string_view level, std::uint64_t seed, std::int32_t* actions);

    AnyState game(std::int64_t index) const;
    // Chance after it comes from the seed: a copy must not know what the original will draw.
    void put(std::int64_t index, const AnyState& game, std::uint64_t seed);
    void copy(const Games& from, const std::int64_t* sources, const std::int64_t* targets, std::int64_t pairs,
              const std::uint64_t* seeds);
    void observe(std::int64_t index, int seat, std::uint8_t* out) const;

   private:
    Ruleset rules_;
    Layout layout_;
    std::int64_t count_;
    const char* isa_;
    const Kernel* kernel_;
    std::size_t size_;
    struct alignas(64) Block {
        std::byte bytes[64];
    };
    std::vector<Block> memory_;
    std::vector<Episode> episodes_;
    Play play_{};
    bool bound_ = false, begun_ = false;
    Crew crew_;

    std::byte* state(std::int64_t index) { return play_.states + static_cast<std::size_t>(index) * size_; }
    const std::byte* state(std::int64_t index) const { return play_.states + static_cast<std::size_t>(index) * size_; }
    void need(std::int64_t index) const;
    void need_arrays() const;
    void plant(std::int64_t index, std::uint64_t seed);
};

// A level that judges only, for this ruleset; "random" is any legal action.
Rivals rivals_for(std::string_view level, const Ruleset& rules, const char* isa);

}  // namespace crownlands
