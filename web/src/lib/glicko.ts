/** Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"): who plays whom changes what is believed of both. */

export interface Rating {
  rating: number;
  /** How far off it may be: the standard deviation. */
  deviation: number;
  /** How much the strength itself is expected to change. */
  volatility: number;
}

/** One game: 1 for a win, 0 for a loss. */
export interface Result {
  opponent: Pick<Rating, 'rating' | 'deviation'>;
  score: number;
}

export const UNKNOWN: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };

const SCALE = 173.7178;
const TAU = 0.5;
const EPSILON = 1e-6;
const MOST_DEVIATION = 350;

const g = (phi: number): number => 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));

/** What is believed after these games of one period. */
export function rated(before: Rating, results: Result[]): Rating {
  const mu = (before.rating - 1500) / SCALE;
  const phi = before.deviation / SCALE;
  if (!results.length) return before;
  const games = results.map(({ opponent, score }) => {
    const weight = g(opponent.deviation / SCALE);
    const expected = 1 / (1 + Math.exp((-weight * (before.rating - opponent.rating)) / SCALE));
    return { weight, expected, score };
  });
  const v = 1 / games.reduce((sum, { weight, expected }) => sum + weight * weight * expected * (1 - expected), 0);
  const surprise = games.reduce((sum, { weight, expected, score }) => sum + weight * (score - expected), 0);
  const volatility = newVolatility(before.volatility, phi, v, v * surprise);
  const wider = Math.sqrt(phi * phi + volatility * volatility);
  const after = 1 / Math.sqrt(1 / (wider * wider) + 1 / v);
  return {
    rating: 1500 + SCALE * (mu + after * after * surprise),
    deviation: Math.min(MOST_DEVIATION, SCALE * after),
    volatility,
  };
}

/** Step 5 of the description: the root of f, by the Illinois method. */
function newVolatility(sigma: number, phi: number, v: number, delta: number): number {
  const a = Math.log(sigma * sigma);
  const square = delta * delta;
  const f = (x: number): number => {
    const e = Math.exp(x);
    const d = phi * phi + v + e;
    return (e * (square - d)) / (2 * d * d) - (x - a) / (TAU * TAU);
  };
  let low = a;
  let high: number;
  if (square > phi * phi + v) high = Math.log(square - phi * phi - v);
  else {
    let k = 1;
    while (f(a - k * TAU) < 0) k += 1;
    high = a - k * TAU;
  }
  let fLow = f(low);
  let fHigh = f(high);
  while (Math.abs(high - low) > EPSILON) {
    const middle = low + ((low - high) * fLow) / (fHigh - fLow);
    const fMiddle = f(middle);
    if (fMiddle * fHigh <= 0) {
      low = high;
      fLow = fHigh;
    } else fLow /= 2;
    high = middle;
    fHigh = fMiddle;
  }
  return Math.exp(low / 2);
}
