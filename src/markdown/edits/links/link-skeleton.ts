import type { Steps } from '../../../utils/slicing/steps';
import { scanning } from '../../structure/scan-structure';
import { redirectCanvas } from './canvas-edit';
import { redirectLinks } from './link-edit';
import type { Redirect, RedirectableLink, RedirectedText } from './redirection';

/** A text with the paths of all its links taken out, and the links in the order in which they are asked about. */
export interface LinkSkeleton {
  readonly text: string;
  readonly links: readonly RedirectableLink[];
}

/** Stands for every path; any name that needs no escape will do. */
const anyPath = 'path';

/** @param extension `md` or `canvas` */
export function* linkSkeleton(text: string, extension: string): Steps<LinkSkeleton> {
  const links: RedirectableLink[] = [];
  const take = (link: RedirectableLink): string => {
    links.push(link);
    return anyPath;
  };
  return { text: (yield* redirected(text, extension, take)).text, links };
}

/** Points the links of a note or canvas elsewhere. */
export function* redirected(text: string, extension: string, redirect: Redirect): Steps<RedirectedText> {
  return yield* extension === 'canvas'
    ? redirectCanvas(text, redirect)
    : redirectLinks(text, yield* scanning(text), redirect);
}
