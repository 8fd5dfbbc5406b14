import * as z from 'zod';
import { t } from '../../ui/text/text';
import { type Settings, settingsSchema, tokenSchema } from '../schema';
import { uniquelyNamed } from '../tokens/token-names';

/** The result of reading `data.json`. */
export type StoredData =
  /** No file, and no sign of an earlier one. */
  | { readonly kind: 'new' }
  | { readonly kind: 'found'; readonly data: unknown }
  /** No file, or an empty one, although there were settings before. */
  | { readonly kind: 'missing' }
  /** A file that cannot be read or is not JSON. */
  | { readonly kind: 'damaged' };

export interface LoadedSettings {
  readonly settings: Settings;
  /** What could not be used, as text for the user; the file should then be copied. */
  readonly problems: readonly string[];
  /** Whether a rule may have been lost, so that no client can connect until the user has checked. */
  readonly isClosed: boolean;
}

/** Loads the settings from the result. Never throws and never extends a token's rights. */
export function loadStored(stored: StoredData): LoadedSettings {
  const usual = settingsSchema.parse({});
  switch (stored.kind) {
    case 'new':
      return { settings: usual, problems: [], isClosed: false };
    case 'found':
      return loadSettings(stored.data);
    case 'missing':
      return closed(usual, [t('file.missing')]);
    case 'damaged':
      return closed(usual, [t('file.damaged')]);
  }
}

/**
 * Loads a `data.json` of any age or state. An unreadable part becomes the safer choice, an unreadable token
 * is dropped, and so is a token with an unreadable rule. Token names become unique, even in a hand-edited
 * file.
 */
export function loadSettings(stored: unknown): LoadedSettings {
  const { settings, ...rest } = read(stored);
  return { settings: { ...settings, tokens: uniquelyNamed(settings.tokens) }, ...rest };
}

function read(stored: unknown): LoadedSettings {
  const whole = settingsSchema.safeParse(stored);
  if (whole.success) return { settings: whole.data, problems: [], isClosed: false };
  const parts = z.record(z.string(), z.unknown()).safeParse(stored);
  if (!parts.success) return closed(settingsSchema.parse({}), [t('file.notObject')]);
  return salvage(parts.data);
}

function closed(settings: Settings, problems: readonly string[]): LoadedSettings {
  return { settings: closedSettings(settings), problems, isClosed: true };
}

/** The same settings, but no client can connect. */
export function closedSettings(settings: Settings): Settings {
  return { ...settings, autoStart: false, readOnly: true, tokens: [] };
}

/** Keys whose loss could give a token more rights than before. */
const restricting = ['version', 'revoked', 'readOnly', 'hidden', 'disabledTools', 'approval'] as const;

function salvage(parts: Record<string, unknown>): LoadedSettings {
  const problems: string[] = [];
  const kept: Record<string, unknown> = {};
  const lost = new Set<string>();
  for (const [key, schema] of Object.entries(settingsSchema.shape)) {
    if (!Object.hasOwn(parts, key)) continue;
    const value = key === 'tokens' ? tokensOf(parts[key], problems) : parts[key];
    if (schema.safeParse(value).success) kept[key] = value;
    else {
      problems.push(t('file.unreadableKey', { key }));
      lost.add(key);
    }
  }
  const unknown = Object.keys(parts).filter(key => !Object.hasOwn(settingsSchema.shape, key));
  problems.push(...unknown.map(key => t('file.unknownKey', { key })));
  // We write every key, so an unknown one may be a damaged form of a missing one.
  const missing = Object.keys(settingsSchema.shape).filter(key => !Object.hasOwn(parts, key));
  if (unknown.length > 0) for (const key of missing) lost.add(key);
  const settings = settingsSchema.parse({ ...kept, ...(lost.has('autoStart') ? { autoStart: false } : {}) });
  return restricting.some(key => lost.has(key))
    ? closed(settings, problems)
    : { settings, problems, isClosed: false };
}

function tokensOf(stored: unknown, problems: string[]): unknown {
  if (!Array.isArray(stored)) return stored;
  return stored.filter((token: unknown, index) => {
    const readable = tokenSchema.safeParse(token).success;
    if (!readable) problems.push(t('file.token', { number: index + 1 }));
    return readable;
  });
}

interface Reported {
  /** The name of the file's copy. */
  readonly copy: string | undefined;
  readonly isHosted: boolean;
}

/** The message for the user about settings that were read with problems. */
export function loadReport({ problems, isClosed }: LoadedSettings, { copy, isHosted }: Reported): string {
  const sentences = [t('file.problems'), ...problems];
  if (copy !== undefined) sentences.push(t('file.kept', { copy }));
  if (isClosed) sentences.push(t(isHosted ? 'file.closedHost' : 'file.closedApp'));
  return sentences.join(' ');
}
