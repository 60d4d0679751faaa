// A state of any shape with its engine, and the match around it: what Python holds.
#pragma once
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "engine/engine.hpp"
#include "notation/reader.hpp"
#include "ruleset/actions.hpp"

namespace crownlands {

class AnyState {
   public:
    AnyState(std::string_view ruleset, const char* isa)
        : rules_(parse_ruleset(ruleset)), engine_(&engine_for(rules_, isa)) {
        engine_->start(&storage_, rules_);
    }
    AnyState(const Position& position, const char* isa) : rules_(position.rules), engine_(&engine_for(rules_, isa)) {
        engine_->load(&storage_, position);
        if (position.game) game_ = position.game;  // only a match has a number in its position
        std::memcpy(earlier_, position.earlier, sizeof earlier_);
    }
    // A copy of a state of the same engine, as the given game of its match.
    AnyState(const Ruleset& rules, const char* isa, const void* state, int number, const std::int32_t (*earlier)[3])
        : rules_(rules), engine_(&engine_for(rules, isa)), game_(static_cast<std::uint8_t>(number)) {
        std::memcpy(earlier_, earlier, sizeof earlier_);
        std::memcpy(&storage_, state, engine_->size);
    }
    AnyState(const AnyState& other) : rules_(other.rules_), engine_(other.engine_), game_(other.game_) {
        std::memcpy(earlier_, other.earlier_, sizeof earlier_);
        std::memcpy(&storage_, &other.storage_, engine_->size);
    }
    AnyState& operator=(const AnyState&) = delete;

    const Ruleset& rules() const { return rules_; }
    const Engine& engine() const { return *engine_; }
    const void* data() const { return &storage_; }
    void* data() { return &storage_; }
    Turn turn() const { return engine_->turn(&storage_); }
    ActionCode code() const { return ActionCode(rules_); }
    Position position() const;
    // The points of earlier games of the match, by realm.
    void head_start(std::int32_t* points) const {
        for (int realm = 0; realm < most_seats; ++realm) points[realm] = earlier_[realm][0];
    }

    // Which game of its match, from 1, and what those before gave each realm: points, largest territory, crowns.
    int number() const { return game_; }
    const std::int32_t (*earlier() const)[3] { return earlier_; }
    // Sets up the next game of the match, once this one is over.
    void next_game();

    std::vector<int> legal() const;
    std::string action_text(std::int64_t action) const;
    int action_number(std::string_view text) const;
    void apply(std::int64_t action);
    void apply_text(std::string_view text);
    std::string sample(std::uint64_t seed);
    std::vector<std::vector<int>> ranking() const;

   private:
    Ruleset rules_;
    const Engine* engine_;
    std::uint8_t game_ = 1;
    std::int32_t earlier_[most_seats][3] = {};
    Storage storage_;

    int checked(std::int64_t action) const;
};

}  // namespace crownlands
