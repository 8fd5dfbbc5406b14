import type { Steps } from '../../../utils/slicing/steps';
import { spliced, type Splice } from '../../text/splices';

/** A link that may have to point elsewhere. */
export interface RedirectableLink {
  /** Where it points, decoded, without its subpath; empty for a link within its own note. */
  readonly path: string;
  /** From the `#` on, decoded; empty without one. */
  readonly subpath: string;
  readonly form: 'wiki' | 'markdown' | 'frontmatter' | 'canvas' | 'base';
  readonly isEmbed: boolean;
}

/** What of a link changes, not encoded; what is left out stays as it is written. */
export interface NewTarget {
  readonly path?: string | undefined;
  /** From the `#` on; empty takes it away. */
  readonly subpath?: string | undefined;
  /** What a wikilink in a text is to show from now on, if it has no text of its own. */
  readonly shown?: string | undefined;
}

/** A link where it is written. */
export interface LinkPlace extends RedirectableLink {
  /** Offset into the file's text; of a link in a card that of the card's text. */
  readonly at: number;
  /** What a card of a canvas says. */
  readonly card?: string;
}

/** Where a link is to point; undefined leaves the link as it is. */
export type Redirect = (link: LinkPlace) => NewTarget | undefined;

export interface RedirectedText {
  readonly text: string;
  readonly linksUpdated: number;
  /** Links that were to be changed but cannot hold the new target, as a wikilink's path cannot hold a `#`; they are left. */
  readonly linksRefused: number;
}

/** What was decided about the links of a text. */
export class Redirection {
  readonly splices: Splice[] = [];
  updated = 0;
  refused = 0;

  constructor(readonly redirect: Redirect) {}

  /** The splices of one link; none leaves it as it is. */
  update(splices: readonly Splice[]): void {
    if (splices.length === 0) return;
    this.splices.push(...splices);
    this.updated += 1;
  }

  *applyTo(text: string): Steps<RedirectedText> {
    const changed = yield* spliced(text, this.splices);
    return { text: changed, linksUpdated: this.updated, linksRefused: this.refused };
  }
}

/** The parts of a new target that differ from what the link says; undefined where none does. */
export function changedParts(link: RedirectableLink, wanted: NewTarget | undefined): NewTarget | undefined {
  if (wanted === undefined) return undefined;
  const path = wanted.path === link.path ? undefined : wanted.path;
  const subpath = wanted.subpath === link.subpath ? undefined : wanted.subpath;
  return path === undefined && subpath === undefined ? undefined : { path, subpath, shown: wanted.shown };
}
