// The checks between the outside and the engines, which trust their callers.
#include "engine/any_state.hpp"

#include <tuple>

namespace crownlands {

Position AnyState::position() const {
    Position position;
    engine_->store(&storage_, position);
    position.game = game_;
    std::memcpy(position.earlier, earlier_, sizeof earlier_);
    return position;
}

std::vector<int> AnyState::legal() const {
    std::uint16_t items[most_actions];
    const int count = engine_->legal(&storage_, items);
    return {items, items + count};
}

int AnyState::checked(std::int64_t action) const {
    if (action < 0 || action >= code().count) {
        throw Illegal("no action has the number " + std::to_string(action) + ": 0 to " +
                      std::to_string(code().count - 1) + " expected");
    }
    if (!engine_->is_legal(&storage_, static_cast<int>(action))) {
        throw Illegal("action " + std::to_string(action) + " is not legal now; the game waits for " +
                      step_names[static_cast<int>(turn().step)]);
    }
    return static_cast<int>(action);
}

std::string AnyState::action_text(std::int64_t action) const {
    Event event;
    engine_->describe(&storage_, checked(action), event);
    return event_text(event);
}

int AnyState::action_number(std::string_view text) const {
    const Event event = parse_event(text);
    if (event.type <= EventType::buildings) throw Illegal("an action expected, not chance");
    const char* reason = "";
    const int action = engine_->number_of(&storage_, event, reason);
    if (action < 0) throw Illegal(event_text(event) + ": " + reason);
    return action;
}

void AnyState::apply(std::int64_t action) { engine_->apply(&storage_, checked(action)); }

void AnyState::apply_text(std::string_view text) {
    const Event event = parse_event(text);
    const char* reason = "";
    if (event.type > EventType::buildings) {
        const int action = engine_->number_of(&storage_, event, reason);
        if (action < 0) throw Illegal(event_text(event) + ": " + reason);
        engine_->apply(&storage_, action);
        return;
    }
    if (const char* why_not = engine_->why_not_chance(&storage_, event))
        throw Illegal(event_text(event) + ": " + why_not);
    engine_->apply_chance(&storage_, event);
}

// Samples the chance event that the game waits for, and tells which it was.
std::string AnyState::sample(std::uint64_t seed) {
    if (!is_chance(turn().step)) {
        throw Illegal(std::string("no chance now: the game waits for ") + step_names[static_cast<int>(turn().step)]);
    }
    const Position before = position();
    Random random(seed);
    engine_->sample(&storage_, random);
    const Position after = position();
    Event event{};
    event.type = EventType(static_cast<int>(before.step));
    if (before.step == Step::kings) {
        // They are in hand, or, where nobody chooses, on the line at once.
        const bool in_hand = after.king_count > 0;
        event.count = in_hand ? after.king_count : after.line_count;
        for (int i = 0; i < event.count; ++i) {
            event.first[i] = in_hand ? after.chooser[i] : after.line_seat[i];
            event.second[i] = in_hand ? after.owner[i] : after.line_seat[i];
        }
    } else if (before.step == Step::reveal) {
        for (int domino = 0; domino < domino_count; ++domino) {
            const int box = domino / dominoes_per_box, number = domino % dominoes_per_box;
            if ((before.undrawn[box] & ~after.undrawn[box]) >> number & 1) {
                event.first[event.count++] = static_cast<std::uint8_t>(domino);
            }
        }
    } else {
        for (int slot = 0; slot < slot_count; ++slot) {
            if (before.slots[slot] == nobody && after.slots[slot] != nobody)
                event.first[event.count++] = after.slots[slot];
        }
    }
    return event_text(event);
}

void AnyState::next_game() {
    if (turn().step != Step::over) throw Illegal("this game is not over");
    if (game_ >= rules_.games) throw Illegal("this was the last game");
    for (int realm = 0; realm < rules_.realms(); ++realm) {
        const Standing standing = engine_->standing(&storage_, realm);
        earlier_[realm][0] += standing.points;
        earlier_[realm][1] += standing.largest;
        earlier_[realm][2] += standing.crowns;
    }
    ++game_;
    engine_->start(&storage_, rules_);
}

// Realms, best first, ties together (K11, Q14).
std::vector<std::vector<int>> AnyState::ranking() const {
    const int realms = rules_.realms();
    Standing standings[most_seats];
    for (int r = 0; r < realms; ++r) {
        standings[r] = engine_->standing(&storage_, r);
        if (!(rules_.ties & 1)) standings[r].largest = 0;
        if (!(rules_.ties & 2)) standings[r].crowns = 0;
    }
    const auto key = [&](int r) { return std::tuple(standings[r].points, standings[r].largest, standings[r].crowns); };
    std::vector<std::vector<int>> groups;
    for (int r = 0; r < realms; ++r) {
        auto at = groups.begin();
        while (at != groups.end() && key(at->front()) > key(r)) ++at;
        if (at != groups.end() && key(at->front()) == key(r)) {
            at->push_back(r);
        } else {
            groups.insert(at, {r});
        }
    }
    return groups;
}

}  // namespace crownlands
