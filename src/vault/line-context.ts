import type { App, TFile } from 'obsidian';
import { cutBetweenCharacters } from '../markdown/excerpt';
import { Lines } from '../markdown/lines';

const maxLength = 200;

/** Reads notes once and shows single lines of them, cut at 200 characters; undefined for a line that is gone. */
export async function lineContext(
  app: App,
  files: readonly TFile[],
): Promise<(file: TFile, line: number) => string | undefined> {
  const lines = new Map<TFile, Lines>();
  await Promise.all(
    [...new Set(files)].map(async file => {
      const text = await app.vault.read(file).catch(() => undefined);
      if (text !== undefined) lines.set(file, new Lines(text));
    }),
  );
  return (file, line) => {
    const known = lines.get(file);
    return known === undefined || line > known.count
      ? undefined
      : cutBetweenCharacters(known.textOf(line).trim(), maxLength);
  };
}
