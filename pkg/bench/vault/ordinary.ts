/** The ordinary notes of a vault, each made from its number alone. */
import { bodyOf } from './body';
import { frontmatterOf, type Properties } from './frontmatter';
import { linksOf, linkTarget, type LinkWorld } from './links';
import type { NotePlace } from './places';
import { plantedTexts } from './planted';
import { Random, sample } from './random';
import type { TagPool } from './tags';
import type { Vocabulary } from './words';

export interface OrdinaryNote extends Properties {
  readonly text: string;
  readonly tags: readonly string[];
}

/** Few notes are long: sizes follow a power law between these bounds, characters. */
const smallest = 470;
const largest = 160_000;
const steepness = 1.32;

/** How many times a planted text is in a note that has it. */
const maxRepeats = 12;

export class OrdinaryNotes {
  private readonly planted = new Map<number, { name: string; spelling: string }[]>();

  constructor(
    private readonly world: LinkWorld,
    private readonly tags: TagPool,
    private readonly vocabulary: Vocabulary,
    count: number,
  ) {
    for (const { name, spellings, count: countIn } of plantedTexts) {
      for (const [order, index] of sample(`text ${name}`, countIn(count), world.places.length).entries()) {
        const spelling = spellings[order % spellings.length] ?? name;
        this.planted.set(index, [...(this.planted.get(index) ?? []), { name, spelling }]);
      }
    }
  }

  /** Names of the note's planted texts. */
  plantedIn(index: number): string[] {
    return (this.planted.get(index) ?? []).map(({ name }) => name);
  }

  note(index: number, { name, kind }: NotePlace): OrdinaryNote {
    const random = new Random(`note ${index}`);
    const size = Math.min(largest, smallest * (1 - random.next()) ** (-1 / steepness));
    const tags = this.tags.tagsOf(index, random);
    const inFrontmatter = tags.filter(() => random.chance(0.6));
    // A few are in both places and count once.
    const inline = tags.filter(tag => !inFrontmatter.includes(tag) || random.chance(0.15));
    const related = random.chance(0.1) ? linkTarget(index, this.world, random).name : undefined;
    const head = frontmatterOf({ tags: inFrontmatter, related }, random, this.vocabulary);
    const extras = [
      ...linksOf(index, this.world, random),
      ...inline.map(tag => `#${tag}`),
      ...this.plantedExtras(index, size, random),
    ];
    const body = bodyOf({ title: name, kind, size, extras }, random, this.vocabulary);
    return { text: head.text + body, tags, status: head.status, rating: head.rating };
  }

  private plantedExtras(index: number, size: number, random: Random): string[] {
    return (this.planted.get(index) ?? []).flatMap(({ spelling }) => {
      const repeats = 1 + random.below(Math.min(maxRepeats, 1 + Math.floor(size / 800)));
      return Array.from({ length: repeats }, () => spelling);
    });
  }
}
