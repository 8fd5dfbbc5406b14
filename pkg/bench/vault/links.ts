/** The links of ordinary notes, all with existing targets. */
import type { NotePlace } from './places';
import type { Random } from './random';

export interface LinkWorld {
  readonly places: readonly NotePlace[];
  /** Names of images, for embeds. */
  readonly images: readonly string[];
  /** Ordinary notes that link to each hub: hub name by note index. */
  readonly hubsOf: ReadonlyMap<number, readonly string[]>;
}

const maxLinks = 12;

export function linksOf(index: number, world: LinkWorld, random: Random): string[] {
  const links = (world.hubsOf.get(index) ?? []).map(hub => `[[${hub}]]`);
  // About two on average, many notes with none, a few with many.
  while (links.length < maxLinks && random.chance(0.65)) links.push(link(index, world, random));
  return links;
}

/** A note that frontmatter may link to. */
export function linkTarget(index: number, { places }: LinkWorld, random: Random): NotePlace {
  // Old notes are linked more often than new ones, so some notes have many backlinks and most have few.
  const target = Math.floor(places.length * random.next() ** 3);
  const place = places[target === index ? (target + 1) % places.length : target];
  if (place === undefined) throw new Error('There is no note to link to.');
  return place;
}

function link(index: number, world: LinkWorld, random: Random): string {
  const roll = random.next();
  if (roll < 0.06) return `![[${random.pick(world.images)}]]`;
  const { name, path } = linkTarget(index, world, random);
  if (roll < 0.5) return `[[${name}]]`;
  if (roll < 0.65) return `[[${name}|${random.pick(['see here', 'earlier', 'more on this'])}]]`;
  if (roll < 0.75) return `[[${path.slice(0, -'.md'.length)}]]`;
  if (roll < 0.85) return `![[${name}]]`;
  return `[${random.pick(['source', 'compare', 'the note'])}](${encodeURI(path)})`;
}
