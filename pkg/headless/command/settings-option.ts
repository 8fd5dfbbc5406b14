/** The file that `--settings` names. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { doubledKey } from '../../../src/utils/json';
import { codeOf, isRecord, type Json, messageOf } from '../obsidian/core/unknowns';
import { Misuse } from './command-context';

/** @throws Misuse */
export function settingsFrom(file: string): Json {
  let value: unknown;
  let doubled: string | undefined;
  try {
    const json = readFileSync(file, 'utf8').replace(/^\ufeff/u, () => '');
    value = JSON.parse(json);
    doubled = doubledKey(json);
  } catch (error) {
    throw new Misuse(settingsProblem(file, error));
  }
  if (!isRecord(value)) throw new Misuse(`The settings in ${file} are not a JSON object.`);
  // Only the last one would count, and could open what the first one closes.
  if (doubled !== undefined) throw new Misuse(`"${doubled}" occurs twice. Mend it in ${file}.`);
  const problem = portProblem(value) ?? ruleProblem(value) ?? originProblem(value) ?? tokenProblem(value);
  if (problem !== undefined) throw new Misuse(`${problem} Mend it in ${file}.`);
  return value;
}

/** An option may override it, and a front reads it itself, so the plugin does not always see it. */
function portProblem({ port }: Json): string | undefined {
  const isRight =
    port === undefined || (Number.isInteger(port) && Number(port) >= 0 && Number(port) <= 65_535);
  return isRight ? undefined : '"port" must be a whole number from 0 to 65535.';
}

interface FolderRule {
  /** Such as `tokens.0.deny.1`. */
  readonly place: string;
  /** Whose rule it is, in words. */
  readonly whose: string;
  readonly rule: string;
}

export function folderRules({ hidden, tokens }: Json): FolderRule[] {
  const ofTokens = listOf(tokens).flatMap((token, index) =>
    isRecord(token)
      ? ['allow', 'allowWrite', 'deny'].flatMap(key =>
          rulesIn(token[key], `tokens.${index}.${key}`, `\`${key}\` of "${String(token['name'])}"`),
        )
      : [],
  );
  return [...rulesIn(hidden, 'hidden', '`hidden`'), ...ofTokens];
}

function rulesIn(rules: unknown, place: string, whose: string): FolderRule[] {
  return listOf(rules).flatMap((rule, index) =>
    typeof rule === 'string' ? [{ place: `${place}.${index}`, whose, rule }] : [],
  );
}

function ruleProblem(settings: Json): string | undefined {
  for (const { place, rule } of folderRules(settings)) {
    const fault = faultOf(rule);
    if (fault !== undefined) return `"${place}" ${fault}`;
  }
  return undefined;
}

/** Why a rule matches nothing in any vault, and so would leave open what it was meant to close. */
export function faultOf(rule: string): string | undefined {
  if (/^[\s!/]*$/u.test(rule)) return 'is an empty rule, which matches no folder.';
  if (/(?:^!?|[\\/])\.\.(?:[\\/]|$)/u.test(rule.trim()))
    return 'leads out of the vault by "..", so it matches no folder.';
  return /(?<!\\)(?:\\\\)*\\$/u.test(rule.trim()) ? 'ends in "\\", so it matches no folder.' : undefined;
}

function originProblem({ allowedOrigins }: Json): string | undefined {
  const wrong = listOf(allowedOrigins).findIndex(origin => typeof origin === 'string' && !isOrigin(origin));
  return wrong < 0
    ? undefined
    : `"allowedOrigins.${wrong}" is no origin, such as https://example.org: a scheme, a name and perhaps a port.`;
}

function isOrigin(text: string): boolean {
  return text === 'null' || /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#*]+\/?$/iu.test(text);
}

/** Of two tokens with the same value only one would count, with rights that nobody chose; an equal name would change. */
function tokenProblem({ tokens }: Json): string | undefined {
  const seen: { readonly hash: unknown; readonly name: string; readonly vaults: unknown }[] = [];
  for (const token of listOf(tokens)) {
    if (!isRecord(token)) continue;
    const { value, valueHash, name, vaults } = token;
    const hash = typeof value === 'string' ? createHash('sha256').update(value).digest('hex') : valueHash;
    const other = seen.find(one => one.hash === hash && shareVault(one.vaults, vaults));
    if (hash !== undefined && other !== undefined)
      return `The tokens "${other.name}" and "${String(name)}" have the same value; each needs its own.`;
    if (seen.some(one => one.name === name && shareVault(one.vaults, vaults)))
      return `Two tokens are called "${String(name)}"; each needs its own name.`;
    seen.push({ hash, name: String(name), vaults });
  }
  return undefined;
}

/** Without a list, a token is valid for every vault. */
function shareVault(some: unknown, others: unknown): boolean {
  if (!Array.isArray(some) || !Array.isArray(others)) return true;
  return some.some(vault => others.includes(vault));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function settingsProblem(file: string, error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no file ${file} with settings.`;
  if (code === 'EISDIR') return `${file} is a folder. --settings takes a JSON file.`;
  if (code === 'EACCES') return `The settings in ${file} may not be read by this account.`;
  return `The settings in ${file} cannot be read: ${messageOf(error)}. Mend the file, or start without --settings.`;
}
