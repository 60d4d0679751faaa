// Coverage-guided fuzzing of the core's entry points: position texts, event texts, action numbers (`make fuzz`).
//
// The input's first byte says what the rest is: a position text, or a ruleset with a script of actions, numbers, event
// texts and chance. Whatever is accepted must hold what the core promises, and is played to the end.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/any_state.hpp"
#include "search/levels.hpp"

using namespace crownlands;

namespace {

void require(bool condition, const char* promise) {
    if (condition) return;
    std::fprintf(stderr, "broken promise: %s\n", promise);
    std::abort();
}

constexpr const char* names[] = {"kingdomino/2",
                                 "kingdomino/3+lines-of-four+top-down",
                                 "kingdomino/4+middle-kingdom+harmony",
                                 "kingdomino/2+mighty-duel+any-king",
                                 "queendomino/2",
                                 "queendomino/3+dynasty",
                                 "queendomino/4+top-down",
                                 "royal-wedding/3",
                                 "royal-wedding/5+any-king",
                                 "royal-wedding/8",
                                 "royal-wedding/6+teams",
                                 "royal-wedding/8+teams+middle-kingdom+harmony"};

// Printing and reading again is the same position; scores are the sums of their terms.
void check(const AnyState& state) {
    const std::string text = position_text(state.position());
    const AnyState again(parse_position(text), "base");
    require(position_text(again.position()) == text, "a printed position is read as it was");
    require(again.legal() == state.legal(), "a position read again has the same legal actions");
    for (int realm = 0; realm < state.rules().realms(); ++realm) {
        Term terms[most_terms];
        const int count = state.engine().terms(state.data(), realm, terms);
        require(count <= most_terms, "terms fit");
        int sum = 0;
        for (int i = 0; i < count; ++i) sum += terms[i].points;
        require(sum == state.engine().points(state.data(), realm), "points are the sum of the terms");
    }
    for (const int action : state.legal()) {
        require(state.action_number(state.action_text(action)) == action, "an action's text is read as its number");
    }
}

bool holds_too_much(const AnyState& state) {
    // A purse beyond what a position may say cannot be read again.
    const Position position = state.position();
    for (const RealmPosition& realm : position.realms) {
        if (realm.coins > 999 || realm.knights_in_reserve > 999) return true;
    }
    return false;
}

void play_on(const AnyState& state, std::uint64_t seed) {
    AnyState copy(state);
    Random random(seed);
    copy.engine().random_playout(copy.data(), random);
    require(copy.turn().step == Step::over, "a playout ends");
    if (!holds_too_much(copy)) check(copy);
    AnyState squires(state);
    const Weights& weights = *level_for("squire", state.rules()).style.weights;
    const Searcher& searcher = searcher_for(state.rules(), state.engine().isa);
    searcher.finish(squires.data(), weights, seed);
    require(squires.turn().step == Step::over, "squires come to the end");
    if (!holds_too_much(squires)) check(squires);
}

void run_script(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return;
    AnyState state(names[data[0] % std::size(names)], data[1] & 1 ? nullptr : "base");
    for (std::size_t i = 2; i + 1 < size; i += 2) {
        const unsigned value = data[i] | data[i + 1] << 8;
        const auto legal = state.legal();
        if (is_chance(state.turn().step)) {
            const std::string before = position_text(state.position());
            AnyState told(state);
            const std::string event = state.sample(value);
            told.apply_text(event);
            require(position_text(told.position()) == position_text(state.position()),
                    "a sampled event can be told as text");
        } else if (legal.empty()) {
            break;
        } else if (value & 0x8000) {
            state.apply(legal[(value & 0x7fff) % legal.size()]);
        } else {
            try {
                state.apply(static_cast<int>(value) - 100);
            } catch (const Refused&) {
                require(state.legal() == legal, "a refused action changes nothing");
            }
        }
        if (value % 61 == 0) check(state);
    }
    check(state);
    if (data[1] & 2) play_on(state, size);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    switch (data[0] % 4) {
        case 0:
        case 1:
            try {
                const AnyState state(parse_position(text), data[0] & 4 ? nullptr : "base");
                check(state);
                // Playing on takes a hundred times as long as reading, so only some are played.
                if (data[0] & 8) play_on(state, data[0]);
            } catch (const Refused&) {
            }
            break;
        case 2:
            try {
                const std::string printed = event_text(parse_event(text));
                require(event_text(parse_event(printed)) == printed, "a printed event is read as it was");
            } catch (const Refused&) {
            }
            break;
        default:
            run_script(data + 1, size - 1);
    }
    return 0;
}
