import type { TFile } from 'obsidian';
import { foldTag } from '../../utils/properties/property-names';
import { filtered, type SlicedLoop } from '../../utils/slicing/time-slicer';
import { counted, oneLine } from '../../utils/text/pieces';
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
  loop: SlicedLoop,
): Promise<string[]> {
  if (from === to) return ['`from` and `to` are the same tag, so nothing changes.'];
  const [old, wanted] = [foldTag(from), foldTag(to)];
  if (old === wanted) return [];
  const hints: string[] = [];
  const there = await filtered([...(tags.get(wanted)?.own ?? [])], isSeen, loop);
  if (there.length > 0)
    hints.push(
      `#${to} is there already, in ${counted(there.length, 'note')}: #${from} is merged into it, which only undoing the change takes apart again.`,
    );
  if (!wanted.startsWith(`${old}/`)) return hints;
  const isNested = ([tag, { own }]: readonly [string, TagNotes]): boolean =>
    tag.startsWith(`${old}/`) && [...own].some(isSeen);
  const [nested] = await filtered([...tags], isNested, loop);
  if (nested === undefined) return hints;
  const shown = oneLine(await nested[1].spelling(loop, isSeen));
  return [...hints, `Nested tags are renamed too: #${shown} becomes #${to}${shown.slice(from.length)}.`];
}
