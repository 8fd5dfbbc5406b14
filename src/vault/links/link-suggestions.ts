import type { CallerContext } from '../caller-context';
import type { TFile } from 'obsidian';
import { foldPath, type NameFinder } from '../../utils/text/folding';
import type { SliceTurn } from '../../utils/slicing/time-slicer';

const maxSuggestions = 3;
const word = /[\p{L}\p{N}]+/gu;
/** A shorter word says little, unless it is all of the name. */
const minWordLength = 3;

/** What the notes and the journal say of the names of broken links, folded. */
interface Known {
  /** Paths by alias, and by the name that a note had before it was moved. */
  readonly named: ReadonlyMap<string, readonly string[]>;
  /** Paths by each word of their names and aliases that is in one of the links. */
  readonly byWord: ReadonlyMap<string, readonly string[]>;
  readonly near: NameFinder;
}

/** The notes that broken links may mean, of those that the caller sees. */
export class LinkSuggestions {
  constructor(private readonly context: CallerContext) {}

  /** At most three paths for each linkpath: of that alias or former name, near in spelling, with shared words. */
  async of(linkpaths: Iterable<string>, signal: AbortSignal): Promise<ReadonlyMap<string, string[]>> {
    const turn = this.context.slicer.slice({ signal });
    const wanted = new Set(linkpaths);
    const suggestions = new Map<string, string[]>();
    if (wanted.size === 0) return suggestions;
    const notes = await this.context.files.notesSliced({ slicer: this.context.slicer, signal });
    const known = await this.knownOf(notes, new Set([...wanted].flatMap(wordsOf)), turn);
    for (const linkpath of wanted) {
      suggestions.set(linkpath, this.suggestionsFor(linkpath, known));
      if (turn.due()) await turn.pause();
    }
    return suggestions;
  }

  private suggestionsFor(linkpath: string, { named, byWord, near }: Known): string[] {
    const isSeen = (path: string): boolean => this.context.files.noteAtExactly(path) !== undefined;
    const found = [
      ...(named.get(nameOf(linkpath)) ?? []).filter(isSeen),
      ...near.nearest(linkpath, maxSuggestions, isSeen),
      ...sharingWords(wordsOf(linkpath), byWord),
    ];
    return [...new Set(found)].slice(0, maxSuggestions);
  }

  private async knownOf(
    notes: readonly TFile[],
    words: ReadonlySet<string>,
    turn: SliceTurn,
  ): Promise<Known> {
    const { facts, nearNames } = this.context;
    const named = await this.formerNames(turn);
    const byWord = new Map<string, string[]>();
    const enter = (note: TFile): void => {
      const { aliases } = facts.of(note);
      for (const alias of aliases) add(named, foldPath(alias), note.path);
      for (const one of new Set([note.path, ...aliases].flatMap(wordsOf)))
        if (words.has(one)) add(byWord, one, note.path);
    };
    for (const note of notes) {
      enter(note);
      if (turn.due()) await turn.pause();
    }
    return { named, byWord, near: await nearNames.open(turn) };
  }

  /** Where the notes are now that were moved through Lectern, by the name they had. */
  private async formerNames(turn: SliceTurn): Promise<Map<string, string[]>> {
    const named = new Map<string, string[]>();
    const now = new Map<string, string>();
    for (const { files } of this.context.journal.newestFirst()) {
      for (const { path, newPath } of files) {
        if (turn.due()) await turn.pause();
        if (newPath === undefined) continue;
        const target = now.get(newPath) ?? newPath;
        now.set(path, target);
        if (this.context.files.mayRead(path)) add(named, nameOf(path), target);
      }
    }
    return named;
  }
}

/** Notes with most of the words first, rare words counting more. */
function sharingWords(words: readonly string[], byWord: Known['byWord']): string[] {
  const scores = new Map<string, number>();
  for (const one of new Set(words)) {
    const paths = byWord.get(one) ?? [];
    for (const path of paths) scores.set(path, (scores.get(path) ?? 0) + 1 / Math.log2(paths.length + 1));
  }
  return [...scores]
    .sort(([pathA, a], [pathB, b]) => b - a || pathA.length - pathB.length || (pathA < pathB ? -1 : 1))
    .map(([path]) => path);
}

function add(map: Map<string, string[]>, key: string, path: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [path]);
  else if (!known.includes(path)) known.push(path);
}

/** The last part of a path, folded and without `.md`. */
function nameOf(path: string): string {
  return foldPath(path.slice(path.lastIndexOf('/') + 1)).replace(/\.md$/u, () => '');
}

function wordsOf(path: string): string[] {
  const name = nameOf(path);
  const words = name.match(word) ?? [];
  return words.filter(one => one.length >= minWordLength || one === name || /[^\p{ASCII}]/u.test(one));
}
