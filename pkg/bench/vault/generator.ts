/** Makes every file of a vault in a fixed order, and collects the expected results. */
import { attachments, imageNames } from './attachments';
import type { LinkWorld } from './links';
import { OrdinaryNotes } from './ordinary';
import { type NotePlace, placeOf } from './places';
import { dueBy, hubSources, isPlain, twoWords } from './planted';
import { Random, sample } from './random';
import * as special from './special';
import { TagCounter, TagPool } from './tags';
import type { Truth } from './truth';
import { Vocabulary } from './words';

export interface VaultFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** The writer of the files counts bytes and folders. */
export type KnownTruth = Omit<Truth, 'version' | 'digest' | 'bytes' | 'folders'>;

/** Of some 70 characters each. */
const longSentences = 57;

export class VaultGenerator {
  private readonly vocabulary = new Vocabulary(isPlain);
  private readonly specials: readonly special.SpecialFile[];
  private readonly attached: readonly special.SpecialFile[];
  private readonly odd = special.brokenLinks();
  private readonly islands = special.islands(this.vocabulary);
  private readonly plain = special.plainNotes(this.vocabulary);
  private readonly places: readonly NotePlace[];
  private readonly world: LinkWorld;
  private readonly hubLinks: ReadonlyMap<string, readonly number[]>;
  private readonly properties = { activeNotes: 0, ratedHigh: 0 };
  private readonly tasks = { openTasks: 0, dueTasks: 0 };
  private readonly tags = new TagCounter();
  private readonly ordinary: OrdinaryNotes;

  /** @param isLong whether ordinary notes get some 4.4 kB of prose more */
  constructor(
    private readonly notes: number,
    private readonly isLong = false,
  ) {
    const { vocabulary } = this;
    this.specials = [
      ...special.hubs(vocabulary),
      ...this.islands,
      ...this.plain,
      ...special.bigNotes(vocabulary),
      ...special.scratchNotes(),
      ...this.odd.files,
      ...special.oddNotes(),
    ];
    const ordinary = notes - this.specials.length;
    this.places = Array.from({ length: ordinary }, (_item, index) => placeOf(index, vocabulary));
    this.hubLinks = new Map(
      special.hubNames.map(name => [name, sample(`hub ${name}`, hubSources, ordinary)]),
    );
    const images = imageNames(notes);
    this.attached = attachments(images);
    this.world = { places: this.places, images, hubsOf: inverted(this.hubLinks) };
    const pool = new TagPool(vocabulary, ordinary);
    this.ordinary = new OrdinaryNotes(this.world, pool, vocabulary, notes);
  }

  /** Every file once, always in this order. */
  *files(): Generator<VaultFile> {
    yield { path: '.obsidian/app.json', content: '{}\n' };
    yield* this.specials;
    special.scratchNotes().forEach(() => this.tags.add([special.scratchTag]));
    yield* this.attached;
    for (const [index, place] of this.places.entries()) {
      const { text, tags, status, rating } = this.ordinary.note(index, place);
      if (status === 'active') this.properties.activeNotes += 1;
      if ((rating ?? 0) >= 4) this.properties.ratedHigh += 1;
      this.tags.add(tags);
      this.countTasks(text);
      yield { path: place.path, content: this.isLong ? text + this.prose(index) : text };
    }
  }

  /** To be called after all files were made. */
  truth(): KnownTruth {
    const texts = this.texts();
    return {
      notes: this.notes,
      attachments: this.attached.length,
      texts,
      bothWords: bothWords(texts),
      tags: this.tags.rows(),
      ...this.properties,
      ...this.tasks,
      hub: { path: special.hubPath, sources: this.pathsOf(this.hubLinks.get(special.hubNames[0]) ?? []) },
      broken: this.odd.broken,
      islands: { path: special.islandFolder, notes: this.islands.map(({ path }) => path) },
      folder: { path: special.plainFolder, notes: this.plain.map(({ path }) => path) },
      sample: knownNote(this.specials, special.samplePath),
      scratch: special.scratchNotes().map(({ path }) => knownNote(this.specials, path)),
    };
  }

  private prose(index: number): string {
    const random = new Random(`prose ${index}`);
    const sentences = Array.from({ length: longSentences }, () => this.vocabulary.sentence(random));
    return `\n${sentences.join(' ')}\n`;
  }

  private countTasks(text: string): void {
    for (const [line] of text.matchAll(/^- \[ \] .*$/gmu)) {
      this.tasks.openTasks += 1;
      const [, due] = /(?:📅|due::) (\d{4}-\d{2}-\d{2})/u.exec(line) ?? [];
      if (due !== undefined && due <= dueBy) this.tasks.dueTasks += 1;
    }
  }

  private texts(): Record<string, string[]> {
    const texts: Record<string, string[]> = {};
    for (const [index, { path }] of this.places.entries()) {
      for (const name of this.ordinary.plantedIn(index)) (texts[name] ??= []).push(path);
    }
    for (const paths of Object.values(texts)) paths.sort();
    return texts;
  }

  private pathsOf(indexes: readonly number[]): string[] {
    return indexes.map(index => this.places[index]?.path ?? '').sort();
  }
}

function inverted(byName: ReadonlyMap<string, readonly number[]>): Map<number, string[]> {
  const byIndex = new Map<number, string[]>();
  for (const [name, indexes] of byName) {
    for (const index of indexes) byIndex.set(index, [...(byIndex.get(index) ?? []), name]);
  }
  return byIndex;
}

function bothWords(texts: Readonly<Record<string, readonly string[]>>): string[] {
  const [first, second] = twoWords.map(word => new Set([...(texts[word] ?? []), ...(texts['both'] ?? [])]));
  return [...(first ?? [])].filter(path => second?.has(path) === true).sort();
}

function knownNote(files: readonly VaultFile[], path: string): { path: string; text: string } {
  const content = files.find(file => file.path === path)?.content;
  if (typeof content !== 'string') throw new Error(`${path} is no text.`);
  return { path, text: content };
}
