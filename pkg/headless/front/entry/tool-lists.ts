/** Tools of several vaults in one list. */
import type { Shows } from '../../../../src/errors';
import { after } from '../../../../src/platform';
import type { VaultDoor } from '../vault-door';
import { type Caller, hashOf, onlyVault } from './caller';
import { toolWithVault } from './vault-argument';
import { unavailable, type VaultLinks } from './vault-links';
import { type Json, objectsIn } from './json';

/** The lists of tools, and which names each token was shown last. */
export class ToolLists {
  readonly #shown = new Map<string, ReadonlySet<string>>();

  constructor(private readonly links: VaultLinks) {}

  /** What the caller may call, each tool once. @throws ToolFailure if no vault answers */
  async of(caller: Caller): Promise<Json[]> {
    const only = onlyVault(caller);
    const lists = await answersOf(caller.vaults, vault =>
      this.links.ask(vault, caller, { method: 'tools/list', params: {} }),
    );
    const tools = eachOnce(lists, 'tools');
    this.#shown.set(hashOf(caller.authorization), new Set(tools.keys()));
    const names = caller.vaults.map(({ name }) => name);
    return [...tools.values()].map(tool => (only === undefined ? toolWithVault(tool, names) : tool));
  }

  isKnownTo(valueHash: string): boolean {
    return this.#shown.has(valueHash);
  }

  /** Every name, for a token that has had no list yet. */
  shownTo(valueHash: string): Shows {
    const shown = this.#shown.get(valueHash);
    return name => shown?.has(name) ?? true;
  }
}

export interface Answer {
  readonly vault: VaultDoor;
  readonly answer: Json;
}

/** How long a list waits for one of several vaults, milliseconds. */
const patience = 3000;

/** The answers of all vaults that respond soon, in order. @throws the first failure if none does */
export async function answersOf(
  vaults: readonly VaultDoor[],
  ask: (vault: VaultDoor) => Promise<Json>,
): Promise<Answer[]> {
  const isOne = vaults.length === 1;
  const settled = await Promise.allSettled(
    vaults.map(async vault => ({ vault, answer: await (isOne ? ask(vault) : soon(vault, ask(vault))) })),
  );
  const answers = settled.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = settled.find(one => one.status === 'rejected');
  if (answers.length === 0 && failed !== undefined) throw failed.reason;
  return answers;
}

/** What the vaults list, by name; if several share a name, that of the first vault. */
export function eachOnce(lists: readonly Answer[], member: 'tools' | 'prompts'): Map<string, Json> {
  const found = new Map<string, Json>();
  for (const { answer } of lists)
    for (const one of objectsIn(answer, member)) {
      const name = String(one['name']);
      if (!found.has(name)) found.set(name, one);
    }
  return found;
}

/** Rejects for a vault that hangs; the front ends it later. */
function soon(vault: VaultDoor, answer: Promise<Json>): Promise<Json> {
  return new Promise((resolve, reject) => {
    const late = after(patience, () => reject(unavailable(vault.name)));
    void answer.then(resolve, reject).finally(() => late.cancel());
  });
}
