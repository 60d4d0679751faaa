// A realm as the network sees it: its rows and their sums, and what every placement of a domino would make of them.
#pragma once
#include <algorithm>

#include "search/eval/bag.hpp"
#include "search/eval/estate.hpp"
#include "search/eval/keep_best.hpp"
#include "search/eval/outline.hpp"
#include "search/eval/sums.hpp"
#include "search/eval/territory_index.hpp"

namespace crownlands::CROWNLANDS_ISA {

struct Site {
    float value;        // the points that the realm is expected to end with
    std::int16_t cell;  // −1: the domino fits nowhere
    std::int8_t orientation;
    std::int8_t tax = 0;  // of the domino there: 0 none, 1 the smaller square, 2 the larger one, 3 both
};

struct Judgement {
    float value;
    int tax;  // the best one, as in a site
};

template <class S>
class Holding {
   public:
    using G = Geometry<S::frame>;
    using Bits = typename G::Bits;
    using K = Kingdom<S::frame, S::terrains>;
    using L = RowLayout<S::frame, S::board>;

    Holding(const Network& network, const State<S>& state, const Bag<S>& bag, int index,
            const TerritoryIndex<S>* territories = nullptr)
        : network_(&network), bag_(&bag), kingdom_(state.realms[index].kingdom) {
        const Ruleset& rules = state.rules;
        if (territories) {
            territories_.copy(*territories);
        } else {
            territories_.survey(state.realms[index]);
        }
        seats_ = rules.realms();
        middle_ = rules.middle_kingdom;
        harmony_ = rules.harmony;
        lost_ = 0;
        for (const std::uint64_t box : state.realms[index].discarded) lost_ += std::popcount(box);
        left_ = rules.rounds * rules.kings * rules.team - kingdom_.placed - lost_;
        lines_ = rules.rounds - state.drawn;
        each_square([&](int cell) { outline_.stretch(cell); });
        if constexpr (S::board) {
            manor_.estate = estate_of(state, index);
            const auto& purse = state.realms[index].purse;
            manor_.vacant = purse.vacant;
            for (; manor_.built_count < purse.built_count; ++manor_.built_count)
                manor_.built[manor_.built_count] = purse.built[manor_.built_count].kind;
        }
        renew();
    }
    Holding(const Holding& other) { *this = other; }
    // Only what is in use is copied.
    Holding& operator=(const Holding& other) {
        network_ = other.network_;
        bag_ = other.bag_;
        kingdom_ = other.kingdom_;
        territories_.copy(other.territories_);
        seats_ = other.seats_, middle_ = other.middle_, harmony_ = other.harmony_, lost_ = other.lost_,
        left_ = other.left_, lines_ = other.lines_;
        land_ = other.land_;
        outline_ = other.outline_;
        std::memcpy(sums_, other.sums_, sizeof sums_);
        std::memcpy(next_, other.next_, sizeof next_);
        std::memcpy(territory_rows_, other.territory_rows_, sizeof territory_rows_);
        std::memcpy(border_rows_, other.border_rows_, sizeof border_rows_);
        turn_count_ = other.turn_count_;
        std::memcpy(turn_rows_, other.turn_rows_, sizeof turn_rows_);
        extent_row_ = other.extent_row_;
        holes_row_ = other.holes_row_;
        manor_ = other.manor_;
        return *this;
    }

    const Network& network() const { return *network_; }
    int points() const {
        if constexpr (S::board)
            return land_ + manor_.estate.points();
        else
            return land_;
    }
    int left() const { return left_; }
    bool bare() const { return kingdom_.placed + lost_ == 0; }  // a castle, nothing more
    // How far off its value usually is. Nobody has learned from castles without a domino: as far as with one.
    float spread() const {
        const auto& spread = network_->spread;
        int left = left_ < L::most_left ? left_ : L::most_left;
        while (left > 1 && spread[left] == 0.0F) --left;
        return spread[left];
    }
    // The points that the realm is expected to end with.
    float value() const { return left_ > 0 ? expected(points(), sums_) : static_cast<float>(points()); }
    std::int32_t raw() const { return forward(*network_, sums_); }
    // The points by what they come from.
    void parts(int* out) const {
        for (int p = 0; p < part_count; ++p) out[p] = 0;
        for (int i = 0; i < territories_.count; ++i)
            out[territories_.terrains[i]] += territories_.items[i].size * territories_.items[i].crowns;
        out[middle_part] = territories_.central ? middle_ : 0;
        out[harmony_part] = lost_ ? 0 : harmony_;
        out[estate_part] = points() - land_;
    }
    // The points that the realm is expected to end with, by what they come from.
    void expected_parts(float* out) const {
        int now[part_count];
        parts(now);
        for (int p = 0; p < part_count; ++p) out[p] = static_cast<float>(now[p]);
        if (left_ <= 0) return;
        std::int32_t features[feature_count];
        features_of(*network_, sums_, features);
        float gains[part_count], rest = value() - static_cast<float>(points()), growth = 0.0F;
        for (int p = 0; p < part_count; ++p) {
            double sum = 0.0;
            for (int f = 0; f < feature_count; ++f) sum += static_cast<double>(network_->parts[p][f]) * features[f];
            gains[p] = static_cast<float>(sum / sum_unit);
            if (p < terrain_count) {
                // Territories never shrink.
                gains[p] = std::max(gains[p], 0.0F);
                growth += gains[p];
            } else {
                // A bonus is there until it is lost.
                gains[p] = std::max(p == estate_part ? gains[p] : std::min(gains[p], 0.0F), -out[p]);
                rest -= gains[p];
            }
        }
        // Together they are what the network says of the whole, and not less than what is certain.
        const float scale = growth > 0.0F && rest > 0.0F ? rest / growth : 0.0F;
        for (int p = 0; p < part_count; ++p) out[p] += p < terrain_count ? scale * gains[p] : gains[p];
    }

    // Calls f(row) for every row of this kingdom.
    template <class F>
    void each_row(F&& f) const {
        f(L::left_row(left_, lost_));
        f(L::seats_row(seats_, left_));
        f(bonuses_row(territories_.central, lost_));
        f(extent_row_);
        for (int i = 0; i < kingdom_.placed; ++i) {
            const auto entry = kingdom_.log[i];
            const Domino& piece = dominoes[K::domino_of(entry)];
            int cells[2];
            K::halves(K::orientation_of(entry), K::cell_of(entry), cells[0], cells[1]);
            for (int half = 0; half < 2; ++half) f(L::square_row(cells[half], piece.terrain[half], piece.crowns[half]));
        }
        for (int i = 0; i < territories_.count; ++i) f(territory_rows_[i]);
        each(kingdom_.room, [&](int cell) {
            if (border_rows_[cell] != no_row) f(border_rows_[cell]);
        });
        f(holes_row_);
        for (const auto row : bag_->rows) f(row);
        for (int i = 0; i < turn_count_; ++i) f(turn_rows_[i]);
        if constexpr (S::board) {
            for (const auto row : manor_.rows) {
                if (row != no_row) f(row);
            }
            for (int i = 0; i < manor_.built_count; ++i) f(L::built_row(manor_.built[i]));
            for (int i = 0; i < territories_.count; ++i) {
                if (manor_.ground_rows[i] != no_row) f(manor_.ground_rows[i]);
            }
            if (manor_.open) f(L::open_row(left_));
        }
    }

    // The value of the realm with this domino there.
    Judgement consider(const Domino& piece, int left, int right) const;
    // The value of the kingdom without this domino, which fits nowhere.
    float without() const;
    // The best few placements of a domino, best first; one that says so if there is none. `error` is added to each
    // value.
    template <class Error>
    int best(int domino, Site* sites, int most, Error&& error) const;
    template <class Error>
    Site best(int domino, Error&& error) const;
    // The best placement of the domino at this place of the line, if a king moves there.
    template <class Error>
    Site best_from(int place, int domino, Error&& error);

    // A king of the realm has moved to this place of its line, from where it will choose from the next.
    void stand(int place) {
        if (!lines_) return;
        const int row = L::turn_row(seats_, lines_, place);
        turn_rows_[turn_count_++] = static_cast<std::uint16_t>(row);
        add(sums_, row);
        add(next_, row);
    }
    // A domino under a king goes to its best place; its own place in the line is −1 if nothing hangs on that any more.
    template <class Error>
    Site receive(int place, int domino, Error&& error) {
        if (place >= 0) stand(place);
        const Site site = best(domino, error);
        put(domino, site);
        return site;
    }

    void put(int domino, const Site& site) {
        if (site.cell < 0) {
            ++lost_;
        } else {
            kingdom_.place(domino, site.orientation, site.cell);
            territories_.place(domino, site.orientation, site.cell);
            int left, right;
            K::halves(site.orientation, site.cell, left, right);
            outline_.stretch(left);
            outline_.stretch(right);
            if constexpr (S::board) {
                const Domino& piece = dominoes[domino];
                if (piece.terrain[0] == town) manor_.vacant |= single<Bits>(left);
                if (piece.terrain[1] == town) manor_.vacant |= single<Bits>(right);
                for (int which = 1; which < 3; ++which) {
                    if (!(site.tax & which)) continue;
                    const int cell = (which == 1) == (left < right) ? left : right;
                    manor_.estate.coins += territories_.at(cell).size + manor_.estate.tax_bonus();
                    --manor_.estate.reserve;
                }
            }
        }
        --left_;
        if constexpr (S::board) manor_.open = true;
        renew();
    }

    // Whether the realm is about to build: between its tax and its choice.
    void open(bool about_to_build);
    // Knights come from the reserve and bring coins.
    void earn(int coins, int knights);
    void build(int slot, int cell, int price);
    // Calls f(cell) with a site in each town that has one: within a town all are alike.
    template <class F>
    void each_site(F&& f) const;

   private:
    struct Nothing {};

    const Network* network_;
    const Bag<S>* bag_;
    K kingdom_;
    TerritoryIndex<S> territories_;
    int seats_, middle_, harmony_, lost_, left_;
    int lines_;  // that are still to come
    int land_;  // the points of kingdom and bonuses
    Outline<S::frame> outline_{};
    alignas(64) std::uint16_t sums_[first_width];
    alignas(64) std::uint16_t next_[first_width];  // with one domino less to place
    std::uint16_t territory_rows_[2 * G::most_placed];
    std::uint16_t border_rows_[G::cells];
    int turn_count_ = 0;
    std::uint16_t turn_rows_[S::line];  // of kings who have moved on
    int extent_row_, holes_row_;
    [[no_unique_address]] std::conditional_t<S::board, Manor<S>, Nothing> manor_{};

    const std::int16_t* row(int index) const {
        return network_->first.data() + static_cast<std::size_t>(index) * first_width;
    }
    CROWNLANDS_INLINE void add(std::uint16_t* sums, int index) const { add_row(sums, row(index)); }
    CROWNLANDS_INLINE void take(std::uint16_t* sums, int index) const { take_row(sums, row(index)); }
    CROWNLANDS_INLINE void swap(std::uint16_t* sums, int before, int after) const {
        if (before == after) return;
        take(sums, before);
        add(sums, after);
    }
    float expected(int points, const std::uint16_t* sums) const {
        return static_cast<float>(points) + static_cast<float>(forward(*network_, sums)) * (1.0F / output_unit);
    }

    template <class F>
    void each_square(F&& f) const {
        for (int i = 0; i < kingdom_.placed; ++i) {
            const int cell = K::cell_of(kingdom_.log[i]);
            f(cell);
            f(K::second(K::orientation_of(kingdom_.log[i]), cell));
        }
    }
    int bonuses_row(bool central, int lost) const {
        return L::bonuses_row(seats_, middle_ ? central ? 1 : 2 : 0, harmony_ ? lost ? 2 : 1 : 0);
    }
    // The row of an empty cell: what lies around it; none if nothing does. A piece may lie at left and right besides.
    int border_row(int cell, const Bits& room, const Domino* piece, int left, int right) const;
    // With the last domino there is nothing to save knights for.
    static Judgement richest(int land, Estate estate, int smaller_size, int larger_size);
    // The domino lies, everything but the estate is in the sums: no knight, one or two.
    Judgement best_tax(int land, std::uint16_t* sums, const Estate& estate, int smaller_size, int larger_size) const;
    void renew_estate();

    // Everything anew.
    void renew() {
        const Bits room = kingdom_.room;
        land_ = (territories_.central ? middle_ : 0) + (lost_ ? 0 : harmony_);
        for (int i = 0; i < territories_.count; ++i) {
            const auto& one = territories_.items[i];
            land_ += one.size * one.crowns;
            territory_rows_[i] = static_cast<std::uint16_t>(
                L::territory_row(territories_.terrains[i], one.size, one.crowns, count(one.beside & room)));
        }
        for (auto& row : border_rows_) row = no_row;
        each(room, [&](int cell) {
            border_rows_[cell] = static_cast<std::uint16_t>(border_row(cell, room, nullptr, -1, -1));
        });
        extent_row_ = outline_.template row<L>();
        holes_row_ = holes_row<S::frame, L>(room);
        if constexpr (S::board) renew_estate();
        for (int i = 0; i < first_width; ++i) sums_[i] = static_cast<std::uint16_t>(network_->first_bias[i]);
        each_row([&](int index) { add(sums_, index); });
        std::memcpy(next_, sums_, sizeof next_);
        if (left_ > 0) {
            swap(next_, L::left_row(left_, lost_), L::left_row(left_ - 1, lost_));
            swap(next_, L::seats_row(seats_, left_), L::seats_row(seats_, left_ - 1));
            if constexpr (S::board) {
                manor_.estate.template rows<L>(left_ - 1, manor_.next_rows);
                for (int i = 0; i < Estate::row_count; ++i) {
                    if (manor_.rows[i] != no_row) swap(next_, manor_.rows[i], manor_.next_rows[i]);
                }
                if (manor_.open) take(next_, L::open_row(left_));
                add(next_, L::open_row(left_ - 1));
            }
        }
    }
};

}  // namespace crownlands::CROWNLANDS_ISA

#include "search/eval/holding_estate.hpp"
#include "search/eval/holding_placements.hpp"
