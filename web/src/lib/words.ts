import { cap, list, locale, t } from './i18n.svelte';
import { BUILDINGS, COINS_PER_POINT, halves, numberOf, rulesetParts } from './pieces';
import type { Action, GameEvent, Half, Term, DrawnSquare } from './types';

/** Names, sentences and sums in the chosen language. */

/** A label and what it says, with the colon's space of the language. */
export const labelled = (label: string, text: string): string => t('labelled', { label, text });

export const half = ([terrain, crowns]: Half): string =>
  crowns ? `${t(`terrain.${terrain}`)} (${t('crowns', { count: crowns })})` : t(`terrain.${terrain}`);

const bothHalves = (domino: string): string => list(halves(domino).map(([terrain]) => t(`terrain.${terrain}`)));

export function nameOf(domino: string): string {
  return t('domino.name', { number: numberOf(domino), halves: list(halves(domino).map(half)) });
}

export const buildingName = (id: string): string => t(`building.${id}`);

/** Everything a building does, in one line. */
export function buildingText(id: string): string {
  const b = BUILDINGS[id]!;
  const parts: string[] = [];
  if (b.knights) parts.push(t('gives.knights', { count: b.knights }));
  if (b.towers) parts.push(t('gives.towers', { count: b.towers }));
  if (b.crowns) parts.push(t('gives.crowns', { count: b.crowns }));
  if (b.tax) parts.push(t(`gives.tax.${b.tax}`));
  const points = t('points', { count: b.points });
  if (b.per === 'knights' || b.per === 'towers') parts.push(t(`gives.per.${b.per}`, { points }));
  else if (b.per) parts.push(t('gives.per.terrain', { points, terrain: t(`terrain.${b.per}`) }));
  else if (b.points) parts.push(t('gives.points', { count: b.points }));
  return parts.map(cap).join('. ') + '.';
}

export function termWords(term: Term): { swatch: string; label: string; sum: string; chip: string } {
  switch (term.kind) {
    case 'territory': {
      const sum = `${term.squares} × ${term.crowns}`;
      return { swatch: `t-${term.terrain}-mini`, label: cap(t(`terrain.${term.terrain}`)), sum, chip: sum };
    }
    case 'coins': {
      const sum = `${term.coins} ÷ ${COINS_PER_POINT}`;
      return { swatch: 'coin', label: t('term.coins'), sum, chip: sum };
    }
    case 'queen':
      return { swatch: 'queen', label: t('piece.queen'), sum: `${term.squares} × 1`, chip: `${term.squares} × 1` };
    case 'building': {
      const b = BUILDINGS[term.building]!;
      const label = buildingName(term.building);
      const sum = b.per ? `${term.count} × ${b.points}` : '';
      return { swatch: `b-${term.building}`, label, sum, chip: sum || label };
    }
    case 'middle-kingdom':
    case 'harmony': {
      const label = t(`option.${term.kind}`);
      return { swatch: term.kind === 'harmony' ? 'i-harmony' : 'i-castle', label, sum: '', chip: label };
    }
  }
}

export const place = (x: number, y: number): string => t('square.at', { x, y });

export function squareName(square: DrawnSquare): string {
  const parts = [half([square.terrain, square.crowns])];
  if (square.building) parts.push(buildingName(square.building));
  if (square.knight) parts.push(t('piece.knight'));
  return `${parts.join(', ')}, ${place(square.x, square.y)}`;
}

/** One event as a sentence; null for what needs no line of its own. */
export function say(event: GameEvent, name: (seat: number) => string): string | null {
  switch (event.type) {
    case 'kings':
      return t('log.kings', { count: event.order.length, names: list(event.order.map(([, owner]) => name(owner))) });
    case 'reveal':
      return t('log.reveal', { numbers: list(event.dominoes.map((d) => String(numberOf(d)))) });
    case 'buildings':
      return t('log.buildings', { names: list(event.tiles.map(buildingName)) });
    case 'choose':
      return t('log.choose', {
        name: name(event.seat),
        number: numberOf(event.domino),
        halves: bothHalves(event.domino),
      });
    case 'place':
      return t('log.place', {
        name: name(event.seat),
        number: numberOf(event.domino),
        halves: bothHalves(event.domino),
      });
    case 'discard':
      return t('log.discard', {
        name: name(event.seat),
        number: numberOf(event.domino),
        halves: bothHalves(event.domino),
      });
    case 'tax':
      return t('log.tax', { name: name(event.seat), count: event.squares.length });
    case 'build':
      return t('log.build', { name: name(event.seat), building: buildingName(event.building) });
    case 'bribe':
      return t('log.bribe', { name: name(event.seat), building: buildingName(event.building) });
    case 'pass':
      return null;
  }
}

/** An action as a person would put it; where it happens is clear from the step. */
export function describe(action: Action, step: string): string {
  switch (action.type) {
    case 'choose':
      return labelled(t('act.choose.number', { number: numberOf(action.domino) }), bothHalves(action.domino));
    case 'place': {
      const [[x, y], [u, v]] = action.squares;
      return `${cap(place(x, y))} ${u > x ? '→' : u < x ? '←' : v > y ? '↓' : '↑'}`;
    }
    case 'tax':
      return cap(action.squares.map(([x, y]) => place(x, y)).join(' – '));
    case 'discard':
      return t('act.discard');
    case 'build':
      return labelled(buildingName(action.building), place(...action.square));
    case 'bribe':
      return buildingName(action.building);
    case 'pass':
      return t(`act.pass.${step}`);
  }
}

export const percent = (share: number): string => new Intl.NumberFormat(locale.tag, { style: 'percent' }).format(share);

/** The typed form of an action without its seat, as in the notation. */
export function typed(action: Action): string {
  const at = (c: readonly number[]) => c.join(',');
  switch (action.type) {
    case 'choose':
    case 'discard':
      return `${action.type} ${action.domino}`;
    case 'place':
      return `place ${action.domino} ${action.squares.map(at).join(' ')}`;
    case 'tax':
      return `tax ${action.squares.map(at).join(' ')}`;
    case 'build':
      return `build ${action.slot} ${action.building} ${at(action.square)}`;
    case 'bribe':
      return `bribe ${action.slot} ${action.building}`;
    case 'pass':
      return 'pass';
  }
}

export function rulesetTitle(name: string): string {
  const { family, players, options } = rulesetParts(name);
  const parts = [t(`family.${family}`), t('players', { count: players })];
  for (const option of options) parts.push(t(`option.${option}`));
  return parts.join('\u00a0· '); // a dot ends a line, it begins none
}
