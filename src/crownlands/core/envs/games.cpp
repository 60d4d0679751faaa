#include "envs/games.hpp"

#include <atomic>

#include "search/levels.hpp"

namespace crownlands {

Rivals rivals_for(std::string_view level, const Ruleset& rules, const char* isa) {
    if (level == "random") return {};
    const Level found = level_for(level, rules);
    if (found.searches)
        throw Refused("'" + std::string(level) +
                      "' searches: a level that only judges expected (random, page, squire)");
    return {searcher_for(rules, isa).decide, found.style.weights};
}

Games::Games(std::string_view ruleset, std::int64_t count, const Options& options)
    : rules_(parse_ruleset(ruleset)),
      layout_(rules_),
      count_(count),
      isa_(options.isa),
      kernel_(&kernel_for(rules_, options.isa)),
      size_(kernel_->size),
      crew_(options.threads < 1 || options.threads > 1024 ? throw Refused("threads: a number from 1 to 1024 expected")
                                                          : options.threads) {
    if (count < 1 || count > 1'000'000) throw Refused("games: a number from 1 to 1,000,000 expected");
    if (options.learner >= rules_.seats) {
        throw Refused("seat: a number from 0 to " + std::to_string(rules_.seats - 1) + " expected");
    }
    memory_.resize((static_cast<std::size_t>(count) * size_ + sizeof(Block) - 1) / sizeof(Block));
    episodes_.resize(static_cast<std::size_t>(count));
    play_.rules = &rules_;
    play_.layout = &layout_;
    play_.states = memory_.front().bytes;
    play_.episodes = episodes_.data();
    play_.learner = options.learner;
    if (options.learner >= 0) play_.rivals = rivals_for(options.rivals, rules_, options.isa);
    play_.reward = options.reward;
    play_.autoreset = options.autoreset;
}

void Games::need(std::int64_t index) const {
    if (index < 0 || index >= count_) {
        throw Refused("no game " + std::to_string(index) + ": 0 to " + std::to_string(count_ - 1) + " expected");
    }
}

void Games::need_arrays() const {
    if (!bound_) throw Refused("there is nowhere to write to: bind arrays first");
}

void Games::reset(const std::uint64_t* seeds, const bool* which) {
    need_arrays();
    if (!begun_ && which) throw Refused("the first reset is of all games");
    for (std::int64_t game = 0; game < count_; ++game) {
        if (which && !which[game]) continue;
        episodes_[static_cast<std::size_t>(game)].seed = seeds[game];
        episodes_[static_cast<std::size_t>(game)].number = 0;
    }
    begun_ = true;
    crew_.share(count_, [&](std::int64_t first, std::int64_t last) { kernel_->begin(play_, which, first, last); });
}

void Games::step(const std::int32_t* actions) {
    need_arrays();
    if (!begun_) throw Refused("reset before the first step");
    std::atomic<std::int64_t> wrong{count_};
    crew_.share(count_, [&](std::int64_t first, std::int64_t last) {
        const std::int64_t found = kernel_->check(play_, actions, first, last);
        if (found == last) return;
        std::int64_t least = wrong.load();
        while (found < least && !wrong.compare_exchange_weak(least, found)) {
        }
    });
    if (const std::int64_t first = wrong.load(); first < count_) {
        throw Illegal("action " + std::to_string(actions[first]) + " is not legal in game " + std::to_string(first) +
                      "; no game was changed");
    }
    crew_.share(count_, [&](std::int64_t first, std::int64_t last) { kernel_->step(play_, actions, first, last); });
}

void Games::sample(std::uint64_t seed, std::int32_t* actions) {
    if (!begun_) throw Refused("reset before the first step");
    crew_.share(count_,
                [&](std::int64_t first, std::int64_t last) { kernel_->sample(play_, seed, actions, first, last); });
}

void Games::advise(std::string_view level, std::uint64_t seed, std::int32_t* actions) {
    if (!begun_) throw Refused("reset before the first step");
    const Rivals asked = rivals_for(level, rules_, isa_);
    if (!asked.decide) return sample(seed, actions);
    const Engine& engine = engine_for(rules_, isa_);
    crew_.share(count_, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t game = first; game < last; ++game) {
            const bool over = engine.turn(state(game)).step == Step::over;
            const std::uint64_t own = Random(seed, static_cast<std::uint64_t>(game)).next();
            actions[game] = over ? -1 : asked.decide(state(game), *asked.weights, own);
        }
    });
}

AnyState Games::game(std::int64_t index) const {
    need(index);
    if (!begun_) throw Refused("reset before games are read");
    const Episode& episode = episodes_[static_cast<std::size_t>(index)];
    return AnyState(rules_, isa_, state(index), episode.game, episode.earlier);
}

// Games that are put there begin anew from their own seed: chance first, and after their end.
void Games::plant(std::int64_t index, std::uint64_t seed) {
    Episode& episode = episodes_[static_cast<std::size_t>(index)];
    episode.seed = seed;
    episode.number = 1;
    episode.chance = Random(seed, 0);
    episode.rivals = Random(~seed, 0);
    kernel_->resume(play_, index);
}

void Games::put(std::int64_t index, const AnyState& game, std::uint64_t seed) {
    need(index);
    need_arrays();
    if (!begun_) throw Refused("reset before games are set");
    if (!(game.rules() == rules_)) {
        throw Refused("a game of " + ruleset_name(rules_) + " expected, not of " + ruleset_name(game.rules()));
    }
    Episode& episode = episodes_[static_cast<std::size_t>(index)];
    std::memcpy(state(index), game.data(), size_);
    episode.game = game.number();
    std::memcpy(episode.earlier, game.earlier(), sizeof episode.earlier);
    // What was won before is not told again.
    for (int realm = 0; realm < rules_.realms(); ++realm) {
        episode.told[realm] = game.engine().points(game.data(), realm) + episode.earlier[realm][0];
    }
    plant(index, seed);
}

void Games::copy(const Games& from, const std::int64_t* sources, const std::int64_t* targets, std::int64_t pairs,
                 const std::uint64_t* seeds) {
    need_arrays();
    if (!from.begun_ || !begun_) throw Refused("reset before games are copied");
    if (!(from.rules_ == rules_)) {
        throw Refused("games of " + ruleset_name(rules_) + " expected, not of " + ruleset_name(from.rules_));
    }
    for (std::int64_t i = 0; i < pairs; ++i) {
        from.need(sources[i]);
        need(targets[i]);
    }
    for (std::int64_t i = 0; i < pairs; ++i) {
        if (state(targets[i]) != from.state(sources[i])) std::memcpy(state(targets[i]), from.state(sources[i]), size_);
        episodes_[static_cast<std::size_t>(targets[i])] = from.episodes_[static_cast<std::size_t>(sources[i])];
        plant(targets[i], seeds[i]);
    }
}

void Games::observe(std::int64_t index, int seat, std::uint8_t* out) const {
    need(index);
    if (!begun_) throw Refused("reset before games are read");
    if (seat < 0 || seat >= rules_.seats) {
        throw Refused("no seat " + std::to_string(seat) + ": 0 to " + std::to_string(rules_.seats - 1) + " expected");
    }
    kernel_->observe(state(index), episodes_[static_cast<std::size_t>(index)], layout_, seat, out);
}

}  // namespace crownlands
