import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectRoot } from './pages';

/** Where users and models read the project's words, and where those words are written. */
const places = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'SUPPORT.md',
  'docs',
  'src',
  'pkg/headless',
  'pkg/bridge',
];
const isText = /\.(?:ts|mjs|md)$/u;

const texts = places
  .flatMap(place => (isText.test(place) ? [place] : filesIn(place)))
  .map(path => ({ path, text: readFileSync(join(projectRoot, path), 'utf8').replace(/\s+/gu, ' ') }));

function filesIn(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && isText.test(entry.name))
    .map(entry => relative(projectRoot, join(entry.parentPath, entry.name)))
    .filter(path => !path.includes('node_modules'));
}

/** Phrases that readers stumbled over: each begins like the whole. */
const phrases = [
  'Lectern opens an Obsidian vault to AI clients',
  'one call that orients a model',
  '**Mention**: notes as MCP resources',
  '**Around the note**',
  'a card a connection',
  'this page tells only what is there',
  'the copy is yours to spoil',
  'What the host does not imitate of the app',
  'Denied means not there',
  'to that version or not at all',
  'start common errands',
  'stands what they come to',
  'take one back without the others',
  'Everything, with commands and permanent deletion',
  'lets nobody in',
  'They win over the others',
  'Does not exist for it',
  'The token itself',
  'Its clients are shut out',
  'that should reach this vault',
  'put its value in yourself',
  'every call is answered that you have paused',
  'stands for all that begin so',
  'after which what was asked for is refused',
  'Nothing beyond the rules',
  'Notes beyond it are read from the disk',
  'something of its own is damaged',
  'Refused by itself in',
  'It goes here:',
  'could not be found out what can be undone',
  'At most so many',
  'All must hold:',
  'Which way.',
  'What to find.',
  'answers chosen fields',
  'Part properties and text',
  'Laid over properties',
  'without doubles, unless',
  'Too big: expected',
  'A valid token is needed',
  'There is nothing here',
  'Not allowed from here',
  'Case counts.',
  'No parts of words',
  'Last `nextCursor`',
  'One of the given tags is no tag',
  'for a mere parent',
  'near notes that may be meant',
  'A missing or doubled target',
  'could not carry its id',
  'nor wholly taken back',
  'met a problem of its own',
];

test('the texts are those of the whole project', () => {
  expect(texts.length).toBeGreaterThan(500);
});

test.each(phrases)('nobody reads “%s”', phrase => {
  expect(texts.filter(({ text }) => text.includes(phrase)).map(({ path }) => path)).toEqual([]);
});
