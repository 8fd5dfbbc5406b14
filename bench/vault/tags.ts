/** The tags of ordinary notes. */
import { plantedTags } from './planted';
import { type Random, sample } from './random';
import type { Vocabulary } from './words';

const branches = ['open', 'done', 'idea', 'idea/raw', 'idea/ripe', 'reading'];

export class TagPool {
  private readonly pool: readonly string[];
  private readonly planted = new Map<number, string[]>();
  /** Notes that carry each tag, by tag. */
  readonly counts = new Map<string, number>();

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

  /** Different tags for a note, counted. */
  tagsOf(index: number, random: Random): string[] {
    const tags = new Set(this.planted.get(index));
    while (random.chance(0.55)) tags.add(this.pool[Math.floor(this.pool.length * random.next() ** 2)] ?? 'misc');
    for (const tag of tags) this.counts.set(tag, (this.counts.get(tag) ?? 0) + 1);
    return [...tags];
  }
}
