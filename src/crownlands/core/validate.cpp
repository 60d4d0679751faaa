// Whether a game can have this position (the seven rules at the end of docs/notation.md, "Positions").
#include <bit>

#include "reader.hpp"

namespace crownlands {

namespace {

void require(bool condition, const std::string& reason) {
    if (!condition) throw Refused("no game has this position: " + reason);
}

int in_realm(const RealmPosition& realm, int domino) {
    int found = realm.discarded[domino / dominoes_per_box] >> (domino % dominoes_per_box) & 1;
    for (int i = 0; i < realm.placed_count; ++i) found += realm.placed[i].domino == domino;
    return found;
}

bool was_placed(const RealmPosition& realm, int domino) {
    for (int i = 0; i < realm.placed_count; ++i) {
        if (realm.placed[i].domino == domino) return true;
    }
    return false;
}

// Whether the acting king has already placed or discarded its domino.
bool after_place(const Position& p) {
    return p.round > 0 && (p.step == Step::tax || p.step == Step::build || p.step == Step::bribe || p.step == Step::choose);
}

// How many lines have been revealed, from round and step alone.
int lines_drawn(const Position& p) {
    const int rounds = p.rules.rounds;
    if (p.round == 0) {
        const bool before_first = p.step == Step::kings || (p.step == Step::reveal && p.king_count);
        return before_first ? 0 : 1;
    }
    return p.round + 1 < rounds ? p.round + 1 : rounds;
}

// Rules 2, 3 and the shape of 7: line, next and kings fit round and step.
void check_lines(const Position& p) {
    const Ruleset& rules = p.rules;
    const bool last = p.round == rules.rounds;
    const int kings = rules.king_count();
    switch (p.step) {
        case Step::kings:
            require(p.round == 0 && !p.king_count && !p.line_count && !p.next_count, "kings are drawn first of all");
            break;
        case Step::reveal:
            if (p.round == 0 && p.king_count) {
                require(p.king_count == kings && !p.line_count && !p.next_count, "the first line comes after the kings");
            } else {
                require(p.line_count == kings && !p.king_count && !p.next_count, "a line is revealed when all kings have moved");
                require(p.round + 1 < rules.rounds, "no line is left to reveal");
            }
            break;
        case Step::buildings:
            require(rules.board, "this ruleset has no builders' board");
            if (p.round == 0) {
                require(p.king_count == kings && !p.line_count && p.next_count == rules.line,
                        "buildings come after the first line");
            } else {
                require(!last && p.line_count == kings && !p.king_count && !p.next_count,
                        "buildings are revealed when all kings have moved");
            }
            break;
        case Step::choose:
            require(p.next_count == rules.line, "there is no line to choose from");
            if (p.round == 0) {
                require(p.king_count && !p.line_count && rules.opening != Opening::top_down, "no king is to be put on the first line");
            } else {
                require(p.line_count && !p.king_count && !last, "no king is to move");
            }
            break;
        case Step::over:
            require(last && !p.king_count && !p.line_count && !p.next_count, "the game is not over");
            break;
        default:
            require(p.step == Step::place || rules.board, "this ruleset has no such step");
            require(p.round > 0 && p.line_count && !p.king_count && p.next_count == (last ? 0 : rules.line),
                    "no king is to act");
    }
    int owned[most_seats] = {};
    for (int i = 0; i < p.king_count; ++i) {
        ++owned[p.owner[i]];
        require(rules.opening == Opening::any_king || p.chooser[i] == p.owner[i], "a player chooses for an own king");
    }
    for (int i = 0; i < p.line_count; ++i) ++owned[p.line_seat[i]];
    for (int i = 0; i < p.next_count; ++i) {
        if (p.next_seat[i] != nobody) ++owned[p.next_seat[i]];
    }
    if (p.step == Step::kings || p.step == Step::over) return;
    for (int seat = 0; seat < rules.seats; ++seat) {
        require(owned[seat] <= rules.kings && (last || owned[seat] == rules.kings), "the kings do not add up");
    }
}

void check_undrawn(const Position& p) {
    const int lines = lines_drawn(p);
    for (int box = 0; box < box_count; ++box) {
        int left = 0;
        for (int i = 0; i < p.rules.box_count; ++i) {
            if (p.rules.boxes[i] == box) left += dominoes_per_box;
        }
        for (int line = 0; line < lines; ++line) {
            if (p.rules.boxes[line % p.rules.box_count] == box) left -= p.rules.line;
        }
        require(std::popcount(p.undrawn[box]) == left, "the number of undrawn dominoes does not follow from round and step");
    }
}

void check_dominoes(const Position& p) {
    int seen[domino_count] = {};
    for (int domino = 0; domino < domino_count; ++domino) {
        seen[domino] += p.undrawn[domino / dominoes_per_box] >> (domino % dominoes_per_box) & 1;
        for (int r = 0; r < p.rules.realms(); ++r) seen[domino] += in_realm(p.realms[r], domino);
    }
    for (int i = 0; i < p.line_count; ++i) ++seen[p.line[i]];
    for (int i = 0; i < p.next_count; ++i) ++seen[p.next[i]];
    if (after_place(p)) {
        const int realm = p.rules.realm_of(p.line_seat[0]);
        require(in_realm(p.realms[realm], p.line[0]) == 1, "the acting king's domino was neither placed nor discarded");
        --seen[p.line[0]];
    }
    for (int domino = 0; domino < domino_count; ++domino) {
        bool in_play = false;
        for (int i = 0; i < p.rules.box_count; ++i) in_play |= p.rules.boxes[i] == domino / dominoes_per_box;
        require(seen[domino] <= (in_play ? 1 : 0), domino_text(domino) + (in_play ? " is in two places" : " is not in play"));
    }
}

void check_kingdom(const Position& p, const RealmPosition& realm) {
    constexpr int side = 13, castle = 6;
    int terrain[side][side];
    for (auto& row : terrain) {
        for (int& cell : row) cell = -1;
    }
    terrain[castle][castle] = terrain_count;
    int low_x = 0, high_x = 0, low_y = 0, high_y = 0;
    for (int i = 0; i < realm.placed_count; ++i) {
        const auto& [number, left, right] = realm.placed[i];
        const int dx = right.x - left.x, dy = right.y - left.y;
        require(dx * dx + dy * dy == 1, "the halves of " + domino_text(number) + " are not adjacent");
        require(!dominoes[number].same || left < right, "the halves of " + domino_text(number) + " are equal: smaller square first");
        for (int half = 0; half < 2; ++half) {
            const Square& square = half ? right : left;
            int& cell = terrain[square.y + castle][square.x + castle];
            require(cell < 0, "square " + square_text(square.x, square.y) + " is covered twice");
            cell = dominoes[number].terrain[half];
            low_x = square.x < low_x ? square.x : low_x;
            high_x = square.x > high_x ? square.x : high_x;
            low_y = square.y < low_y ? square.y : low_y;
            high_y = square.y > high_y ? square.y : high_y;
        }
    }
    require(high_x - low_x < p.rules.frame && high_y - low_y < p.rules.frame, "a kingdom does not fit in its frame");
    for (int i = 0; i < realm.taxed_count; ++i) {
        const int here = terrain[realm.taxed[i].y + castle][realm.taxed[i].x + castle];
        require(here >= 0 && here < terrain_count, "a knight stands on an empty square");
    }
    for (int i = 0; i < realm.built_count; ++i) {
        require(terrain[realm.built[i].square.y + castle][realm.built[i].square.x + castle] == town, "a building stands on no town");
    }
}

void check_tiles(const Position& p) {
    int tiles[building_count] = {};
    for (int kind = 0; kind < building_count; ++kind) tiles[kind] = p.stack[kind];
    for (const int kind : p.slots) {
        if (kind != nobody) ++tiles[kind];
    }
    for (int r = 0; r < p.rules.realms(); ++r) {
        for (int i = 0; i < p.realms[r].built_count; ++i) ++tiles[p.realms[r].built[i].kind];
    }
    for (int kind = 0; kind < building_count; ++kind) {
        require(tiles[kind] <= buildings[kind].copies, std::string("too many tiles: ") + buildings[kind].id);
    }
    require(p.dragon == nobody || p.slots[p.dragon] == nobody, "the dragon sits on a slot with a tile");
}

// The rest of rule 7: the optional phase is open.
void check_open(const Position& p) {
    int tiles = 0, stack = 0, cheapest = slot_count;
    for (int slot = slot_count - 1; slot >= 0; --slot) {
        if (p.slots[slot] == nobody) continue;
        ++tiles;
        cheapest = slot;
    }
    for (const int copies : p.stack) stack += copies;
    if (p.step == Step::buildings) require(tiles < slot_count && stack > 0, "no building is to be revealed");
    if (p.step != Step::tax && p.step != Step::build && p.step != Step::bribe) return;
    const int index = p.rules.realm_of(p.line_seat[0]);
    const RealmPosition& realm = p.realms[index];
    const bool hosts = p.queen == index;
    if (p.step == Step::tax) require(was_placed(realm, p.line[0]) && realm.knights > 0, "tax is not open");
    if (p.step == Step::build) {
        int towns = 0;
        for (int i = 0; i < realm.placed_count; ++i) {
            for (const int terrain : dominoes[realm.placed[i].domino].terrain) towns += terrain == town;
        }
        const int price = hosts && cheapest >= queen_discount ? cheapest - queen_discount : cheapest;
        require(tiles && towns > realm.built_count && price <= realm.coins, "build is not open");
    }
    if (p.step == Step::bribe) {
        require(tiles && p.dragon == nobody && !hosts && realm.coins >= bribe_cost, "bribe is not open");
    }
}

}  // namespace

void validate(const Position& position) {
    check_lines(position);
    check_undrawn(position);
    check_dominoes(position);
    for (int r = 0; r < position.rules.realms(); ++r) check_kingdom(position, position.realms[r]);
    check_tiles(position);
    check_open(position);
}

}  // namespace crownlands
