// The fixed reference that strength is measured against: monarch-1 as it was when it was frozen. Every number it plays
// by stands here, shared with no other level, and nothing here is ever changed: a test holds its decisions
// (tests/players/monarch_1.pins). Work on the search goes on beside it: what is new is a value of `Style` that this
// page does not set.
#pragma once
#include "search/levels.hpp"

namespace crownlands::monarch_1 {

// clang-format off

inline constexpr Weights company = {
    .growth = 0.525F, .crowning = 0.5F, .ways = 1.26F, .share = 0.42F, .hole = 3.0F, .corner = 0.19F, .room = 0.0F,
    .fit = 0.8F, .order = 0.8F, .discard = 4.0F, .noise = 0.5F,
    .coin = 0.0F, .last_coin = 0.0F, .knight = 0.0F, .town = 0.0F, .largest = 0.0F, .host = 0.0F, .queen = 0.0F,
    .tower = 0.0F, .counts = 0.0F, .site = 0.0F};

inline constexpr Weights duel = {
    .growth = 0.525F, .crowning = 0.5F, .ways = 2.0F, .share = 0.42F, .hole = 3.0F, .corner = 0.19F, .room = 0.0F,
    .fit = 0.8F, .order = 0.41F, .discard = 4.0F, .noise = 0.5F,
    .coin = 0.0F, .last_coin = 0.0F, .knight = 0.0F, .town = 0.0F, .largest = 0.0F, .host = 0.0F, .queen = 0.0F,
    .tower = 0.0F, .counts = 0.0F, .site = 0.0F};

inline constexpr Weights mighty = {
    .growth = 0.476F, .crowning = 0.5F, .ways = 1.0F, .share = 0.42F, .hole = 3.0F, .corner = 0.19F, .room = 0.0F,
    .fit = 0.585F, .order = 0.41F, .discard = 1.77F, .noise = 0.5F,
    .coin = 0.0F, .last_coin = 0.0F, .knight = 0.0F, .town = 0.0F, .largest = 0.0F, .host = 0.0F, .queen = 0.0F,
    .tower = 0.0F, .counts = 0.0F, .site = 0.0F};

inline constexpr Weights economy = {
    .growth = 0.5F, .crowning = 0.35F, .ways = 0.77F, .share = 1.0F, .hole = 3.0F, .corner = 0.3F, .room = 0.0F,
    .fit = 0.24F, .order = 0.3F, .discard = 4.0F, .noise = 0.5F,
    .coin = 0.68F, .last_coin = 0.34F, .knight = 6.0F, .town = 1.86F, .largest = 0.08F, .host = 0.8F, .queen = 0.6F,
    .tower = 0.68F, .counts = 0.05F, .site = 1.0F};

// What more than one rival is taken for.
inline constexpr Weights others = {
    .growth = 0.25F, .crowning = 0.25F, .ways = 1.0F, .share = 1.0F, .hole = 3.0F, .corner = 0.0F, .room = 0.0F,
    .fit = 0.0F, .order = 0.0F, .discard = 4.0F, .noise = 0.5F,
    .coin = 0.5F, .last_coin = 0.34F, .knight = 4.0F, .town = 1.0F, .largest = 0.1F, .host = 0.8F, .queen = 0.6F,
    .tower = 0.5F, .counts = 0.05F, .site = 1.0F};

inline constexpr Weights others_economy = {
    .growth = 0.25F, .crowning = 0.25F, .ways = 1.0F, .share = 1.0F, .hole = 3.0F, .corner = 0.0F, .room = 0.0F,
    .fit = 0.24F, .order = 0.0F, .discard = 4.0F, .noise = 0.5F,
    .coin = 0.68F, .last_coin = 0.34F, .knight = 6.0F, .town = 1.86F, .largest = 0.1F, .host = 0.8F, .queen = 0.6F,
    .tower = 0.68F, .counts = 0.05F, .site = 1.0F};

inline constexpr ScoreModel score_models[most_left - least_left + 1] = {
    {.points = 0.951F, .growth = 1.196F, .crowning = 1.874F, .holes = -3.236F, .corners = -0.419F, .room = -0.079F,
     .matches = 1.728F, .middle = 0.978F, .harmony = 0.895F, .chosen = 0.944F, .order = -1.534F, .lost = 5.372F,
     .base = 9.128F, .spread = 4.40F, .trust = 0.47F},
    {.points = 0.919F, .growth = 1.250F, .crowning = 2.513F, .holes = -5.227F, .corners = -0.452F, .room = -0.219F,
     .matches = 1.918F, .middle = 0.939F, .harmony = 0.892F, .chosen = 1.000F, .order = -1.188F, .lost = 6.851F,
     .base = 12.248F, .spread = 5.71F, .trust = 0.40F},
    {.points = 0.843F, .growth = 1.192F, .crowning = 2.066F, .holes = -5.227F, .corners = -0.317F, .room = -0.069F,
     .matches = 1.893F, .middle = 0.976F, .harmony = 0.869F, .chosen = 1.026F, .order = -1.039F, .lost = 3.727F,
     .base = 13.893F, .spread = 6.46F, .trust = 0.26F},
};

// clang-format on

inline Level level(const Ruleset& rules) {
    const bool two = rules.realms() == 2, small_duel = !rules.board && rules.frame == 5 && two;
    Style style{};
    style.weights = rules.board ? &economy : rules.frame == 7 ? &mighty : two ? &duel : &company;
    style.rivals = two ? nullptr : rules.board ? &others_economy : &others;
    style.placements = 12;
    style.plans = 40;
    style.scale = two ? 25.0F : 50.0F;
    style.margin_weight = 1.0F;
    style.average = 0.5F;
    style.branches = 5;
    style.exploration = 0.2F;
    style.prior_temperature = 2.0F;
    style.ahead = 2;
    style.score_models = small_duel ? score_models : nullptr;
    style.solved = small_duel ? 2 : 1;
    style.decided = 0.05;
    style.patience = 0.15;
    style.long_work = 6000;
    style.offers = 4;
    style.bribes = 2;
    return {"monarch-1", true, style};
}

}  // namespace crownlands::monarch_1
