/** Rows with notes of their own: many broken links, and notes of 2 MB. They come last. */
import { basename } from 'node:path';
import type { Truth } from '../vault/truth';
import { expected, firstWrong, type Operation, recordsOf } from './operation';

/** It is there, since only notes are removed after a run. Its own notes have no links. */
const folder = 'Scratch';
const misspelledNotes = 10;
const linksInEach = 30;
const linksOfPage = 100;

/** Names of notes with an error in each: a letter missing, twice, or a wrong one. */
function misspelledNames({ texts }: Truth): string[] {
  const names = (texts['common'] ?? []).slice(0, misspelledNotes * linksInEach);
  return names.map((path, index) => {
    const letters = Array.from(basename(path, '.md'));
    const wrong = [[], [letters[1] ?? '', letters[1] ?? ''], ['x']];
    return letters.toSpliced(1, 1, ...(wrong[index % wrong.length] ?? [])).join('');
  });
}

function misspelledFiles(truth: Truth): Record<string, string> {
  const links = misspelledNames(truth).map(name => `[[${name}]]\n`);
  return Object.fromEntries(
    Array.from({ length: misspelledNotes }, (_item, at) => [
      `${folder}/Misspelled ${at}.md`,
      links.slice(at * linksInEach, (at + 1) * linksInEach).join(''),
    ]),
  );
}

/** In a part below the heading `Start`, repeated until a note has 2 MB. */
const repeated: Readonly<Record<string, string>> = {
  'all kinds of lines':
    '## Part\n\nWords and a [[Link|name]], a #tag.\n\n- [ ] a task 📅 2026-01-01\n    - an item\n\n| a | b |\n| - | - |\n| c | d |\n\n> [!note] a callout\n> `code` and $x$ ^block\n\n',
  quotations: `> > > > ${'a few words '.repeat(3)}\n\n`,
};

const size = 2_000_000;
const pathOf = (kind: string): string => `${folder}/Large ${kind}.md`;

function largeNote(text: string): string {
  const head = '# Start\n\nText.\n\n# Rest\n\n';
  return `${head}${text.repeat(Math.floor((size - head.length - 10_000) / Buffer.byteLength(text)))}\n`;
}

const largeNotes = Object.entries(repeated).flatMap(([kind, text]): Operation[] => [
  {
    name: `get_outline of 2 MB of ${kind}`,
    tool: 'get_outline',
    isLarge: true,
    files: () => ({ [pathOf(kind)]: largeNote(text) }),
    args: () => ({ path: pathOf(kind) }),
    wrong: ({ structured }) =>
      expected('first heading', recordsOf(structured['headings'])[0]?.['heading'], 'Start'),
  },
  {
    name: `patch_note in 2 MB of ${kind}`,
    tool: 'patch_note',
    isLarge: true,
    args: ({ run }) => ({
      path: pathOf(kind),
      operation: 'append',
      targetType: 'heading',
      target: 'Start',
      content: `- item ${run}`,
    }),
    wrong: ({ structured }) => expected('changed', structured['changed'], true),
  },
]);

export const addedNotes: readonly Operation[] = [
  {
    name: 'check_links: a page of 100 with suggestions',
    tool: 'check_links',
    limit: 'links',
    files: ({ truth }) => misspelledFiles(truth),
    args: () => ({ path: folder, limit: linksOfPage }),
    wrong: ({ structured }) =>
      firstWrong(
        expected('totalCount', structured['totalCount'], misspelledNotes * linksInEach),
        expected('links', recordsOf(structured['items']).length, linksOfPage),
      ),
  },
  ...largeNotes,
];
