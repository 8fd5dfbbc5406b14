import { addTo, itemsOf } from '../../utils/collections';
import type { CallerContext } from '../caller-context';
import type { TFile } from 'obsidian';
import { relatedByWords } from '../../search/related-by-words';
import { compareKeys, nameKey } from '../../utils/text/folding';
import { isNote } from '../access/visible-files';
import { contains } from '../../utils/text/text-search';
import { filtered, forEachInTurn } from '../../utils/slicing/time-slicer';

interface RelatedNote {
  path: string;
  title: string;
  score: number;
  reasons: string[];
}

/** How much each kind of relation adds to a score, before rarity. */
const weights = {
  linked: 3,
  sharedLink: 1,
  tag: 1,
  titleWord: 1.5,
  words: 1,
  meaning: 2,
} as const;

/** Notes similar in meaning. */
const maxNear = 20;
/** The rank among them that counts half as much as the first. */
const nearHalf = 5;
/** Least cosine of two vectors. Models differ: if one finds most texts nearer than this, only their order matters. */
const minNearness = 0.5;

const minHubLinks = 5;

/** For each kind of relation. */
const shownDetails = 4;

/** One question for related notes, and what relates them so far. */
interface Relations {
  readonly file: TFile;
  readonly notes: readonly TFile[];
  readonly ties: Map<string, Ties>;
  readonly signal: AbortSignal;
}

interface Ties {
  score: number;
  readonly reasons: Map<string, string[]>;
}

/** Notes related to one note by links, tags and words: a rare relation counts more than a common one. */
export class RelatedNotes {
  constructor(private readonly context: CallerContext) {}

  /** @param excludeLinked leaves out notes that this one links to or is linked from */
  async of(
    reference: string,
    { limit, excludeLinked }: { readonly limit: number; readonly excludeLinked: boolean },
    signal: AbortSignal,
  ): Promise<{ path: string; related: RelatedNote[]; hints?: string[] }> {
    const { files, notes, readiness, facts, slicer } = this.context;
    const file = await notes.textFile(reference);
    await readiness.wait(signal);
    const ties = new Map<string, Ties>();
    const relations = { file, notes: await files.notesSliced({ slicer, signal }), ties, signal };
    await this.byLinks(relations);
    await this.byTags(relations);
    await this.byTitle(relations);
    await this.byWords(relations);
    await this.byMeaning(relations);
    ties.delete(file.path);
    if (excludeLinked) await this.dropLinked(file, ties, signal);
    const ranked = this.best(ties, limit);
    const hint = excludeLinked
      ? 'Other notes are related to this one by links alone.'
      : 'No other note shares a link, a tag or a rare word with this one.';
    return {
      path: file.path,
      ...(ranked.length === 0 ? { hints: [hint] } : {}),
      related: ranked.flatMap(([path, { score, reasons }]) => {
        const note = files.noteAtExactly(path);
        if (note === undefined) return [];
        const shown = { score: Math.round(score * 1000) / 1000, reasons: reasonsOf(reasons) };
        return [{ path, title: facts.titleOf(note), ...shown }];
      }),
    };
  }

  private async byLinks({ file, notes, ties, signal }: Relations): Promise<void> {
    const { links, slicer } = this.context;
    const graph = await links.whole(signal);
    const loop = { slicer, signal };
    // A link to a note that most others link to says nothing about the two.
    const isHub = (others: readonly string[]): boolean =>
      others.length >= minHubLinks && others.length * 2 > notes.length;
    // A link of a note to itself relates it to nothing.
    const outgoing = (path: string): string[] => graph.outgoing(path).filter(other => other !== path);
    const incoming = (path: string): string[] => graph.incoming(path).filter(other => other !== path);
    const ways = [
      { ends: outgoing(file.path), othersOf: incoming, direct: 'linked from it', shared: 'both link to' },
      { ends: incoming(file.path), othersOf: outgoing, direct: 'links to it', shared: 'both linked from' },
    ] as const;
    for (const { ends, othersOf, direct } of ways)
      for (const path of ends) {
        const others = othersOf(path);
        const weight = weights.linked * rarityOf(others.length, notes.length);
        if (!isHub(others)) this.tie(ties, path, weight, direct, '');
      }
    for (const { ends, othersOf, shared } of ways)
      await forEachInTurn(ends, loop, end => {
        const others = othersOf(end);
        if (isHub(others)) return undefined;
        const ofEach = weights.sharedLink / Math.log2(others.length + 1);
        return forEachInTurn(others, loop, path => this.tie(ties, path, ofEach, shared, end));
      });
  }

  private async dropLinked(file: TFile, ties: Map<string, Ties>, signal: AbortSignal): Promise<void> {
    const graph = await this.context.links.whole(signal);
    for (const path of [...graph.outgoing(file.path), ...graph.incoming(file.path)]) ties.delete(path);
  }

  private async byTags({ file, notes, ties, signal }: Relations): Promise<void> {
    const { files, facts, tagIndex, slicer } = this.context;
    const loop = { slicer, signal };
    const tags = await tagIndex.all(signal);
    const isSeen = (note: TFile): boolean => !files.access.isNarrowed || files.canSee(note);
    await forEachInTurn(facts.of(file).tagKeys, loop, async tag => {
      const carrying = await filtered([...(tags.get(tag)?.own ?? [])], isSeen, loop);
      const weight = weights.tag * rarityOf(carrying.length, notes.length);
      await forEachInTurn(carrying, loop, ({ path }) => this.tie(ties, path, weight, 'shares the tag', tag));
    });
  }

  private async byTitle({ file, notes, ties, signal }: Relations): Promise<void> {
    const { facts, slicer } = this.context;
    const wanted = new Set(wordsOf(facts.titleOf(file)));
    if (wanted.size === 0) return;
    const carriers = new Map<string, TFile[]>();
    const loop = { slicer, signal };
    await forEachInTurn(notes, loop, note => {
      for (const word of wordsAmong(facts.titleOf(note), wanted)) addTo(carriers, word, note);
    });
    await forEachInTurn(carriers, loop, ([word, carrying]) => {
      const weight = weights.titleWord * rarityOf(carrying.length, notes.length);
      return forEachInTurn(carrying, loop, ({ path }) =>
        this.tie(ties, path, weight, 'shares the title word', word),
      );
    });
  }

  private async byWords({ file, notes, ties, signal }: Relations): Promise<void> {
    const { clock, texts, slicer } = this.context;
    const store = await texts.read(notes, signal);
    const seen = new Set(notes.map(note => note.path));
    const accepts = (path: string): boolean => seen.has(path);
    const related = await relatedByWords(store, file.path, {
      accepts,
      slicer,
      signal,
      now: clock.now().getTime(),
    });
    for (const { path, score, words } of related)
      for (const word of words)
        this.tie(ties, path, (weights.words * score) / words.length, 'shares the words', word);
  }

  /** Only if the user has set an embeddings server. */
  private async byMeaning({ file, ties, signal }: Relations): Promise<void> {
    const { files, meaning, slicer } = this.context;
    if (!meaning.isOn) return;
    const accepts = (path: string): boolean => path !== file.path && files.noteAtExactly(path) !== undefined;
    const options = { accepts, most: maxNear, turn: slicer.slice({ signal }) };
    const near = await meaning.nearNote(file.path, options);
    for (const [place, { path }] of near.filter(({ nearness }) => nearness >= minNearness).entries())
      this.tie(ties, path, (weights.meaning * nearHalf) / (nearHalf + place), 'is near in meaning', '');
  }

  private tie(ties: Map<string, Ties>, path: string, weight: number, reason: string, detail: string): void {
    let known = ties.get(path);
    if (known === undefined) {
      const file = this.context.app.vault.getFileByPath(path);
      if (file === null || !isNote(file)) return;
      known = { score: 0, reasons: new Map() };
      ties.set(path, known);
    }
    known.score += weight;
    if (itemsOf(known.reasons, reason).length < shownDetails) addTo(known.reasons, reason, detail);
  }

  /** Sorts only the notes that are shown: a common word relates thousands. */
  private best(ties: ReadonlyMap<string, Ties>, limit: number): [path: string, ties: Ties][] {
    const scores = Float64Array.from([...ties.values()], ({ score }) => score).sort();
    const least = scores[Math.max(0, scores.length - limit)] ?? 0;
    const first = [...ties].filter(([, { score }]) => score >= least);
    const keyed = first.map(tied => ({ tied, score: tied[1].score, key: nameKey(tied[0]) }));
    keyed.sort((a, b) => b.score - a.score || compareKeys(a.key, b.key));
    return keyed.slice(0, limit).map(({ tied }) => tied);
  }
}

/** 1 for a relation to one note, nearly 0 for one to all. */
function rarityOf(having: number, notes: number): number {
  return Math.log(1 + notes / having) / Math.log(1 + notes);
}

function reasonsOf(reasons: ReadonlyMap<string, readonly string[]>): string[] {
  return [...reasons].map(([reason, details]) =>
    `${reason} ${details.filter(detail => detail !== '').join(', ')}`.trim(),
  );
}

/** Most titles have none of the words: checking that first takes a third of the time. */
function wordsAmong(title: string, wanted: ReadonlySet<string>): readonly string[] {
  const lower = title.normalize('NFC').toLowerCase();
  for (const word of wanted) {
    if (contains(lower, word)) return [...new Set(wordsOf(title))].filter(found => wanted.has(found));
  }
  return [];
}

function wordsOf(title: string): string[] {
  const lower = title.normalize('NFC').toLowerCase();
  return lower.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}
