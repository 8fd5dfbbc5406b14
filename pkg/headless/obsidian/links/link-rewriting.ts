/** Finds every link of a note or canvas and rewrites it. */
import { redirectCanvas } from '../../../../src/markdown/edits/links/canvas-links';
import { redirectedLinks } from '../../../../src/markdown/edits/links/note-links';
import type { NewTarget, RedirectableLink } from '../../../../src/markdown/edits/links/redirection';
import { scanStructure } from '../../../../src/markdown/structure/scan-structure';

/** `link` is resolved like any link; `path` is a vault path, as canvases name files. */
export type LinkKind = 'link' | 'path';

/** @returns the new path of the link; the same path leaves the link unchanged */
export type LinkRewriter = (path: string, kind: LinkKind) => string;

/** @param extension `md` or `canvas`; other files have no links */
export function rewriteLinks(extension: string, text: string, rewrite: LinkRewriter): string {
  const redirect = ({ path, form }: RedirectableLink): NewTarget | undefined =>
    path === '' ? undefined : { path: rewrite(path, form === 'canvas' ? 'path' : 'link') };
  if (extension === 'canvas') return redirectCanvas(text, redirect).text;
  if (extension !== 'md') return text;
  return redirectedLinks(text, scanStructure(text), redirect).applyTo(text).text;
}
