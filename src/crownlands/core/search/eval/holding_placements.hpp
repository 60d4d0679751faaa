// What a placement of a domino makes of a realm, and where it is best, as the network sees it.
#pragma once
#include "search/eval/holding.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <class S>
CROWNLANDS_INLINE int Holding<S>::border_row(int cell, const Bits& room, const Domino* piece, int left,
                                             int right) const {
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

template <class S>
Judgement Holding<S>::consider(const Domino& piece, int left, int right) const {
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

template <class S>
float Holding<S>::without() const {
    const int points = this->points() - (lost_ ? 0 : harmony_);
    if (left_ == 1) return static_cast<float>(points);
    alignas(64) std::uint16_t sums[first_width];
    std::memcpy(sums, next_, sizeof sums);
    swap(sums, L::left_row(left_ - 1, lost_), L::left_row(left_ - 1, lost_ + 1));
    swap(sums, bonuses_row(territories_.central, lost_), bonuses_row(territories_.central, lost_ + 1));
    return expected(points, sums);
}

template <class S>
template <class Error>
int Holding<S>::best(int domino, Site* sites, int most, Error&& error) const {
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

template <class S>
template <class Error>
Site Holding<S>::best(int domino, Error&& error) const {
    Site site;
    best(domino, &site, 1, error);
    return site;
}

template <class S>
template <class Error>
Site Holding<S>::best_from(int place, int domino, Error&& error) {
    stand(place);
    const Site site = best(domino, error);
    if (lines_) {
        const int row = turn_rows_[--turn_count_];
        take(sums_, row);
        take(next_, row);
    }
    return site;
}

}  // namespace crownlands::CROWNLANDS_ISA
