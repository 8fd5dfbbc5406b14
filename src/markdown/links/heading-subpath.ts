/** Headings as links name them: `#Heading`, or `#Heading#Below it`. */
import type { Steps } from '../../utils/slicing/steps';

/** Headings that are compared without a pause. */
const portion = 512;

/** Characters that count for nothing where headings are compared. */
const ignored = /[!"#$%&()*+,.:;<=>?@^`{|}~/[\]\\\s]+/g;

/** What would end a link, or begin something else in it. */
const breaking = /#|\||\^|:|%%|\[\[|\]\]|\s/g;

/** A heading as links are compared with it, but for letter case. */
export function stripHeading(heading: string): string {
  return heading.replace(ignored, ' ').trim();
}

/** A heading's text with blanks for what a link cannot hold. */
export function stripHeadingForLink(heading: string): string {
  return heading.replace(breaking, ' ').replace(/ +/g, ' ').trim();
}

/** The same for any link: a backslash or a bracket at its end would take the end of a wikilink along. */
export function headingLinkName(heading: string): string {
  const name = stripHeadingForLink(heading.replaceAll('\\', ' '));
  return name.endsWith(']') ? stripHeadingForLink(name.replace(/[[\]]/g, ' ')) : name;
}

/** The names of a subpath that leads to a heading; empty for one that leads to a block or a footnote, or nowhere. */
export function headingNames(subpath: string): string[] {
  const names = subpath.split('#').filter(name => name !== '');
  const [first = ''] = names;
  return names.length === 1 && (first.startsWith('^') || /^\[\^.*\]$/u.test(first)) ? [] : names;
}

export interface OutlineHeading {
  /** As written. */
  readonly heading: string;
  readonly level: number;
}

/** The headings of a note, in which links look for theirs. */
export class HeadingOutline {
  constructor(
    readonly headings: readonly OutlineHeading[],
    private readonly keys: readonly string[] = headings.map(({ heading }) => keyOf(heading)),
  ) {}

  /** The same as work that can pause. */
  static *of(headings: readonly OutlineHeading[]): Steps<HeadingOutline> {
    const keys: string[] = [];
    for (const [index, { heading }] of headings.entries()) {
      keys.push(keyOf(heading));
      if (index % portion === portion - 1) yield;
    }
    return new HeadingOutline(headings, keys);
  }

  /**
   * The positions of the headings that the names lead to, one for each: the first is looked for in the whole note, the
   * next below the heading that the one before led to. Undefined where they lead nowhere.
   */
  find(names: readonly string[]): readonly number[] | undefined {
    return names.length === 0 ? undefined : this.search(names.map(keyOf), 0, this.headings.length);
  }

  /** Whether a name means the heading at this position. */
  isNamed(index: number, name: string): boolean {
    return this.keys[index] === keyOf(name);
  }

  /** The headings from an outermost one down to this, as links name them. */
  pathOf(index: number): string[] {
    const path: string[] = [];
    let level = Infinity;
    for (let at = index; at >= 0 && level > 1; at -= 1) {
      const heading = this.headings[at];
      if (heading === undefined || heading.level >= level) continue;
      path.unshift(headingLinkName(heading.heading));
      level = heading.level;
    }
    return path;
  }

  private search(keys: readonly string[], from: number, to: number): number[] | undefined {
    const [key, ...rest] = keys;
    for (let index = from; index < to; index += 1) {
      if (this.keys[index] !== key) continue;
      if (rest.length === 0) return [index];
      const below = this.search(rest, index + 1, this.endOf(index, to));
      if (below !== undefined) return [index, ...below];
    }
    return undefined;
  }

  /** The first heading that no longer belongs to this one. */
  private endOf(index: number, to: number): number {
    const level = this.headings[index]?.level ?? 0;
    let end = index + 1;
    while (end < to && (this.headings[end]?.level ?? 0) > level) end += 1;
    return end;
  }
}

function keyOf(heading: string): string {
  return stripHeading(heading).toLowerCase();
}
