// A game at one moment, for one shape of game: small, trivially copyable, without the order of anything undrawn.
#pragma once
#include <type_traits>

#include "actions.hpp"
#include "line.hpp"
#include "market.hpp"
#include "territories.hpp"

namespace crownlands::CROWNLANDS_ISA {

// What is fixed when compiling: four shapes cover all rulesets.
template <int Frame_, bool Board_, int Realms_, int Line_, int Boxes_>
struct Shape {
    static constexpr int frame = Frame_;
    static constexpr bool board = Board_;
    static constexpr int realms = Realms_;
    static constexpr int line = Line_;
    static constexpr int boxes = Boxes_;
    static constexpr int terrains = Board_ ? terrain_count : terrain_count - 1;

    static constexpr bool fits(const Ruleset& rules) {
        return rules.frame == frame && rules.board == board && rules.realms() <= realms && rules.line <= line &&
               rules.king_count() <= line;
    }
};
using Kingdomino5 = Shape<5, false, 4, 4, 1>;
using Kingdomino7 = Shape<7, false, 2, 4, 1>;
using Queendomino5 = Shape<5, true, 8, 8, 2>;
using Queendomino7 = Shape<7, true, 4, 8, 2>;

template <class S>
struct Realm {
    Kingdom<S::frame, S::terrains> kingdom;
    std::uint64_t discarded[S::boxes];
    [[no_unique_address]] Purse<S::frame, S::board> purse;
};

// Legal actions in a place of fixed size: nothing is allocated while playing.
template <class S>
struct ActionList {
    static constexpr int capacity = 4 * Geometry<S::frame>::cells;
    std::uint16_t items[capacity];
    int size = 0;

    CROWNLANDS_INLINE void add(int action) { items[size++] = static_cast<std::uint16_t>(action); }
    const std::uint16_t* begin() const { return items; }
    const std::uint16_t* end() const { return items + size; }
};

template <class S>
struct State {
    using G = Geometry<S::frame>;
    using Bits = typename G::Bits;
    using Window = typename G::Window;
    using KingdomMap = Map<S::frame, S::terrains>;

    Realm<S> realms[S::realms];
    std::uint64_t undrawn[S::boxes];  // by box letter; those set aside included
    Ruleset rules;
    Step step;
    std::uint8_t round;
    std::uint8_t drawn;  // lines revealed so far
    Court<S::line> court;
    Line<S::line> line;
    NextLine<S::line> next;
    [[no_unique_address]] Market<S::board> market;

    void start(const Ruleset& ruleset);

    // --- who and what acts
    CROWNLANDS_INLINE bool over() const { return step == Step::over; }
    CROWNLANDS_INLINE bool chance() const { return is_chance(step); }
    CROWNLANDS_INLINE bool opening() const { return !court.empty(); }
    // The seat that decides; only where somebody does.
    CROWNLANDS_INLINE int seat() const { return opening() ? court.chooser[court.first] : line.seat[line.first]; }
    CROWNLANDS_INLINE int owner() const { return opening() ? court.owner[court.first] : line.seat[line.first]; }
    CROWNLANDS_INLINE int acting_realm() const { return rules.realm_of(owner()); }
    CROWNLANDS_INLINE int domino() const { return line.domino[line.first]; }
    CROWNLANDS_INLINE Realm<S>& mine() { return realms[acting_realm()]; }
    CROWNLANDS_INLINE const Realm<S>& mine() const { return realms[acting_realm()]; }
    ActionCode code() const { return ActionCode(S::frame, rules.line, S::board); }

    // --- actions (state_actions.hpp)
    void legal(ActionList<S>& list) const;
    bool is_legal(int action) const;
    void apply(int action);  // must be legal

    // --- the parts of a turn, for playouts that need no action numbers; each goes on to the next open step
    void place(int orientation, int cell);
    void discard();
    void choose(int slot);
    void pass();
    void tax(int which);  // 0 smaller square, 1 larger, 2 both
    void build(int slot, int cell);
    void bribe(int slot);
    int price(int slot) const;
    int affordable() const;  // a bit for each slot whose tile the acting realm can pay
    void taxed_cells(int& smaller, int& larger) const;
    int income(int cell) const;

    // --- chance
    void sample(Random& random);  // the step must be one of chance
    void draw(Random& random);
    const char* why_not_chance(const Event& event) const;
    void apply_chance(const Event& event);  // must be possible

    // --- points (scoring.hpp)
    int points(int realm) const;
    Standing standing(int realm) const;
    int terms(int realm, Term* out) const;

    // --- from and to a position (convert.hpp)
    void load(const Position& position);
    void store(Position& position) const;

   private:
    void open_tax();
    void open_build();
    void open_bribe();
    void open_choose();
    void end_turn();
    void end_round();
    void after_kings_and_lines();
    void reveal_or_begin();
    void begin_round();
    void lay_line(std::uint64_t numbers, int box);
    void after_reveal();
    int line_box() const { return rules.box_count == 1 ? rules.boxes[0] : rules.boxes[drawn & 1]; }
};

template <class S>
void State<S>::start(const Ruleset& ruleset) {
    *this = State{};
    rules = ruleset;
    step = Step::kings;
    for (int i = 0; i < rules.box_count; ++i) undrawn[rules.boxes[i]] = (std::uint64_t{1} << dominoes_per_box) - 1;
    for (int i = 0; i < rules.realms(); ++i) {
        realms[i].kingdom.clear();
        if constexpr (S::board) {
            realms[i].purse.coins = rules.coins;
            realms[i].purse.reserve = realms[i].purse.knights = rules.knights;
        }
    }
    if constexpr (S::board) market.clear();
}

// --- the flow of a turn and of a round

template <class S>
CROWNLANDS_INLINE void State<S>::place(int orientation, int cell) {
    Realm<S>& realm = mine();
    realm.kingdom.place(domino(), orientation, cell);
    if constexpr (S::board) {
        int left, right;
        realm.kingdom.halves(orientation, cell, left, right);
        const Domino& piece = dominoes[domino()];
        if (piece.terrain[0] == town) realm.purse.vacant |= single<Bits>(left);
        if (piece.terrain[1] == town) realm.purse.vacant |= single<Bits>(right);
        open_tax();
    } else {
        open_choose();
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::discard() {
    const int number = domino();
    const int box = S::boxes == 1 ? 0 : number >= dominoes_per_box;
    mine().discarded[box] |= std::uint64_t{1} << (number - box * dominoes_per_box);
    if constexpr (S::board) {
        open_build();
    } else {
        open_choose();
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::choose(int slot) {
    next.claim(slot, owner());
    if (!opening()) return end_turn();
    ++court.first;
    if (!opening()) end_round();
}

template <class S>
CROWNLANDS_INLINE void State<S>::pass() {
    if constexpr (S::board) {
        if (step == Step::tax) return open_build();
        if (step == Step::build) return open_bribe();
        open_choose();
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::open_tax() {
    if constexpr (S::board) {
        if (mine().purse.reserve > 0) {
            step = Step::tax;
        } else {
            open_build();
        }
    }
}

template <class S>
CROWNLANDS_INLINE int State<S>::price(int slot) const {
    if constexpr (S::board) {
        if (market.queen == acting_realm()) return slot > queen_discount ? slot - queen_discount : 0;
    }
    return slot;
}

template <class S>
CROWNLANDS_INLINE int State<S>::affordable() const {
    if constexpr (S::board) {
        // Slots cost 0, 1, 2, …: what can be paid is a prefix of them.
        const int highest = mine().purse.coins + (market.queen == acting_realm() ? queen_discount : 0);
        return highest >= slot_count ? market.filled : market.filled & ((2 << highest) - 1);
    }
    return 0;
}

template <class S>
CROWNLANDS_INLINE void State<S>::open_build() {
    if constexpr (S::board) {
        if (any(mine().purse.vacant) && affordable()) {
            step = Step::build;
        } else {
            open_bribe();
        }
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::open_bribe() {
    if constexpr (S::board) {
        if (market.filled && market.dragon == nobody && market.queen != acting_realm() &&
            mine().purse.coins >= bribe_cost) {
            step = Step::bribe;
        } else {
            open_choose();
        }
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::open_choose() {
    if (next.size) {
        step = Step::choose;
    } else {
        end_turn();
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::end_turn() {
    ++line.first;
    if (line.empty()) {
        end_round();
    } else {
        step = Step::place;
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::end_round() {
    if (round == rules.rounds) {
        step = Step::over;
        line.first = line.last = 0;
        return;
    }
    advance(next, line);
    if constexpr (S::board) {
        if (round) {
            market.slide();
            if (market.to_reveal()) {
                step = Step::buildings;
                return;
            }
        }
    }
    reveal_or_begin();
}

template <class S>
CROWNLANDS_INLINE void State<S>::reveal_or_begin() {
    if (drawn < rules.rounds) {
        step = Step::reveal;
    } else {
        begin_round();
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::begin_round() {
    ++round;
    step = Step::place;
}

// The set-up is complete: kings go onto the first line (K4).
template <class S>
inline void State<S>::after_kings_and_lines() {
    if (rules.opening != Opening::top_down) {
        step = Step::choose;
        return;
    }
    for (int slot = 0; !court.empty(); ++slot, ++court.first) next.claim(slot, court.owner[court.first]);
    end_round();
}

// --- taxes, buildings, the dragon

template <class S>
inline void State<S>::taxed_cells(int& smaller, int& larger) const {
    using K = Kingdom<S::frame, S::terrains>;
    const auto& kingdom = mine().kingdom;
    // The domino placed in this turn is the last in the log; its lower cell is also the smaller square (left or above).
    const auto entry = kingdom.log[kingdom.placed - 1];
    smaller = K::cell_of(entry);
    larger = K::second(K::orientation_of(entry), smaller);
}

// What one knight on this square of the domino just placed earns (Q7, Q10).
template <class S>
inline int State<S>::income(int cell) const {
    if constexpr (S::board) {
        using K = Kingdom<S::frame, S::terrains>;
        const auto& realm = mine();
        const auto& kingdom = realm.kingdom;
        const auto last = kingdom.log[kingdom.placed - 1];
        const int half = (cell == K::cell_of(last)) == ((K::orientation_of(last) & 1) != 0);
        const int terrain = dominoes[K::domino_of(last)].terrain[half];
        Bits ground{};
        for (int i = 0; i < kingdom.placed; ++i) {
            const auto entry = kingdom.log[i];
            const Domino& piece = dominoes[K::domino_of(entry)];
            int left, right;
            K::halves(K::orientation_of(entry), K::cell_of(entry), left, right);
            if (piece.terrain[0] == terrain) ground |= single<Bits>(left);
            if (piece.terrain[1] == terrain) ground |= single<Bits>(right);
        }
        return count(flood<G::side>(single<Bits>(cell), ground)) + realm.purse.tax_bonus();
    }
    return 0;
}

template <class S>
CROWNLANDS_INLINE void State<S>::tax(int which) {
    if constexpr (S::board) {
        int smaller, larger;
        taxed_cells(smaller, larger);
        auto& purse = mine().purse;
        if (which != 1) {
            purse.coins += income(smaller);
            purse.taxed |= single<Bits>(smaller);
            --purse.reserve;
        }
        if (which != 0) {
            purse.coins += income(larger);
            purse.taxed |= single<Bits>(larger);
            --purse.reserve;
        }
        open_build();
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::build(int slot, int cell) {
    if constexpr (S::board) {
        const int realm = acting_realm();
        auto& purse = realms[realm].purse;
        purse.coins -= price(slot);
        const int kind = market.take(slot);
        purse.build(kind, cell);
        if (buildings[kind].towers) {
            bool most = true;
            for (int i = 0; i < rules.realms(); ++i) most &= realms[i].purse.towers <= purse.towers;
            if (most) market.queen = static_cast<std::uint8_t>(realm);
        }
        open_bribe();
    }
}

template <class S>
CROWNLANDS_INLINE void State<S>::bribe(int slot) {
    if constexpr (S::board) {
        mine().purse.coins -= bribe_cost;
        market.take(slot);
        market.dragon = static_cast<std::uint8_t>(slot);
        open_choose();
    }
}

// --- chance

template <class S>
CROWNLANDS_INLINE void State<S>::lay_line(std::uint64_t numbers, int box) {
    undrawn[box] &= ~numbers;
    next.lay(numbers, box * dominoes_per_box);
    ++drawn;
    after_reveal();
}

template <class S>
CROWNLANDS_INLINE void State<S>::after_reveal() {
    if (round == 0 && opening()) {
        if (S::board) {
            step = Step::buildings;
        } else {
            after_kings_and_lines();
        }
    } else {
        begin_round();
    }
}

// Reveals a random line.
template <class S>
CROWNLANDS_INLINE void State<S>::draw(Random& random) {
    const int box = S::boxes == 1 ? 0 : line_box();
    std::uint64_t left = undrawn[box];
    std::uint64_t numbers = 0;
    auto size = static_cast<std::uint32_t>(std::popcount(left));
    for (int i = 0; i < rules.line; ++i, --size) {
        const std::uint64_t number = std::uint64_t{1} << select(left, static_cast<int>(random.below(size)));
        left ^= number;
        numbers |= number;
    }
    lay_line(numbers, box);
}

template <class S>
void State<S>::sample(Random& random) {
    if (step == Step::reveal) {
        draw(random);
    } else if (step == Step::kings) {
        draw_kings(rules, court, random);
        step = Step::reveal;
    } else if constexpr (S::board) {
        market.refill(random);
        if (round == 0 && opening()) {
            after_kings_and_lines();
        } else {
            reveal_or_begin();
        }
    }
}

template <class S>
const char* State<S>::why_not_chance(const Event& event) const {
    if (step == Step::over) return "the game is over";
    if (static_cast<int>(event.type) != static_cast<int>(step)) return "this event is not possible now";
    if (step == Step::kings) return why_not_kings(rules, event);
    if (step == Step::reveal) {
        const int box = line_box();
        bool right = event.count == rules.line;
        for (int i = 0; right && i < event.count; ++i) {
            const int number = event.first[i] - box * dominoes_per_box;
            right = number >= 0 && number < dominoes_per_box && (undrawn[box] >> number & 1) &&
                    (i == 0 || event.first[i - 1] < event.first[i]);
        }
        return right ? nullptr : "this line cannot be drawn: undrawn dominoes of its box, ascending, expected";
    }
    if constexpr (S::board) {
        bool right = event.count == market.to_reveal();
        int taken[building_count] = {};
        for (int i = 0; right && i < event.count; ++i) {
            const int kind = event.first[i];
            right = kind < building_count && ++taken[kind] <= std::popcount(market.stack & tiles_of_kind(kind));
        }
        if (right) return nullptr;
    }
    return "these tiles cannot be revealed: as many tiles of the stack as there are empty slots expected";
}

template <class S>
void State<S>::apply_chance(const Event& event) {
    if (step == Step::kings) {
        court.first = 0;
        court.last = event.count;
        for (int i = 0; i < event.count; ++i) {
            court.chooser[i] = event.first[i];
            court.owner[i] = event.second[i];
        }
        step = Step::reveal;
    } else if (step == Step::reveal) {
        const int box = line_box();
        std::uint64_t numbers = 0;
        for (int i = 0; i < event.count; ++i) numbers |= std::uint64_t{1} << (event.first[i] - box * dominoes_per_box);
        lay_line(numbers, box);
    } else if constexpr (S::board) {
        for (int i = 0; i < event.count; ++i) {
            const std::uint32_t tiles = market.stack & tiles_of_kind(event.first[i]);
            market.stack &= ~(tiles & (~tiles + 1));
            market.put(market.cheapest_empty(), event.first[i]);
        }
        if (round == 0 && opening()) {
            after_kings_and_lines();
        } else {
            reveal_or_begin();
        }
    }
}

}  // namespace crownlands::CROWNLANDS_ISA

#include "state_actions.hpp"
#include "scoring.hpp"
#include "convert.hpp"
