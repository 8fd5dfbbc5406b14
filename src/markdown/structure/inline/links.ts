import { EXCLAMATION } from '../characters';
import type { Link } from '../note-structure';
import type { InlineScan } from './inline-scan';

/** Adds the link whose `[` is at `at`, in offsets of the leaf; with a `!` before it, it is an embed. */
export function addLink(inline: InlineScan, at: number, link: Omit<Link, 'start'>): void {
  const { leaf, text, scan, tokenEnd } = inline;
  const embeds = at - 1 >= tokenEnd && text.charCodeAt(at - 1) === EXCLAMATION;
  const into = embeds ? scan.found.embeds : scan.found.links;
  const hasText = link.textStart !== -1;
  into.push({
    form: link.form,
    start: leaf.origin(embeds ? at - 1 : at),
    targetStart: leaf.origin(link.targetStart),
    targetEnd: leaf.origin(link.targetEnd),
    textStart: hasText ? leaf.origin(link.textStart) : -1,
    textEnd: hasText ? leaf.origin(link.textEnd) : -1,
    end: leaf.origin(link.end),
  });
}
