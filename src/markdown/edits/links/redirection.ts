import type { Steps } from '../../../utils/slicing/steps';
import { spliced, type Splice } from '../../text/splices';

/** A link that may have to point elsewhere. */
export interface RedirectableLink {
  /** Where it points, decoded, without its sub-path; never empty: a link within its own note is not asked about. */
  readonly path: string;
  /** From the `#` on, as written; empty without one. It is kept. */
  readonly subpath: string;
  readonly form: 'wiki' | 'markdown' | 'frontmatter' | 'canvas';
  readonly isEmbed: boolean;
}

/** The path that takes the place of the link's, not encoded; undefined leaves the link as it is. */
export type Redirect = (link: RedirectableLink) => string | undefined;

export interface RedirectedText {
  readonly text: string;
  readonly linksUpdated: number;
  /** Links that were to be changed but cannot hold the new path, as a wikilink cannot hold a `#`; they are left. */
  readonly linksRefused: number;
}

/** What was decided about the links of a text. */
export class Redirection {
  readonly splices: Splice[] = [];
  refused = 0;

  constructor(readonly redirect: Redirect) {}

  *applyTo(text: string): Steps<RedirectedText> {
    const changed = yield* spliced(text, this.splices);
    return { text: changed, linksUpdated: this.splices.length, linksRefused: this.refused };
  }
}
