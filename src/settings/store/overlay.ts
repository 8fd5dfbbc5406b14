import type * as z from 'zod';
import type { Overlay } from '../../control';
import { sha256 } from '../../platform';
import { requirement } from '../../tools/argument-problem';
import { overlaySchema, type Settings, settingsSchema, tokenValueSchema } from '../schema';
import { unknownTools } from '../tool-switches';
import { type Expectation, placeOf } from './data-file';
import { uniquelyNamed, storedToken } from '../tokens/tokens';

export interface OverlaidSettings {
  readonly settings: Settings;
  /** Values of tokens that only this run knows, by hash. */
  readonly values: ReadonlyMap<string, string>;
}

/** @throws Error naming the first key that is unknown or has a bad value. */
export function checkOverlay(overlay: Overlay): void {
  const settings = overlaySchema.safeParse(overlay.settings ?? {});
  const where = overlay.settingsName === undefined ? '' : ` in ${overlay.settingsName}`;
  if (!settings.success) throw new Error(problemOf(settings.error, 'The settings', where));
  // A misspelt name would leave something on that it was meant to switch off.
  const [unknown] = unknownTools(settings.data);
  if (unknown !== undefined)
    throw new Error(`"${unknown.list}"${where} names "${unknown.name}", which is not a tool.`);
  for (const token of overlay.tokens ?? []) {
    const value = tokenValueSchema.safeParse(token.value);
    const name = token.source === undefined ? `The token "${token.name}"` : `The token in ${token.source}`;
    if (!value.success) throw new Error(problemOf(value.error, name));
  }
}

/** One sentence, such as "“port” in FILE must be a number." */
function problemOf(error: z.ZodError, whole: string, where = ''): string {
  const place = placeOf(error);
  const name = `${place === '' ? whole : `"${place}"`}${where}`;
  const [issue] = error.issues;
  if (issue === undefined) return `${name} cannot be used.`;
  if (issue.code === 'unrecognized_keys') return `${name} is not a setting.`;
  if (['invalid_type', 'too_big', 'too_small', 'invalid_value'].includes(issue.code))
    return `${name} must ${requirement(issue)}.`;
  return `${name} ${issue.message}.`;
}

/** Lays a checked overlay over the stored settings; its tokens replace theirs, except those of clients that signed in. */
export function applyOverlay(stored: Settings, overlay: Overlay): OverlaidSettings {
  const given = Object.keys(overlay.settings ?? {});
  const { tokens, ...parsed } = overlaySchema.parse(overlay.settings ?? {});
  // Parsing adds defaults, which must not override stored values.
  const rest = Object.fromEntries(Object.entries(parsed).filter(([key]) => given.includes(key)));
  const values = new Map<string, string>();
  const revoked = new Set(parsed.revoked);
  const fromFile = tokens?.map(({ value, valueHash, ...token }) => {
    if (value !== undefined) values.set(sha256(value), value);
    return { ...token, valueHash: valueHash ?? sha256(value ?? '') };
  });
  const forRun = (overlay.tokens ?? []).map(({ name, rights, value, profile }) => {
    values.set(sha256(value), value);
    return { ...storedToken(name, rights, value), ...(profile === undefined ? {} : { profile }) };
  });
  const paired = stored.tokens.filter(token => token.paired === true);
  const lasting = fromFile === undefined ? stored.tokens : [...fromFile, ...paired];
  const settings = settingsSchema.parse({
    ...stored,
    ...rest,
    tokens: uniquelyNamed([...forRun, ...lasting.filter(({ valueHash }) => !revoked.has(valueHash))]),
  });
  return { settings, values };
}

/**
 * When a missing settings file counts as lost. In a host, what this device accepted lies outside the vault and says
 * whether there were tokens. In the app it also outlives a plugin that was removed, so the plugin's folder is asked.
 */
export function expectationOf(overlay: Overlay | undefined, hadTokens: boolean): Expectation {
  if (overlay === undefined) return 'where used';
  return overlay.acceptsStored === true || overlay.keepsNothing === true || !hadTokens ? 'never' : 'always';
}
