import { redirected } from './link-places';
import type { NewTarget, RedirectableLink } from './redirection';

/** A text with a placeholder for the targets of all its links, and the links in order. */
export interface LinkSkeleton {
  readonly text: string;
  readonly links: readonly RedirectableLink[];
}

/** The placeholder for every path and subpath; any names that need no escapes would work. */
const anyTarget: NewTarget = { path: 'path', subpath: '#part' };

/** @param extension `md`, `canvas` or `base` */
export function linkSkeleton(text: string, extension: string): LinkSkeleton {
  const links: RedirectableLink[] = [];
  const take = (link: RedirectableLink): NewTarget => {
    links.push(link);
    return anyTarget;
  };
  return { text: redirected(text, extension, take).text, links };
}
