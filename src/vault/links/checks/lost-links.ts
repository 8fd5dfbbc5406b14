/** Links that lead nowhere because of a change of notes. */
import type { TAbstractFile, TFile } from 'obsidian';
import { adviceFor } from '../../../errors';
import { linkPlaces } from '../../../markdown/edits/links/link-places';
import { outlineOf } from '../../../markdown/edits/merge/merged-note';
import { parseNote } from '../../../markdown/structure/scan-structure';
import { mapDefined } from '../../../utils/collections';
import { filtered, forEachInTurn, longStep } from '../../../utils/slicing/time-slicer';
import { counted } from '../../../utils/text/pieces';
import type { CallerContext } from '../../caller-context';
import { someOf } from '../../hints/missing-names';
import { ifPossible } from '../../reading/notes';
import { occurrencesIn } from '../file-occurrences';
import { type LinkableParts, missingIn } from './broken-links';

export interface ChangedNote {
  readonly file: TFile;
  readonly before: string;
  readonly after: string;
}

/** A line that may be a heading, or a block id at the end of one. */
const partLine = /^[ \t>]*#{1,6}[ \t].*|\^[\w-]+[ \t]*$/gmu;

/**
 * A hint that names the files whose links lead nowhere because of a change; none if there are none. Notes that are too
 * large to be parsed are left out.
 * @param unread files whose links are not as the metadata cache has them: those that a change would write, if it was not made
 */
export async function lostPartHints(
  changes: readonly ChangedNote[],
  unread: ReadonlySet<TAbstractFile>,
  context: CallerContext,
  signal: AbortSignal,
): Promise<string[]> {
  const { app, files, linkingFiles, links, slicer, shows } = context;
  const loop = { slicer, signal };
  const losing = await filtered(changes, losesPart, loop);
  if (losing.length === 0) return [];
  const graph = await links.whole(signal);
  const others = [...(await linkingFiles.all(signal))].filter(file => files.canSee(file));
  const found = new Set<string>();
  const look = async ({ file, before, after }: ChangedNote): Promise<void> => {
    const was = await longStep(loop, () => partsOf(before));
    const is = await longStep(loop, () => partsOf(after));
    const isLost = (subpath: string): boolean =>
      missingIn(was, subpath) === undefined && missingIn(is, subpath) !== undefined;
    const own = await longStep(loop, () => linkPlaces(after, 'md'));
    if (own.some(({ path, subpath }) => path === '' && isLost(subpath))) found.add(file.path);
    const notes = mapDefined(graph.incoming(file.path), path => app.vault.getFileByPath(path) ?? undefined);
    await forEachInTurn([...others, ...notes], loop, async source => {
      if (unread.has(source)) return;
      for (const { target, linkpath, subpath } of await occurrencesIn(source, context))
        if (target === file && linkpath !== '' && isLost(subpath)) found.add(source.path);
    });
  };
  await forEachInTurn(losing, loop, change => ifPossible(() => look(change)));
  if (found.size === 0) return [];
  const way = adviceFor('`rename_heading` changes a heading together with its links.', shows);
  return [
    `Links in ${someOf([...found].sort())} lead to a heading or block that this removes. ${way}`.trimEnd(),
  ];
}

/** A hint with the number of links whose own targets were changed, so that they lead nowhere; none if there are none. */
export async function misledLinkHints(
  changes: readonly ChangedNote[],
  { links, shows, slicer }: CallerContext,
  signal: AbortSignal,
): Promise<string[]> {
  let count = 0;
  await forEachInTurn(changes, { slicer, signal }, ({ file, before, after }) => {
    const had = new Set(linkPlaces(before, 'md').map(({ path }) => path));
    const made = linkPlaces(after, 'md').filter(({ path }) => !had.has(path));
    count += made.filter(({ path }) => links.resolve(path, file) === undefined).length;
  });
  if (count === 0) return [];
  const way = adviceFor('`move` renames a note with its links.', shows);
  return [
    `Targets of links are replaced too, and ${counted(count, 'of them leads', 'of them lead')} nowhere. ${way}`,
  ];
}

function losesPart({ before, after }: ChangedNote): boolean {
  if (before === after) return false;
  const kept = new Set(after.match(partLine));
  return [...new Set(before.match(partLine))].some(line => !kept.has(line));
}

/** @throws ToolFailure `too_large` */
function partsOf(text: string): LinkableParts {
  const structure = parseNote(text);
  const named = (from: number, to: number): string => text.slice(from, to).toLowerCase();
  return {
    outline: outlineOf(text, structure),
    blocks: new Set(structure.blockIds.map(({ start, end }) => named(start + 1, end))),
    footnotes: new Set(structure.footnotes.map(({ labelStart, labelEnd }) => named(labelStart, labelEnd))),
  };
}
