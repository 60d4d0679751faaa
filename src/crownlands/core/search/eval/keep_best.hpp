// The best few of many.
#pragma once
#include "base/isa.hpp"

namespace crownlands::CROWNLANDS_ISA {

// Puts an item among the best `most`, best first; among equals the earlier stays before.
template <class Item, class Better>
CROWNLANDS_INLINE void keep_best(Item* items, int& size, int most, const Item& item, Better better) {
    if (size == most && !better(item, items[size - 1])) return;
    int at = size < most ? size++ : most - 1;
    for (; at > 0 && better(item, items[at - 1]); --at) items[at] = items[at - 1];
    items[at] = item;
}

}  // namespace crownlands::CROWNLANDS_ISA
