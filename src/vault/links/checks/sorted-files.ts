import type { TFile } from 'obsidian';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import { compareKeys, nameKey } from '../../../utils/text/folding';

/** By path, in the order of names. */
export async function sortedByPath(files: readonly TFile[], loop: SlicedLoop): Promise<TFile[]> {
  const keyed: { file: TFile; key: string }[] = [];
  await forEachInTurn(files, loop, file => keyed.push({ file, key: nameKey(file.path) }));
  return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ file }) => file);
}
