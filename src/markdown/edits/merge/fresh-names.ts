import type { Footnote, NoteStructure } from '../../structure/note-structure';
import type { Splice } from '../../text/splices';

interface ReadNote {
  readonly text: string;
  readonly structure: NoteStructure;
}

/** Renames block ids and footnotes of a text that another note uses too. */
export interface FreshNames {
  readonly splices: readonly Splice[];
  /** New block ids by the old ones in lower case, without the caret. */
  readonly blockIds: ReadonlyMap<string, string>;
}

/** New names for the block ids and footnotes of a text that are also in a note. */
export function freshNames(note: ReadNote, added: ReadNote): FreshNames {
  const blockIds = renames(blockIdsOf(note), blockIdsOf(added));
  const labels = renames(labelsOf(note), labelsOf(added));

  const splices: Splice[] = [];
  for (const { start, end } of added.structure.blockIds) {
    const fresh = blockIds.get(added.text.slice(start + 1, end).toLowerCase());
    if (fresh !== undefined) splices.push({ from: start + 1, to: end, text: fresh });
  }
  for (const { labelStart, labelEnd } of footnotesOf(added)) {
    const fresh = labels.get(added.text.slice(labelStart, labelEnd).toLowerCase());
    if (fresh !== undefined) splices.push({ from: labelStart, to: labelEnd, text: fresh });
  }
  return { splices, blockIds };
}

function blockIdsOf({ text, structure }: ReadNote): string[] {
  return structure.blockIds.map(({ start, end }) => text.slice(start + 1, end));
}

function labelsOf(note: ReadNote): string[] {
  return footnotesOf(note).map(({ labelStart, labelEnd }) => note.text.slice(labelStart, labelEnd));
}

function footnotesOf({ structure }: ReadNote): Footnote[] {
  return [...structure.footnotes, ...structure.footnoteReferences];
}

/** The names of `added` that are taken, each with a free one: a number is counted on, another name gets one. */
function renames(taken: readonly string[], added: readonly string[]): Map<string, string> {
  const isTaken = new Set(taken.map(name => name.toLowerCase()));
  const used = new Set([...isTaken, ...added.map(name => name.toLowerCase())]);
  const fresh = new Map<string, string>();
  const last = new Map<string, number>();
  for (const name of added) {
    const key = name.toLowerCase();
    if (!isTaken.has(key) || fresh.has(key)) continue;
    const stem = /^\d+$/u.test(name) ? '' : `${name}-`;
    let number = last.get(stem) ?? 1;
    do number += 1;
    while (used.has(`${stem}${number}`.toLowerCase()));
    last.set(stem, number);
    used.add(`${stem}${number}`.toLowerCase());
    fresh.set(key, `${stem}${number}`);
  }
  return fresh;
}
