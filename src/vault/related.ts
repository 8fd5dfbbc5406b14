import type { App, TFile } from 'obsidian';
import { sharedWords } from '../search/shared-words';
import { sortSliced } from '../search/sliced-sort';
import { compareNames } from '../utils/folding';
import type { TimeSlicer } from '../utils/time-slicer';
import type { Links } from './links';
import type { MetadataReadiness } from './metadata-readiness';
import type { NoteFactsReader } from './note-facts';
import type { NoteTexts } from './note-texts';
import type { Notes } from './notes';
import { isNote, type VisibleFiles } from './visible-files';

export interface RelatedNote {
  path: string;
  title: string;
  score: number;
  reasons: string[];
}

export interface RelatedParts {
  readonly app: App;
  readonly files: VisibleFiles;
  readonly notes: Notes;
  readonly links: Links;
  readonly facts: NoteFactsReader;
  readonly texts: NoteTexts;
  readonly readiness: MetadataReadiness;
  readonly slicer: TimeSlicer;
}

/** What each kind of tie adds to a score, before rarity. */
const weights = { linked: 3, sharedTarget: 1, sharedSource: 1, tag: 1, titleWord: 1.5, word: 0.5 } as const;

interface Ties {
  score: number;
  readonly reasons: Map<string, string[]>;
}

type Tied = readonly [path: string, ties: Ties];

/** Notes tied to one note by links, tags and words: a rare tie says more than a common one. */
export class RelatedNotes {
  constructor(private readonly parts: RelatedParts) {}

  async of(
    reference: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ path: string; related: RelatedNote[] }> {
    const { files, notes, readiness, facts } = this.parts;
    const file = await notes.textFile(reference);
    await readiness.wait(signal);
    const ties = new Map<string, Ties>();
    await this.byLinks(file, ties, signal);
    await this.byTagsAndTitle(file, ties, signal);
    await this.byWords(file, ties, signal);
    ties.delete(file.path);
    const order = ([a, one]: Tied, [b, other]: Tied): number => other.score - one.score || compareNames(a, b);
    const turn = this.parts.slicer.slice({ signal });
    const ranked = (await sortSliced([...ties], order, turn)).slice(0, limit);
    return {
      path: file.path,
      related: ranked.flatMap(([path, { score, reasons }]) => {
        const note = files.noteAtExactly(path);
        return note === undefined
          ? []
          : [
              {
                path,
                title: facts.titleOf(note),
                score: Math.round(score * 1000) / 1000,
                reasons: reasonsOf(reasons),
              },
            ];
      }),
    };
  }

  private async byLinks(file: TFile, ties: Map<string, Ties>, signal: AbortSignal): Promise<void> {
    const { links, slicer } = this.parts;
    const graph = await links.whole(signal);
    const turn = slicer.slice({ signal });
    const targets = graph.outgoing(file.path);
    const sources = graph.incoming(file.path);
    for (const path of targets) this.tie(ties, path, weights.linked, 'linked from it', '');
    for (const path of sources) this.tie(ties, path, weights.linked, 'links to it', '');
    for (const target of targets) {
      const others = graph.incoming(target);
      const weight = weights.sharedTarget / Math.log2(others.length + 1);
      for (const path of others) {
        this.tie(ties, path, weight, 'both link to', target);
        if (turn.due()) await turn.pause();
      }
      if (turn.due()) await turn.pause();
    }
    for (const source of sources) {
      const others = graph.outgoing(source);
      const weight = weights.sharedSource / Math.log2(others.length + 1);
      for (const path of others) {
        this.tie(ties, path, weight, 'both linked from', source);
        if (turn.due()) await turn.pause();
      }
      if (turn.due()) await turn.pause();
    }
  }

  private async byTagsAndTitle(file: TFile, ties: Map<string, Ties>, signal: AbortSignal): Promise<void> {
    const { files, facts, slicer } = this.parts;
    const notes = files.notes();
    const wantedTags = new Set(facts.of(file).tagKeys);
    const wantedWords = new Set(wordsOf(facts.titleOf(file)));
    const carriers = new Map<string, TFile[]>();
    const turn = slicer.slice({ signal });
    for (const note of notes) {
      for (const tag of facts.of(note).tagKeys) if (wantedTags.has(tag)) add(carriers, `tag ${tag}`, note);
      for (const word of wordsAmong(facts.titleOf(note), wantedWords))
        add(carriers, `title word ${word}`, note);
      if (turn.due()) await turn.pause();
    }
    for (const [feature, carrying] of carriers) {
      const rarity = rarityOf(carrying.length, notes.length);
      const isTag = feature.startsWith('tag ');
      const [reason, detail] = isTag
        ? ['shares the tag', feature.slice(4)]
        : ['shares the title word', feature.slice(11)];
      for (const { path } of carrying) {
        this.tie(ties, path, (isTag ? weights.tag : weights.titleWord) * rarity, reason, detail);
        if (turn.due()) await turn.pause();
      }
    }
  }

  private async byWords(file: TFile, ties: Map<string, Ties>, signal: AbortSignal): Promise<void> {
    const { files, texts, slicer } = this.parts;
    const notes = files.notes();
    const store = await texts.read(notes, signal);
    const turn = slicer.slice({ signal });
    const seen = new Set(notes.map(note => note.path));
    const shared = await sharedWords(store, file.path, { accepts: path => seen.has(path), turn });
    for (const [word, paths] of shared) {
      const weight = weights.word * rarityOf(paths.length + 1, notes.length);
      for (const path of paths) this.tie(ties, path, weight, 'shares the words', word);
    }
  }

  private tie(ties: Map<string, Ties>, path: string, weight: number, reason: string, detail: string): void {
    const file = this.parts.app.vault.getFileByPath(path);
    if (file === null || !isNote(file)) return;
    const known = ties.get(path) ?? { score: 0, reasons: new Map<string, string[]>() };
    known.score += weight;
    known.reasons.set(reason, [...(known.reasons.get(reason) ?? []), detail].slice(0, 4));
    ties.set(path, known);
  }
}

/** 1 for a tie of one note, nearly 0 for one of all. */
function rarityOf(having: number, notes: number): number {
  return Math.log(1 + notes / having) / Math.log(1 + notes);
}

function reasonsOf(reasons: ReadonlyMap<string, readonly string[]>): string[] {
  return [...reasons].map(([reason, details]) =>
    `${reason} ${details.filter(detail => detail !== '').join(', ')}`.trim(),
  );
}

/** Most titles have none of the words: looking for those first takes a third of the time. */
function wordsAmong(title: string, wanted: ReadonlySet<string>): readonly string[] {
  const lower = title.toLowerCase();
  for (const word of wanted) {
    if (lower.includes(word)) return [...new Set(wordsOf(title))].filter(found => wanted.has(found));
  }
  return [];
}

function wordsOf(title: string): string[] {
  return title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}

function add(carriers: Map<string, TFile[]>, feature: string, note: TFile): void {
  const known = carriers.get(feature);
  if (known === undefined) carriers.set(feature, [note]);
  else known.push(note);
}
