import { spliced, type Splice } from '../../text/splices';
import { readYaml } from '../../yaml/frontmatter-yaml';
import {
  writtenTarget,
  targetSplices,
  fitsWikilink,
  changedParts,
  Redirection,
  type Redirect,
  type RedirectedText,
} from './redirection';

/** Characters that would end the text of the link, in a formula or in YAML. */
const unsafe = /["'\\[\]{}\p{Cc}]|: | #|:$/u;

/**
 * Redirects the links of a base: wikilinks, and texts given to functions that take a link. A change that
 * would alter anything else in the YAML is not made.
 */
export function redirectBase(yaml: string, redirect: Redirect): RedirectedText {
  const redirection = new Redirection(redirect);
  for (const { index: at, indices } of yaml.matchAll(baseLink)) {
    const [start, end] = indices?.[1] ?? indices?.[3] ?? [at, at];
    const splices = placeSplices(yaml, { at, start, end }, redirection);
    if (splices.length === 0) continue;
    if (readsTheSame(yaml, spliced(yaml, splices), splices)) redirection.update(splices);
    else redirection.refused += 1;
  }
  return redirection.applyTo(yaml);
}

/** @param at of the whole link; the others are of its target */
function placeSplices(
  yaml: string,
  { at, start, end }: { readonly at: number; readonly start: number; readonly end: number },
  redirection: Redirection,
): Splice[] {
  const written = writtenTarget(yaml, start, end);
  if (written === undefined) return [];
  const { path, subpath } = written;
  const asked = { path, subpath, form: 'base', at } as const;
  const wanted = changedParts(asked, redirection.redirect(asked));
  if (wanted === undefined) return [];
  if (fitsWikilink(wanted) && !unsafe.test(`${wanted.path ?? ''}${wanted.subpath ?? ''}`))
    return targetSplices(written, wanted, part => part);
  redirection.refused += 1;
  return [];
}

/** Whether the YAML has the same values, except for the changed text. */
function readsTheSame(before: string, after: string, splices: readonly Splice[]): boolean {
  const [was, is] = [readYaml(before), readYaml(after)];
  if (!was.ok) return !is.ok;
  if (!is.ok) return false;
  const grown = splices.reduce((sum, { from, to, text }) => sum + text.length - (to - from), 0);
  return JSON.stringify(is.value).length === JSON.stringify(was.value).length + grown;
}

/** Where a base names files: wikilinks, and texts given to functions that take a link. Linear in the text. */
const baseLink =
  /\[\[([^\][|\n]+)(?:\|[^\][\n]*)?\]\]|\b(?:link|file|hasLink|linksTo)\(\s*(["'])([^"'\n]+)\2/dgu;
