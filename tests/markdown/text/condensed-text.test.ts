import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CondensedText, condense } from '../../../pkg/headless/obsidian/metadata/records/condensed-text';
import { cachedMetadata } from '../../../pkg/headless/obsidian/metadata/records/cached-metadata';
import {
  packStructure,
  unpackStructure,
} from '../../../pkg/headless/obsidian/metadata/records/packed-structure';
import { scanStructure } from '../../../src/markdown/structure/scan-structure';

const folder = join(__dirname, '../../fixtures/metadata');
const notes = readdirSync(folder)
  .filter(name => name.endsWith('.md'))
  .map(name => readFileSync(join(folder, name), 'utf8'));
const lines = fc.constantFrom(
  ...notes.flatMap(note => note.split('\n')),
  '[a [[b]] ![[c]]](d.md#e)',
  '# [[a]] #b ^c',
  '',
);
const texts = fc.array(lines, { maxLength: 30 }).map(all => all.join('\n'));

/** Lists and numbers only: the line table's array may be a view of another. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

test('a packed structure comes back as it was', () => {
  fc.assert(
    fc.property(texts, text => {
      const structure = scanStructure(text);
      expect(plain(unpackStructure(new Int32Array(packStructure(structure))))).toEqual(plain(structure));
    }),
    { seed: 7, numRuns: 300 },
  );
});

test('metadata of a condensed note equals that of the whole note', () => {
  fc.assert(
    fc.property(texts, text => {
      const structure = scanStructure(text);
      const condensed = condense(text, structure);
      expect(condensed.length).toBeLessThanOrEqual(text.length);
      const source = new CondensedText(condensed, structure);
      expect(cachedMetadata(source, structure)).toEqual(cachedMetadata(text, structure));
    }),
    { seed: 8, numRuns: 300 },
  );
});

test('a note without links, headings and tags condenses to nothing', () => {
  const text = 'text\n\n- a\n';
  expect(condense(text, scanStructure(text))).toBe('');
});
