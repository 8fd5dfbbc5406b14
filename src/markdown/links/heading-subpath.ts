/** Links to headings: how they name them, where they lead, and how they follow when the headings change. */
import { itemAt } from '../../utils/collections';

/** Characters that are ignored when headings are compared. */
const ignored = /[!"#$%&()*+,.:;<=>?@^`{|}~/[\]\\\s]+/g;

/** A heading in the form in which links are compared with it, except for case. */
export function stripHeading(heading: string): string {
  return heading.replace(ignored, ' ').trim();
}

export function headingKey(heading: string): string {
  return stripHeading(heading).normalize('NFC').toLowerCase();
}

/** Characters that would end a link, or have another meaning in it. */
const breaking = /#|\||\^|:|%%|\[\[|\]\]|\s/g;

/** A heading's text with spaces for characters that a link cannot contain. */
export function stripHeadingForLink(heading: string): string {
  return heading.replace(breaking, ' ').replace(/ +/g, ' ').trim();
}

/** The same for any link: a backslash or bracket at its end would break the end of a wikilink. */
export function headingLinkName(heading: string): string {
  const name = stripHeadingForLink(heading.replaceAll('\\', ' '));
  return name.endsWith(']') ? stripHeadingForLink(name.replace(/[[\]]/g, ' ')) : name;
}

/** The names of a subpath that leads to a heading; empty for a block, a footnote or nothing. */
export function headingNames(subpath: string): string[] {
  const names = subpath.split('#').filter(name => name !== '');
  const [first = ''] = names;
  return names.length === 1 && (first.startsWith('^') || /^\[\^.*\]$/u.test(first)) ? [] : names;
}

interface OutlineHeading {
  /** As written. */
  readonly heading: string;
  readonly level: number;
}

/** The headings of a note, to resolve links to them. */
export class HeadingOutline {
  private readonly keys: readonly string[];

  constructor(readonly headings: readonly OutlineHeading[]) {
    this.keys = headings.map(({ heading }) => headingKey(heading));
  }

  /** The positions of the headings, each next one below the previous; undefined if the names lead nowhere. */
  find(names: readonly string[]): readonly number[] | undefined {
    return names.length === 0 ? undefined : this.search(names.map(headingKey), 0, this.headings.length);
  }

  isNamed(index: number, name: string): boolean {
    return this.keys[index] === headingKey(name);
  }

  /** The headings from the outermost one down to this, as links name them. */
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

  /** The first heading after this one's section. */
  private endOf(index: number, to: number): number {
    const level = itemAt(this.headings, index).level;
    let end = index + 1;
    while (end < to && itemAt(this.headings, end).level > level) end += 1;
    return end;
  }
}

/** The new subpath of a link after a note has changed. */
interface GuidedSubpath {
  readonly subpath: string;
  /** False if no subpath leads to the same heading, and this one leads to another one of that name. */
  readonly isExact: boolean;
}

/** Maps the headings of a note before a change to those after it. */
export interface HeadingChange {
  readonly before: HeadingOutline;
  readonly after: HeadingOutline;
  /** Maps a heading's position before the change to that after it; -1 if it is gone. */
  readonly newIndex: (index: number) => number;
}

/** Keeps links pointing to the same headings. Results for a subpath are cached. */
export class SubpathGuide {
  private readonly known = new Map<string, GuidedSubpath | undefined>();

  constructor(private readonly change: HeadingChange) {}

  /**
   * @param mayLengthen whether to add headings above if the name alone would lead to another heading
   * @returns undefined for a subpath that leads to no heading
   */
  guide(subpath: string, mayLengthen: boolean): GuidedSubpath | undefined {
    const key = `${mayLengthen} ${subpath}`;
    if (this.known.has(key)) return this.known.get(key);
    const guided = this.look(subpath, mayLengthen);
    this.known.set(key, guided);
    return guided;
  }

  private look(subpath: string, mayLengthen: boolean): GuidedSubpath | undefined {
    const { before, after, newIndex } = this.change;
    const names = headingNames(subpath);
    const places = before.find(names)?.map(newIndex);
    const target = places?.at(-1);
    if (places === undefined || target === undefined) return undefined;
    const kept = names.map((name, at) => this.nameAt(places[at] ?? -1, name));
    const ways = [kept, ...(mayLengthen ? tailsOf(after.pathOf(target)) : [])];
    const exact = ways.find(way => after.find(way)?.at(-1) === target);
    const isSame = kept.every((name, at) => name === names[at]) && (exact ?? kept) === kept;
    return {
      subpath: isSame ? subpath : `#${(exact ?? kept).join('#')}`,
      isExact: exact !== undefined,
    };
  }

  /** The name itself while it still refers to the heading. */
  private nameAt(index: number, name: string): string {
    const { after } = this.change;
    const heading = after.headings[index]?.heading;
    return heading === undefined || after.isNamed(index, name) ? name : headingLinkName(heading);
  }
}

/** The last names of a path, the shortest first. */
function tailsOf(path: readonly string[]): string[][] {
  return path.map((_name, at) => path.slice(at)).reverse();
}
