// Who one is to the server, and what one can change of it.
// What must stay true: a password is sent and forgotten; after anything that changes who asks, the page
// is loaded anew, so that the socket is that of the new account.
import { has, t } from '../texts/texts.svelte.ts';
import { problemOf } from '../home/problem.ts';
import { NotDone } from '../wire/protocol.ts';
import { fetchJson, postJson } from '../wire/web.ts';
import type { AccountShown, Profile } from '$protocol';

export class Account {
  shown = $state.raw<AccountShown | null>(null);
  profile = $state.raw<Profile | null>(null);
  problem = $state('');
  /** What was done last. */
  told = $state('');
  busy = $state(false);
  /** A new token for a program: told this once. */
  token = $state('');

  get guest(): boolean {
    return this.shown?.kind === 'guest';
  }

  async load(): Promise<void> {
    try {
      this.shown = await fetchJson<AccountShown>('/account');
      this.profile = await fetchJson<Profile>(`/account/people/${encodeURIComponent(this.shown.account)}`);
    } catch (problem) {
      this.problem = said(problem);
    }
  }

  upgrade(name: string, password: string): Promise<boolean> {
    return this.#do('upgrade', { name, password }, t('ui.web.history.upgraded'));
  }

  rename(name: string): Promise<boolean> {
    return this.#do('name', { name }, t('ui.web.history.renamed'));
  }

  password(old: string, fresh: string): Promise<boolean> {
    return this.#do('password', { old, new: fresh }, t('ui.web.history.password.changed'));
  }

  async login(name: string, password: string): Promise<void> {
    if (await this.#do('login', { name, password }, '')) location.reload();
  }

  async logout(): Promise<void> {
    if (await this.#do('logout', {}, '')) location.assign('/');
  }

  async erase(): Promise<void> {
    if (await this.#do('delete', {}, '')) location.assign('/');
  }

  async makeToken(label: string): Promise<void> {
    this.token = '';
    await this.#try(async () => {
      const scopes = ['play', 'talk', 'read'];
      this.token = (await postJson<{ token: string }>('/account/tokens', { label, scopes })).token;
    });
  }

  endToken(token: string): Promise<boolean> {
    return this.#do('tokens/end', { token }, t('ui.web.history.token.ended'));
  }

  #do(what: string, value: unknown, told: string): Promise<boolean> {
    return this.#try(async () => {
      await postJson(`/account/${what}`, value);
      this.told = told;
    });
  }

  async #try(act: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = this.told = '';
    try {
      await act();
      this.shown = await fetchJson<AccountShown>('/account').catch(() => this.shown);
      return true;
    } catch (problem) {
      this.problem = said(problem);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

/** Why it was refused: in the words of this screen where it has some. */
function said(problem: unknown): string {
  const key = problem instanceof NotDone ? `ui.web.history.refused.${problem.code}` : '';
  return key && has(key) ? t(key) : problemOf(problem);
}
