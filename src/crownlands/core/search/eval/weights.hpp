// How much each thing counts when a kingdom is evaluated and its final points are guessed.
#pragma once

namespace crownlands {

// In points. Found by self-play; the scale of a point is fixed.
struct Weights {
    // Land
    float growth;     // for a crown, per square that its territory may still gain
    float crowning;   // for a square, per crown that its territory may still gain
    float ways;       // how many squares an open side is worth at most
    float share;      // how many of the coming squares of its terrain a territory gets at most
    float hole;       // against an empty cell that no domino can cover any more
    float corner;     // against an empty cell with only one empty neighbour
    float room;       // for an empty cell within reach
    float fit;        // for a coming square that finds a place to match
    float order;      // against each step down the line: lower dominoes act earlier
    float discard;    // against a domino that fits nowhere
    float noise;      // spread of the random error of an evaluation in playouts
    // Purse
    float coin;       // for a coin while there are buildings to come
    float last_coin;  // for a coin at the end: three make a point
    float knight;     // the coins that a knight earns later, given time
    float town;       // for a town square without a building
    float largest;    // for a square of the largest territory while the queen is elsewhere
    float host;       // for a square of the largest territory while the queen is here: she may leave again
    float queen;      // for a square of the largest territory when the queen is won by building
    float tower;      // for a tower
    float counts;     // for a building that counts something, per turn left in which there may be more of it
    float site;       // what the best building must add to be worth a town square
};

// How much each sign counts when a realm's final points are guessed, and how far off the guess usually is.
struct ScoreModel {
    float points, growth, crowning;  // of its territories: now, by more squares, by more crowns
    float holes, corners, room;      // cells alone, with one empty neighbour, in all
    float matches;                   // how likely coming squares find a place
    float middle, harmony;           // the share of a bonus that will be kept
    float chosen, order, lost;  // the dominoes under its kings: their worth, their place in the line, without a place
    float base;
    float spread;
    float trust;  // how much the guess counts beside a playout that goes on from there
};
inline constexpr int least_left = 2, most_left = 4;  // rounds to go when a guess is made

}  // namespace crownlands
