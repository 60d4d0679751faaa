import type { GameEvent } from './types';

/** Movement that shows what has changed. Nothing waits for its end, and people who want none get none. */
const still = matchMedia('(prefers-reduced-motion: reduce)');
const COINS = 6;

const durations = new Map<string, number>();
/** In milliseconds; asked for once, because the answer makes the browser bring all styles up to date. */
function duration(token: string): number {
  const known = durations.get(token);
  if (known !== undefined) return known;
  const found = parseFloat(getComputedStyle(document.documentElement).getPropertyValue(token)) || 0;
  durations.set(token, found);
  return found;
}

const shown = (selector: string): Element | undefined =>
  [...document.querySelectorAll(selector)].find((node) => node.getClientRects().length > 0);

/** From where it was to where it is, in an arc. */
function fly(node: Element, from: DOMRect, id: string, token: string, lift: number): void {
  const to = node.getBoundingClientRect();
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  if (Math.hypot(x, y) < 4) return;
  const at = (part: number, up: number) => `translate(${x * part}px, ${y * part - up}px)`;
  node.animate(
    [
      { transform: at(1, 0) },
      { transform: at(0.75, lift * 0.75) },
      { transform: at(0.5, lift) },
      { transform: at(0.25, lift * 0.75) },
      { transform: 'none' },
    ],
    { duration: duration(token), easing: 'ease-in-out', id },
  );
}

/** Coins one by one, at most six, from the land to the purse. */
function pay(count: number, from: DOMRect, to: DOMRect): void {
  for (let i = 0; i < Math.min(count, COINS); i++) {
    const coin = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    coin.classList.add('flying-coin');
    coin.innerHTML = '<use href="#coin" />';
    coin.style.left = `${to.x + to.width / 2 - 12}px`;
    coin.style.top = `${to.y + to.height / 2 - 12}px`;
    document.body.append(coin);
    const x = from.x + from.width / 2 - to.x - to.width / 2;
    const y = from.y + from.height / 2 - to.y - to.height / 2;
    const flight = coin.animate(
      [
        { transform: `translate(${x}px, ${y}px)` },
        { transform: `translate(${x / 2}px, ${y / 2 - 40}px)` },
        { transform: 'none' },
      ],
      { duration: duration('--slow'), delay: i * 70, easing: 'ease-in', fill: 'backwards', id: 'coin' },
    );
    flight.onfinish = flight.oncancel = () => coin.remove();
  }
}

/** Where a strip is wider than the screen, brings this part of it into sight. */
export function bring(strip: Element, selector: string): void {
  const node = strip.querySelector(selector);
  if (!node || strip.scrollWidth <= strip.clientWidth) return;
  const [at, to] = [strip.getBoundingClientRect(), node.getBoundingClientRect()];
  strip.scrollBy({ left: to.x + to.width / 2 - at.x - at.width / 2, behavior: still.matches ? 'instant' : 'smooth' });
}

/** Where the pieces are before the page changes. */
export interface Before {
  king: DOMRect | undefined;
  beast: DOMRect | undefined;
  coins: number[];
}

export function look(coins: number[]): Before | null {
  if (still.matches) return null;
  return {
    king: shown('.slot.now .king, .prompt .king')?.getBoundingClientRect(),
    beast: shown('.mine .beast')?.getBoundingClientRect(),
    coins,
  };
}

/** After the page has changed: lets the pieces come from where they were. */
export function move(events: GameEvent[], before: Before, coins: number[], realmOf: (seat: number) => number): void {
  for (const event of events) {
    if (event.type === 'reveal')
      document.querySelectorAll('.next .domino').forEach((node, i) =>
        node.animate([{ transform: 'scaleX(0)' }, { transform: 'none' }], {
          duration: duration('--slow'),
          delay: i * 60,
          easing: 'ease-out',
          fill: 'backwards',
          id: 'reveal',
        }),
      );
    else if (event.type === 'choose' && before.king) {
      const king = shown(`[data-lies="${event.domino}"] .king`);
      if (king) fly(king, before.king, 'king', '--slow', 46);
    } else if (event.type === 'tax') {
      const realm = realmOf(event.seat);
      const gain = (coins[realm] ?? 0) - (before.coins[realm] ?? 0);
      const land =
        shown(`.board[data-realm="${realm}"] [data-cell="${String(event.squares[0])}"]`) ??
        shown(`[data-realm="${realm}"] .plot`);
      const purse = shown(`[data-purse="${realm}"] .purse .icon`) ?? shown(`[data-realm="${realm}"] .points`);
      if (land && purse) pay(gain, land.getBoundingClientRect(), purse.getBoundingClientRect());
    }
  }
  const beast = before.beast && shown('.mine .beast');
  if (beast && before.beast) fly(beast, before.beast, 'dragon', '--grand', 70);
}
