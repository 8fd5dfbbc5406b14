import type { TFile } from 'obsidian';
import { foldTag } from '../../utils/properties/tags';
import { sliced, type SliceTurn } from '../../utils/slicing/time-slicer';
import { counted, oneLine } from '../../utils/text/one-line';
import type { TagNotes } from '../index/tag-index';

interface KnownTags {
  /** By folded tag. */
  readonly tags: ReadonlyMap<string, TagNotes>;
  readonly isSeen: (note: TFile) => boolean;
}

/**
 * What the renaming of a tag does that its caller may not expect.
 * @param from and `to`, without `#`
 */
export async function renamedTagHints(
  from: string,
  to: string,
  { tags, isSeen }: KnownTags,
  turn: SliceTurn,
): Promise<string[]> {
  if (from === to) return ['`from` and `to` are the same tag, so nothing changes.'];
  const [old, wanted] = [foldTag(from), foldTag(to)];
  if (old === wanted) return [];
  const hints: string[] = [];
  let count = 0;
  for await (const note of sliced([...(tags.get(wanted)?.own ?? [])], turn)) if (isSeen(note)) count += 1;
  if (count > 0)
    hints.push(
      `#${to} is there already, in ${counted(count, 'note')}: #${from} is merged into it, which only undoing the change takes apart again.`,
    );
  if (!wanted.startsWith(`${old}/`)) return hints;
  for await (const [tag, nested] of sliced([...tags], turn)) {
    if (!tag.startsWith(`${old}/`) || ![...nested.own].some(isSeen)) continue;
    const shown = oneLine(await nested.spelling(turn, isSeen));
    return [...hints, `Nested tags are renamed too: #${shown} becomes #${to}${shown.slice(from.length)}.`];
  }
  return hints;
}
