// Weights by level and by kind of game.
#include "search/levels.hpp"

#include <string>

#include "base/errors.hpp"
#include "search/monarch_1.hpp"

namespace crownlands {

namespace {

// clang-format off

// What the greedy levels look at: points now, a little growth, holes.
constexpr Weights plain = {
    .growth = 0.25F, .crowning = 0.25F, .ways = 1.0F, .share = 1.0F, .hole = 3.0F, .corner = 0.0F, .room = 0.0F,
    .fit = 0.0F, .order = 0.0F, .discard = 4.0F, .noise = 0.001F,
    .coin = 0.5F, .last_coin = 0.34F, .knight = 4.0F, .town = 1.0F, .largest = 0.1F, .host = 0.8F, .queen = 0.6F,
    .tower = 0.5F, .counts = 0.05F, .site = 1.0F};

// With a purse there is more to see.
constexpr Weights plain_economy = {
    .growth = 0.25F, .crowning = 0.25F, .ways = 1.0F, .share = 1.0F, .hole = 3.0F, .corner = 0.0F, .room = 0.0F,
    .fit = 0.24F, .order = 0.0F, .discard = 4.0F, .noise = 0.001F,
    .coin = 0.68F, .last_coin = 0.34F, .knight = 6.0F, .town = 1.86F, .largest = 0.1F, .host = 0.8F, .queen = 0.6F,
    .tower = 0.68F, .counts = 0.05F, .site = 1.0F};

constexpr Weights but_noise(Weights weights, float noise) {
    weights.noise = noise;
    return weights;
}
constexpr Weights hasty = but_noise(plain, 14.0F);
constexpr Weights hasty_economy = but_noise(plain_economy, 14.0F);
constexpr Weights rough = but_noise(plain, 2.0F);
constexpr Weights rough_economy = but_noise(plain_economy, 2.0F);
// What many rivals are taken for; two players look too closely at each other for that.
constexpr Weights others = but_noise(plain, 0.5F);
constexpr Weights others_economy = but_noise(plain_economy, 0.5F);

// The evaluation behind the searching levels, each for its kind of game: three and more at a table, two, two with large
// frames, and everything with a builders' board.
constexpr Weights company = {
    .growth = 0.525F, .crowning = 0.5F, .ways = 1.26F, .share = 0.42F, .hole = 3.0F, .corner = 0.19F, .room = 0.0F,
    .fit = 0.8F, .order = 0.8F, .discard = 4.0F, .noise = 0.5F,
    .coin = 0.0F, .last_coin = 0.0F, .knight = 0.0F, .town = 0.0F, .largest = 0.0F, .host = 0.0F, .queen = 0.0F,
    .tower = 0.0F, .counts = 0.0F, .site = 0.0F};

constexpr Weights duel = {
    .growth = 0.525F, .crowning = 0.5F, .ways = 2.0F, .share = 0.42F, .hole = 3.0F, .corner = 0.19F, .room = 0.0F,
    .fit = 0.8F, .order = 0.41F, .discard = 4.0F, .noise = 0.5F,
    .coin = 0.0F, .last_coin = 0.0F, .knight = 0.0F, .town = 0.0F, .largest = 0.0F, .host = 0.0F, .queen = 0.0F,
    .tower = 0.0F, .counts = 0.0F, .site = 0.0F};

constexpr Weights mighty = {
    .growth = 0.476F, .crowning = 0.5F, .ways = 1.0F, .share = 0.42F, .hole = 3.0F, .corner = 0.19F, .room = 0.0F,
    .fit = 0.585F, .order = 0.41F, .discard = 1.77F, .noise = 0.5F,
    .coin = 0.0F, .last_coin = 0.0F, .knight = 0.0F, .town = 0.0F, .largest = 0.0F, .host = 0.0F, .queen = 0.0F,
    .tower = 0.0F, .counts = 0.0F, .site = 0.0F};

constexpr Weights economy = {
    .growth = 0.5F, .crowning = 0.35F, .ways = 0.77F, .share = 1.0F, .hole = 3.0F, .corner = 0.3F, .room = 0.0F,
    .fit = 0.24F, .order = 0.3F, .discard = 4.0F, .noise = 0.5F,
    .coin = 0.68F, .last_coin = 0.34F, .knight = 6.0F, .town = 1.86F, .largest = 0.08F, .host = 0.8F, .queen = 0.6F,
    .tower = 0.68F, .counts = 0.05F, .site = 1.0F};

// The signs of two realms with small frames, fitted to games of searching players; with two, three and four rounds to go. The
// trust in them is what predicts best, together with 200 playouts, how searching players end from there.
constexpr ScoreModel duel_score_models[most_left - least_left + 1] = {
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

}  // namespace

Level level_for(std::string_view name, const Ruleset& rules) {
    const Weights* evaluation = rules.board           ? &economy
                                : rules.frame == 7    ? &mighty
                                : rules.realms() == 2 ? &duel
                                                      : &company;
    const float scale = rules.realms() > 2 ? 50.0F : 25.0F;
    const bool small_duel = !rules.board && rules.frame == 5 && rules.realms() == 2;
    // Whole games of large kingdoms, or with a builders' board, are long: there the network guesses how futures end.
    const bool long_game = rules.board || rules.frame == 7;
    if (name == "page") return {"page", false, {.weights = rules.board ? &hasty_economy : &hasty, .scale = scale}};
    if (name == "squire") return {"squire", false, {.weights = rules.board ? &plain_economy : &plain, .scale = scale}};
    if (name == "scholar") return {"scholar", false, {.weights = evaluation, .scale = scale}, true};
    if (name == "knight") {
        return {"knight",
                true,
                {.weights = rules.board ? &rough_economy : &rough, .placements = 3, .plans = 8, .scale = scale}};
    }
    if (name == "baron") return {"baron", true, {.weights = evaluation, .placements = 5, .plans = 12, .scale = scale}};
    if (name == "monarch-1") return monarch_1::level(rules);
    if (name == "chancellor") {
        if (rules.board)
            return {"chancellor", true, {.weights = evaluation, .placements = 5, .plans = 12, .scale = scale}};
        return {"chancellor",
                true,
                {.weights = evaluation,
                 .placements = 6,
                 .plans = 16,
                 .scale = scale,
                 .solved = small_duel ? 2 : 1,
                 .prior_trust = 0.6,
                 .learned_futures = 1,
                 .noise = 0.3F},
                true};
    }
    if (name == "monarch") {
        return {"monarch",
                true,
                {.weights = evaluation,
                 .rivals = rules.realms() == 2 ? nullptr
                           : rules.board       ? &others_economy
                                               : &others,
                 .placements = 12,
                 .plans = 40,
                 .scale = scale,
                 .branches = 5,
                 .exploration = 0.2F,
                 .prior_temperature = 2.0F,
                 .free_only = true,
                 .ahead = long_game ? 3 : 2,
                 .score_models = small_duel ? duel_score_models : nullptr,
                 .solved = small_duel ? 2 : 1,
                 .prior_trust = 0.6,
                 .learned_ends = long_game,
                 .whole_futures = rules.frame == 7 && !rules.board ? 2 : 0,
                 .learned_futures = rules.board || rules.realms() == 2 ? 0 : 2,
                 .noise = 0.3F},
                true};
    }
    throw Refused("no level '" + std::string(name.substr(0, 60)) + "'");
}

Style clairvoyant(Style style) {
    style.clairvoyant = true;
    style.score_models = nullptr;
    style.learned_ends = false;
    style.learned_ahead = 255;
    return style;
}

}  // namespace crownlands
