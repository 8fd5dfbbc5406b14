/** Every place of a file that links to another one. All code that reads, checks, updates or reverts links uses it. */
import { scanStructure } from '../../structure/scan-structure';
import { redirectBase } from './base-edit';
import { redirectCanvas } from './canvas-edit';
import { redirectLinks } from './link-edit';
import type { LinkPlace, Redirect, RedirectedText } from './redirection';

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
  return redirectLinks(text, scanStructure(text), redirect);
}
