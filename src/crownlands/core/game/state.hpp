// A game at one moment, for one shape of game: small, trivially copyable, without the order of anything undrawn.
#pragma once
#include <type_traits>

#include "board/builders_board.hpp"
#include "board/line.hpp"
#include "board/territories.hpp"
#include "ruleset/actions.hpp"

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

    CROWNLANDS_INLINE void discard(int number) {
        const int box = S::boxes == 1 ? 0 : number >= dominoes_per_box;
        discarded[box] |= std::uint64_t{1} << (number - box * dominoes_per_box);
    }
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

    Realm<S> realms[S::realms];
    std::uint64_t undrawn[S::boxes];  // by box letter; those set aside included
    Ruleset rules;
    Step step;
    std::uint8_t round;
    std::uint8_t drawn;  // lines revealed so far
    Court<S::line> court;
    Line<S::line> line;
    NextLine<S::line> next;
    [[no_unique_address]] BuildersBoard<S::board> board;

    void start(const Ruleset& ruleset);

    // --- who and what acts
    CROWNLANDS_INLINE bool over() const { return step == Step::over; }
    CROWNLANDS_INLINE bool chance() const { return is_chance(step); }
    // Whether a king that was drawn is to be put on the first line.
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

    // --- the parts of a turn, for playouts that need no action numbers; each goes on to the next open step (turn.hpp)
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

    // --- chance (chance.hpp)
    void sample(Random& random);  // the step must be one of chance
    void draw(Random& random);
    const char* why_not_chance(const Event& event) const;
    void apply_chance(const Event& event);  // must be possible
    void reveal(std::uint64_t numbers);  // this line, by numbers in its box

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
    void after_kings();
    void after_buildings();
    bool done(Step phase) const;
    void note(Step phase);
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
    step = Step::reveal;
    for (int i = 0; i < rules.box_count; ++i) undrawn[rules.boxes[i]] = (std::uint64_t{1} << dominoes_per_box) - 1;
    for (int i = 0; i < rules.realms(); ++i) {
        realms[i].kingdom.clear();
        if constexpr (S::board) {
            realms[i].purse.coins = rules.coins;
            realms[i].purse.knights_in_reserve = realms[i].purse.all_knights = rules.knights;
        }
    }
    if constexpr (S::board) board.clear();
}

}  // namespace crownlands::CROWNLANDS_ISA

#include "game/chance.hpp"
#include "game/convert.hpp"
#include "game/scoring.hpp"
#include "game/state_actions.hpp"
#include "game/turn.hpp"
