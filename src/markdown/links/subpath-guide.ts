import { headingNames, headingLinkName, type HeadingOutline } from './heading-subpath';

/** Where a link's subpath leads after a note has changed. */
export interface GuidedSubpath {
  readonly subpath: string;
  /** False where no subpath leads to the same heading, and this one leads to another of its name. */
  readonly isExact: boolean;
}

/** How the headings of a note before a change and after it belong together. */
export interface HeadingChange {
  readonly before: HeadingOutline;
  readonly after: HeadingOutline;
  /** The position after the change of a heading by that before it; -1 for one that is gone. */
  readonly newIndex: (index: number) => number;
}

/** Keeps links to headings leading to the same headings. Asked about the same subpath again, it need not look again. */
export class SubpathGuide {
  private readonly known = new Map<string, GuidedSubpath | undefined>();

  constructor(private readonly change: HeadingChange) {}

  /**
   * @param mayLengthen whether headings above may be named too where the name alone would lead to another heading
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

  /** The name itself as long as it still means the heading. */
  private nameAt(index: number, name: string): string {
    const { after } = this.change;
    const heading = after.headings[index]?.heading;
    return heading === undefined || after.isNamed(index, name) ? name : headingLinkName(heading);
  }
}

/** The last names of a path, the shortest way first. */
function tailsOf(path: readonly string[]): string[][] {
  return path.map((_name, at) => path.slice(at)).reverse();
}
