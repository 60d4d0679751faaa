// The hot part, compiled once per instruction set.
#include "engine/engine.hpp"

#include "engine/playout.hpp"
#include "game/state.hpp"

#define CROWNLANDS_TEXT_(x) #x
#define CROWNLANDS_TEXT(x) CROWNLANDS_TEXT_(x)

namespace crownlands::CROWNLANDS_ISA {

namespace {

static_assert(sizeof(State<Kingdomino5>) <= 1024, "four-player Kingdomino in one KiB");
static_assert(sizeof(State<Kingdomino7>) <= 1024);
static_assert(sizeof(State<Queendomino5>) <= most_state_bytes);
static_assert(sizeof(State<Queendomino7>) <= most_state_bytes);
static_assert(std::is_trivially_copyable_v<State<Kingdomino5>> && std::is_trivially_copyable_v<State<Queendomino7>>);

// Adds a finished game to the sums.
template <class S>
CROWNLANDS_INLINE void tally_game(const State<S>& state, Tally& tally, std::int16_t* points) {
    const int realms = state.rules.realms();
    int scores[S::realms];
    int best = 0, winners = 0;
    for (int r = 0; r < realms; ++r) {
        const int score = scores[r] = state.points(r);
        tally.points[r] += static_cast<std::uint64_t>(score);
        tally.squares[r] += static_cast<std::uint64_t>(score * score);
        if (points) points[r] = static_cast<std::int16_t>(score);
        if (r == 0 || score > best) {
            best = score;
            winners = 1 << r;
        } else if (score == best) {
            winners |= 1 << r;
        }
    }
    if (std::popcount(static_cast<unsigned>(winners)) > 1) {
        Standing top{};
        int tied = winners;
        winners = 0;
        for (int r = 0; r < realms; ++r) {
            if (!(tied >> r & 1)) continue;
            const Standing standing = state.standing(r);
            if (!winners || stands_before(state.rules, standing, top)) {
                top = standing;
                winners = 1 << r;
            } else if (!stands_before(state.rules, top, standing)) {
                winners |= 1 << r;
            }
        }
    }
    const std::uint64_t share = whole_win / static_cast<unsigned>(std::popcount(static_cast<unsigned>(winners)));
    for (int r = 0; r < realms; ++r) {
        if (winners >> r & 1) tally.wins[r] += share;
    }
    ++tally.games;
}

template <class S>
void random_games(const void* start, std::uint64_t seed, std::uint64_t first, std::uint64_t last, Tally& tally,
                  std::int16_t* points) {
    const auto& from = *static_cast<const State<S>*>(start);
    const int realms = from.rules.realms();
    Meter meter;
    for (std::uint64_t game = first; game < last; ++game) {
        State<S> state = from;
        Random random(seed, game);
        play_randomly(state, random, meter);
        tally_game(state, tally, points);
        if (points) points += realms;
    }
    tally.turns += meter.turns;
    tally.placements += meter.placements;
    tally.discards += meter.discards;
}

template <class S>
std::uint64_t generations(const void* start, std::uint64_t seed, std::uint64_t wanted) {
    // A stock of kingdoms and dominoes from a few random games, gone through again and again.
    constexpr int most = 512;
    struct Sample {
        Kingdom<S::frame, S::terrains> kingdom;
        int domino;
    };
    static_assert(sizeof(Sample) * most < 512 * 1024, "the stock lives on the stack");
    Sample stock[most];
    int size = 0;
    for (std::uint64_t game = 0; size < most; ++game) {
        State<S> state = *static_cast<const State<S>*>(start);
        if (state.over()) return 0;
        Random random(seed, game);
        ActionList<S> list;
        while (!state.over() && size < most) {
            if (state.chance()) {
                state.sample(random);
                continue;
            }
            if (state.step == Step::place) stock[size++] = {state.mine().kingdom, state.domino()};
            state.legal(list);
            state.apply(list.items[random.below(static_cast<std::uint32_t>(list.size))]);
        }
    }
    std::uint64_t found = 0;
    for (std::uint64_t i = 0; i < wanted; ++i) {
        const Sample& sample = stock[i % most];
        found += static_cast<std::uint64_t>(sample.kingdom.placements(sample.domino).total);
    }
    return found;
}

template <class S>
constexpr Engine make_engine() {
    using St = State<S>;
    Engine e{};
    e.isa = CROWNLANDS_TEXT(CROWNLANDS_ISA);
    e.size = sizeof(St);
    e.fits = [](const Ruleset& rules) { return S::fits(rules); };
    e.start = [](void* s, const Ruleset& rules) { static_cast<St*>(s)->start(rules); };
    e.load = [](void* s, const Position& position) { static_cast<St*>(s)->load(position); };
    e.store = [](const void* s, Position& position) { static_cast<const St*>(s)->store(position); };
    e.turn = [](const void* s) {
        const St& state = *static_cast<const St*>(s);
        Turn turn{state.step, state.round, nobody, nobody, state.drawn, 0};
        if constexpr (S::board) turn.tiles_left = static_cast<std::uint8_t>(std::popcount(state.board.stack));
        if (!state.over() && !state.chance()) {
            turn.seat = static_cast<std::uint8_t>(state.seat());
            turn.realm = static_cast<std::uint8_t>(state.acting_realm());
        }
        return turn;
    };
    e.legal = [](const void* s, std::uint16_t* out) {
        ActionList<S> list;
        static_cast<const St*>(s)->legal(list);
        for (int i = 0; i < list.size; ++i) out[i] = list.items[i];
        return list.size;
    };
    e.is_legal = [](const void* s, int action) { return static_cast<const St*>(s)->is_legal(action); };
    e.apply = [](void* s, int action) { static_cast<St*>(s)->apply(action); };
    e.describe = [](const void* s, int action, Event& event) { describe(*static_cast<const St*>(s), action, event); };
    e.number_of = [](const void* s, const Event& event, const char*& reason) {
        return number_of(*static_cast<const St*>(s), event, reason);
    };
    e.why_not_chance = [](const void* s, const Event& event) {
        return static_cast<const St*>(s)->why_not_chance(event);
    };
    e.apply_chance = [](void* s, const Event& event) { static_cast<St*>(s)->apply_chance(event); };
    e.sample = [](void* s, Random& random) { static_cast<St*>(s)->sample(random); };
    e.points = [](const void* s, int realm) { return static_cast<const St*>(s)->points(realm); };
    e.standing = [](const void* s, int realm) { return static_cast<const St*>(s)->standing(realm); };
    e.terms = [](const void* s, int realm, Term* out) { return static_cast<const St*>(s)->terms(realm, out); };
    e.random_playout = [](void* s, Random& random) {
        Meter meter;
        play_randomly(*static_cast<St*>(s), random, meter);
    };
    e.random_games = random_games<S>;
    e.generations = generations<S>;
    return e;
}

}  // namespace

extern const Engine engines[4];
const Engine engines[4] = {make_engine<Kingdomino5>(), make_engine<Kingdomino7>(), make_engine<Queendomino5>(),
                           make_engine<Queendomino7>()};

}  // namespace crownlands::CROWNLANDS_ISA
