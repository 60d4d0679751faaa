// Weights by level and by kind of game. monarch-1 is the fixed reference: its numbers and all that it calls stay as they are.
#include "levels.hpp"

#include <string>

#include "../errors.hpp"

namespace crownlands {

namespace {

// What the greedy levels look at: points now, a little growth, holes.
constexpr Weights plain = {
    .growth = 0.5F, .crowning = 0.5F, .ways = 1.0F, .share = 1.0F, .hole = 3.0F, .corner = 0.3F, .room = 0.0F,
    .fit = 0.0F, .order = 0.3F, .discard = 4.0F, .noise = 0.001F,
    .coin = 0.5F, .last_coin = 0.34F, .knight = 4.0F, .town = 1.0F, .largest = 0.1F, .host = 0.8F, .queen = 0.6F,
    .tower = 0.5F, .counts = 0.05F, .site = 1.0F};

constexpr Weights but_noise(Weights weights, float noise) {
    weights.noise = noise;
    return weights;
}
constexpr Weights hasty = but_noise(plain, 8.0F);

constexpr Weights kingdomino = {
    .growth = 0.35F, .crowning = 0.5F, .ways = 1.0F, .share = 0.42F, .hole = 3.0F, .corner = 0.19F, .room = 0.0F,
    .fit = 0.58F, .order = 0.8F, .discard = 4.0F, .noise = 0.5F,
    .coin = 0.5F, .last_coin = 0.34F, .knight = 4.0F, .town = 1.0F, .largest = 0.1F, .host = 0.8F, .queen = 0.6F,
    .tower = 0.5F, .counts = 0.05F, .site = 1.0F};

constexpr Weights queendomino = {
    .growth = 0.5F, .crowning = 0.5F, .ways = 1.0F, .share = 1.0F, .hole = 3.0F, .corner = 0.3F, .room = 0.0F,
    .fit = 0.24F, .order = 0.13F, .discard = 4.0F, .noise = 0.5F,
    .coin = 0.68F, .last_coin = 0.34F, .knight = 6.0F, .town = 1.36F, .largest = 0.08F, .host = 0.8F, .queen = 0.6F,
    .tower = 0.68F, .counts = 0.05F, .site = 1.0F};

}  // namespace

Level level_for(std::string_view name, const Ruleset& rules) {
    const Weights* advice = rules.board ? &queendomino : &kingdomino;
    if (name == "page") return {"page", false, {&hasty, 1, 1, 10.0F, 0.5F}};
    if (name == "squire") return {"squire", false, {&plain, 1, 1, 10.0F, 0.5F}};
    if (name == "knight") return {"knight", true, {advice, 4, 12, 10.0F, 0.5F}};
    if (name == "baron") return {"baron", true, {advice, 8, 24, 10.0F, 0.5F}};
    if (name == "monarch" || name == "monarch-1") return {"monarch", true, {advice, 12, 40, 10.0F, 0.5F}};
    throw Refused("no level '" + std::string(name.substr(0, 60)) + "'");
}

}  // namespace crownlands
