import type { Steps } from '../../../utils/slicing/steps';
import { redirected } from './link-places';
import type { NewTarget, RedirectableLink } from './redirection';

/** A text with the targets of all its links taken out, and the links in the order in which they are asked about. */
export interface LinkSkeleton {
  readonly text: string;
  readonly links: readonly RedirectableLink[];
}

/** Stands for every path, and every subpath; any names that need no escape will do. */
const anyTarget: NewTarget = { path: 'path', subpath: '#part' };

/** @param extension `md`, `canvas` or `base` */
export function* linkSkeleton(text: string, extension: string): Steps<LinkSkeleton> {
  const links: RedirectableLink[] = [];
  const take = (link: RedirectableLink): NewTarget => {
    links.push(link);
    return anyTarget;
  };
  return { text: (yield* redirected(text, extension, take)).text, links };
}
