/** Every place of a file that links to another one. All code that reads, checks, updates or reverts links uses it. */
import { redirectBase } from './base-links';
import { redirectCanvas } from './canvas-links';
import { redirectedLinks } from './note-links';
import type { LinkPlace, Redirect, RedirectedText, NewTarget, RedirectableLink } from './redirection';
import { decoded } from '../../../utils/bytes';
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

/** Whether the targets of a text's links are all that differs, though wikilinks may have become Markdown links. */
export function changesOnlyLinks(before: string, after: string, extension: string): boolean {
  const was = linkSkeleton(before, extension);
  const is = linkSkeleton(after, extension);
  if (was.links.length !== is.links.length) return false;
  const becomes = (text: string, { links }: LinkSkeleton, other: string): boolean => {
    const next = links.values();
    const redirect = (): NewTarget | undefined => {
      const { path, subpath, form } = next.next().value ?? {};
      return { path, subpath, markdownPath: form === 'markdown' ? path : undefined };
    };
    return redirected(text, extension, redirect).text === other;
  };
  return was.text === is.text || becomes(before, is, after) || becomes(after, was, before);
}

/**
 * Reverts links that a change of them made of `before`; returns the text and their number. Byte for byte as before unless
 * the file changed since. Undefined if no link is to be reverted, or the file is not text.
 */
export function revertedLinks(
  { before, after }: { readonly before: Uint8Array; readonly after: Uint8Array },
  now: Uint8Array,
  extension: string,
): { readonly before: string; readonly text: string; readonly links: number } | undefined {
  const [was, became, is] = [before, after, now].map(decoded);
  if (was === undefined || became === undefined || is === undefined || is === was) return undefined;
  const old = linkSkeleton(was, extension).links;
  const spellings = new Map<string, NewTarget>();
  const kept = new Set<string>();
  for (const [index, link] of linkSkeleton(became, extension).links.entries()) {
    const { path, subpath } = old[index] ?? link;
    if (path !== link.path || subpath !== link.subpath) spellings.set(spellingOf(link), { path, subpath });
    else kept.add(spellingOf(link));
  }
  if (became === is) return { before: is, text: was, links: spellings.size };
  // Of links that are spelled alike, those that led there before stay.
  for (const spelling of kept) spellings.delete(spelling);
  const back = redirected(is, extension, link => spellings.get(spellingOf(link)));
  return back.text === is ? undefined : { before: is, text: back.text, links: back.links };
}

function spellingOf({ form, path, subpath }: RedirectableLink): string {
  return [form, path, subpath].join('\n');
}
