import type { Steps } from '../../../utils/slicing/steps';
import type { Link, NoteStructure } from '../../structure/note-structure';
import { frontmatterLinkSplices } from './frontmatter-link-edit';
import { fitsWikilink, markdownTarget, percentDecoded, writtenPath } from './link-target-text';
import { Redirection, type Redirect, type RedirectedText } from './redirection';

/** Links that are led elsewhere without a pause. */
const portion = 64;

/**
 * Points links of a note elsewhere: wikilinks, embeds, Markdown links and links in the frontmatter, none in code. Only
 * the path changes; sub-path, shown text, title, quotes, and the way a Markdown target is encoded stay.
 * @param structure that of exactly this text.
 */
export function* redirectLinks(
  text: string,
  structure: NoteStructure,
  redirect: Redirect,
): Steps<RedirectedText> {
  const redirection = new Redirection(redirect);
  frontmatterLinkSplices(text, structure.frontmatter, redirection);
  yield* redirectBody(text, structure, redirection);
  return yield* redirection.applyTo(text);
}

/** The links of the text below the frontmatter. */
export function* redirectBody(text: string, structure: NoteStructure, redirection: Redirection): Steps<void> {
  for (const [index, link] of structure.links.entries()) {
    if (index % portion === 0) yield;
    redirectLink(text, link, false, redirection);
  }
  for (const [index, embed] of structure.embeds.entries()) {
    if (index % portion === 0) yield;
    redirectLink(text, embed, true, redirection);
  }
}

function redirectLink(text: string, link: Link, isEmbed: boolean, redirection: Redirection): void {
  const isWiki = link.form === 'wiki';
  const written = writtenPath(text, link.targetStart, link.targetEnd, isWiki ? undefined : percentDecoded);
  if (!written) return;
  const { start, end, path, subpath } = written;
  const wanted = redirection.redirect({ path, subpath, form: link.form, isEmbed });
  if (wanted === undefined || wanted === path) return;
  if (isWiki && !fitsWikilink(wanted)) {
    redirection.refused += 1;
    return;
  }
  const isAngled = text[link.targetStart - 1] === '<';
  const target = isWiki ? wanted : markdownTarget(wanted, text.slice(start, end), isAngled);
  redirection.splices.push({ from: start, to: end, text: target });
}
