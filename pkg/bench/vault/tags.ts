/** The tags of ordinary notes, and the number of notes with each. */
import { plantedTags } from './planted';
import { type Random, sample } from './random';
import type { Vocabulary } from './words';

export interface TagCount {
  readonly tag: string;
  /** Notes with the tag itself. */
  readonly count: number;
  /** Notes with the tag or one nested in it. */
  readonly total: number;
}

const branches = ['open', 'done', 'idea', 'idea/raw', 'idea/ripe', 'reading'];

export class TagPool {
  private readonly pool: readonly string[];
  private readonly planted = new Map<number, string[]>();

  constructor(vocabulary: Vocabulary, notes: number) {
    const stems = vocabulary.names.slice(100, 140);
    this.pool = stems.flatMap((stem, at) => [
      stem,
      ...branches.slice(0, at % (branches.length + 1)).map(branch => `${stem}/${branch}`),
    ]);
    for (const { tag, share } of plantedTags) {
      for (const index of sample(`tag ${tag}`, Math.max(3, Math.floor(notes * share)), notes)) {
        this.planted.set(index, [...(this.planted.get(index) ?? []), tag]);
      }
    }
  }

  /** Different tags for a note. */
  tagsOf(index: number, random: Random): string[] {
    const tags = new Set(this.planted.get(index));
    while (random.chance(0.55))
      tags.add(this.pool[Math.floor(this.pool.length * random.next() ** 2)] ?? 'misc');
    return [...tags];
  }
}

/** Counts the tags of one note after another. */
export class TagCounter {
  private readonly counts = new Map<string, number>();
  private readonly totals = new Map<string, number>();

  add(tags: readonly string[]): void {
    for (const tag of tags) increment(this.counts, tag);
    for (const tag of new Set(tags.flatMap(withParents))) increment(this.totals, tag);
  }

  /** Sorted by name; a parent that no note has itself has a count of 0. */
  rows(): TagCount[] {
    return [...this.totals]
      .map(([tag, total]) => ({ tag, count: this.counts.get(tag) ?? 0, total }))
      .sort((a, b) => (a.tag < b.tag ? -1 : 1));
  }
}

function withParents(tag: string): string[] {
  const parts = tag.split('/');
  return parts.map((_part, at) => parts.slice(0, at + 1).join('/'));
}

function increment(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}
