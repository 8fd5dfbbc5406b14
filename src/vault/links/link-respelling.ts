import type { RedirectableLink } from '../../markdown/edits/links/redirection';
import { type LinkEnds, spelled, styleOf, withEndingOf } from '../../markdown/links/link-spelling';
import { lastName } from '../../utils/text/pieces';

export interface Respelling {
  readonly before: LinkEnds;
  readonly now: LinkEnds;
  /** Whether a bare name may be written for a file with a unique name; otherwise its path is. */
  readonly hasBareNames: boolean;
  /** Whether a path would lead to the target from the link's new place. */
  readonly leads: (path: string) => boolean;
}

/** The link's path to its target's new place, in the style of the old one. */
export function respelled(
  { path, form }: Pick<RedirectableLink, 'path' | 'form'>,
  { before, now, hasBareNames, leads }: Respelling,
): string {
  if (form === 'canvas') return now.target;
  const style = styleOf(path, before);
  const bare = lastName(now.target);
  const ways = [
    ...(style === 'bare' && hasBareNames ? [bare] : []),
    spelled(style === 'beside' ? 'path' : style, now),
    now.target,
  ].map(way => withEndingOf(path, way));
  return ways.find(leads) ?? now.target;
}
