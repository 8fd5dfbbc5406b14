import { countUp, getOrInsert, itemsOf } from '../../utils/collections';
import { TFile } from 'obsidian';
import { forEachInTurn, type SlicedLoop } from '../../utils/slicing/time-slicer';
import { foldTag, withParents } from '../../utils/properties/property-names';
import { Derived, type IndexSource } from './derived';
import type { MetadataReadiness } from './metadata/metadata-readiness';
import type { NoteFactsIndex } from './metadata/note-metadata';

export interface TagNotes {
  readonly own: ReadonlySet<TFile>;
  /** Notes that carry it or a tag nested in it. */
  readonly within: ReadonlySet<TFile>;
  /** The most frequent spelling in the notes that count; in all notes by default. */
  spelling(loop: SlicedLoop, counts?: (note: TFile) => boolean): Promise<string>;
}

type Spellings = Map<string, number>;

class Entry {
  readonly own = new Set<TFile>();
  readonly within = new Set<TFile>();
  /** How often each spelling is used for this tag, alone or as the beginning of a nested one. */
  private readonly spellings: Spellings = new Map();

  constructor(
    private readonly key: string,
    /** All tags of the note and their parents. */
    private readonly levelsOf: (note: TFile) => readonly TagLevel[],
  ) {}

  respell(spelling: string, step: 1 | -1): void {
    const count = (this.spellings.get(spelling) ?? 0) + step;
    if (count > 0) this.spellings.set(spelling, count);
    else this.spellings.delete(spelling);
  }

  async spelling(loop: SlicedLoop, counts?: (note: TFile) => boolean): Promise<string> {
    if (counts === undefined || this.spellings.size <= 1) return mostFrequent(this.spellings);
    const spellings: Spellings = new Map();
    // A copy: notes may change meanwhile.
    await forEachInTurn([...this.within], loop, note => {
      if (!counts(note)) return;
      for (const { spelling, key } of this.levelsOf(note)) if (key === this.key) countUp(spellings, spelling);
    });
    return mostFrequent(spellings);
  }
}

interface TagLevel {
  readonly spelling: string;
  /** A key of `foldTag`. */
  readonly key: string;
}

/** The tag itself first. */
function levelsOf(tag: string): readonly TagLevel[] {
  return withParents(tag).map(spelling => ({ spelling, key: foldTag(spelling) }));
}

interface TagIndexDependencies extends IndexSource {
  readonly facts: NoteFactsIndex;
  readonly readiness: MetadataReadiness;
}

/** The notes of each tag, and the tags under which each note is stored. */
class TagTable {
  readonly entries = new Map<string, Entry>();
  private readonly entered = new Map<TFile, readonly string[]>();

  enter(file: TFile, tags: readonly string[]): void {
    this.leave(file);
    if (tags.length === 0) return;
    this.entered.set(file, tags);
    for (const tag of tags) this.addTag(file, levelsOf(tag));
  }

  leave(file: TFile): void {
    for (const tag of itemsOf(this.entered, file)) {
      for (const { spelling, key } of levelsOf(tag)) {
        const entry = this.entries.get(key);
        entry?.within.delete(file);
        entry?.own.delete(file);
        entry?.respell(spelling, -1);
        if (entry?.within.size === 0) this.entries.delete(key);
      }
    }
    this.entered.delete(file);
  }

  private addTag(file: TFile, tag: readonly TagLevel[]): void {
    const levelsIn = (note: TFile): readonly TagLevel[] => itemsOf(this.entered, note).flatMap(levelsOf);
    for (const [index, { spelling, key }] of tag.entries()) {
      const entry = getOrInsert(this.entries, key, () => new Entry(key, levelsIn));
      entry.within.add(file);
      entry.respell(spelling, 1);
      if (index === 0) entry.own.add(file);
    }
  }
}

export class TagIndex {
  private readonly table: Derived<TagTable>;

  constructor(private readonly dependencies: TagIndexDependencies) {
    const { app, facts } = dependencies;
    this.table = new Derived(
      dependencies,
      async forEach => {
        const table = new TagTable();
        await forEach(app.vault.getMarkdownFiles(), note => table.enter(note, facts.tagsOf(note)));
        return table;
      },
      ({ patch }) => {
        // The facts must be notified of a changed note first.
        facts.watch();
        const leave = (note: TFile): void => patch(table => table.leave(note));
        return {
          metadataChanged: note => patch(table => table.enter(note, facts.tagsOf(note))),
          metadataDeleted: leave,
          // The metadata cache reports it a moment later.
          deleted: file => {
            if (file instanceof TFile) leave(file);
          },
        };
      },
    );
  }

  /** All tags and the parents of nested ones, by their key, in no order. */
  async all(signal: AbortSignal): Promise<ReadonlyMap<string, TagNotes>> {
    await this.dependencies.readiness.wait(signal);
    return (await this.table.get(signal)).entries;
  }
}

function mostFrequent(spellings: Spellings): string {
  let best = '';
  let most = 0;
  for (const [spelling, count] of spellings)
    if (count > most || (count === most && spelling < best)) [best, most] = [spelling, count];
  return best;
}
