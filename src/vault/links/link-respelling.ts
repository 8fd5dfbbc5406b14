import type { RedirectableLink } from '../../markdown/edits';
import { type LinkEnds, spelled, styleOf, withEndingOf } from '../../markdown/links/link-spelling';

export interface Respelling {
  readonly before: LinkEnds;
  readonly now: LinkEnds;
  /** Whether a bare name may stand for a file that alone has it; else its path does. */
  readonly hasBareNames: boolean;
  /** Whether a path would lead to the target where the link is then. */
  readonly leads: (path: string) => boolean;
}

/** The link's path for where its target is then, in the style of the one that it has. */
export function respelled(
  { path, form }: Pick<RedirectableLink, 'path' | 'form'>,
  { before, now, hasBareNames, leads }: Respelling,
): string {
  if (form === 'canvas') return now.target;
  const style = styleOf(path, before);
  const bare = now.target.slice(now.target.lastIndexOf('/') + 1);
  const ways = [
    ...(style === 'bare' && hasBareNames ? [bare] : []),
    spelled(style === 'beside' ? 'path' : style, now),
    now.target,
  ].map(way => withEndingOf(path, way));
  return ways.find(leads) ?? now.target;
}
