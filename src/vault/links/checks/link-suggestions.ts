import { getOrInsert, itemsOf, itemAt, mapDefined } from '../../../utils/collections';
import type { CallerContext } from '../../caller-context';
import { editsWithin, isShortName, mayBeWithin, type Named, named } from '../../../utils/near';
import { forEachInTurn } from '../../../utils/slicing/time-slicer';
import { attachmentEnding } from '../../reading/mime-types';
import { compareKeys, foldPath } from '../../../utils/text/folding';
import { lastName } from '../../../utils/text/pieces';

export const maxSuggestions = 3;
/** Only this much of a longer name is compared. */
const maxNameLength = 200;
/** Names are compared as a whole only if a word of theirs begins with the same letters. */
const startLength = 4;
/** Pairs of words that are compared for one link: some 10 ms. */
const maxComparedWords = 100_000;

/** Scripts that put no blanks between words give a word for each character. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu;

interface Known {
  readonly notes: readonly Named[];
  /** Names and aliases of notes. */
  readonly names: readonly { readonly path: string; readonly words: readonly string[] }[];
  /** For each beginning of a word of the links, the indexes in `names` of those with a word that begins so. */
  readonly byStart: ReadonlyMap<string, readonly number[]>;
  /** Paths by the name that a note had before it was moved. */
  readonly formerly: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Links whose names are compared with others; for further ones only exact aliases and former names are found. */
export const maxComparedNames = 100;

export class LinkSuggestions {
  constructor(private readonly context: CallerContext) {}

  /** The best paths per linkpath: by alias or former name, by a name with typing errors (or one in or before parentheses), or by the same words. */
  async of(linkpaths: Iterable<string>, signal: AbortSignal): Promise<ReadonlyMap<string, string[]>> {
    const { files, slicer } = this.context;
    const wanted = new Set(linkpaths);
    const suggestions = new Map<string, string[]>();
    if (wanted.size === 0) return suggestions;
    const compared = new Set([...wanted].slice(0, maxComparedNames));
    const known = await this.knownOf([...wanted], compared, signal);
    await forEachInTurn(wanted, { slicer, signal }, async linkpath => {
      const ending = attachmentEnding(linkpath);
      const isAlike = ({ path }: { readonly path: string }): boolean =>
        attachmentEnding(path) === ending && canMean(linkpath, path);
      const found =
        ending === undefined
          ? await this.sameName(linkpath, known, signal)
          : new Set(files.near.to(linkpath, isAlike));
      // A date does not mean another day.
      if (ending === undefined && compared.has(linkpath) && /\p{L}/u.test(nameOf(linkpath)))
        for (const path of await this.near(linkpath, known, signal)) found.add(path);
      suggestions.set(linkpath, [...found].slice(0, 2 * maxSuggestions));
    });
    return suggestions;
  }

  private isSeen(path: string): boolean {
    return this.context.files.noteAtExactly(path) !== undefined;
  }

  /** The notes that had this name, or have it as an alias. */
  private async sameName(linkpath: string, { formerly }: Known, signal: AbortSignal): Promise<Set<string>> {
    const name = nameOf(linkpath);
    const all = [...(formerly.get(name) ?? []), ...(await this.context.aliases.notesWith(name, signal))];
    return new Set(all.filter(path => this.isSeen(path)));
  }

  private async near(linkpath: string, known: Known, signal: AbortSignal): Promise<string[]> {
    const wanted = Array.from(new Set([linkpath, ...linkpath.split(/[()]/u)]), name => named(name.trim()));
    const isMisspelt = (note: Named): boolean => wanted.some(name => areMisspelt(name, note));
    const near = known.notes.filter(isMisspelt).map(({ text }) => text);
    near.push(...sharingWords(wordsOf(linkpath), known));
    if (near.length < maxSuggestions)
      near.push(...(await this.context.aliases.notesNear(nameOf(linkpath), signal)));
    return near.filter(path => this.isSeen(path));
  }

  /** @param compared those that are compared with the names of notes */
  private async knownOf(
    linkpaths: readonly string[],
    compared: Iterable<string>,
    signal: AbortSignal,
  ): Promise<Known> {
    const { facts, files, slicer } = this.context;
    const notes: Named[] = [];
    const names: Known['names'][number][] = [];
    const byStart = new Map<string, number[]>();
    for (const linkpath of compared) for (const one of wordsOf(linkpath)) byStart.set(startOf(one), []);
    const loop = { slicer, signal };
    await forEachInTurn(await files.notesSliced(loop), loop, async note => {
      notes.push(named(note.path));
      // A note may have a hundred thousand aliases.
      await forEachInTurn([note.path, ...facts.of(note).aliases], loop, name => {
        const words = wordsOf(name);
        const places = mapDefined(new Set(words.map(startOf)), start => byStart.get(start));
        for (const ofStart of places) ofStart.push(names.length);
        if (places.length > 0) names.push({ path: note.path, words });
      });
    });
    const formerly = await this.formerNames(new Set(linkpaths.map(nameOf)), signal);
    return { notes, names, byStart, formerly };
  }

  /** Current paths of notes that were moved through Lectern, by their former names. */
  private async formerNames(names: ReadonlySet<string>, signal: AbortSignal): Promise<Known['formerly']> {
    const { files: visible, journal, slicer } = this.context;
    const loop = { slicer, signal };
    const formerly = new Map<string, Set<string>>();
    const now = new Map<string, string>();
    await forEachInTurn(journal.newestFirst(), loop, ({ files }) =>
      forEachInTurn(files, loop, ({ path, newPath }) => {
        // A move into or out of what the caller does not see does not count.
        if (newPath === undefined || ![path, newPath].every(one => visible.mayRead(one))) return;
        const target = now.get(newPath) ?? newPath;
        now.set(path, target);
        const name = nameOf(path);
        if (!names.has(name)) return;
        getOrInsert(formerly, name, () => new Set()).add(target);
      }),
    );
    return formerly;
  }
}

/** The last part of a path, folded and without `.md`. */
function nameOf(path: string): string {
  return foldPath(lastName(path).slice(0, maxNameLength)).replace(/\.md$/u, () => '');
}

/** A short name only means one that begins with it as a word. */
function canMean(linkpath: string, path: string): boolean {
  const isShort = isShortName(nameOf(linkpath).replace(/\.\p{L}\w*$/u, () => ''));
  return !isShort || wordsOf(linkpath)[0] === wordsOf(path)[0];
}

/** The words of a name, folded; small ones in lower case, such as `of`, only if it has no others. */
function wordsOf(path: string): string[] {
  const name = lastName(path)
    .slice(0, maxNameLength)
    .replace(/\.md$/iu, () => '');
  const words = name.match(word) ?? [];
  const telling = words.filter(one => one.length > 3 || one !== one.toLowerCase() || !/\p{Ll}/u.test(one));
  return (telling.length > 0 ? telling : words).map(foldPath);
}

function startOf(one: string): string {
  return one.slice(0, startLength);
}

/** Whether two words are the same, but for an ending. Words with digits must be equal. */
function areAlike(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const isForm = short.length >= startLength && long.length <= short.length + 2 && !/\p{N}/u.test(long);
  return short === long || (isForm && long.startsWith(short));
}

/** Whether two names differ by at most one letter in eight, two in all, and in no number; a blank is a letter here. */
function areMisspelt(one: Named, other: Named): boolean {
  const most = Math.min(2, one.name.length >> 3);
  if (!mayBeWithin(one.letters, other.letters, most)) return false;
  const numbersIn = ({ name }: Named): string => (name.match(/\p{N}+/gu) ?? []).join(' ');
  return editsWithin(one.name, other.name, most) !== undefined && numbersIn(one) === numbersIn(other);
}

/** The part of the words, by their letters, that are among others. */
function shareOf(words: readonly string[], others: readonly string[]): number {
  const lettersOf = (some: readonly string[]): number => some.reduce((sum, { length }) => sum + length, 0);
  const shared = words.filter(one => others.some(other => areAlike(one, other)));
  return lettersOf(shared) / lettersOf(words);
}

/** Up to 2; 0 where nobody would take one name for the other: each has words that the other lacks. */
function likeness(words: readonly string[], others: readonly string[]): number {
  const [share, ofOthers] = [shareOf(words, others), shareOf(others, words)];
  const isMeant = isShortName(words.join(' '))
    ? words[0] === others[0]
    : share === 1 || (ofOthers === 1 && share >= 0.6);
  return isMeant ? share + ofOthers : 0;
}

/** Paths of the notes whose name or alias has the same words, enough for `maxSuggestions` to remain after those found otherwise. */
function sharingWords(words: readonly string[], { names, byStart }: Known): string[] {
  const shared = new Uint16Array(names.length);
  for (const one of words)
    for (const place of itemsOf(byStart, startOf(one))) shared[place] = itemAt(shared, place) + one.length;
  const half = words.reduce((sum, { length }) => sum + length, 0) / 2;
  const alike: { readonly path: string; readonly score: number }[] = [];
  let left = maxComparedWords;
  for (const [place, letters] of shared.entries()) {
    if (letters < half) continue;
    const { path, words: others } = itemAt(names, place);
    left -= words.length * others.length;
    if (left < 0) break;
    const score = likeness(words, others);
    if (score > 0) alike.push({ path, score });
  }
  alike.sort((a, b) => b.score - a.score || a.path.length - b.path.length || compareKeys(a.path, b.path));
  return alike.slice(0, 2 * maxSuggestions).map(({ path }) => path);
}
