import fc from 'fast-check';

import { editFrontmatter } from '../../../src/markdown/frontmatter-edit';
import {
  locateFrontmatter,
  parseFrontmatter,
  splitFrontmatter,
} from '../../../src/markdown/frontmatter/frontmatter';
import { isRoundedInteger } from '../../../src/markdown/yaml/yaml-value';
import { anyCharacter } from '../../support/text/any-character';

const run = { seed: 20_261_121, numRuns: 200 };

const words = fc.constantFrom(
  'a',
  'x y',
  '日本',
  '😀',
  "it's",
  '2026-11-21',
  '12:30',
  'yes',
  'https://e.org/#a',
);
const comment = fc.constantFrom('', '', ' # why', '   # a: "b" [');
const indent = fc.constantFrom('  ', '    ', ' ');

const inline = fc.oneof(
  words,
  fc.constantFrom(
    '007',
    '1e3',
    '0x1F',
    '~',
    'null',
    'TRUE',
    '-1.50',
    '12345678901234567890',
    '""',
    "'#x'",
    '"\\u00e9: \\"q\\""',
  ),
  words.map(word => `"${word}"`),
  words.map(word => `!!str ${word}`),
  fc.array(words, { maxLength: 3 }).map(items => `[ ${items.map(item => `"${item}"`).join(' ,')} ]`),
  fc.array(words, { minLength: 1, maxLength: 3 }).map(items => `[${items.join(', ')},]`),
  words.map(word => `{k: ${word}, l: [1, {m: 2}]}`),
  fc.constant('[[Note]]'),
);

/** What may follow a colon: one line or several, without the break at the end. */
const value = fc.oneof(
  fc
    .tuple(fc.constantFrom(' ', '   ', ' &anchor '), inline, comment)
    .map(([gap, text, tail]) => gap + text + tail),
  comment,
  fc.tuple(words, words, comment).map(([one, two, tail]) => ` ${one}\n  ${two}\n\n    ${one}${tail}`),
  fc.tuple(words, words).map(([one, two]) => ` "${one}\n  ${two}"`),
  fc.tuple(indent, inline).map(([gap, text]) => `\n${gap}${text}`),
  fc
    .tuple(
      comment,
      fc.constantFrom('', '  ', '    '),
      fc.array(fc.tuple(inline, comment), { minLength: 1, maxLength: 4 }),
    )
    .map(
      ([tail, gap, items]) =>
        `${tail}\n${items.map(([item, note]) => `${gap}- ${item}${note}`).join(`\n${gap}# between\n`)}`,
    ),
  fc
    .tuple(comment, indent, inline, inline)
    .map(([tail, gap, one, two]) => `${tail}\n${gap}k: ${one}\n${gap}l:\n${gap}- ${two}`),
  fc
    .tuple(fc.constantFrom('|', '>-', '|+', '>2', '| # c'), words)
    .map(([header, word]) => ` ${header}\n  ${word}\n\n   # no comment\n  ${word}\n`),
);

/** How a key is written and the name it is read as. */
const keys = new Map([
  ['title', 'title'],
  ['tags', 'tags'],
  ['"q: 1"', 'q: 1'],
  ["'s'", 's'],
  ['a.b', 'a.b'],
  ['日本', '日本'],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['7', '7'],
  ['due date', 'due date'],
  ['""', ''],
]);
const between = fc.constantFrom('', '', '', '\n', '# about: [it\n', '  # indented\n');

interface Part {
  readonly name: string;
  readonly above: string;
  readonly pair: string;
}

interface Sample {
  readonly text: string;
  readonly crlf: boolean;
  /** The text around the lines of a pair; for a name that is not there, around the place where it would come. */
  readonly around: (name: string) => { before: string; after: string };
}

function sample(parts: readonly Part[], bom: boolean, crlf: boolean, body: string): Sample {
  const breaks = (text: string): string => (crlf ? text.split('\n').join('\r\n') : text);
  const all = parts.map(part => part.above + part.pair).join('');
  const head = bom ? '\uFEFF---\n' : '---\n';
  const tail = `---\n${body}`;
  return {
    text: breaks(head + all + tail),
    crlf,
    around: name => {
      const at = parts.findIndex(part => part.name === name);
      if (at < 0) return { before: breaks(head + all), after: breaks(tail) };
      const before = parts.slice(0, at).map(part => part.above + part.pair);
      const after = parts.slice(at + 1).map(part => part.above + part.pair);
      return {
        before: breaks(head + before.join('') + (parts[at]?.above ?? '')),
        after: breaks(after.join('') + tail),
      };
    },
  };
}

const samples: fc.Arbitrary<Sample> = fc
  .record({
    pairs: fc.uniqueArray(
      fc.record({
        above: between,
        key: fc.constantFrom(...keys.keys()),
        gap: fc.constantFrom('', '', ' '),
        value,
      }),
      { maxLength: 6, selector: pair => pair.key },
    ),
    bom: fc.boolean(),
    crlf: fc.boolean(),
    body: fc.constantFrom('', 'text', '\n# Head\n---\n$& \u2028', 'a: 1\n---\n'),
  })
  .map(({ pairs, bom, crlf, body }) => {
    const parts = pairs.map(({ above, key, gap, value: text }, at) => ({
      name: keys.get(key) ?? key,
      // Below a block scalar an indented line is its text, and becomes so when what is between goes.
      above: pairs.slice(0, at).some(pair => /^ [|>]/u.test(pair.value)) ? '' : above,
      // One anchor a document is enough.
      pair: `${key}${gap}:${at === 0 ? text : text.split('&anchor ').join('')}\n`,
    }));
    return sample(parts, bom, crlf, body);
  })
  .filter(({ text }) => propertiesOf(text) !== undefined);

const names = fc.constantFrom(
  'title',
  'tags',
  'q: 1',
  's',
  'a.b',
  '日本',
  '__proto__',
  'constructor',
  '7',
  'due date',
  '',
  'fresh',
);
const json = fc.oneof(
  words,
  fc.string({ unit: anyCharacter, maxLength: 6 }),
  fc.constantFrom('007', '[[Link]]', '#x', ': ', '@', 'a\nb', '12345678901234567890', '---', 'null', ''),
  fc.constantFrom(null, true, 7, -0.5, 1e21),
  fc.array(fc.oneof(words, fc.constantFrom(1, null, 'a: b', ',')), { maxLength: 4 }),
  // Integers beyond 2^53 are refused: `src/markdown/frontmatter-edit/edits.ts`.
  fc.jsonValue({ maxDepth: 3 }).filter(json => !holdsRoundedInteger(json)),
);

function holdsRoundedInteger(json: unknown): boolean {
  if (typeof json === 'object' && json !== null) return Object.values(json).some(holdsRoundedInteger);
  return isRoundedInteger(json);
}

/** The properties as a map; undefined where they do not parse. */
function propertiesOf(text: string): Map<string, unknown> | undefined {
  const { yaml } = splitFrontmatter(text);
  if (yaml === undefined) return new Map();
  const parsed = parseFrontmatter(yaml);
  if (parsed.ok) return new Map(Object.entries(parsed.value));
  return parsed.problem.kind === 'empty' ? new Map() : undefined;
}

/** Plain copies, so that a missing prototype makes no difference. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function expectAround(result: string, { before, after }: { before: string; after: string }): void {
  expect(result.slice(0, before.length)).toBe(before);
  expect(result.slice(Math.max(before.length, result.length - after.length))).toBe(after);
}

describe('every edit of generated properties', () => {
  it('changes the named property and nothing else', () => {
    fc.assert(
      fc.property(samples, names, json, ({ text, crlf, around }, name, wanted) => {
        const before = propertiesOf(text);
        const result = editFrontmatter(text, [{ kind: 'set', key: name, value: wanted }]);
        const after = propertiesOf(result);
        expect(plain(after?.get(name))).toEqual(plain(wanted));
        before?.delete(name);
        after?.delete(name);
        expect(plain([...(after ?? [])])).toEqual(plain([...(before ?? [])]));
        expectAround(result, around(name));
        if (crlf) expect(/[^\r]\n/u.test(result)).toBe(false);
        else expect(result).not.toContain('\r');
      }),
      run,
    );
  });

  it('removes the named property and nothing else', () => {
    fc.assert(
      fc.property(samples, names, ({ text, around }, name) => {
        const before = propertiesOf(text);
        const result = editFrontmatter(text, [{ kind: 'remove', key: name }]);
        before?.delete(name);
        expect(plain([...(propertiesOf(result) ?? [])])).toEqual(plain([...(before ?? [])]));
        if (locateFrontmatter(result)) expectAround(result, around(name));
        else expect(result.replace('\uFEFF', '')).toBe(text.slice(splitFrontmatter(text).bodyOffset));
      }),
      run,
    );
  });

  it('undone gives back the bytes', () => {
    fc.assert(
      fc.property(samples, json, ({ text }, wanted) => {
        const isEmpty = splitFrontmatter(text).yaml?.trim() === '';
        fc.pre(!isEmpty);
        const there = editFrontmatter(text, [{ kind: 'set', key: 'fresh', value: wanted }]);
        expect(editFrontmatter(there, [{ kind: 'remove', key: 'fresh' }])).toBe(text);
      }),
      run,
    );
  });

  it('adds to lists without touching what they hold', () => {
    fc.assert(
      fc.property(
        samples,
        names,
        fc.array(words, { minLength: 1, maxLength: 3 }),
        ({ text, around }, name, added) => {
          const before = propertiesOf(text)?.get(name);
          const result = editFrontmatter(text, [{ kind: 'merge', key: name, value: added }]);
          const after = propertiesOf(result)?.get(name);
          const list = Array.isArray(before) ? before : [];
          expect(Array.isArray(after) ? plain(after.slice(0, list.length)) : after).toEqual(plain(list));
          expect(after).toEqual(expect.arrayContaining(added));
          expectAround(result, around(name));
          expect(editFrontmatter(result, [{ kind: 'merge', key: name, value: added }])).toBe(result);
        },
      ),
      run,
    );
  });
});
