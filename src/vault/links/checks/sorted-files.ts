import type { TFile } from 'obsidian';
import { sortSliced } from '../../../utils/slicing/sorting';
import { sliced, type SliceTurn } from '../../../utils/slicing/time-slicer';
import { compareKeys, nameKey } from '../../../utils/text/folding';

/** By path, in the order of names. */
export async function sortedByPath(files: readonly TFile[], turn: SliceTurn): Promise<TFile[]> {
  const keyed: { file: TFile; key: string }[] = [];
  for await (const file of sliced(files, turn)) keyed.push({ file, key: nameKey(file.path) });
  const sorted = await sortSliced(keyed, (a, b) => compareKeys(a.key, b.key), turn);
  return sorted.map(({ file }) => file);
}
