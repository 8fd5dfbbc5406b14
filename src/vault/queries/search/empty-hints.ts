import { TFile } from 'obsidian';
import { emptySearchHints, type EmptySearch } from '../../../search/show/empty-hints';
import type { Query, QueryFilter } from '../../../search/query/query';
import type { AbsentParts } from '../../../search/rank/absent-parts';
import { nearValues } from '../empty/near-values';
import { quoted } from '../empty/missing-names';
import type { Hints } from '../hints';
import type { VisibleFiles } from '../../access/visible-files';
import type { VisibleVault } from '../../index/indexes';
import { sliced } from '../../../utils/slicing/time-slicer';
import { cutText } from '../../../utils/text/trimming';

type SearchedVault = VisibleVault & { readonly hints: Pick<Hints, 'valuesWay'> };

const maxNear = 3;
const maxPatternLength = 60;

/**
 * Explains why a search found nothing, with names similar to those in filters that no note passes.
 * @param absent as for `emptySearchHints`
 */
export async function emptyHints(
  query: Query,
  absent: AbsentParts | undefined,
  search: EmptySearch,
  vault: SearchedVault,
  signal: AbortSignal,
): Promise<string[]> {
  const failing = new Set(absent?.filters);
  const missed = query.filters().filter(({ name }) => failing.has(name));
  const ways = new Set<string>();
  for await (const filter of sliced(missed, vault.slicer.slice({ signal })))
    ways.add(
      filter.kind === 'property' ? await valueWay(filter, vault, signal) : pathWay(filter, vault.files),
    );
  ways.delete('');
  return [...emptySearchHints(query.asked, absent, search), ...ways];
}

/** '' where nothing is near. */
function pathWay({ kind, text = '' }: QueryFilter, files: VisibleFiles): string {
  const isOfPath = kind === 'path';
  if (/[*?]/u.test(text)) {
    const glob = text.includes('/') || isOfPath ? text : `**/${text}`;
    const shown = JSON.stringify(cutText(glob, maxPatternLength));
    return `\`${kind}:\` takes a part of a ${isOfPath ? 'path' : 'name'}, without \`*\` and \`?\`; for a pattern use \`list\` with \`includes: [${shown}]\` and \`recursive: true\`.`;
  }
  const near = files.near.to(text, file => isOfPath || file instanceof TFile).slice(0, maxNear);
  return near.length === 0 ? '' : `${isOfPath ? 'Paths' : 'Files'} near ${quoted(text)}: ${near.join(', ')}.`;
}

async function valueWay(
  { property, text = '' }: QueryFilter,
  { files, facts, slicer, hints }: SearchedVault,
  signal: AbortSignal,
): Promise<string> {
  const notes = await files.notesSliced({ slicer, signal });
  const near = await nearValues(notes, { property, value: text }, facts, slicer.slice({ signal }));
  return near.length === 0
    ? hints.valuesWay(property)
    : `The property ${quoted(property)} has near values: ${near.join(', ')}.`;
}
