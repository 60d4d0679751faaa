import type { Me as Mine, MySecret, MyTable } from '../generated/protocol';
import { ApiError, get, post, send } from './api';
import { keepGame } from './games';
import { forgetAll, heldTables, holdTable, read, remove, settings, write } from './settings.svelte';

/** As many tables as the server takes note of at once. */
const AT_ONCE = 20;

/** "Me" on several devices: one secret, which the server keeps my tables and finished games for. */
class Me {
  secret = $state(read('me') ?? '');
  tables = $state.raw<MyTable[]>([]);

  get link(): string {
    return `${location.origin}/me#${this.secret}`;
  }

  async create(): Promise<void> {
    const { secret } = await post<MySecret>('/api/me', { name: settings.name.trim() });
    await this.adopt(secret);
  }

  /** Becomes who the secret says; the tables of this device go along. */
  async adopt(secret: string): Promise<void> {
    const before = this.secret;
    this.secret = secret;
    try {
      await this.sync(true);
      write('me', secret);
    } catch (error) {
      this.secret = before;
      throw error;
    }
  }

  /** Tells the server of new tables here, and this device of tables elsewhere. */
  async sync(all = false): Promise<void> {
    if (!this.secret) return;
    const news = heldTables().filter((held) => held.tokens.token && (all || !held.kept));
    const name = settings.name.trim();
    for (let from = 0; from < news.length; from += AT_ONCE) {
      const tables = news.slice(from, from + AT_ONCE).map((held) => ({ code: held.table, token: held.tokens.token! }));
      await post<Mine>('/api/me/tables', { name, tables }, this.secret);
    }
    const answer = await get<Mine>('/api/me', this.secret);
    this.tables = answer.tables;
    if (!name && answer.name) settings.setName(answer.name);
    // The oldest first: the newest are held on to.
    for (const table of [...answer.tables].reverse()) await this.#take(table);
  }

  async #take(table: MyTable): Promise<void> {
    const held = heldTables().find((one) => one.table === table.code);
    if (!held?.kept) {
      const { code, token, watch, person, ruleset, seats, updated } = table;
      const names = seats.map((seat) => seat.name ?? '');
      holdTable({
        table: code,
        tokens: { token, watch },
        person,
        ruleset,
        names,
        seen: held?.seen ?? updated,
        kept: true,
      });
    }
    if (table.status === 'over') await keepGame(table, table.person, table.updated).catch(() => undefined);
  }

  /** The server forgets which tables are mine; this device keeps them. */
  async forgetOnServer(): Promise<void> {
    try {
      await send('DELETE', '/api/me', this.secret);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'bad-token')) throw error;
    }
    remove('me');
    this.secret = '';
    this.tables = [];
  }

  forgetHere(): void {
    forgetAll();
    this.secret = '';
    this.tables = [];
  }
}

export const me = new Me();
