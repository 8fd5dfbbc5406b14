/** The parts of a note that operators such as `line:` and `task:` test one by one. */

import { withoutClosing } from '../../utils/text/heading-name';
import { Regions } from '../text/regions';
import type { OutlinedText, PartedText } from '../text/search-text';
import { contains } from '../../utils/text/text-search';

export interface Part {
  readonly start: number;
  readonly end: number;
  /** The earliest start of the next part. */
  readonly next: number;
}

/** The parts of one text. */
export interface PartList {
  /** The part that contains a place. */
  at(place: number): Part | undefined;
  /** The start of the first part after a place outside all parts. */
  startBehind(place: number): number | undefined;
}

/** One kind of part. */
export interface Parts {
  of(text: PartedText): PartList;
}

const noRegions = new Regions([]);

class RegionParts implements PartList {
  constructor(private readonly regions: Regions) {}

  at(place: number): Part | undefined {
    const index = this.regions.before(place);
    const end = this.regions.endOf(index);
    return index >= 0 && place < end ? { start: this.regions.startOf(index), end, next: end } : undefined;
  }

  startBehind(place: number): number | undefined {
    const index = this.regions.before(place) + 1;
    return index < this.regions.count ? this.regions.startOf(index) : undefined;
  }
}

/** @param sign occurs in each note that has such parts */
function regionParts(find: (text: OutlinedText) => Regions, sign = ''): Parts {
  const findSigned = function (note: OutlinedText): Regions {
    return contains(note.folded, sign) ? find(note) : noRegions;
  };
  return {
    of(text) {
      return new RegionParts(text.regionsIn(findSigned));
    },
  };
}

export const blockParts = regionParts(function (text) {
  return text.blocks.blocks;
});

export const sectionParts = regionParts(function (text) {
  return text.blocks.sections;
});

export const openTaskParts = regionParts(function (text) {
  return text.blocks.openTasks;
}, '[ ]');

export const doneTaskParts = regionParts(function (text) {
  return text.blocks.doneTasks;
}, ']');

export const taskParts = regionParts(function (text) {
  const { openTasks, doneTasks } = text.blocks;
  return openTasks.mergedWith(doneTasks);
}, ']');

/** The text of a note as one part, without its name. */
export const wholeText: Parts = {
  of: ({ folded: { length } }) => new RegionParts(new Regions([0, length])),
};

export const lineParts: Parts = {
  of: ({ folded }) => ({ at: place => lineAt(folded, place), startBehind: () => undefined }),
};

function lineAt(text: string, place: number): Part {
  const start = place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1;
  const feed = text.indexOf('\n', place);
  const end = feed < 0 ? text.length : feed;
  return { start, end: text[end - 1] === '\r' ? end - 1 : end, next: feed < 0 ? end : end + 1 };
}

/**
 * The text below matching headings, including subsections.
 * @param headings folded: the last is the heading itself, those before it are above it
 */
export function partsBelow(headings: readonly string[]): Parts {
  return regionParts(function (text) {
    return new Regions(boundsBelow(text, headings));
  }, headings.at(-1));
}

function boundsBelow({ outline, folded }: OutlinedText, wanted: readonly string[]): number[] {
  const bounds: number[] = [];
  const above: { readonly level: number; readonly text: string }[] = [];
  let openLevel: number | undefined;
  for (const { start, end, level, textStart } of outline.headings()) {
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    above.push({ level, text: withoutClosing(folded.slice(textStart, end)).trim() });
    if (openLevel !== undefined && level <= openLevel) {
      bounds.push(start);
      openLevel = undefined;
    }
    const isWanted = wanted.every((text, index) => above.at(index - wanted.length)?.text === text);
    if (openLevel !== undefined || !isWanted) continue;
    bounds.push(end);
    openLevel = level;
  }
  return openLevel === undefined ? bounds : [...bounds, folded.length];
}
