import type { TFile } from 'obsidian';
import { sortSliced } from '../../../utils/slicing/sorting';
import type { SliceTurn } from '../../../utils/slicing/time-slicer';
import { compareKeys, nameKey } from '../../../utils/text/folding';

/** By path, in the order of names. */
export async function sortedByPath(files: readonly TFile[], turn: SliceTurn): Promise<TFile[]> {
  const keyed: { file: TFile; key: string }[] = [];
  for (const file of files) {
    keyed.push({ file, key: nameKey(file.path) });
    if (turn.due()) await turn.pause();
  }
  const sorted = await sortSliced(keyed, (a, b) => compareKeys(a.key, b.key), turn);
  return sorted.map(({ file }) => file);
}
