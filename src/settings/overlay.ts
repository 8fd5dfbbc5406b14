import type { z } from 'zod';
import type { Overlay } from '../control';
import { sha256 } from '../platform';
import { overlaySchema, type Settings, settingsSchema, tokenValueSchema } from './schema';
import { uniquelyNamed } from './token-names';
import { storedToken } from './tokens';

export interface OverlaidSettings {
  /** The settings of this run. */
  readonly settings: Settings;
  /** Values of tokens that only this run knows, by hash. */
  readonly values: ReadonlyMap<string, string>;
}

/** @throws Error naming the first key that is unknown or has a bad value. */
export function checkOverlay(overlay: Overlay): void {
  const settings = overlaySchema.safeParse(overlay.settings ?? {});
  if (!settings.success) throw new Error(problemOf(settings.error, 'The settings'));
  for (const token of overlay.tokens ?? []) {
    const value = tokenValueSchema.safeParse(token.value);
    if (!value.success) throw new Error(problemOf(value.error, `The token "${token.name}"`));
  }
}

function problemOf({ issues: [issue] }: z.ZodError, whole: string): string {
  const place =
    issue === undefined || issue.path.length === 0 ? whole : `"${issue.path.map(String).join('.')}"`;
  return `${place}: ${issue?.message ?? 'not valid'}`;
}

/** Lays a checked overlay over the stored settings; keys given there win, and its tokens replace the stored ones. */
export function layOver(stored: Settings, overlay: Overlay): OverlaidSettings {
  const given = Object.keys(overlay.settings ?? {});
  const { tokens, ...parsed } = overlaySchema.parse(overlay.settings ?? {});
  // Parsing fills in defaults, which must not win over what is stored.
  const rest = Object.fromEntries(Object.entries(parsed).filter(([key]) => given.includes(key)));
  const values = new Map<string, string>();
  const revoked = new Set(parsed.revoked);
  const fromFile = tokens?.map(({ value, valueHash, ...token }) => {
    if (value !== undefined) values.set(sha256(value), value);
    return { ...token, valueHash: valueHash ?? sha256(value ?? '') };
  });
  const forRun = (overlay.tokens ?? []).map(({ name, rights, value }) => {
    values.set(sha256(value), value);
    return storedToken(name, rights, value);
  });
  const lasting = fromFile ?? stored.tokens;
  const settings = settingsSchema.parse({
    ...stored,
    ...rest,
    tokens: uniquelyNamed([...forRun, ...lasting.filter(({ valueHash }) => !revoked.has(valueHash))]),
  });
  return { settings, values };
}
