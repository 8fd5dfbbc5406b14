/** Small vaults and what may happen to them, for `Reference` to check. */
import fc from 'fast-check';

export const names = ['Alder', 'Birch tree', 'Cedar', 'Hazel', 'Oak', 'Rowan', 'Yew'] as const;
const folders = ['', 'wood/', 'wood/deep/', 'town/'] as const;
export const vocabulary = ['garden', 'Gardén', 'gardens', 'grape', 'market', 'marked', 'ale', 'oak'] as const;
export const tags = ['plant', 'plant/tree', 'town', 'plants'] as const;
export const statuses = ['open', 'done', 'later'] as const;

const name = fc.constantFrom(...names);
const link = fc
  .tuple(fc.constantFrom(...names, 'Nowhere', 'Aldr'), fc.constantFrom('plain', 'shown', 'embed', 'markdown'))
  .map(([target, kind]) => {
    if (kind === 'markdown') return `[text](${encodeURIComponent(target)}.md)`;
    return kind === 'embed' ? `![[${target}]]` : `[[${target}${kind === 'shown' ? '|shown' : ''}]]`;
  });
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...vocabulary) },
  { weight: 1, arbitrary: link },
  { weight: 1, arbitrary: fc.constantFrom(...tags).map(tag => `#${tag}`) },
  { weight: 1, arbitrary: name },
);
const line = fc.array(piece, { maxLength: 6 }).map(pieces => pieces.join(' '));
const properties = fc
  .record({
    tags: fc.option(fc.uniqueArray(fc.constantFrom(...tags), { minLength: 1, maxLength: 2 })),
    status: fc.option(fc.constantFrom(...statuses)),
    rating: fc.option(fc.integer({ min: 1, max: 5 })),
  })
  .map(({ tags: listed, status, rating }) => [
    ...(listed === null ? [] : [`tags: [${listed.join(', ')}]`]),
    ...(status === null ? [] : [`status: ${status}`]),
    ...(rating === null ? [] : [`rating: ${rating}`]),
  ]);
export const noteText = fc
  .tuple(properties, fc.array(line, { maxLength: 5 }))
  .map(
    ([lines, body]) =>
      (lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n`) + body.map(one => `${one}\n`).join(''),
  );

/** At most one note of each name, wherever it lies. */
export const vault = fc
  .uniqueArray(fc.tuple(name, fc.constantFrom(...folders), noteText), {
    selector: ([one]) => one,
    minLength: 2,
    maxLength: names.length,
  })
  .map(notes => Object.fromEntries(notes.map(([one, folder, text]) => [`${folder}${one}.md`, text])));

/** A change is made by a tool, or behind the back of the app. `pick` chooses among the notes that are there. */
export interface Change {
  readonly kind: 'write' | 'append' | 'move' | 'delete';
  readonly by: 'tool' | 'disk';
  readonly pick: number;
  readonly name: string;
  readonly folder: string;
  readonly text: string;
}

export const changes = fc.array(
  fc.record({
    kind: fc.constantFrom<Change['kind'][]>('write', 'append', 'move', 'delete'),
    by: fc.constantFrom<Change['by'][]>('tool', 'disk'),
    pick: fc.nat({ max: 20 }),
    name,
    folder: fc.constantFrom(...folders),
    text: noteText,
  }),
  { minLength: 1, maxLength: 4 },
);

/** What somebody looks for. */
export const question = fc.record({
  words: fc.uniqueArray(fc.constantFrom('garden', 'gard', 'market', 'ale', 'oak', 'hazel', 'nothing'), {
    minLength: 1,
    maxLength: 2,
  }),
  without: fc.option(fc.constantFrom('grape', 'marked', 'birch')),
  filter: fc.option(fc.constantFrom('tag:plant', 'path:wood', 'file:yew', 'path:town', 'tag:town')),
  phrase: fc.constantFrom('garden market', 'grape ale', 'den ma', 'birch tree'),
  wildcard: fc.constantFrom('gar*', 'g?ape', '*ns', 'm*k*d'),
  regex: fc.constantFrom('gard.n', '^status: \\w+$', '(?:ale|oak) g', '\\d$', 'M[a-z]+t'),
  fuzzy: fc.constantFrom('gadren', 'marekt', 'grapes', 'ale', 'hazle'),
  tag: fc.constantFrom(...tags),
  status: fc.constantFrom(...statuses),
  rating: fc.integer({ min: 1, max: 5 }),
});

export type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;
