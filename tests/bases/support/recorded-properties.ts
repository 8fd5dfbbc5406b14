import { z } from 'zod';

/** A property that the app read as a link. */
export const linkProperty = z.object({
  type: z.literal('Link'),
  value: z.object({ path: z.string(), display: z.object({ value: z.string() }).optional() }),
});

/** A recorded property, or all of them, as in the frontmatter. */
export function asWritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asWritten);
  const read = linkProperty.safeParse(value);
  if (read.success) {
    const { path, display } = read.data.value;
    return `[[${path}${display === undefined ? '' : `|${display.value}`}]]`;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asWritten(inner)]));
}
