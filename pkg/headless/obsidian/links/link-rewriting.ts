/** Every link of a note or canvas, asked for and written anew. */
import { redirectCanvas } from '../../../../src/markdown/edits/links/canvas-edit';
import { redirectLinks } from '../../../../src/markdown/edits/links/link-edit';
import { scanStructure } from '../../../../src/markdown/structure/scan-structure';
import { finish } from '../../../../src/utils/slicing/steps';

/** `link` is resolved like any link; `path` is a vault path, as canvases name files. */
export type LinkKind = 'link' | 'path';

/** @returns the path that the link is to name; the same to leave the link alone */
export type LinkRewriter = (path: string, kind: LinkKind) => string;

/** @param extension `md` or `canvas`; other texts have no links */
export function rewriteLinks(extension: string, text: string, rewrite: LinkRewriter): string {
  if (extension === 'canvas') {
    return finish(redirectCanvas(text, link => rewrite(link.path, link.form === 'canvas' ? 'path' : 'link')))
      .text;
  }
  if (extension !== 'md') return text;
  return finish(redirectLinks(text, scanStructure(text), link => rewrite(link.path, 'link'))).text;
}
