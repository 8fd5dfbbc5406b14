/** A vault whose clients have different rules, and what they ask of it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sha256 } from '../../src/platform';
import { asInApp } from '../browser/support/app-lectern';
import type { TestClient } from '../support/clients';
import { RunningLectern, type Start } from '../support/lectern';
import type { Files } from '../support/files/vault-folder';

export interface TokenRules {
  readonly rights?: 'read' | 'write' | 'full';
  readonly allow?: readonly string[];
  readonly allowWrite?: readonly string[];
  readonly deny?: readonly string[];
}

export const ownerToken = 'lct_test-token-of-the-owner-0';

/** Tokens by their name; `owner` may do everything. */
export function settingsWith(
  tokens: Readonly<Record<string, TokenRules>>,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const named = Object.entries(tokens).map(([name, rules]) => ({
    ...{ name, value: valueOf(name), rights: 'full' },
    ...rules,
  }));
  return { tokens: [{ name: 'owner', value: ownerToken, rights: 'full' }, ...named], ...more };
}

export function valueOf(name: string): string {
  return name === 'owner' ? ownerToken : `lct_test-token-named-${name}-0`;
}

interface VaultStart extends Start {
  /** Settings beside the tokens. */
  readonly rules?: Readonly<Record<string, unknown>>;
  /** Whether the settings are those of the vault, which the owner can change, and not laid over them. */
  readonly areStored?: boolean;
}

const givenToken = z.looseObject({ value: z.string() });

function storedIn(files: Files, settings: Record<string, unknown>): Start {
  const tokens = z
    .array(givenToken)
    .parse(settings['tokens'])
    .map(({ value, ...token }) => ({ ...token, valueHash: sha256(value) }));
  return asInApp(files, { ...settings, tokens });
}

export class RuledVault {
  private constructor(
    readonly lectern: RunningLectern,
    private readonly clients: Map<string, TestClient>,
  ) {}

  static async start(
    files: Files,
    tokens: Readonly<Record<string, TokenRules>>,
    more: VaultStart = {},
  ): Promise<RuledVault> {
    const { rules, areStored = false, ...start } = more;
    const settings = settingsWith(tokens, rules);
    const lectern = await RunningLectern.start(
      areStored ? { ...start, ...storedIn(files, settings) } : { ...start, files, settings, tokens: [] },
    );
    const clients = new Map<string, TestClient>();
    for (const name of ['owner', ...Object.keys(tokens)])
      clients.set(name, await lectern.connect('2026', valueOf(name)));
    return new RuledVault(lectern, clients);
  }

  as(name: string): TestClient {
    const client = this.clients.get(name);
    if (client === undefined) throw new Error(`There is no client ${name}.`);
    return client;
  }

  text(path: string): string | undefined {
    const full = join(this.lectern.folder.path, path);
    return existsSync(full) ? readFileSync(full, 'utf8') : undefined;
  }

  close(): Promise<void> {
    return this.lectern.close();
  }
}

/** A vault with two narrowed clients: `work` sees the folder Work alone, `reader` sees all and writes there. */
export function workVault(files: Files): Promise<RuledVault> {
  return RuledVault.start(files, { work: { allow: ['Work/**'] }, reader: { allowWrite: ['Work/**'] } });
}
