import type { Plugin } from 'obsidian';
import { journalDays, journalMegabytes, type Settings, settingsSchema, tokenSchema } from '../schema';
import { areSameBytes } from '../../platform';
import { doubledKey, isObject, jsonField } from '../../utils/json';
import { InOrder } from '../../utils/lazily';
import type * as z from 'zod';
import { t } from '../../ui/text/text';
import { uniquelyNamed } from '../tokens/tokens';

/** Delays before retrying to read a file without usable content, or to write it, in milliseconds. */
const waits = [100, 200, 500] as const;

/** Files that the plugin creates in its folder when used. If one exists, there have been settings. */
const traces = ['journal', 'activity.jsonl', '.data.json.icloud'] as const;

/** How many copies of damaged files are kept. */
const maxCopies = 20;

/** When a missing or empty file counts as lost, in a vault where this run has seen no settings yet. */
export type Expectation = 'always' | 'where used' | 'never';

/**
 * The plugin's `data.json`. The app tells no reason why it cannot be read, drops one of two keys of the same name, and
 * hides failed writes (seen in 1.13), so the file itself is read.
 */
export class DataFile {
  private isKnown = false;
  private latest: StoredData | undefined;
  /** Whether another program has changed the file since, even if the same bytes come back. */
  private isOutdated = false;
  /** Of the file as it was read or written last. */
  private text: string | undefined;
  /** Reads and writes run one after the other. */
  private readonly inOrder = new InOrder();

  constructor(
    private readonly plugin: Plugin,
    private readonly pause: (milliseconds: number) => Promise<void>,
  ) {}

  /**
   * Retries if the file is missing, empty or damaged: a sync program may be replacing it.
   * @param expected where used: if the plugin has left files in its folder
   */
  load(expected: Expectation): Promise<StoredData> {
    return this.inOrder.run(async () => {
      let stored = await this.look(expected);
      for (const wait of waits) {
        if (stored.kind === 'new' || stored.kind === 'found') break;
        await this.pause(wait);
        stored = await this.look(expected);
      }
      if (stored.kind === 'found') this.isKnown = true;
      this.isOutdated = false;
      return (this.latest = stored);
    });
  }

  /**
   * @param base what was read before the settings were changed
   * @returns false, with nothing written, if another program has changed the file since
   * @throws Error if the file does not contain the settings afterwards, even after retries
   */
  save(settings: Settings, base?: StoredData): Promise<boolean> {
    return this.inOrder.run(async () => {
      const isOurs = this.latest === undefined || (await this.read().catch(() => undefined)) === this.text;
      if (!isOurs) this.isOutdated = true;
      if (this.isOutdated || base !== this.latest) return false;
      const text = JSON.stringify(settings);
      for (const wait of [...waits, undefined]) {
        await this.plugin.saveData(settings);
        this.isKnown = true;
        if (await this.holds(text)) return true;
        if (wait !== undefined) await this.pause(wait);
      }
      throw new Error('data.json does not hold what was written.');
    });
  }

  /** Copies the file unchanged. @returns the name of the copy; undefined if it failed */
  keepAside(): Promise<string | undefined> {
    return this.inOrder.run(async () => {
      try {
        const { adapter } = this.plugin.app.vault;
        const bytes = new Uint8Array(await adapter.readBinary(this.path));
        for (let number = 1; number <= maxCopies; number += 1) {
          const name = number === 1 ? 'data.damaged.json' : `data.damaged-${number}.json`;
          const path = `${this.folder}/${name}`;
          const isFree = !(await adapter.exists(path));
          if (!isFree && !areSameBytes(new Uint8Array(await adapter.readBinary(path)), bytes)) continue;
          if (isFree) await adapter.writeBinary(path, bytes.buffer);
          return name;
        }
      } catch {
        // The caller reports that there is no copy.
      }
      return undefined;
    });
  }

  private get folder(): string {
    const { app, manifest } = this.plugin;
    return manifest.dir ?? `${app.vault.configDir}/plugins/${manifest.id}`;
  }

  private get path(): string {
    return `${this.folder}/data.json`;
  }

  private async look(expected: Expectation): Promise<StoredData> {
    // The app remembers the file's time, and so notices later changes.
    await this.plugin.loadData().catch(() => undefined);
    this.text = undefined;
    try {
      const json = (this.text = await this.read()).replace(/^\ufeff/u, () => '');
      if (json.trim() === '') return { kind: 'empty' };
      const data: unknown = JSON.parse(json);
      const doubled = doubledKey(json);
      if (!isObject(data) || doubled !== undefined) return { kind: 'damaged', doubled };
      // We write every setting, so an object without any counts as no file.
      if (Object.keys(data).length > 0) return { kind: 'found', data };
      if (!(await this.isLost(expected))) return { kind: 'new' };
      return { kind: (await this.plugin.app.vault.adapter.exists(this.path)) ? 'empty' : 'missing' };
    } catch {
      return { kind: 'damaged' };
    }
  }

  private async isLost(expected: Expectation): Promise<boolean> {
    if (this.isKnown || expected === 'always') return true;
    if (expected === 'never') return false;
    const { adapter } = this.plugin.app.vault;
    for (const name of traces) if (await adapter.exists(`${this.folder}/${name}`)) return true;
    return false;
  }

  private async read(): Promise<string> {
    const { adapter } = this.plugin.app.vault;
    return (await adapter.exists(this.path)) ? adapter.read(this.path) : '{}';
  }

  private async holds(text: string): Promise<boolean> {
    try {
      const stored = await this.read();
      if (JSON.stringify(JSON.parse(stored)) !== text) return false;
      this.text = stored;
      return true;
    } catch {
      return false;
    }
  }
}

/** The result of reading `data.json`. */
export type StoredData =
  /** No file, and no sign of an earlier one. */
  | { readonly kind: 'new' }
  | { readonly kind: 'found'; readonly data: unknown }
  /** No file, or one without settings, although there were settings before. */
  | { readonly kind: 'missing' | 'empty' }
  /** A file that cannot be read, is no JSON object, or has a key twice. */
  | { readonly kind: 'damaged'; readonly doubled?: string | undefined };

interface LoadedSettings {
  readonly settings: Settings;
  /** What could not be used, as text for the user; the file should then be copied. */
  readonly problems: readonly string[];
  /** Whether a rule may have been lost, so that no client can connect until the user has checked. */
  readonly isClosed: boolean;
}

/** Loads the settings from the result. Never throws and never extends a token's rights. */
export function loadStored(stored: StoredData): LoadedSettings {
  if (stored.kind === 'found') return loadSettings(stored.data);
  const usual = settingsSchema.parse({});
  if (stored.kind === 'new') return { settings: usual, problems: [], isClosed: false };
  const key = stored.kind === 'damaged' ? stored.doubled : undefined;
  return closed(usual, [key === undefined ? t(`file.${stored.kind}`) : t('file.doubledKey', { key })]);
}

/**
 * Loads a `data.json` of any age or state. An unreadable part becomes the safer choice, an unreadable token
 * is dropped, and so is a token with an unreadable rule; where none is left, all access stops. Token names become
 * unique, even in a hand-edited file.
 */
export function loadSettings(stored: unknown): LoadedSettings {
  const { settings, ...rest } = read(stored);
  return { settings: { ...settings, tokens: uniquelyNamed(settings.tokens) }, ...rest };
}

function read(stored: unknown): LoadedSettings {
  const whole = settingsSchema.safeParse(stored);
  if (whole.success) return { settings: whole.data, problems: [], isClosed: false };
  return isObject(stored) ? salvage(stored) : closed(settingsSchema.parse({}), [t('file.damaged')]);
}

function closed(settings: Settings, problems: readonly string[]): LoadedSettings {
  return { settings: closedSettings(settings), problems, isClosed: true };
}

/** The same settings, but no client can connect. */
export function closedSettings(settings: Settings): Settings {
  return { ...settings, autoStart: false, readOnly: true, tokens: [] };
}

/** Keys whose loss closes the vault: a token could have more rights, or a host would make one without rules. */
const closing = new Set(['version', 'revoked', 'readOnly', 'hidden', 'disabledTools', 'approval', 'tokens']);

/** In place of lost values whose defaults could start a server or delete history. */
const cautious: Partial<Settings> = {
  autoStart: false,
  journalDays: journalDays.max,
  journalMegabytes: journalMegabytes.max,
};

function salvage(parts: Readonly<Record<string, unknown>>): LoadedSettings {
  const problems: string[] = [];
  const kept: Record<string, unknown> = {};
  const places = new Map<string, string>();
  for (const [key, schema] of Object.entries(settingsSchema.shape)) {
    if (!Object.hasOwn(parts, key)) continue;
    const value = key === 'tokens' ? tokensOf(parts[key], problems) : parts[key];
    const { error } = schema.safeParse(value);
    if (error === undefined) kept[key] = value;
    else places.set(key, placeOf(error, key));
  }
  const unknown = Object.keys(parts).filter(key => !Object.hasOwn(settingsSchema.shape, key));
  // We write every key, so an unknown one may be a damaged form of a missing one.
  const isLost = (key: string): boolean =>
    places.has(key) || (unknown.length > 0 && !Object.hasOwn(parts, key));
  const replaced = Object.entries(cautious).filter(([key]) => isLost(key));
  const settings = settingsSchema.parse({ ...kept, ...Object.fromEntries(replaced) });
  for (const [key, place] of places) problems.push(unreadableText(place, key, settings));
  problems.push(...unknown.map(key => t('file.unknownKey', { key })));
  return [...closing].some(isLost) ? closed(settings, problems) : { settings, problems, isClosed: false };
}

function unreadableText(place: string, key: string, settings: Settings): string {
  if (closing.has(key)) return t('file.unreadableKey', { place });
  const value = jsonField(settings, key);
  const shown = value === undefined ? t('file.default') : JSON.stringify(value);
  return t('file.replacedKey', { place, value: shown });
}

function tokensOf(stored: unknown, problems: string[]): unknown {
  if (!Array.isArray(stored)) return stored;
  const errors = stored.map((token: unknown) => tokenSchema.safeParse(token).error);
  if (!errors.includes(undefined)) return stored;
  for (const [index, error] of errors.entries())
    if (error !== undefined) problems.push(t('file.token', { place: placeOf(error, 'tokens', index) }));
  return stored.filter((_token, index) => errors[index] === undefined);
}

/** Where the first fault is, such as `tokens.0.rights`. */
export function placeOf({ issues: [issue] }: z.ZodError, ...start: readonly PropertyKey[]): string {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [...start, ...(issue?.path ?? []), ...unknown].map(String).join('.');
}

/** The message for the user about settings that were read with problems; `copy` is the name of the file's copy. */
export function loadReport(
  { problems, isClosed }: LoadedSettings,
  { kind, copy, isHosted }: { kind: StoredData['kind']; copy: string | undefined; isHosted: boolean },
): string {
  const sentences = [t('file.problems'), ...problems];
  if (copy !== undefined) sentences.push(t('file.kept', { copy }));
  const inHost = kind === 'missing' ? 'file.closedHostMissing' : 'file.closedHost';
  if (isClosed) sentences.push(t(isHosted ? inHost : 'file.closedApp'));
  return sentences.join(' ');
}
