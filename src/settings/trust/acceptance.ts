import * as z from 'zod';
import { sha256 } from '../../platform';
import {
  maxTokens,
  type SecurityPart,
  securitySchema,
  type Settings,
  settingsSchema,
  type StoredToken,
} from '../schema';
import { narrowed } from './trust';
import { quoted } from '../../ui/plain-words';
import { t } from '../../ui/text/text';
import { visibleLine } from '../../utils/text/visible-text';

/** The key in the app's local storage of the vault, where this device keeps what it accepted. */
export const acceptedKey = 'lectern-accepted';

const maxDeclined = 500;
const recordSchema = z.object({ part: securitySchema, declined: z.array(z.string()).max(maxDeclined) });

/** Storage of this device for the vault, outside the vault's folder. */
export interface DeviceStorage {
  /** Null if nothing is stored. */
  getLocal(key: string): unknown;
  /** Never throws. */
  setLocal(key: string, value: unknown): void;
}

/** A right in the stored settings that this device has not accepted. */
export interface UntrustedSettings {
  /** Changes with any part of it. */
  readonly id: string;
  readonly key: keyof SecurityPart;
  /** The token that is new, or has more rights than were accepted. */
  readonly token?: StoredToken;
  readonly value: unknown;
}

/** The settings about rights made or accepted on this device, kept outside the vault, which may be anybody's. */
export class Acceptance {
  private accepted: SecurityPart | undefined;
  private declined: readonly string[] = [];
  /** The record as this process last read or wrote it. */
  private seen = '';

  constructor(private readonly storage: DeviceStorage) {}

  /**
   * Reads what this device stored; call it whenever settings were read. If nothing is stored, nothing was accepted,
   * even if this device knows a token: the record was lost, and the settings may have changed since.
   * @returns whether another process changed the record since this one read it; its settings may not be read yet
   */
  open(): boolean {
    const isOpen = this.accepted !== undefined;
    const record = this.record();
    if (record !== undefined && canonical(record) !== this.seen) {
      this.accepted = record.part;
      this.declined = record.declined;
      this.seen = canonical(record);
      return isOpen;
    }
    if (!isOpen) this.accept(settingsSchema.parse({}));
    return false;
  }

  /** Whether this device has a record with tokens, and so has seen settings of this vault. */
  hasTokens(): boolean {
    const part = this.accepted ?? this.record()?.part;
    return part !== undefined && part.tokens.length > 0;
  }

  /** The settings that apply here; before `open`, none of those about rights. */
  narrow(stored: Settings): Settings {
    return narrowed(stored, this.accepted ?? securitySchema.parse({}));
  }

  /** Accepts exactly these settings as made on this device. */
  accept(own: Settings): void {
    const part = securitySchema.parse(own);
    if (canonical(part) === canonical(this.accepted)) return;
    this.accepted = part;
    this.save();
  }

  /** Accepts these in place of what applied of those stored, and leaves accepted what another process made meanwhile. */
  exchange(own: Settings, { tokens }: Settings): void {
    this.open();
    const known = new Set(tokens.map(({ valueHash }) => valueHash));
    const all = this.accepted ?? securitySchema.parse({});
    const others = all.tokens.filter(({ valueHash }) => !known.has(valueHash));
    this.accept({ ...own, tokens: [...own.tokens, ...others].slice(0, maxTokens) });
  }

  /** The settings beyond what was accepted. */
  untrusted(stored: Settings): UntrustedSettings[] {
    const held = this.narrow(stored);
    const tokens = stored.tokens.flatMap((token): UntrustedSettings[] => {
      const own = held.tokens.find(({ valueHash }) => valueHash === token.valueHash);
      const isHeld = own !== undefined && canonical(rulesOf(own)) === canonical(rulesOf(token));
      return isHeld
        ? []
        : [{ id: idOf('tokens', rulesOf(token)), key: 'tokens', token, value: token.rights }];
    });
    const others = securitySchema.keyof().options.flatMap((key): UntrustedSettings[] => {
      const value = stored[key];
      const isHeld = key === 'tokens' || canonical(value) === canonical(held[key]);
      return isHeld ? [] : [{ id: idOf(key, value), key, value }];
    });
    return [...tokens, ...others];
  }

  /** Accepts these settings as if they were made here. */
  acceptUntrusted(stored: Settings, items: readonly UntrustedSettings[]): void {
    let part: SecurityPart = securitySchema.parse(this.narrow(stored));
    for (const { key, token } of items) {
      if (token === undefined) part = { ...part, [key]: stored[key] };
      else {
        const others = part.tokens.filter(({ valueHash }) => valueHash !== token.valueHash);
        part = { ...part, tokens: [...others, token] };
      }
    }
    this.accepted = part;
    this.save();
  }

  /** Remembers that the user has seen these and not accepted them. */
  decline(items: readonly UntrustedSettings[]): void {
    this.declined = [...new Set([...this.declined, ...items.map(({ id }) => id)])].slice(-maxDeclined);
    this.save();
  }

  isDeclined({ id }: UntrustedSettings): boolean {
    return this.declined.includes(id);
  }

  private record(): z.output<typeof recordSchema> | undefined {
    return recordSchema.safeParse(this.storage.getLocal(acceptedKey)).data;
  }

  private save(): void {
    this.storage.setLocal(acceptedKey, { part: this.accepted, declined: this.declined });
    // What could not be stored must not be taken for what another process wrote.
    this.seen = canonical(this.record());
  }
}

/** All of a token but what gives no rights: how it is called and shown, and where it comes from. */
function rulesOf(token: StoredToken): unknown {
  const { name: _name, profile: _profile, listOutputSchemas: _schemas, ...rest } = token;
  const { created: _created, paired: _paired, ...rules } = rest;
  return rules;
}

function idOf(key: string, value: unknown): string {
  return `${key}-${sha256(canonical(value)).slice(0, 16)}`;
}

/** The same text for equivalent values: ignores the order of lists and keys. */
function canonical(value: unknown): string {
  return JSON.stringify([value], (_key, part: unknown) => {
    if (Array.isArray(part)) return inOrder(part);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function inOrder(list: readonly unknown[]): readonly unknown[] {
  const texts = list.filter(one => typeof one === 'string');
  return texts.length === list.length ? texts.sort() : list;
}

/** The text that explains an untrusted setting to the user. Names in it come from the file and may be forged. */
export function untrustedSettingsText({ key, token, value }: UntrustedSettings): string {
  if (key !== 'tokens') return t(`brought.${key}`, { value: listed(value) });
  if (token === undefined) return t('brought.tokens');
  const values = { name: quoted(token.name), rights: t(`brought.rights.${token.rights}`) };
  return token.allow.length === 0
    ? t('brought.token', values)
    : t('brought.tokenOnly', { ...values, folders: listed(token.allow) });
}

/** One sentence about them, for where no dialog can be shown. */
export function untrustedSettingsSentence(items: readonly UntrustedSettings[], howToAccept: string): string {
  return t('brought.sentence', { items: items.map(untrustedSettingsText).join('; '), howToAccept });
}

const maxListed = 5;

/** One text or several, the first ones of many; they may be forged, so they are shortened and made visible. */
export function listed(value: unknown): string {
  const texts = [value].flat().map(text => visibleLine(String(text)).slice(0, 100));
  const list = texts.slice(0, maxListed).join(', ');
  const count = texts.length - maxListed;
  return count > 0 ? t('brought.more', { list, count }) : list;
}
