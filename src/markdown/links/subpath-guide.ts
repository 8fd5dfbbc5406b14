import { headingNames, headingLinkName, type HeadingOutline } from './heading-subpath';

/** The new subpath of a link after a note has changed. */
export interface GuidedSubpath {
  readonly subpath: string;
  /** False if no subpath leads to the same heading, and this one leads to another one of that name. */
  readonly isExact: boolean;
}

/** Maps the headings of a note before a change to those after it. */
export interface HeadingChange {
  readonly before: HeadingOutline;
  readonly after: HeadingOutline;
  /** The position of a heading after the change by that before it; -1 if it is gone. */
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
