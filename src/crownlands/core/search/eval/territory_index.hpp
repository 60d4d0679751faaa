// A kingdom's territories, kept up to date while placing, so that a placement is evaluated by its neighbours alone.
#pragma once
#include <cstring>

#include "game/state.hpp"

namespace crownlands::CROWNLANDS_ISA {

template <class S>
struct TerritoryIndex {
    using G = Geometry<S::frame>;
    using Bits = typename G::Bits;
    using K = Kingdom<S::frame, S::terrains>;
    static constexpr std::uint8_t nothing = 63;  // no territory; a set of territories is a word with a bit for each
    static_assert(2 * G::most_placed < nothing);

    struct Territory {
        Bits cells, beside;
        float worth;  // filled in by the evaluator
        std::uint8_t size, crowns;
    };

    std::uint8_t owners[G::cells + 2 * G::side];  // the territory of each cell; a row of nothing before and behind
    std::uint8_t count;
    bool central;  // every square lies within the middle of the castle's frame
    std::uint8_t terrains[nothing + 1];  // of the territories; none for nothing
    Territory items[2 * G::most_placed];

    std::uint8_t& owner(int cell) { return owners[cell + G::side]; }
    std::uint8_t owner(int cell) const { return owners[cell + G::side]; }
    const Territory& at(int cell) const { return items[owner(cell)]; }

    void clear() {
        for (auto& owner : owners) owner = nothing;
        for (auto& terrain : terrains) terrain = 0xff;
        count = 0;
        central = true;
    }

    // The same as another; only what is in use is copied.
    void copy(const TerritoryIndex& other) {
        std::memcpy(owners, other.owners, sizeof owners);
        std::memcpy(terrains, other.terrains, sizeof terrains);
        count = other.count;
        central = other.central;
        for (int i = 0; i < count; ++i) items[i] = other.items[i];
    }

    void survey(const Realm<S>& realm) {
        clear();
        for (int i = 0; i < realm.kingdom.placed; ++i) {
            const auto entry = realm.kingdom.log[i];
            place(K::domino_of(entry), K::orientation_of(entry), K::cell_of(entry));
        }
        if constexpr (S::board) {
            for (int i = 0; i < realm.purse.built_count; ++i) {
                const auto tile = realm.purse.built[i];
                crown(tile.cell, buildings[tile.kind].crowns);
            }
        }
    }

    void place(int domino, int orientation, int cell) {
        int left, right;
        K::halves(orientation, cell, left, right);
        const Domino& piece = dominoes[domino];
        cover(left, piece.terrain[0], piece.crowns[0]);
        cover(right, piece.terrain[1], piece.crowns[1]);
        central = central && has(middle<S::frame>, left) && has(middle<S::frame>, right);
    }

    void crown(int cell, int crowns) {
        Territory& territory = items[owner(cell)];
        territory.crowns = static_cast<std::uint8_t>(territory.crowns + crowns);
    }

    void cover(int cell, int terrain, int crowns) {
        int mine = -1;
        for (const int other : {cell - 1, cell + 1, cell - G::side, cell + G::side}) {
            const int id = owner(other);
            if (id == mine || terrains[id] != terrain) continue;
            mine = mine < 0 ? id : merge(mine, id);
        }
        if (mine < 0) {
            mine = count++;
            terrains[mine] = static_cast<std::uint8_t>(terrain);
            items[mine] = Territory{};
        }
        Territory& territory = items[mine];
        territory.cells |= single<Bits>(cell);
        territory.beside |= reach<S::frame>[cell].beside;
        ++territory.size;
        territory.crowns = static_cast<std::uint8_t>(territory.crowns + crowns);
        owner(cell) = static_cast<std::uint8_t>(mine);
    }

    // The territories of this terrain that a cell lies beside, as a set.
    std::uint64_t beside(int cell, int terrain) const {
        std::uint64_t found = 0;
        for (const int other : {cell - 1, cell + 1, cell - G::side, cell + G::side}) {
            const int id = owner(other);
            found |= static_cast<std::uint64_t>(terrains[id] == terrain) << id;
        }
        return found;
    }

    int largest() const {
        int most = 0;
        for (int i = 0; i < count; ++i) most = items[i].size > most ? items[i].size : most;
        return most;
    }

    int count_of(int terrain) const {
        int found = 0;
        for (int i = 0; i < count; ++i) found += terrains[i] == terrain;
        return found;
    }

   private:
    // Joins two territories and returns the number of the whole; the last one moves into the gap.
    int merge(int a, int b) {
        if (a > b) {
            const int c = a;
            a = b;
            b = c;
        }
        Territory& whole = items[a];
        const Territory& part = items[b];
        relabel(part.cells, a);
        whole.cells |= part.cells;
        whole.beside |= part.beside;
        whole.size = static_cast<std::uint8_t>(whole.size + part.size);
        whole.crowns = static_cast<std::uint8_t>(whole.crowns + part.crowns);
        --count;
        if (b != count) {
            items[b] = items[count];
            terrains[b] = terrains[count];
            relabel(items[b].cells, b);
        }
        return a;
    }
    void relabel(const Bits& cells, int id) {
        each(cells, [&](int cell) { owner(cell) = static_cast<std::uint8_t>(id); });
    }
};

}  // namespace crownlands::CROWNLANDS_ISA
