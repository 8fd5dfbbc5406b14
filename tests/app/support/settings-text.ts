import { z } from 'zod';

const stored = z.looseObject({
  tokens: z.array(z.looseObject({ rights: z.string(), allow: z.array(z.string()) })),
});

/**
 * The text of a `data.json` in which every token has other rights.
 * @throws Error where that changes nothing
 */
export function withRights(text: string, rights: 'read' | 'write'): string {
  return changed(text, { rights });
}

/**
 * The text of a `data.json` in which every token sees only these folders.
 * @throws Error where that changes nothing
 */
export function withFolders(text: string, allow: readonly string[]): string {
  return changed(text, { allow });
}

function changed(text: string, rules: Readonly<Record<string, unknown>>): string {
  const before = stored.parse(JSON.parse(text));
  const after = { ...before, tokens: before.tokens.map(token => ({ ...token, ...rules })) };
  const written = JSON.stringify(after, undefined, 2);
  if (written === JSON.stringify(before, undefined, 2)) throw new Error('No token has other rules.');
  return written;
}
