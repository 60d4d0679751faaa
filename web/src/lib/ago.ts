import { locale } from './i18n.svelte';

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago a time in milliseconds was, in words. */
export function ago(then: number): string {
  const seconds = Math.max(0, (Date.now() - then) / 1000);
  const words = new Intl.RelativeTimeFormat(locale.tag, { numeric: 'auto' });
  for (const [unit, size] of STEPS) if (seconds >= size) return words.format(-Math.floor(seconds / size), unit);
  return words.format(0, 'second');
}

/** A number of seconds as people say it: 30 seconds, 5 minutes, 2 days. */
export function span(seconds: number): string {
  const [unit, size] = STEPS.find(([, size]) => seconds >= size && seconds % size === 0) ?? (['second', 1] as const);
  return new Intl.NumberFormat(locale.tag, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size);
}

export const day = (then: number): string => new Intl.DateTimeFormat(locale.tag, { dateStyle: 'medium' }).format(then);
