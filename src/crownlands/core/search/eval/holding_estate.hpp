// What taxes and buildings make of a realm with a builders' board, as the network sees it.
#pragma once
#include "search/eval/holding.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <class S>
Judgement Holding<S>::richest(int land, Estate estate, int smaller_size, int larger_size) {
    const auto [most, both, better] = estate.incomes(smaller_size, larger_size);
    const int tax = estate.reserve >= 2 ? 3 : estate.reserve == 1 ? better : 0;
    estate.coins += tax == 3 ? both : tax ? most : 0;
    return {static_cast<float>(land + estate.points()), tax};
}

template <class S>
Judgement Holding<S>::best_tax(int land, std::uint16_t* sums, const Estate& estate, int smaller_size,
                               int larger_size) const {
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

template <class S>
void Holding<S>::open(bool about_to_build) {
    if constexpr (S::board) {
        if (manor_.open == about_to_build) return;
        manor_.open = about_to_build;
        (manor_.open ? add(sums_, L::open_row(left_)) : take(sums_, L::open_row(left_)));
    }
}

template <class S>
void Holding<S>::earn(int coins, int knights) {
    if constexpr (S::board) {
        manor_.estate.coins += coins;
        manor_.estate.reserve -= knights;
        renew();
    }
}

template <class S>
void Holding<S>::build(int slot, int cell, int price) {
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

template <class S>
template <class F>
void Holding<S>::each_site(F&& f) const {
    if constexpr (S::board) {
        for (int i = 0; i < territories_.count; ++i) {
            if (manor_.ground_rows[i] != no_row) f(lowest(Bits(territories_.items[i].cells & manor_.vacant)));
        }
    }
}

template <class S>
void Holding<S>::renew_estate() {
    for (auto& number : manor_.estate.counts) number = 0;
    manor_.estate.sites = count(manor_.vacant);
    manor_.estate.largest = territories_.largest();
    for (int i = 0; i < territories_.count; ++i) {
        const auto& one = territories_.items[i];
        ++manor_.estate.counts[territories_.terrains[i]];
        const int sites = territories_.terrains[i] == town ? count(one.cells & manor_.vacant) : 0;
        manor_.ground_rows[i] = sites ? static_cast<std::uint16_t>(L::ground_row(one.size, one.crowns, sites)) : no_row;
    }
    manor_.estate.template rows<L>(left_, manor_.rows);
}

}  // namespace crownlands::CROWNLANDS_ISA
