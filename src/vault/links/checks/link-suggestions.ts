import { getOrInsert, itemsOf, itemAt } from '../../../utils/collections';
import type { CallerContext } from '../../caller-context';
import { isShortName, type Named, named, nearestNamed } from '../../../utils/near';
import { forEachInTurn } from '../../../utils/slicing/time-slicer';
import { attachmentEnding } from '../../reading/mime-types';
import { compareKeys, foldPath } from '../../../utils/text/folding';
import { lastName } from '../../../utils/text/pieces';

export const maxSuggestions = 3;
/** Only this much of a longer name is compared. */
const maxNameLength = 200;
/** A shorter word counts only if it is the whole name. */
const minWordLength = 3;
/** A word in more names than this does not tell which of them is meant. */
const maxTelling = 10;

const word = /[\p{L}\p{N}]+/gu;

interface Known {
  readonly notes: readonly Named[];
  /** For each word of the links, the indexes in `notes` of those with it in their name or aliases. */
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  /** Paths by the name that a note had before it was moved. */
  readonly formerly: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Links whose names are compared with others; for further ones only exact aliases and former names are found. */
export const maxComparedNames = 100;

export class LinkSuggestions {
  constructor(private readonly context: CallerContext) {}

  /** The best paths per linkpath: by alias or former name, similar spelling of name or alias, or shared words. */
  async of(linkpaths: Iterable<string>, signal: AbortSignal): Promise<ReadonlyMap<string, string[]>> {
    const { files, slicer } = this.context;
    const wanted = new Set(linkpaths);
    const suggestions = new Map<string, string[]>();
    if (wanted.size === 0) return suggestions;
    const compared = new Set([...wanted].slice(0, maxComparedNames));
    const known = await this.knownOf([...wanted], compared, signal);
    await forEachInTurn(wanted, { slicer, signal }, async linkpath => {
      const ending = attachmentEnding(linkpath);
      if (ending !== undefined) {
        suggestions.set(
          linkpath,
          files.near.to(linkpath, ({ path }) => attachmentEnding(path) === ending && canMean(linkpath, path)),
        );
        return;
      }
      const found = await this.sameName(linkpath, known, signal);
      // A date does not mean another day.
      if (compared.has(linkpath) && /\p{L}/u.test(nameOf(linkpath)))
        await this.addNear(found, linkpath, known, signal);
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

  private async addNear(
    found: Set<string>,
    linkpath: string,
    { notes, byWord }: Known,
    signal: AbortSignal,
  ): Promise<void> {
    const add = (paths: Iterable<string>): void => {
      for (const path of paths) if (this.isSeen(path)) found.add(path);
    };
    const isNear = (path: string): boolean => canMean(linkpath, path) && this.isSeen(path);
    add(nearestNamed(linkpath, notes, maxSuggestions, isNear));
    if (found.size < maxSuggestions) add(await this.context.aliases.notesNear(nameOf(linkpath), signal));
    if (found.size < maxSuggestions) add(sharingWords(wordsOf(linkpath), byWord, notes));
  }

  /** @param compared those that are compared with the names of notes */
  private async knownOf(
    linkpaths: readonly string[],
    compared: Iterable<string>,
    signal: AbortSignal,
  ): Promise<Known> {
    const { facts, files, slicer } = this.context;
    const notes: Named[] = [];
    const byWord = new Map<string, number[]>();
    for (const linkpath of compared) for (const one of wordsOf(linkpath)) byWord.set(one, []);
    const loop = { slicer, signal };
    await forEachInTurn(await files.notesSliced(loop), loop, async note => {
      // A note may have a hundred thousand aliases.
      await forEachInTurn([note.path, ...facts.of(note).aliases], loop, name => {
        for (const one of wordsOf(name, true)) {
          const places = byWord.get(one);
          if (places?.at(-1) !== notes.length) places?.push(notes.length);
        }
      });
      notes.push(named(note.path));
    });
    return { notes, byWord, formerly: await this.formerNames(new Set(linkpaths.map(nameOf)), signal) };
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
  const firstOf = (name: string): string | undefined => nameOf(name).match(word)?.[0];
  const isShort = isShortName(nameOf(linkpath).replace(/\.\p{L}\w*$/u, () => ''));
  return !isShort || firstOf(linkpath) === firstOf(path);
}

/** @param withFirst keeps the first word even if it is short */
function wordsOf(path: string, withFirst = false): string[] {
  const name = nameOf(path);
  const words = name.match(word) ?? [];
  const kept = withFirst ? words[0] : name;
  return words.filter(one => one.length >= minWordLength || one === kept || /[^\p{ASCII}]/u.test(one));
}

interface Scored {
  readonly path: string;
  readonly score: number;
}

/**
 * Paths of the notes with a word that few names have, or with half of all words by their letters; rare words count more.
 * Returns enough for `maxSuggestions` to remain after those found otherwise.
 */
function sharingWords(words: readonly string[], byWord: Known['byWord'], notes: Known['notes']): string[] {
  const scores = new Float64Array(notes.length);
  const shared = new Uint16Array(notes.length);
  const asked = new Set(words);
  for (const one of asked) {
    const sharing = itemsOf(byWord, one);
    const weight = 1 / Math.log2(sharing.length + 1);
    const letters = sharing.length > maxTelling ? one.length : maxNameLength;
    for (const place of sharing) {
      scores[place] = itemAt(scores, place) + weight;
      shared[place] = itemAt(shared, place) + letters;
    }
  }
  const half = [...asked].reduce((sum, { length }) => sum + length, 0) / 2;
  // Not sorted as a whole: a common word is in thousands of notes.
  const best: Scored[] = [];
  for (let place = 0; place < notes.length; place += 1) {
    const score = itemAt(scores, place);
    const last = best[2 * maxSuggestions - 1];
    if (score === 0 || itemAt(shared, place) < half || score < (last?.score ?? 0)) continue;
    const scored = { path: itemAt(notes, place).text, score };
    if (last !== undefined && compareScored(scored, last) >= 0) continue;
    best.push(scored);
    best.sort(compareScored).splice(2 * maxSuggestions);
  }
  return best.map(({ path }) => path);
}

function compareScored(a: Scored, b: Scored): number {
  return b.score - a.score || a.path.length - b.path.length || compareKeys(a.path, b.path);
}
