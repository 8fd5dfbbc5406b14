import type { TFile } from 'obsidian';
import { sliced, type SliceTurn } from '../../../utils/slicing/time-slicer';
import { compareKeys, nameKey } from '../../../utils/text/folding';

/** By path, in the order of names. */
export async function sortedByPath(files: readonly TFile[], turn: SliceTurn): Promise<TFile[]> {
  const keyed: { file: TFile; key: string }[] = [];
  for await (const file of sliced(files, turn)) keyed.push({ file, key: nameKey(file.path) });
  return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ file }) => file);
}
