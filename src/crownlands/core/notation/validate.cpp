// Whether a game can have this position (the seven rules at the end of docs/notation.md, "Positions").
#include <bit>

#include "notation/reader.hpp"

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

// Whether the first line, the builders' board or kings are still to come.
bool in_opening(const Position& p) { return p.round == 0 && !(p.step == Step::reveal && p.line_count); }

// Whether a king is in its turn.
bool in_turn(const Position& p) { return p.round > 0 && p.step >= Step::choose && p.step <= Step::bribe; }

// Whether the acting king has already placed or discarded its domino.
bool after_place(const Position& p) { return in_turn(p) && p.step != Step::place; }

// How many lines have been revealed, from round and step alone.
int lines_drawn(const Position& p) {
    if (in_opening(p) && p.step == Step::reveal) return 0;
    return p.round + 1 < p.rules.rounds ? p.round + 1 : p.rules.rounds;
}

// A step of the ruleset, in a round that has it.
void check_moment(const Position& p) {
    const int last = p.rules.rounds;
    int from = 1, to = last;
    if (p.step == Step::kings) from = to = 0;
    if (p.step == Step::reveal) from = 0, to = last - 2;
    if (p.step == Step::buildings) from = 0, to = last - 1;
    if (p.step == Step::choose) from = p.rules.opening == Opening::top_down ? 1 : 0, to = last - 1;
    if (p.step == Step::over) from = last;
    const bool of_board =
        p.step == Step::buildings || p.step == Step::tax || p.step == Step::build || p.step == Step::bribe;
    require(p.rules.board || !of_board, "this ruleset has no such step");
    require(p.round >= from && p.round <= to, "this round does not have this step");
}

void check_box(const Position& p, const std::uint8_t* line, int count, int index) {
    const int box = p.rules.boxes[index % p.rules.box_count];
    for (int i = 0; i < count; ++i) {
        require(line[i] / dominoes_per_box == box, domino_text(line[i]) + " is of the wrong box for this round");
    }
}

// Kings and lines where the step needs them and nowhere else, each from the right box.
void check_lines(const Position& p) {
    const bool opening = in_opening(p), turn = in_turn(p);
    const bool chance = p.step == Step::reveal || p.step == Step::buildings;
    const bool next = (opening && p.step != Step::reveal) || (turn && p.round < p.rules.rounds);
    require((p.king_count > 0) == (opening && p.step == Step::choose), "kings that were drawn do not fit the step");
    require((p.line_count > 0) == (turn || (chance && !opening)), "the line does not fit the step");
    require(p.next_count == (next ? p.rules.line : 0), "the next line does not fit the step");
    if (p.line_count) check_box(p, p.line, p.line_count, turn ? p.round - 1 : p.round);
    if (p.next_count) check_box(p, p.next, p.next_count, p.round);
}

// Whether these seats, as many as kings on the line, can have drawn one after the other in *any king*, and this one
// next.
bool one_order(const Position& p) {
    const int seats = p.rules.seats;
    const int count = p.earlier_count + p.king_count;
    int order[most_seats + 1];
    for (int i = 0; i < p.earlier_count; ++i) order[i] = p.earlier_choosers[i];
    if (p.king_count) order[p.earlier_count] = p.chooser[0];
    for (int i = 0; i < count; ++i) {
        if (i >= seats && order[i] != order[i - seats]) return false;
        for (int j = 0; i < seats && j < i; ++j) {
            if (order[i] == order[j]) return false;
        }
    }
    return true;
}

// Kings on the first line and in hand as the opening brings them.
void check_draws(const Position& p, int placed) {
    const Ruleset& rules = p.rules;
    const int kings = rules.king_count();
    const bool drawing = p.step == Step::kings || p.step == Step::choose;
    require(placed == 0 || drawing, "a king is on a domino before the set-up is complete");
    if (p.step == Step::kings) {
        require(placed < kings && (placed == 0 || rules.kings_at_once() == 1), "there is no king to draw");
    }
    require(p.earlier_count == (rules.opening == Opening::any_king ? placed : 0),
            "the choosers do not fit the kings on the line");
    if (p.step == Step::choose) {
        const bool all = rules.kings_at_once() > 1;
        require(p.king_count == (all ? kings - placed : 1), "the opening has no such kings");
        for (int i = 0; i < p.king_count; ++i) {
            require(rules.opening == Opening::any_king || p.chooser[i] == p.owner[i],
                    "a king is chosen for by another");
            // A, B, B, A: the last king tells who A is.
            const bool like_last = placed + i == 0 || placed + i == kings - 1;
            const bool is_last = p.owner[i] == p.owner[p.king_count - 1];
            require(!all || is_last == like_last, "the opening has no such order of kings");
        }
    }
    if (rules.opening == Opening::any_king) require(one_order(p), "the opening has no such order of seats");
}

// Every king once; in the opening and in the last round some are not there.
void check_kings(const Position& p) {
    int owned[most_seats] = {};
    int placed = 0;
    for (int i = 0; i < p.king_count; ++i) ++owned[p.owner[i]];
    for (int i = 0; i < p.line_count; ++i) ++owned[p.line_seat[i]];
    for (int i = 0; i < p.next_count; ++i) {
        if (p.next_seat[i] == nobody) continue;
        ++owned[p.next_seat[i]];
        ++placed;
    }
    const bool last = in_turn(p) && p.round == p.rules.rounds;
    const bool some = in_opening(p) || last || p.step == Step::over;
    for (int seat = 0; seat < p.rules.seats; ++seat) {
        require(owned[seat] <= p.rules.kings && (some || owned[seat] == p.rules.kings), "the kings do not add up");
    }
    if (in_opening(p)) check_draws(p, placed);
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
        require(std::popcount(p.undrawn[box]) == left,
                "the number of undrawn dominoes does not follow from round and step");
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
        require(seen[domino] <= (in_play ? 1 : 0),
                domino_text(domino) + (in_play ? " is in two places" : " is not in play"));
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
        require(!dominoes[number].same || left < right,
                "the halves of " + domino_text(number) + " are equal: smaller square first");
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
        require(terrain[realm.built[i].square.y + castle][realm.built[i].square.x + castle] == town,
                "a building stands on no town");
    }
}

// No more tiles of a kind than the box has; before the first round none is missing.
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
        require(p.round > 0 || tiles[kind] == buildings[kind].copies,
                std::string("a tile is missing: ") + buildings[kind].id);
    }
}

// Slots and dragon as the step leaves them.
void check_board(const Position& p) {
    const bool playing = p.round > 0 && p.step != Step::reveal && p.step != Step::buildings;
    if (p.dragon != nobody) {
        require(playing, "the dragon is in its cave at this step");
        require(p.slots[p.dragon] == nobody, "the dragon sits on a slot with a tile");
    }
    if (playing) return;
    int tiles = 0, stack = 0;
    for (int slot = 0; slot < slot_count; ++slot) {
        if (p.slots[slot] == nobody) continue;
        require(tiles++ == slot, "the tiles are not on the cheapest slots");
    }
    for (const int copies : p.stack) stack += copies;
    if (in_opening(p) && (p.step == Step::reveal || p.step == Step::buildings)) {
        require(tiles == 0, "tiles are on the board before the first are revealed");
    } else {
        require((p.step == Step::buildings) == (tiles < slot_count && stack > 0),
                "tiles to reveal do not fit the step");
    }
}

// Nothing done by a seat whose kings have still to act.
void check_done(const Position& p) {
    int waiting[most_seats] = {};
    for (int i = after_place(p) ? 1 : 0; i < p.line_count; ++i) ++waiting[p.line_seat[i]];
    for (int seat = 0; seat < p.rules.seats; ++seat) {
        const bool some = p.done >> done_bit(seat, Step::tax) & 3;
        require(!some || (in_turn(p) && waiting[seat] < p.rules.kings), "a seat has done something before its turn");
    }
}

// An optional phase that is open, and no tax collected before its time.
void check_open(const Position& p) {
    if (p.step != Step::tax && p.step != Step::build && p.step != Step::bribe) return;
    const int index = p.rules.realm_of(p.line_seat[0]);
    const RealmPosition& realm = p.realms[index];
    const bool hosts = p.queen == index;
    int tiles = 0, cheapest = slot_count;
    for (int slot = slot_count - 1; slot >= 0; --slot) {
        if (p.slots[slot] == nobody) continue;
        ++tiles;
        cheapest = slot;
    }
    require(p.step == Step::bribe || !(p.done >> done_bit(p.line_seat[0], p.step) & 1), "this was done in this round");
    if (p.step == Step::tax) {
        const Placement* placed = nullptr;
        for (int i = 0; i < realm.placed_count; ++i) {
            if (realm.placed[i].domino == p.line[0]) placed = &realm.placed[i];
        }
        require(placed && realm.knights_in_reserve > 0, "tax is not open");
        for (int i = 0; i < realm.taxed_count; ++i) {
            require(realm.taxed[i] != placed->left && realm.taxed[i] != placed->right,
                    "tax has been collected already");
        }
    } else if (p.step == Step::build) {
        int towns = 0;
        for (int i = 0; i < realm.placed_count; ++i) {
            for (const int terrain : dominoes[realm.placed[i].domino].terrain) towns += terrain == town;
        }
        const int price = hosts ? (cheapest > queen_discount ? cheapest - queen_discount : 0) : cheapest;
        require(tiles && towns > realm.built_count && price <= realm.coins, "build is not open");
    } else {
        require(tiles && p.dragon == nobody && !hosts && realm.coins >= bribe_cost, "bribe is not open");
    }
}

}  // namespace

void validate(const Position& position) {
    const Position& p = position;
    if (p.rules.games > 1 && p.game == 1) {
        for (const auto& sums : p.earlier) {
            for (const int sum : sums) require(sum == 0, "sums of earlier games in the first");
        }
    }
    check_moment(p);
    check_lines(p);
    check_kings(p);
    check_undrawn(p);
    check_dominoes(p);
    for (int r = 0; r < p.rules.realms(); ++r) check_kingdom(p, p.realms[r]);
    if (p.rules.board) {
        check_tiles(p);
        check_board(p);
        check_done(p);
        check_open(p);
    }
}

}  // namespace crownlands
