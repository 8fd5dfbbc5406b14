/** Frontmatter in the many forms that users and plugins write. */
import type { Random } from './random';
import { capitalised, type Vocabulary } from './words';

export interface FrontmatterFacts {
  readonly tags: readonly string[];
  /** Name of a linked note. */
  readonly related: string | undefined;
}

/** The properties that the truth counts. */
export interface Properties {
  readonly status: string | undefined;
  readonly rating: number | undefined;
}

export interface Frontmatter extends Properties {
  /** With both fences and a final line break; empty if there is none. */
  readonly text: string;
}

const states = ['active', 'waiting', 'done', 'dropped', 'someday'] as const;

export function frontmatterOf(facts: FrontmatterFacts, random: Random, vocabulary: Vocabulary): Frontmatter {
  const status = random.chance(0.5) ? random.pick(states) : undefined;
  const rating = random.chance(0.25) ? random.between(1, 5) : undefined;
  const lines = [
    ...tagLines(facts.tags, random),
    ...(status === undefined ? [] : [`status: ${random.chance(0.2) ? `"${status}"` : status}`]),
    ...(rating === undefined ? [] : [`rating: ${rating}`]),
    ...(facts.related === undefined ? [] : [`related: "[[${facts.related}]]"`]),
    ...(random.chance(0.4) ? [`created: ${dateOf(random)}`] : []),
    ...(random.chance(0.15) ? [`due: ${dateOf(random)}T0${random.below(10)}:30:00`] : []),
    ...(random.chance(0.15) ? [`reviewed: ${String(random.chance(0.5))}`] : []),
    ...(random.chance(0.1) ? [`effort: ${(random.below(80) / 4).toFixed(2)}`] : []),
    ...(random.chance(0.1) ? [`title: ${vocabulary.title(random)}`] : []),
    ...(random.chance(0.1) ? aliasLines(random, vocabulary) : []),
    ...(random.chance(0.08)
      ? [`source: https://example.org/${random.pick(vocabulary.names)}?page=2#top`]
      : []),
    ...(random.chance(0.08)
      ? ['summary: >-', `  ${vocabulary.sentence(random)}`, `  ${vocabulary.sentence(random)}`]
      : []),
    ...(random.chance(0.05) ? ['location:', '  city: Zürich', '  coordinates: [47.37, 8.54]'] : []),
    ...(random.chance(0.05) ? ['rank:'] : []),
    ...(random.chance(0.05) ? ['# kept by hand'] : []),
  ];
  const isThere = lines.length > 0;
  return { text: isThere ? ['---', ...lines, '---', ''].join('\n') : '', status, rating };
}

function tagLines(tags: readonly string[], random: Random): string[] {
  const [only] = tags;
  if (only === undefined) return [];
  if (tags.length === 1 && random.chance(0.3)) return [`tags: ${only}`];
  if (random.chance(0.5)) return [`tags: [${tags.join(', ')}]`];
  return ['tags:', ...tags.map(tag => (random.chance(0.1) ? `  - "${tag}"` : `  - ${tag}`))];
}

function aliasLines(random: Random, vocabulary: Vocabulary): string[] {
  const aliases = Array.from({ length: random.between(1, 3) }, () =>
    capitalised(`${vocabulary.word(random)} ${vocabulary.word(random)}`),
  );
  return ['aliases:', ...aliases.map(alias => `  - ${JSON.stringify(alias)}`)];
}

/** A day of the seven years from 2019. */
export function dateOf(random: Random): string {
  return new Date(Date.UTC(2019, 0, 1) + random.below(2_500) * 86_400_000).toISOString().slice(0, 10);
}
