import type { TFile } from 'obsidian';
import type { CallerContext } from '../../caller-context';
import { Best } from '../../../search/score/best';
import { itemAt } from '../../../utils/item-at';
import { compareKeys } from '../../../utils/text/folding';
import type { Candidate } from '../../../utils/text/similar/name-distance';
import type { Steps } from '../../../utils/slicing/steps';
import { drive, sliced, type SlicedLoop, type SliceTurn } from '../../../utils/slicing/time-slicer';
import { nameOf, namesAsked, wordsOf } from '../../index/names/name-words';

const maxSuggestions = 3;
/** From so many names on, an index of all names costs less than reading them for each. */
const manyNames = 20;

/** What the notes and the journal know about the names in broken links, folded. */
interface Known {
  /** By number; undefined where the note is gone, whose number another one may have now. */
  readonly note: (number: number) => TFile | undefined;
  /** Paths by alias, and by the name that a note had before it was moved. */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
  /** Numbers of the visible notes that have each word of the links in their names or aliases. */
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  readonly near: (linkpath: string) => Steps<string[]>;
  /** By number of the note; reset to zero after each link. */
  readonly scores: Float64Array;
}

/** Suggests visible notes that broken links may mean. */
export class LinkSuggestions {
  constructor(private readonly context: CallerContext) {}

  /** At most three paths per linkpath: by alias or former name, similar spelling of name or alias, or shared words. */
  async of(linkpaths: Iterable<string>, signal: AbortSignal): Promise<ReadonlyMap<string, string[]>> {
    const turn = this.context.slicer.slice({ signal });
    const wanted = new Set<string>();
    for (const linkpath of linkpaths) {
      wanted.add(linkpath);
      if (turn.due()) await turn.pause();
    }
    const suggestions = new Map<string, string[]>();
    if (wanted.size === 0) return suggestions;
    const known = await this.knownOf(wanted, turn, signal);
    for await (const linkpath of sliced(wanted, turn))
      suggestions.set(linkpath, await this.suggestionsFor(linkpath, known, { turn, signal }));
    return suggestions;
  }

  private isSeen(path: string): boolean {
    return this.context.files.noteAtExactly(path) !== undefined;
  }

  private async suggestionsFor(
    linkpath: string,
    known: Known,
    { turn, signal }: { readonly turn: SliceTurn; readonly signal: AbortSignal },
  ): Promise<string[]> {
    const { aliasIndex } = this.context;
    const named = [...(known.named.get(nameOf(linkpath)) ?? [])].filter(path => this.isSeen(path));
    const found = new Set([...named, ...(await drive(known.near(linkpath), turn))]);
    if (found.size < maxSuggestions) {
      const aliased = await aliasIndex.notesNear(nameOf(linkpath), signal);
      for (const { path } of aliased) if (this.isSeen(path)) found.add(path);
    }
    const sharing = found.size < maxSuggestions ? await sharingWords(linkpath, known).sorted(turn) : [];
    const shared = sharing.map(({ path }) => path).filter(path => this.isSeen(path));
    return [...new Set([...found, ...shared])].slice(0, maxSuggestions);
  }

  private async knownOf(wanted: ReadonlySet<string>, turn: SliceTurn, signal: AbortSignal): Promise<Known> {
    const { files, nameWords, nearNames, slicer } = this.context;
    const { names, words } = await drive(namesAsked(wanted), turn);
    const table = await nameWords.open(turn);
    const visible = files.access.isNarrowed ? await this.visibleNotes(signal, turn) : undefined;
    const named = await this.formerNames(names, turn);
    await this.addAliases(named, names, { slicer, signal });
    // The table may change while this call pauses, and give a number to another note.
    const notes = [...table.notes];
    const noteOf = (number: number): TFile | undefined => {
      const note = notes[number];
      return note === table.notes[number] ? note : undefined;
    };
    const byWord = new Map<string, readonly number[]>();
    for (const one of words) {
      const sharing: number[] = [];
      for (const number of [...table.with(one)]) {
        const note = noteOf(number);
        if (note !== undefined && visible?.has(note) !== false) sharing.push(number);
        if (turn.due()) await turn.pause();
      }
      byWord.set(one, sharing);
      if (turn.due()) await turn.pause();
    }
    const finder = await (wanted.size < manyNames ? nearNames.open(turn) : nearNames.openForMany(turn));
    const folded = new Map<number, Candidate>();
    const isSeen = (path: string): boolean => this.isSeen(path);
    const near = (linkpath: string): Steps<string[]> =>
      finder.searching(linkpath, maxSuggestions, isSeen, folded);
    return { note: noteOf, named, byWord, near, scores: new Float64Array(notes.length) };
  }

  private async visibleNotes(signal: AbortSignal, turn: SliceTurn): Promise<ReadonlySet<TFile>> {
    const { files, slicer } = this.context;
    const visible = new Set<TFile>();
    for (const note of await files.notesSliced({ slicer, signal })) {
      visible.add(note);
      if (turn.due()) await turn.pause();
    }
    return visible;
  }

  /** Adds the visible notes that have one of the names as an alias, in the vault's order. */
  private async addAliases(
    named: Map<string, Set<string>>,
    names: ReadonlySet<string>,
    loop: SlicedLoop,
  ): Promise<void> {
    const { aliasIndex, files } = this.context;
    const turn = loop.slicer.slice(loop);
    const holders = await aliasIndex.holdersOf(names, turn);
    if (holders.size === 0) return;
    for (const note of await files.notesSliced(loop)) {
      for (const alias of holders.get(note) ?? []) add(named, alias, note.path);
      if (turn.due()) await turn.pause();
    }
  }

  /** Current paths of notes that were moved through Lectern, by their former names. */
  private async formerNames(names: ReadonlySet<string>, turn: SliceTurn): Promise<Map<string, Set<string>>> {
    const named = new Map<string, Set<string>>();
    const now = new Map<string, string>();
    for (const { files } of this.context.journal.newestFirst()) {
      for (const { path, newPath } of files) {
        if (turn.due()) await turn.pause();
        if (newPath === undefined) continue;
        const target = now.get(newPath) ?? newPath;
        now.set(path, target);
        const name = nameOf(path);
        if (names.has(name) && this.context.files.mayRead(path)) add(named, name, target);
      }
    }
    return named;
  }
}

/**
 * Paths of the notes with most of the words, rare words counting more; enough that `maxSuggestions` remain
 * without those found otherwise. Uses an array of scores and a short best list, not a sorted map: a common
 * word is in thousands of notes, and a vault can have thousands of broken links.
 */
function sharingWords(linkpath: string, { note: noteOf, byWord, scores }: Known): Best<Scored> {
  const touched: number[] = [];
  for (const one of new Set(wordsOf(linkpath))) {
    const sharing = byWord.get(one) ?? [];
    const weight = 1 / Math.log2(sharing.length + 1);
    for (const index of sharing) {
      const score = itemAt(scores, index);
      if (score === 0) touched.push(index);
      scores[index] = score + weight;
    }
  }
  const best = new Best<Scored>(2 * maxSuggestions, compareScored);
  for (const index of touched) {
    const score = itemAt(scores, index);
    const note = noteOf(index);
    if (note !== undefined && score >= (best.bound?.score ?? 0)) best.offer({ path: note.path, score });
    scores[index] = 0;
  }
  return best;
}

interface Scored {
  readonly path: string;
  readonly score: number;
}

function compareScored(a: Scored, b: Scored): number {
  return b.score - a.score || a.path.length - b.path.length || compareKeys(a.path, b.path);
}

function add(map: Map<string, Set<string>>, key: string, path: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([path]));
  else known.add(path);
}
