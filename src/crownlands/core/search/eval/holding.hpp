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

    struct Judgement {
        float value;
        int tax;  // the best one, as in a site
    };

    // The value of the realm with this domino there.
    Judgement consider(const Domino& piece, int left, int right) const {
        alignas(64) std::uint16_t sums[first_width];
        std::memcpy(sums, next_, sizeof sums);
        int points = land_;
        const int cells[2] = {left, right};
        const Bits room = kingdom_.room & reach<S::frame>[left].open & reach<S::frame>[right].open;
        const bool central = territories_.central && has(middle<S::frame>, left) && has(middle<S::frame>, right);
        if (central != territories_.central) {
            points -= middle_;
            swap(sums, bonuses_row(territories_.central, lost_), bonuses_row(central, lost_));
        }
        // Territories: those that a half joins, and the others, which may lose a way to grow.
        const bool twin = piece.terrain[0] == piece.terrain[1];
        std::uint64_t joins[2] = {territories_.beside(left, piece.terrain[0]),
                                  territories_.beside(right, piece.terrain[1])};
        if (twin) joins[0] |= joins[1];
        [[maybe_unused]] Estate estate;
        if constexpr (S::board) estate = manor_.estate;
        [[maybe_unused]] int sizes[2] = {};
        for (int half = 0; half < (twin ? 1 : 2); ++half) {
            Bits beside = reach<S::frame>[cells[half]].beside;
            int size = 1, crowns = piece.crowns[half];
            [[maybe_unused]] int sites = piece.terrain[half] == town ? twin ? 2 : 1 : 0;
            if (twin) {
                beside |= reach<S::frame>[right].beside;
                size = 2;
                crowns += piece.crowns[1];
            }
            each(joins[half], [&](int id) {
                const auto& one = territories_.items[id];
                beside |= one.beside;
                size += one.size;
                crowns += one.crowns;
                points -= one.size * one.crowns;
                take(sums, territory_rows_[id]);
                if constexpr (S::board) {
                    --estate.counts[piece.terrain[half]];
                    if (manor_.ground_rows[id] != no_row) {
                        take(sums, manor_.ground_rows[id]);
                        sites += count(one.cells & manor_.vacant);
                    }
                }
            });
            points += size * crowns;
            add(sums, L::territory_row(piece.terrain[half], size, crowns, count(beside & room)));
            if constexpr (S::board) {
                ++estate.counts[piece.terrain[half]];
                if (size > estate.largest) estate.largest = size;
                if (sites) add(sums, L::ground_row(size, crowns, sites));
                sizes[half] = size;
                if (twin) sizes[1] = size;
            }
        }
        if constexpr (S::board) estate.sites += (piece.terrain[0] == town) + (piece.terrain[1] == town);
        const std::uint64_t joined = twin ? joins[0] : joins[0] | joins[1];
        for (int id = 0; id < territories_.count; ++id) {
            if (joined >> id & 1) continue;
            const auto& one = territories_.items[id];
            swap(sums, territory_rows_[id],
                 L::territory_row(territories_.terrains[id], one.size, one.crowns, count(one.beside & room)));
        }
        if (left_ == 1) {
            if constexpr (S::board)
                return richest(points, estate, sizes[left > right], sizes[left < right]);
            else
                return {static_cast<float>(points), 0};
        }
        for (int half = 0; half < 2; ++half) {
            add(sums, L::square_row(cells[half], piece.terrain[half], piece.crowns[half]));
        }
        Outline<S::frame> outline = outline_;
        outline.stretch(left);
        outline.stretch(right);
        swap(sums, extent_row_, outline.template row<L>());
        // The border changes beside what is covered and beside what is out of reach.
        const Bits gone = kingdom_.room & ~room;
        each(gone, [&](int cell) {
            if (border_rows_[cell] != no_row) take(sums, border_rows_[cell]);
        });
        const Bits touched = (up<1>(gone) | down<1>(gone) | up<G::side>(gone) | down<G::side>(gone)) & room;
        each(touched, [&](int cell) {
            const int row = border_row(cell, room, &piece, left, right);
            if (row == border_rows_[cell]) return;
            if (border_rows_[cell] != no_row) take(sums, border_rows_[cell]);
            if (row != no_row) add(sums, row);
        });
        swap(sums, holes_row_, holes_row<S::frame, L>(room));
        if constexpr (S::board)
            return best_tax(points, sums, estate, sizes[left > right], sizes[left < right]);
        else
            return {expected(points, sums), 0};
    }

    // The value of the kingdom without this domino, which fits nowhere.
    float without() const {
        const int points = this->points() - (lost_ ? 0 : harmony_);
        if (left_ == 1) return static_cast<float>(points);
        alignas(64) std::uint16_t sums[first_width];
        std::memcpy(sums, next_, sizeof sums);
        swap(sums, L::left_row(left_ - 1, lost_), L::left_row(left_ - 1, lost_ + 1));
        swap(sums, bonuses_row(territories_.central, lost_), bonuses_row(territories_.central, lost_ + 1));
        return expected(points, sums);
    }

    // The best few placements of a domino, best first; one that says so if there is none. `error` is added to each
    // value.
    template <class Error>
    int best(int domino, Site* sites, int most, Error&& error) const {
        const Domino& piece = dominoes[domino];
        const auto found = kingdom_.placements(domino);
        int size = 0;
        for (int o = 0; o < 4; ++o) {
            each(found.cells[o], [&](int cell) {
                int left, right;
                K::halves(o, cell, left, right);
                const Judgement here = consider(piece, left, right);
                const Site site{here.value + error(), static_cast<std::int16_t>(cell), static_cast<std::int8_t>(o),
                                static_cast<std::int8_t>(here.tax)};
                keep_best(sites, size, most, site, [](const Site& a, const Site& b) { return a.value > b.value; });
            });
        }
        if (!size) sites[size++] = {without() + error(), -1, 0};
        return size;
    }
    template <class Error>
    Site best(int domino, Error&& error) const {
        Site site;
        best(domino, &site, 1, error);
        return site;
    }

    // A king of the realm has moved to this place of its line, from where it will choose from the next.
    void stand(int place) {
        if (!lines_) return;
        const int row = L::turn_row(seats_, lines_, place);
        turn_rows_[turn_count_++] = static_cast<std::uint16_t>(row);
        add(sums_, row);
        add(next_, row);
    }
    // The best placement of the domino at this place of the line, if a king moves there.
    template <class Error>
    Site best_from(int place, int domino, Error&& error) {
        stand(place);
        const Site site = best(domino, error);
        if (lines_) {
            const int row = turn_rows_[--turn_count_];
            take(sums_, row);
            take(next_, row);
        }
        return site;
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
    void open(bool about_to_build) {
        if constexpr (S::board) {
            if (manor_.open == about_to_build) return;
            manor_.open = about_to_build;
            (manor_.open ? add(sums_, L::open_row(left_)) : take(sums_, L::open_row(left_)));
        }
    }
    // Knights come from the reserve and bring coins.
    void earn(int coins, int knights) {
        if constexpr (S::board) {
            manor_.estate.coins += coins;
            manor_.estate.reserve -= knights;
            renew();
        }
    }
    void build(int slot, int cell, int price) {
        if constexpr (S::board) {
            const int kind = manor_.estate.offers[slot];
            manor_.estate.build(slot, price);
            manor_.vacant &= ~single<Bits>(cell);
            territories_.crown(cell, buildings[kind].crowns);
            manor_.built[manor_.built_count++] = static_cast<std::uint8_t>(kind);
            manor_.open = false;
            renew();
        }
    }
    // Calls f(cell) with a site in each town that has one: within a town all are alike.
    template <class F>
    void each_site(F&& f) const {
        if constexpr (S::board) {
            for (int i = 0; i < territories_.count; ++i) {
                if (manor_.ground_rows[i] != no_row) f(lowest(Bits(territories_.items[i].cells & manor_.vacant)));
            }
        }
    }

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
    // What only a realm with a builders' board has.
    struct Manor {
        Estate estate{};
        Bits vacant{};      // towns without a building
        bool open = false;  // about to build
        std::uint8_t built_count = 0;
        std::uint8_t built[tile_count] = {};
        std::uint16_t ground_rows[2 * G::most_placed] = {};
        std::uint16_t rows[Estate::row_count] = {};
        std::uint16_t next_rows[Estate::row_count] = {};  // with one domino less to place
    };
    [[no_unique_address]] std::conditional_t<S::board, Manor, Nothing> manor_{};

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

    // With the last domino there is nothing to save knights for.
    static Judgement richest(int land, Estate estate, int smaller_size, int larger_size) {
        const auto [most, both, better] = estate.incomes(smaller_size, larger_size);
        const int tax = estate.reserve >= 2 ? 3 : estate.reserve == 1 ? better : 0;
        estate.coins += tax == 3 ? both : tax ? most : 0;
        return {static_cast<float>(land + estate.points()), tax};
    }
    // The domino lies, everything but the estate is in the sums: no knight, one or two.
    Judgement best_tax(int land, std::uint16_t* sums, const Estate& estate, int smaller_size, int larger_size) const {
        std::uint16_t rows[Estate::row_count];
        estate.rows<L>(left_ - 1, rows);
        for (int i = 0; i < Estate::row_count; ++i) {
            if (rows[i] == manor_.next_rows[i]) continue;
            if (manor_.next_rows[i] != no_row) take(sums, manor_.next_rows[i]);
            if (rows[i] != no_row) add(sums, rows[i]);
        }
        Judgement best{expected(land + estate.points(), sums), 0};
        const auto [most, both, better] = estate.incomes(smaller_size, larger_size);
        for (int knights = 1; knights <= 2 && knights <= estate.reserve; ++knights) {
            Estate taxed = estate;
            taxed.coins += knights == 2 ? both : most;
            taxed.reserve -= knights;
            alignas(64) std::uint16_t other[first_width];
            std::memcpy(other, sums, sizeof other);
            swap(other, rows[0], L::coins_row(taxed.coins, left_ - 1));
            swap(other, rows[1], L::reserve_row(taxed.reserve, left_ - 1));
            swap(other, rows[2], L::safes_row(taxed.tax_bonus(), taxed.reserve));
            const float value = expected(land + taxed.points(), other);
            if (value > best.value) best = {value, knights == 2 ? 3 : better};
        }
        return best;
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
    CROWNLANDS_INLINE int border_row(int cell, const Bits& room, const Domino* piece, int left, int right) const {
        unsigned around = 0;
        bool castle = false;
        for (const int other : {cell - 1, cell + 1, cell - G::side, cell + G::side}) {
            const int terrain = piece && other == left    ? piece->terrain[0]
                                : piece && other == right ? piece->terrain[1]
                                                          : territories_.terrains[territories_.owner(other)];
            if (terrain < L::terrains) around |= 1U << terrain;
            castle |= other == G::castle;
        }
        if (!around && !castle) return no_row;
        return L::border_row(around, castle, count(reach<S::frame>[cell].beside & room));
    }

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
    void renew_estate() {
        for (auto& number : manor_.estate.counts) number = 0;
        manor_.estate.sites = count(manor_.vacant);
        manor_.estate.largest = territories_.largest();
        for (int i = 0; i < territories_.count; ++i) {
            const auto& one = territories_.items[i];
            ++manor_.estate.counts[territories_.terrains[i]];
            const int sites = territories_.terrains[i] == town ? count(one.cells & manor_.vacant) : 0;
            manor_.ground_rows[i] =
                sites ? static_cast<std::uint16_t>(L::ground_row(one.size, one.crowns, sites)) : no_row;
        }
        manor_.estate.template rows<L>(left_, manor_.rows);
    }
};

}  // namespace crownlands::CROWNLANDS_ISA
