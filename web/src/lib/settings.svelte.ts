import type { Pace } from './types';

/** What a person has set on this device; nothing of it leaves it. */
export function read(name: string): string | null {
  try {
    return localStorage.getItem(`crownlands.${name}`);
  } catch {
    return null;
  }
}

export function write(name: string, value: string): void {
  try {
    localStorage.setItem(`crownlands.${name}`, value);
  } catch {
    /* private windows may refuse */
  }
}

export function remove(name: string): void {
  try {
    localStorage.removeItem(`crownlands.${name}`);
  } catch {
    /* see above */
  }
}

class Settings {
  theme = $state(read('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  sound = $state(read('sound') === 'on');
  name = $state(read('name') ?? '');
  /** The bots that "Play now" seats. */
  level = $state(read('level') ?? 'squire');
  /** Whether games with people may begin with bots on the open seats. */
  fill = $state(read('fill') !== 'off');
  /** How long bots take at tables that are opened here. */
  pace = $state((read('pace') ?? 'usual') as Pace);

  setTheme(theme: string): void {
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
    write('theme', theme);
  }

  setSound(on: boolean): void {
    this.sound = on;
    write('sound', on ? 'on' : 'off');
  }

  setName(name: string): void {
    this.name = name;
    write('name', name);
  }

  setFill(on: boolean): void {
    this.fill = on;
    write('fill', on ? 'on' : 'off');
  }

  setLevel(level: string): void {
    this.level = level;
    write('level', level);
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    write('pace', pace);
  }
}

export const settings = new Settings();
document.documentElement.dataset.theme = settings.theme;

/** Seats held by this device, by table: what "your tables" on the home page lists. */
export interface Held {
  table: string;
  tokens: Record<string, string>;
  ruleset: string;
  names: string[];
  seen: number;
  /** Who I am there. */
  person?: number;
  /** Whether my personal link carries it. */
  kept?: boolean;
}

export function heldTables(): Held[] {
  try {
    return (JSON.parse(read('tables') ?? '[]') as Held[]).sort((a, b) => b.seen - a.seen);
  } catch {
    return [];
  }
}

export function heldTable(table: string): Held | undefined {
  return heldTables().find((h) => h.table === table);
}

export function holdTable(held: Held): void {
  const others = heldTables()
    .filter((h) => h.table !== held.table)
    .slice(0, 59);
  write('tables', JSON.stringify([held, ...others]));
}

export function dropTable(table: string): void {
  write('tables', JSON.stringify(heldTables().filter((h) => h.table !== table)));
}

/** Name, seats and games are gone from this device; language and theme are nobody's. */
export function forgetAll(): void {
  const stay = ['crownlands.language', 'crownlands.theme'];
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('crownlands.') && !stay.includes(key)) localStorage.removeItem(key);
    }
  } catch {
    /* private windows may refuse */
  }
  settings.name = '';
}
