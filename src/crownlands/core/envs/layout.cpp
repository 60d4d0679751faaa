// The order of the parts, and what each can hold at most.
#include "envs/layout.hpp"

#include <algorithm>

namespace crownlands {

namespace {

using Names = std::vector<std::string>;

Names first_terrains(int count) { return {terrain_names, terrain_names + count}; }

Names domino_names(int terrains, int seats) {
    Names names{"number"};
    for (const char* half : {"left_", "right_"}) {
        for (const std::string& terrain : first_terrains(terrains)) names.push_back(half + terrain);
    }
    names.insert(names.end(), {"left_crowns", "right_crowns"});
    for (int seat = 0; seat < seats; ++seat) names.push_back("king_of_" + std::to_string(seat));
    return names;
}

}  // namespace

Layout::Layout(const Ruleset& rules) : size(0) {
    const int terrains = rules.board ? terrain_count : terrain_count - 1;
    const int side = 2 * rules.frame - 1, seats = rules.seats, realms = rules.realms();
    const auto add = [&](const char* name, std::vector<int> shape, Names fields, int axis, std::vector<int> highest) {
        const int start = size;
        int inner = 1, count = 1;
        for (int i = 0; i < static_cast<int>(shape.size()); ++i) {
            count *= shape[static_cast<std::size_t>(i)];
            if (i > axis) inner *= shape[static_cast<std::size_t>(i)];
        }
        for (int i = 0; i < count; ++i) {
            high.push_back(static_cast<std::uint8_t>(highest[static_cast<std::size_t>(i / inner) % highest.size()]));
        }
        size += count;
        parts.push_back({name, start, std::move(shape), std::move(fields), axis});
        return start;
    };

    Names planes = first_terrains(terrains);
    std::vector<int> plane_highs(static_cast<std::size_t>(terrains), 1);
    planes.insert(planes.end(), {"crowns", "room"});
    plane_highs.insert(plane_highs.end(), {3, 1});
    if (rules.board) {
        planes.insert(planes.end(), {"knights", "buildings"});
        plane_highs.insert(plane_highs.end(), {1, building_count});
    }
    kingdoms = add("kingdoms", {realms, plane_count(terrains, rules.board), side, side}, planes, 1, plane_highs);

    const Names names = domino_names(terrains, seats);
    std::vector<int> row(names.size(), 1);
    row[0] = domino_count;
    row[static_cast<std::size_t>(2 * terrains + 1)] = row[static_cast<std::size_t>(2 * terrains + 2)] = 3;
    line = add("line", {rules.line, static_cast<int>(names.size())}, names, 1, row);
    next = add("next", {rules.line, static_cast<int>(names.size())}, names, 1, row);
    court = add("court", {rules.king_count(), 2, seats}, {"chooser", "owner"}, 1, {1});
    undrawn = add("undrawn", {rules.box_count, dominoes_per_box}, {}, 1, {1});
    discards = add("discards", {realms}, {}, 0, {dominoes_per_box});
    Names phases{"choose", "place"};
    if (rules.board) phases.insert(phases.end(), {"tax", "build", "bribe"});
    phase = add("phase", {phase_count(rules.board)}, phases, 0, {1});
    decides = add("decides", {seats}, {}, 0, {1});
    round = add("round", {1}, {}, 0, {rules.rounds});
    placed = board = stack = dragon = purses = queen = once = game = match = 0;
    if (rules.board) {
        placed = add("placed", {side, side}, {}, 1, {1});
        const Names kinds = [] {
            Names ids;
            for (const Building& tile : buildings) ids.emplace_back(tile.id);
            return ids;
        }();
        board = add("board", {slot_count, building_count}, kinds, 1, {1});
        stack = add("stack", {building_count}, kinds, 0, {3});
        dragon = add("dragon", {slot_count}, {}, 0, {1});
        purses = add("purses", {realms, purse_fields}, {"coins", "reserve", "knights", "towers"}, 1, {255});
        queen = add("queen", {realms}, {}, 0, {1});
    }
    if (rules.once) once = add("once", {seats, 2}, {"tax", "build"}, 1, {1});
    if (rules.games > 1) {
        game = add("game", {1}, {}, 0, {rules.games});
        match = add("match", {realms, match_fields}, {"points", "points_256", "largest", "crowns"}, 1, {255});
    }
}

}  // namespace crownlands
