import type { Steps } from '../../../utils/slicing/steps';
import { scanning } from '../../structure/scan-structure';
import { redirectBase } from './base-edit';
import { redirectCanvas } from './canvas-edit';
import { redirectLinks } from './link-edit';
import type { NewTarget, Redirect, RedirectableLink, RedirectedText } from './redirection';

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

/** Points the links of a note, canvas or base elsewhere. @param extension that of the file */
export function* redirected(text: string, extension: string, redirect: Redirect): Steps<RedirectedText> {
  if (extension === 'canvas') return yield* redirectCanvas(text, redirect);
  if (extension === 'base') return yield* redirectBase(text, redirect);
  return yield* redirectLinks(text, yield* scanning(text), redirect);
}
