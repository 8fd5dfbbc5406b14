import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { catalogues } from '../../src/ui/text/text';
import { projectRoot } from '../architecture/imports';
import { textOf } from './pages';

const german = new Set(['erste-stunde.md']);
const pages = readdirSync(join(projectRoot, 'docs', 'guide'));

/** Words in bold, without code and whole sentences. */
function boldIn(text: string): string[] {
  return [...text.replace(/`[^`]*`/g, () => '').matchAll(/\*\*([^*]+)\*\*/g)]
    .map(([, words = '']) => words)
    .filter(words => !/[.?]$/.test(words));
}

test.each(pages)('every bold text in %s is in the interface, word for word', page => {
  const texts = Object.values(catalogues[german.has(page) ? 'de' : 'en']).flatMap(message =>
    typeof message === 'string' ? [message] : [message.one, message.other],
  );
  const known = new Set(
    texts.flatMap(text => [
      text,
      text.replace('{count}', () => '2'),
      text.replace('{client}', () => 'Cursor'),
    ]),
  );
  expect(boldIn(textOf(`docs/guide/${page}`)).filter(words => !known.has(words))).toEqual([]);
});

test('words that are not in the interface would be found', () => {
  expect(boldIn('1. **A recipe.** Press **Undo**, then **Paint it**.')).toEqual(['Undo', 'Paint it']);
});
