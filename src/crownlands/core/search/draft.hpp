// Who gets which domino of the next line: everybody in turn takes what is best for them, and looks at what that leaves
// to the others.
#pragma once
#include "search/pending.hpp"
#include "search/taste.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <class S>
class Draft {
   public:
    // What the dominoes are worth to the others. `error` is added to each of their values.
    template <class Error>
    Draft(const Network& network, const State<S>& state, const Bag<S>& bag, const Taste& taste, Error&& error)
        : taste_(taste), free_(state.next.free), mine_(state.acting_realm()), realms_(state.rules.realms()) {
        for_oneself_ = state.rules.realm_of(state.seat()) == mine_;
        // In the opening kings are drawn as they come, in most rules: nobody looks at the others.
        if (state.opening()) return;
        int choosing[S::realms] = {};
        choosing[mine_] = 1;
        for (int i = state.line.first + 1; i < state.line.last; ++i) {
            picks_[count_] = state.rules.realm_of(state.line.seat[i]);
            ++choosing[picks_[count_++]];
        }
        const bool few = std::popcount(free_) <= most_compared;
        for (int r = 0; r < realms_; ++r) {
            pairs_[r] = few && choosing[r] > 1;
            if (r == mine_ ? !pairs_[r] : !choosing[r]) continue;
            Holding<S> realm(network, state, bag, r);
            receive_pending(realm, state, r, state.line.first + (r == mine_ && state.step != Step::place), error);
            float values[S::line];
            each_free([&](int slot) { values[slot] = realm.best_from(slot, state.next.domino[slot], error).value; });
            compare(r, realm.value(), values);
            if (pairs_[r]) pair_up(r, realm, state, error);
        }
    }

    // What the others get counts in the own choice by these weights, no longer evenly.
    void aim(const float* weights) {
        aimed_ = true;
        for (int r = 0; r < realms_; ++r) weights_[r] = taste_.denial * weights[r];
    }

    // How good each free domino is, by the points that are expected with it, and without any of them; returns the best.
    int rank(float without, const float* values, float* ranks) {
        compare(mine_, without, values);
        int best = std::countr_zero(free_);
        each_free([&](int slot) {
            ranks[slot] = worth_of_choosing(slot, without);
            if (ranks[slot] > ranks[best]) best = slot;
        });
        return best;
    }

   private:
    // When so many are left, all ways to share them are compared; before, everybody takes what is best.
    static constexpr int most_compared = 4;
    // Where pairs are not looked at, what a second domino of the same line counts: both want the best places, and a
    // part of their worth is the same.
    static constexpr float second = 0.5F;

    // What everybody has got.
    struct Spoils {
        float of[S::realms];
        std::int8_t last[S::realms];  // the slot that they took last; −1: none

        void take(const Draft& draft, int realm, int slot) {
            const float worth = draft.worth_[realm][slot];
            of[realm] += last[realm] < 0       ? worth
                         : draft.pairs_[realm] ? worth + draft.together_[realm][last[realm]][slot]
                                               : second * worth;
            last[realm] = static_cast<std::int8_t>(slot);
        }
    };

    const Taste& taste_;
    unsigned free_;
    int mine_, realms_;
    bool for_oneself_, aimed_ = false;
    float weights_[S::realms] = {};  // of what each of the others gets, once it is aimed
    float worth_[S::realms][S::line] = {};  // of each domino, in points
    bool pairs_[S::realms] = {};
    float together_[S::realms][S::line][S::line];  // what two of them are worth more than one and one
    int picks_[S::line], count_ = 0;  // the realms that choose after this choice, in their order

    template <class F>
    void each_free(F&& f) const {
        each(static_cast<std::uint64_t>(free_), f);
    }
    float worth_of_choosing(int slot, float without) const {
        // With another's king (any king, K4) the worst domino is the best.
        if (!for_oneself_) return -worth_[mine_][slot];
        Spoils spoils{};
        for (auto& slot_before : spoils.last) slot_before = -1;
        spoils.take(*this, mine_, slot);
        return without + score(settle(free_ & ~(1U << slot), 0, spoils), mine_);
    }
    void compare(int realm, float without, const float* values) {
        each_free([&](int slot) { worth_[realm][slot] = values[slot] - without; });
    }
    template <class Error>
    void pair_up(int realm, const Holding<S>& holding, const State<S>& state, Error&& error) {
        each_free([&](int one) {
            Holding<S> later = holding;
            later.receive(one, state.next.domino[one], error);
            each(static_cast<std::uint64_t>(free_ >> one >> 1), [&](int rest) {
                const int other = one + 1 + rest;
                const float both = later.best_from(other, state.next.domino[other], error).value - holding.value();
                together_[realm][one][other] = together_[realm][other][one] =
                    both - worth_[realm][one] - worth_[realm][other];
            });
        });
    }
    float score(const Spoils& spoils, int realm) const {
        float others = 0.0F;
        if (aimed_ && realm == mine_) {
            for (int r = 0; r < realms_; ++r) others += weights_[r] * spoils.of[r];
            return spoils.of[realm] - others;
        }
        for (int r = 0; r < realms_; ++r) others += r == realm ? 0.0F : spoils.of[r];
        return spoils.of[realm] - taste_.denial * others / static_cast<float>(realms_ - 1);
    }
    // From this pick on.
    Spoils settle(unsigned free, int pick, const Spoils& before) const {
        if (pick == count_ || !free) return before;
        const int realm = picks_[pick];
        const auto after = [&](int slot) {
            Spoils spoils = before;
            spoils.take(*this, realm, slot);
            return settle(free & ~(1U << slot), pick + 1, spoils);
        };
        if (std::popcount(free) > most_compared) {
            int best = std::countr_zero(free);
            each(static_cast<std::uint64_t>(free), [&](int slot) {
                if (worth_[realm][slot] > worth_[realm][best]) best = slot;
            });
            return after(best);
        }
        Spoils best = before;
        float most = -1e9F;
        each(static_cast<std::uint64_t>(free), [&](int slot) {
            const Spoils spoils = after(slot);
            const float here = score(spoils, realm);
            if (here > most) most = here, best = spoils;
        });
        return best;
    }
};

}  // namespace crownlands::CROWNLANDS_ISA
