import type { Logged, SeatState } from '../generated/protocol';
import { t } from './i18n.svelte';
import { botName } from './seats';

/** Who sat on each seat when: what somebody did keeps the name of who did it. */
export class Actors {
  names: string[] = [];
  #seats: { person: number | null; colour: string; owner: { person: number; name: string } | null }[] = [];
  #running = false;

  follow({ entry }: Logged): void {
    switch (entry.type) {
      case 'opened':
        this.#seats = entry.seats.map((seat) => ({ person: seat.person ?? null, colour: seat.colour, owner: null }));
        this.#write(
          entry.seats.map((seat: SeatState) => (seat.kind === 'bot' ? botName(seat.colour) : (seat.name ?? ''))),
        );
        break;
      case 'started':
        this.#running = true;
        break;
      case 'sat': {
        const { seat, person, name, colour } = entry;
        const owner = this.#seats[seat]?.owner ?? null;
        this.#seats[seat] = { person, colour, owner: owner?.person === person ? null : owner };
        this.#name(seat, name);
        break;
      }
      case 'stood':
      case 'freed':
        this.#vacate(entry.seat, null);
        break;
      case 'bot':
        this.#vacate(entry.seat, 'bot');
        break;
      case 'left':
        if (entry.level) this.#of(entry.person).forEach((seat) => this.#vacate(seat, 'bot'));
        break;
      case 'resigned':
        for (const seat of this.#of(entry.person)) {
          this.#seats[seat] = { ...this.#seats[seat]!, person: null, owner: null };
          this.#name(seat, botName(this.#seats[seat].colour));
        }
        break;
      case 'back':
        this.#seats.forEach(({ owner, colour }, seat) => {
          if (owner?.person !== entry.person) return;
          this.#seats[seat] = { person: owner.person, colour, owner: null };
          this.#name(seat, owner.name);
        });
        break;
      default:
        break;
    }
  }

  #of(person: number): number[] {
    return this.#seats.flatMap((seat, index) =>
      seat.person === person || seat.owner?.person === person ? [index] : [],
    );
  }

  /** Somebody else, or nobody, sits there now; in a running game the seat stays its owner's. */
  #vacate(index: number, by: 'bot' | null): void {
    const seat = this.#seats[index]!;
    const owner =
      seat.owner ??
      (this.#running && seat.person !== null ? { person: seat.person, name: this.names[index] ?? '' } : null);
    this.#seats[index] = { ...seat, person: null, owner };
    this.#name(index, by === null ? '' : owner ? t('actor.bot', { name: owner.name }) : botName(seat.colour));
  }

  #name(index: number, name: string): void {
    this.#write(this.names.map((old, i) => (i === index ? name : old)));
  }

  /** A new list each time: those that were handed out stay as they were. */
  #write(names: string[]): void {
    this.names = names;
  }
}
