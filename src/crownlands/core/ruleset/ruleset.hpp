// A ruleset as the core needs it: plain numbers, small enough to live in every state.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "ruleset/facts.hpp"

namespace crownlands {

struct Ruleset {
    std::uint8_t family;
    std::uint8_t seats;
    std::uint8_t kings;  // of each seat
    std::uint8_t line;
    std::uint8_t rounds;
    std::uint8_t frame;
    std::uint8_t team;  // seats that share a realm
    Opening opening;
    std::uint8_t box_count;
    std::uint8_t boxes[2];  // lines come from these in turn
    bool board;             // builders' board and purses
    std::uint8_t ties;      // bits: 1 largest territory, 2 crowns
    std::uint8_t coins;
    std::uint8_t knights;
    std::uint8_t middle_kingdom;
    std::uint8_t harmony;
    std::uint8_t games;
    std::uint8_t once;      // 1: a seat taxes and builds at most once a round each
    std::uint16_t options;  // a bit for each option that its canonical name lists

    int realms() const { return seats / team; }
    int king_count() const { return seats * kings; }
    // One draw shows one king, or all where it settles everything (K4).
    int kings_at_once() const { return opening == Opening::drawn || opening == Opening::any_king ? 1 : king_count(); }
    int realm_of(int seat) const { return team == 1 ? seat : seat / team; }
    friend bool operator==(const Ruleset&, const Ruleset&) = default;
};

// Throws Refused (errors.hpp) with the reason if there is no such ruleset.
Ruleset parse_ruleset(std::string_view name);
std::string ruleset_name(const Ruleset& rules);

}  // namespace crownlands
