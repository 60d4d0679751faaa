// The steps of many games, compiled once per instruction set. Each game has its own random numbers, so that nothing
// depends on how games are spread over threads; nothing is allocated.
#include "envs/kernel.hpp"

#include "engine/playout.hpp"
#include "envs/observe.hpp"

namespace crownlands::CROWNLANDS_ISA {

namespace {

template <class S>
int any_action(const State<S>& state, Random& random) {
    if (state.step == Step::place) {
        const auto found = state.mine().kingdom.placements(state.domino());
        if (!found.total) return state.code().discard;
        const int k = static_cast<int>(random.below(static_cast<std::uint32_t>(found.total)));
        const int o = (k >= found.before[1]) + (k >= found.before[2]) + (k >= found.before[3]);
        return o * Geometry<S::frame>::cells + select(found.cells[o], k - found.before[o]);
    }
    ActionList<S> list;
    state.legal(list);
    return list.items[random.below(static_cast<std::uint32_t>(list.size))];
}

// One game among many.
template <class S>
struct Seat {
    const Play& play;
    std::int64_t index;
    State<S>& state;
    Episode& episode;

    CROWNLANDS_INLINE Seat(const Play& all, std::int64_t game)
        : play(all), index(game), state(reinterpret_cast<State<S>*>(all.states)[game]), episode(all.episodes[game]) {}

    void begin() {
        state.start(*play.rules);
        episode.chance = Random(episode.seed, episode.number);
        episode.rivals = Random(~episode.seed, episode.number);
        ++episode.number;
        for (int realm = 0; realm < play.rules->realms(); ++realm) {
            for (auto& sum : episode.earlier[realm]) sum = 0;
            episode.told[realm] = 0;
        }
        episode.game = 1;
        go_on();
    }

    // To the next decision that is asked for, or to the end: chance, the next game of a match, the rivals' turns.
    CROWNLANDS_INLINE void go_on() {
        for (;;) {
            while (state.chance()) state.sample(episode.chance);
            if (state.over()) {
                if (episode.game >= play.rules->games) return;
                next_game();
                continue;
            }
            if (play.learner < 0 || state.seat() == play.learner) return;
            const std::uint64_t seed = episode.rivals.next();
            Random random(seed);
            state.apply(play.rivals.decide ? play.rivals.decide(&state, *play.rivals.weights, seed)
                                           : any_action(state, random));
        }
    }

    void next_game() {
        for (int realm = 0; realm < play.rules->realms(); ++realm) {
            const Standing sum = total(realm);
            episode.earlier[realm][0] = sum.points;
            episode.earlier[realm][1] = sum.largest;
            episode.earlier[realm][2] = sum.crowns;
        }
        ++episode.game;
        state.start(*play.rules);
    }

    Standing total(int realm) const {
        const Standing now = state.standing(realm);
        const auto& before = episode.earlier[realm];
        return {now.points + before[0], now.largest + before[1], now.crowns + before[2]};
    }

    CROWNLANDS_INLINE void show(std::uint8_t* observation) const {
        const int seat = play.learner >= 0 ? play.learner : state.over() ? episode.acted : state.seat();
        observe(state, episode, *play.layout, seat, observation);
    }
    CROWNLANDS_INLINE void show() const {
        if (play.views.observations) show(play.views.observations + index * play.layout->size);
        if (play.views.masks) write_mask(state, play.views.masks + index * state.code().count);
        play.views.seats[index] = static_cast<std::int8_t>(state.over() ? -1 : state.seat());
    }

    CROWNLANDS_INLINE float* clear_rewards() const {
        float* rewards = play.views.rewards + index * play.rules->seats;
        for (int seat = 0; seat < play.rules->seats; ++seat) rewards[seat] = 0;
        return rewards;
    }

    // What every realm has won since it was told last.
    void tell_points(float* rewards) const {
        for (int realm = 0; realm < play.rules->realms(); ++realm) {
            const int points = state.points(realm) + episode.earlier[realm][0];
            for (int i = 0; i < play.rules->team; ++i) {
                rewards[realm * play.rules->team + i] = static_cast<float>(points - episode.told[realm]);
            }
            episode.told[realm] = points;
        }
    }

    void finish(float* rewards) const {
        const int realms = play.rules->realms(), team = play.rules->team;
        Standing sums[S::realms];
        std::int32_t* scores = play.views.scores + index * realms;
        for (int realm = 0; realm < realms; ++realm) {
            sums[realm] = total(realm);
            scores[realm] = sums[realm].points;
        }
        if (play.reward == Reward::points) return;
        int ahead[S::realms] = {};  // how many stand before this one
        int winners = 0;
        for (int realm = 0; realm < realms; ++realm) {
            for (int other = 0; other < realms; ++other)
                ahead[realm] += stands_before(*play.rules, sums[other], sums[realm]);
            winners += ahead[realm] == 0;
        }
        for (int realm = 0; realm < realms; ++realm) {
            float value = ahead[realm] ? 0.0F : 1.0F / static_cast<float>(winners);
            if (play.reward == Reward::margin) {
                int best = INT32_MIN;
                for (int other = 0; other < realms; ++other) {
                    if (other != realm && sums[other].points > best) best = sums[other].points;
                }
                value = static_cast<float>(sums[realm].points - best);
            }
            for (int i = 0; i < team; ++i) rewards[realm * team + i] = value;
        }
    }

    CROWNLANDS_INLINE void step(int action) {
        float* rewards = clear_rewards();
        play.views.ends[index] = false;
        if (action < 0) return;
        if (state.over()) {
            if (play.autoreset != Autoreset::next_step) return;
            begin();
            return show();
        }
        episode.acted = static_cast<std::uint8_t>(state.seat());
        state.apply(action);
        go_on();
        if (play.reward == Reward::points) tell_points(rewards);
        if (state.over()) {
            play.views.ends[index] = true;
            finish(rewards);
            if (play.autoreset == Autoreset::same_step) {
                if (play.views.finals) show(play.views.finals + index * play.layout->size);
                begin();
            }
        }
        show();
    }
};

template <class S>
constexpr Kernel make_kernel() {
    Kernel kernel{};
    kernel.size = sizeof(State<S>);
    kernel.begin = [](const Play& play, const bool* which, std::int64_t first, std::int64_t last) {
        for (std::int64_t game = first; game < last; ++game) {
            if (which && !which[game]) continue;
            Seat<S> seat(play, game);
            seat.begin();
            seat.clear_rewards();
            play.views.ends[game] = false;
            seat.show();
        }
    };
    kernel.check = [](const Play& play, const std::int32_t* actions, std::int64_t first, std::int64_t last) {
        for (std::int64_t game = first; game < last; ++game) {
            const State<S>& state = reinterpret_cast<const State<S>*>(play.states)[game];
            if (actions[game] != -1 && !state.over() && !state.is_legal(actions[game])) return game;
        }
        return last;
    };
    kernel.step = [](const Play& play, const std::int32_t* actions, std::int64_t first, std::int64_t last) {
        for (std::int64_t game = first; game < last; ++game) Seat<S>(play, game).step(actions[game]);
    };
    kernel.resume = [](const Play& play, std::int64_t game) {
        Seat<S> seat(play, game);
        seat.go_on();
        seat.clear_rewards();
        play.views.ends[game] = false;
        seat.show();
    };
    kernel.sample = [](const Play& play, std::uint64_t seed, std::int32_t* actions, std::int64_t first,
                       std::int64_t last) {
        for (std::int64_t game = first; game < last; ++game) {
            const State<S>& state = reinterpret_cast<const State<S>*>(play.states)[game];
            Random random(seed, static_cast<std::uint64_t>(game));
            actions[game] = state.over() ? -1 : any_action(state, random);
        }
    };
    kernel.observe = [](const void* state, const Episode& episode, const Layout& layout, int seat, std::uint8_t* out) {
        observe(*static_cast<const State<S>*>(state), episode, layout, seat, out);
    };
    kernel.mask = [](const void* state, bool* out) { write_mask(*static_cast<const State<S>*>(state), out); };
    return kernel;
}

}  // namespace

extern const Kernel kernels[4];
const Kernel kernels[4] = {make_kernel<Kingdomino5>(), make_kernel<Kingdomino7>(), make_kernel<Queendomino5>(),
                           make_kernel<Queendomino7>()};

}  // namespace crownlands::CROWNLANDS_ISA
