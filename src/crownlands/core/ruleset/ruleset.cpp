// Names of rulesets, for example kingdomino/2+mighty-duel.
#include "ruleset/ruleset.hpp"

#include "base/errors.hpp"
#include "tables.hpp"

namespace crownlands {

namespace {

const Setup& find_setup(std::string_view name, std::string_view base) {
    const auto slash = base.find('/');
    for (const Setup& setup : setups) {
        const std::string expected = std::string(families[setup.family].name) + "/" + std::to_string(setup.players);
        if (slash != std::string_view::npos && base == expected) return setup;
    }
    throw Refused("no ruleset " + quoted(name) + ": FAMILY/PLAYERS expected, for example kingdomino/4");
}

int find_option(std::string_view name) {
    for (int i = 0; i < option_count; ++i) {
        if (name == options[i].name) return i;
    }
    throw Refused("no option " + quoted(name));
}

// Whether the set-up has this anyway, so that the canonical name leaves it out.
bool is_default(const Option& option, const Setup& setup) {
    return option.opening >= 0 && option.opening == setup.opening;
}

}  // namespace

Ruleset parse_ruleset(std::string_view name) {
    const auto blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r') || (c >= '\x1c' && c <= '\x1f'); };
    std::string_view text = name;
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    auto plus = text.find('+');
    const Setup& setup = find_setup(name, text.substr(0, plus));
    const Family& family = families[setup.family];
    int given = 0;
    int opening = -1;
    while (plus != std::string_view::npos) {
        text.remove_prefix(plus + 1);
        plus = text.find('+');
        const int number = find_option(text.substr(0, plus));
        const Option& option = options[number];
        if (given & (1 << number)) throw Refused(std::string("+") + option.name + " is given twice");
        if (!(option.fits[setup.family] >> setup.players & 1)) {
            throw Refused(std::string("+") + option.name + " is not possible in " + family.name + "/" +
                          std::to_string(setup.players));
        }
        if (option.opening >= 0) {
            if (opening >= 0) throw Refused("one opening only, not two");
            opening = option.opening;
        }
        given |= 1 << number;
    }
    Ruleset rules{};
    int domino_total = setup.dominoes;
    rules.family = setup.family;
    rules.seats = setup.players;
    rules.kings = setup.kings;
    rules.line = setup.line;
    rules.frame = setup.frame;
    rules.team = 1;
    rules.opening = Opening(setup.opening);
    rules.box_count = family.box_count;
    rules.boxes[0] = family.boxes[0];
    rules.boxes[1] = family.boxes[1];
    rules.board = family.board;
    rules.ties = family.ties;
    rules.coins = family.coins;
    rules.knights = family.knights;
    rules.games = 1;
    for (int number = 0; number < option_count; ++number) {
        const Option& option = options[number];
        if (!(given & (1 << number)) || is_default(option, setup)) continue;
        const auto& sets = option.sets;
        if (sets.dominoes) domino_total = sets.dominoes;
        if (sets.line) rules.line = sets.line;
        if (sets.frame) rules.frame = sets.frame;
        if (sets.team) rules.team = sets.team;
        if (sets.middle_kingdom) rules.middle_kingdom = sets.middle_kingdom;
        if (sets.harmony) rules.harmony = sets.harmony;
        if (sets.games) rules.games = sets.games;
        if (sets.once) rules.once = sets.once;
        if (option.opening >= 0) rules.opening = Opening(option.opening);
        rules.options = static_cast<std::uint16_t>(rules.options | 1 << number);
    }
    rules.rounds = static_cast<std::uint8_t>(domino_total / rules.line);
    return rules;
}

std::string ruleset_name(const Ruleset& rules) {
    std::string name = std::string(families[rules.family].name) + "/" + std::to_string(rules.seats);
    for (int number = 0; number < option_count; ++number) {
        if (rules.options >> number & 1) name += std::string("+") + options[number].name;
    }
    return name;
}

}  // namespace crownlands
