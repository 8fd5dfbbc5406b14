/** Bases that name what is renamed: neither the app nor Lectern changes the names in filters and formulas. */
import type { CallerContext } from '../caller-context';
import { forEachInTurn } from '../../utils/slicing/time-slicer';
import { occurrences } from '../../utils/text/text-search';
import { someOf } from '../hints/missing-names';

/** A name as it was, without slash or `#` at its ends. */
export interface OldName {
  readonly kind: 'folder' | 'tag' | 'property';
  readonly name: string;
}

/** Comments, and names and kinds of views, in lower case. */
const besides = /(?:^|[ \t])#[ \t].*|\b(?:type|name|displayname)[ \t]*:[ \t]*[^,}\n]*/gmu;
const seenBefore = 80;

/** What stands before and after a name where a base means it. */
const around: Readonly<Record<OldName['kind'], { readonly before: RegExp; readonly after: RegExp }>> = {
  folder: { before: /(?:infolder\(|folder\b)[^)\n]*["']$/u, after: /^["'/]/u },
  tag: { before: /(?:hastag\(|tags\b)[^)\n]*["']#?$/u, after: /^["'/]/u },
  property: { before: /(?:^|[^\p{L}\p{N}_.-])(?:note\.|note\[["'])?$/u, after: /^(?![\p{L}\p{N}_(:-])/u },
};

/**
 * A hint with the bases of the caller that name one of these; none if there are none.
 * @param moved new paths of files by their old ones
 */
export async function namingBaseHints(
  old: readonly OldName[],
  { files, linkingFiles, notes, slicer }: CallerContext,
  signal: AbortSignal,
  moved: ReadonlyMap<string, string> = new Map(),
): Promise<string[]> {
  const found: string[] = [];
  await forEachInTurn(await linkingFiles.all(signal), { slicer, signal }, async file => {
    if (file.extension !== 'base' || !files.canSee(file)) return;
    const read = await notes.readIfPossible(file, signal);
    if (read === undefined) return;
    const text = read.text
      .toLowerCase()
      .replaceAll('\\"', '"')
      .replaceAll(besides, () => ' ');
    if (old.some(one => isNamed(one, text))) found.push(moved.get(file.path) ?? file.path);
  });
  return found.length === 0 ? [] : [`Bases still use the old name: ${someOf(found.sort())}.`];
}

function isNamed({ kind, name }: OldName, text: string): boolean {
  const { before, after } = around[kind];
  const wanted = name.toLowerCase();
  return occurrences(text, wanted, false).offsets.some(at => {
    const end = at + wanted.length;
    const [above, below] = [text.slice(Math.max(0, at - seenBefore), at), text.slice(end, end + 1)];
    // `title == "status"` compares with a text.
    const isText = kind === 'property' && /[^[]["']$/u.test(above) && /["']/u.test(below);
    return !isText && before.test(above) && after.test(below);
  });
}
