/** Every place of a file that links to another one. All code that reads, checks, updates or reverts links uses it. */
import { redirectBase } from './base-edit';
import { redirectCanvas } from './canvas-edit';
import { redirectedLinks } from './link-edit';
import type { LinkPlace, Redirect, RedirectedText, NewTarget, RedirectableLink } from './redirection';
import { scanStructure } from '../../structure/scan-structure';

/** The links of a note, canvas or base, in the order of its text. @param extension that of the file */
export function linkPlaces(text: string, extension: string): LinkPlace[] {
  const places: LinkPlace[] = [];
  redirected(text, extension, place => {
    places.push(place);
    return undefined;
  });
  return places.sort((a, b) => a.at - b.at);
}

/** Redirects the links of a note, canvas or base. @param extension that of the file */
export function redirected(text: string, extension: string, redirect: Redirect): RedirectedText {
  if (extension === 'canvas') return redirectCanvas(text, redirect);
  if (extension === 'base') return redirectBase(text, redirect);
  return redirectedLinks(text, scanStructure(text), redirect).applyTo(text);
}

/** A text with a placeholder for the targets of all its links, and the links in order. */
interface LinkSkeleton {
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
