/** The tokens of a command that serves several vaults. */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../../src/platform';
import { isUnexpired, type TokenEntry } from '../../../src/server/http/gate';
import { type Environment, Misuse } from '../command/command-context';
import type { Rights } from '../command/option-values';
import { isRecord, type Json } from '../obsidian/core/unknowns';
import { makeFolders, stateFolderPath } from '../state-folder';
import type { NamedVault } from './vault-words';

export interface FrontTokens {
  readonly entries: readonly TokenEntry[];
  /** The names of the vaults that a token may use, in the order of the command. */
  vaultsOf(valueHash: string): readonly string[];
  /** The value of a token for all vaults, which their processes get as `LECTERN_TOKEN`. */
  readonly shared: string | undefined;
  /** The first token whose value is known, that is valid now and may use these vaults. */
  valueFor(vaults: readonly string[]): string | undefined;
  /** Where the first value can be found: a file, or a variable of the environment. */
  readonly place: string;
}

interface FrontTokensOptions {
  readonly vaults: readonly NamedVault[];
  readonly settings: Json;
  /** Where the settings come from, for errors. */
  readonly settingsFile: string | undefined;
  /** With the value of `LECTERN_TOKEN_FILE` in `LECTERN_TOKEN`. */
  readonly environment: Environment;
  readonly rights: Rights;
  /** Whether a token for all vaults is needed in addition to those of the settings. */
  readonly needsShared: boolean;
}

interface Token {
  readonly entry: TokenEntry;
  readonly value: string | undefined;
  readonly vaults: readonly string[];
}

/** @throws Misuse if a token names a missing vault */
export function frontTokens(options: FrontTokensOptions): FrontTokens {
  const { vaults, settings, environment, rights, settingsFile, needsShared } = options;
  const names = vaults.map(({ name }) => name);
  const revoked = listOf(settings['revoked']);
  const stored = listOf(settings['tokens'])
    .map(token => storedToken(token, names, settingsFile))
    .filter(token => token !== undefined && !revoked.includes(token.entry.valueHash));
  const given = environment['LECTERN_TOKEN'] ?? '';
  const made =
    given === '' && (stored.length === 0 || needsShared) ? madeToken(vaults, environment) : undefined;
  const shared = given === '' ? made?.value : given;
  const forAll = shared === undefined ? [] : [sharedToken(shared, rights, names)];
  const tokens = [...forAll, ...stored.filter(token => token !== undefined)];
  return {
    entries: tokens.map(({ entry }) => entry),
    vaultsOf: hash => {
      const own = tokens.filter(({ entry }) => entry.valueHash === hash).flatMap(token => token.vaults);
      return names.filter(name => own.includes(name));
    },
    shared,
    valueFor: wanted =>
      tokens.find(
        ({ entry, value, vaults: own }) =>
          value !== undefined && isUnexpired(entry, Date.now()) && wanted.every(name => own.includes(name)),
      )?.value,
    place: given !== '' ? 'LECTERN_TOKEN' : (made?.place ?? settingsFile ?? ''),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Undefined for a token of a wrong shape: the processes of the vaults refuse it by name. */
function storedToken(token: unknown, names: readonly string[], file = ''): Token | undefined {
  if (!isRecord(token)) return undefined;
  const { name, value, rights, expires, remote, vaults = names } = token;
  const hash = typeof value === 'string' ? sha256(value) : token['valueHash'];
  if (typeof name !== 'string' || typeof hash !== 'string') return undefined;
  if (!Array.isArray(vaults))
    throw new Misuse(`"vaults" of the token "${name}" in ${file} must be a list of names.`);
  const wanted = vaults.map(String);
  const unknown = wanted.find(vault => !names.includes(vault));
  if (unknown !== undefined)
    throw new Misuse(
      `The token "${name}" in ${file} is for a vault "${unknown}"; there are ${names.join(', ')}.`,
    );
  return {
    entry: {
      ...entryOf(name, hash, rights === 'full' || rights === 'write' ? rights : 'read'),
      expires: typeof expires === 'string' ? Date.parse(expires) : undefined,
      isRemote: remote === true,
    },
    value: typeof value === 'string' ? value : undefined,
    vaults: wanted,
  };
}

function sharedToken(value: string, rights: Rights, vaults: readonly string[]): Token {
  return { entry: entryOf('env', sha256(value), rights), value, vaults };
}

/** The vault's own process applies the rules of a token. */
function entryOf(token: string, valueHash: string, rights: Rights): TokenEntry {
  const none = { allow: [], allowWrite: [], deny: [], disabledTools: [] };
  const key = valueHash.slice(0, 16);
  return { valueHash, expires: undefined, grant: { token, key, rights, ...none } };
}

/** The token of these vaults on this device, which survives restarts if a file can be written. */
function madeToken(
  vaults: readonly NamedVault[],
  environment: Environment,
): { readonly value: string; readonly place: string } {
  const identity = vaults
    .map(({ name, folder }) => [name, folder])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const folder = stateFolderPath(JSON.stringify(identity), environment);
  const place = join(folder, 'token');
  const kept = textOf(place);
  if (/^lct_[\w-]{43}$/u.test(kept)) return { value: kept, place };
  const value = `lct_${randomBytes(32).toString('base64url')}`;
  try {
    makeFolders(folder);
    writeFileSync(place, value, { mode: 0o600 });
    return { value, place };
  } catch {
    return { value, place: 'the memory of this run' };
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
