import { spliced, type Splice } from '../../text/splices';

/** A link that may be redirected. */
export interface RedirectableLink {
  /** Its target, decoded, without subpath; empty for a link within its own note. */
  readonly path: string;
  /** From the `#` on, decoded; empty without one. */
  readonly subpath: string;
  readonly form: 'wiki' | 'markdown' | 'frontmatter' | 'canvas' | 'base';
}

/** The parts of a link to change, not encoded; parts that are left out stay. */
export interface NewTarget {
  readonly path?: string | undefined;
  /** From the `#` on; empty removes it. */
  readonly subpath?: string | undefined;
  /** The path to write in a Markdown link where a wikilink cannot hold `path`; without it such a link is refused. */
  readonly markdownPath?: string | undefined;
  /** The new shown text of a wikilink that has none. */
  readonly shown?: string | undefined;
}

/** A link with its position. */
export interface LinkPlace extends RedirectableLink {
  /** Offset in the file's text; for a link in a card, in the card's text. */
  readonly at: number;
  /** Text of a canvas card. */
  readonly card?: string;
}

/** The new target of a link; undefined leaves it unchanged. */
export type Redirect = (link: LinkPlace) => NewTarget | undefined;

export interface RedirectedText {
  readonly text: string;
  readonly linksUpdated: number;
  /** Number of links that cannot hold the new target, such as a `#` in a wikilink's path; these are unchanged. */
  readonly linksRefused: number;
}

/** The decisions about the links of a text. */
export class Redirection {
  readonly splices: Splice[] = [];
  updated = 0;
  refused = 0;

  constructor(readonly redirect: Redirect) {}

  /** Adds the splices of one link; none if it is unchanged. */
  update(splices: readonly Splice[]): void {
    if (splices.length === 0) return;
    this.splices.push(...splices);
    this.updated += 1;
  }

  applyTo(text: string): RedirectedText {
    const changed = spliced(text, this.splices);
    return { text: changed, linksUpdated: this.updated, linksRefused: this.refused };
  }
}

/** The parts of a new target that differ from the link's; undefined if none does. */
export function changedParts(link: RedirectableLink, wanted: NewTarget | undefined): NewTarget | undefined {
  if (wanted === undefined) return undefined;
  const path = wanted.path === link.path ? undefined : wanted.path;
  const subpath = wanted.subpath === link.subpath ? undefined : wanted.subpath;
  return path === undefined && subpath === undefined ? undefined : { ...wanted, path, subpath };
}
