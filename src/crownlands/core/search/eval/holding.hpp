// A kingdom as the network sees it: its rows and their sums, and what every placement of a domino would make of them.
#pragma once
#include "search/eval/keep_best.hpp"
#include "search/eval/network.hpp"
#include "search/eval/territory_index.hpp"
#include "search/eval/undrawn_stats.hpp"

namespace crownlands::CROWNLANDS_ISA {

CROWNLANDS_INLINE void add_row(std::uint16_t* sums, const std::int16_t* row) {
    for (int i = 0; i < first_width; ++i)
        sums[i] = static_cast<std::uint16_t>(sums[i] + static_cast<std::uint16_t>(row[i]));
}
CROWNLANDS_INLINE void take_row(std::uint16_t* sums, const std::int16_t* row) {
    for (int i = 0; i < first_width; ++i)
        sums[i] = static_cast<std::uint16_t>(sums[i] - static_cast<std::uint16_t>(row[i]));
}

// The upper layers. Sums are numbers modulo 2¹⁶, so the order in which rows came and went does not matter.
inline std::int32_t forward(const Network& network, const std::uint16_t* sums) {
    alignas(64) std::int16_t first[first_width];
    for (int i = 0; i < first_width; ++i) {
        const auto sum = static_cast<std::int16_t>(sums[i]);
        const auto low = static_cast<std::int16_t>(sum < 0 ? 0 : sum);
        first[i] = static_cast<std::int16_t>(low > most_sum ? most_sum : low);
    }
    std::int32_t result = network.third_bias;
    for (int j = 0; j < second_width; ++j) {
        std::int32_t sum = 0;
        for (int i = 0; i < first_width; ++i) sum += static_cast<std::int32_t>(first[i]) * network.second[j][i];
        sum = (sum + network.second_bias[j]) >> 10;
        sum = sum < 0 ? 0 : sum > most_sum ? most_sum : sum;
        result += sum * network.third[j];
    }
    return result;
}
static_assert(weight_unit == 1 << 10);

// What is left in the bag, as rows; the same for every kingdom.
template <class S>
struct Bag {
    std::uint16_t rows[2 * RowLayout<S::frame>::terrains];

    explicit Bag(const State<S>& state) {
        using L = RowLayout<S::frame>;
        const std::uint64_t coming = state.undrawn[0];
        const int total = 2 * std::popcount(coming);
        for (int t = 0; t < L::terrains; ++t) {
            const Stock& stock = stocks[0][static_cast<std::size_t>(t)];
            const int squares = std::popcount(coming & stock.once) + std::popcount(coming & stock.twice);
            const int crowns = std::popcount(coming & stock.one_crown) + 2 * std::popcount(coming & stock.two_crowns);
            rows[2 * t] = static_cast<std::uint16_t>(L::bag_row(t, false, total ? 64 * squares / total : 0));
            rows[2 * t + 1] = static_cast<std::uint16_t>(L::bag_row(t, true, total ? 128 * crowns / total : 0));
        }
    }
};

struct Site {
    float value;        // the points that the realm is expected to end with
    std::int16_t cell;  // −1: the domino fits nowhere
    std::int8_t orientation;
};

template <class S>
class Holding {
   public:
    using G = Geometry<S::frame>;
    using Bits = typename G::Bits;
    using K = Kingdom<S::frame, S::terrains>;
    using L = RowLayout<S::frame>;

    Holding(const Network& network, const State<S>& state, const Bag<S>& bag, int index,
            const TerritoryIndex<S>* territories = nullptr)
        : network_(&network), bag_(&bag), kingdom_(state.realms[index].kingdom) {
        const Ruleset& rules = state.rules;
        if (territories) {
            territories_.copy(*territories);
        } else {
            territories_.survey(state.realms[index]);
        }
        seats_ = rules.seats;
        middle_ = rules.middle_kingdom;
        harmony_ = rules.harmony;
        lost_ = 0;
        for (const std::uint64_t box : state.realms[index].discarded) lost_ += std::popcount(box);
        left_ = rules.rounds * rules.kings * rules.team - kingdom_.placed - lost_;
        each_square([&](int cell) { stretch(reach_, cell); });
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
        left_ = other.left_;
        points_ = other.points_;
        reach_ = other.reach_;
        std::memcpy(sums_, other.sums_, sizeof sums_);
        std::memcpy(next_, other.next_, sizeof next_);
        std::memcpy(territory_rows_, other.territory_rows_, sizeof territory_rows_);
        std::memcpy(border_rows_, other.border_rows_, sizeof border_rows_);
        extent_row_ = other.extent_row_;
        holes_row_ = other.holes_row_;
        return *this;
    }

    const Network& network() const { return *network_; }
    int points() const { return points_; }
    int left() const { return left_; }
    float spread() const { return network_->spread[left_ < L::most_left ? left_ : L::most_left]; }
    // The points that the realm is expected to end with.
    float value() const { return left_ > 0 ? expected(points_, sums_) : static_cast<float>(points_); }
    std::int32_t raw() const { return forward(*network_, sums_); }

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
            if (border_rows_[cell] != none) f(border_rows_[cell]);
        });
        f(holes_row_);
        for (const auto row : bag_->rows) f(row);
    }

    // The value of the kingdom with this domino there.
    float consider(const Domino& piece, int left, int right) const {
        alignas(64) std::uint16_t sums[first_width];
        std::memcpy(sums, next_, sizeof sums);
        int points = points_;
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
        for (int half = 0; half < (twin ? 1 : 2); ++half) {
            Bits beside = reach<S::frame>[cells[half]].beside;
            int size = 1, crowns = piece.crowns[half];
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
            });
            points += size * crowns;
            add(sums, L::territory_row(piece.terrain[half], size, crowns, count(beside & room)));
        }
        const std::uint64_t joined = twin ? joins[0] : joins[0] | joins[1];
        for (int id = 0; id < territories_.count; ++id) {
            if (joined >> id & 1) continue;
            const auto& one = territories_.items[id];
            swap(sums, territory_rows_[id],
                 L::territory_row(territories_.terrains[id], one.size, one.crowns, count(one.beside & room)));
        }
        if (left_ == 1) return static_cast<float>(points);
        for (int half = 0; half < 2; ++half) {
            add(sums, L::square_row(cells[half], piece.terrain[half], piece.crowns[half]));
        }
        Extent extent = reach_;
        stretch(extent, left);
        stretch(extent, right);
        swap(sums, extent_row_, L::extent_row(extent.west, extent.east, extent.north, extent.south));
        // The border changes beside what is covered and beside what is out of reach.
        const Bits gone = kingdom_.room & ~room;
        each(gone, [&](int cell) {
            if (border_rows_[cell] != none) take(sums, border_rows_[cell]);
        });
        const Bits touched = (up<1>(gone) | down<1>(gone) | up<G::side>(gone) | down<G::side>(gone)) & room;
        each(touched, [&](int cell) {
            const int row = border_row(cell, room, &piece, left, right);
            if (row == border_rows_[cell]) return;
            if (border_rows_[cell] != none) take(sums, border_rows_[cell]);
            if (row != none) add(sums, row);
        });
        swap(sums, holes_row_, holes_row(room));
        return expected(points, sums);
    }

    // The value of the kingdom without this domino, which fits nowhere.
    float without() const {
        const int points = points_ - (lost_ ? 0 : harmony_);
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
                const float value = consider(piece, left, right) + error();
                const Site site{value, static_cast<std::int16_t>(cell), static_cast<std::int8_t>(o)};
                keep_best(sites, size, most, site, [](const Site& a, const Site& b) { return a.value > b.value; });
            });
        }
        if (!size) sites[size++] = {without() + error(), -1, 0};
        return size;
    }
    template <class Error>
    Site best(int domino, Error&& error) const {
        const Domino& piece = dominoes[domino];
        const auto found = kingdom_.placements(domino);
        Site site{0.0F, -1, 0};
        for (int o = 0; o < 4; ++o) {
            each(found.cells[o], [&](int cell) {
                int left, right;
                K::halves(o, cell, left, right);
                const float value = consider(piece, left, right) + error();
                if (site.cell >= 0 && value <= site.value) return;
                site = {value, static_cast<std::int16_t>(cell), static_cast<std::int8_t>(o)};
            });
        }
        if (site.cell < 0) site.value = without() + error();
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
            stretch(reach_, left);
            stretch(reach_, right);
        }
        --left_;
        renew();
    }

   private:
    static constexpr std::uint16_t none = 0xffff;
    // How far the kingdom reaches from its castle.
    struct Extent {
        std::uint8_t west, east, north, south;
    };

    const Network* network_;
    const Bag<S>* bag_;
    K kingdom_;
    TerritoryIndex<S> territories_;
    int seats_, middle_, harmony_, lost_, left_, points_;
    Extent reach_{};
    alignas(64) std::uint16_t sums_[first_width];
    alignas(64) std::uint16_t next_[first_width];  // with one domino less to place
    std::uint16_t territory_rows_[2 * G::most_placed];
    std::uint16_t border_rows_[G::cells];
    int extent_row_, holes_row_;

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
    static CROWNLANDS_INLINE void stretch(Extent& extent, int cell) {
        const int x = cell % G::side - (S::frame - 1), y = cell / G::side - (S::frame - 1);
        if (-x > extent.west) extent.west = static_cast<std::uint8_t>(-x);
        if (x > extent.east) extent.east = static_cast<std::uint8_t>(x);
        if (-y > extent.north) extent.north = static_cast<std::uint8_t>(-y);
        if (y > extent.south) extent.south = static_cast<std::uint8_t>(y);
    }
    int bonuses_row(bool central, int lost) const {
        return L::bonuses_row(seats_, middle_ ? central ? 1 : 2 : 0, harmony_ ? lost ? 2 : 1 : 0);
    }
    static int holes_row(const Bits& room) {
        const Bits some = up<1>(room) | down<1>(room) | up<G::side>(room) | down<G::side>(room);
        int odd = 0;
        // While there is much room it hangs together.
        if (count(room) <= 3 * S::frame) {
            for (Bits rest = room & some; any(rest);) {
                const Bits part = flood<G::side>(single<Bits>(lowest(rest)), room);
                odd += count(part) & 1;
                rest &= ~part;
            }
        }
        return L::holes_row(count(room & ~some), odd);
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
        if (!around && !castle) return none;
        return L::border_row(around, castle, count(reach<S::frame>[cell].beside & room));
    }

    // Everything anew.
    void renew() {
        const Bits room = kingdom_.room;
        points_ = (territories_.central ? middle_ : 0) + (lost_ ? 0 : harmony_);
        for (int i = 0; i < territories_.count; ++i) {
            const auto& one = territories_.items[i];
            points_ += one.size * one.crowns;
            territory_rows_[i] = static_cast<std::uint16_t>(
                L::territory_row(territories_.terrains[i], one.size, one.crowns, count(one.beside & room)));
        }
        for (auto& row : border_rows_) row = none;
        each(room, [&](int cell) {
            border_rows_[cell] = static_cast<std::uint16_t>(border_row(cell, room, nullptr, -1, -1));
        });
        extent_row_ = L::extent_row(reach_.west, reach_.east, reach_.north, reach_.south);
        holes_row_ = holes_row(room);
        for (int i = 0; i < first_width; ++i) sums_[i] = static_cast<std::uint16_t>(network_->first_bias[i]);
        each_row([&](int index) { add(sums_, index); });
        std::memcpy(next_, sums_, sizeof next_);
        if (left_ > 0) {
            swap(next_, L::left_row(left_, lost_), L::left_row(left_ - 1, lost_));
            swap(next_, L::seats_row(seats_, left_), L::seats_row(seats_, left_ - 1));
        }
    }
};

}  // namespace crownlands::CROWNLANDS_ISA
