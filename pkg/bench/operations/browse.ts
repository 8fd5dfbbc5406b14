import type { ToolResult } from '../product/mcp-client';
import { hubPath } from '../vault/special';
import { expected, firstWrong, type Occasion, type Operation, recordsOf, stringsOf } from './operation';

/** As many as the tools return at once. */
const most = 10_000;

export const browsing: readonly Operation[] = [
  {
    name: 'list one folder',
    tool: 'list',
    args: ({ truth }) => ({ path: truth.folder.path }),
    wrong: (answer, { truth }) => expected('paths', stringsOf(answer, 'items', 'path'), truth.folder.notes),
  },
  {
    name: 'list recursive',
    tool: 'list',
    limit: 'page',
    isPaged: true,
    args: () => ({ recursive: true, limit: most }),
    wrong: wrongTree,
  },
  {
    name: 'list recursive with frontmatter',
    tool: 'list',
    limit: 'page',
    isPaged: true,
    args: () => ({ recursive: true, limit: most, only: 'files', withFrontmatterSummary: true }),
    wrong: wrongFrontmatter,
  },
  {
    name: 'list recursive by glob',
    tool: 'list',
    args: () => ({ recursive: true, includes: ['Reference/**/*.md'], limit: 1000 }),
    wrong: (answer, { truth }) => expected('paths', stringsOf(answer, 'items', 'path'), truth.folder.notes),
  },
  {
    name: 'list_notes, all',
    tool: 'list_notes',
    limit: 'page',
    args: () => ({ limit: most }),
    wrong: ({ structured }, { truth }) => expected('totalNotes', structured['totalNotes'], truth.notes),
  },
  {
    name: 'notes by tag',
    tool: 'list_notes',
    args: () => ({ tag: 'season', limit: 20 }),
    wrong: ({ structured }, { truth }) =>
      expected('totalNotes', structured['totalNotes'], truth.tags.find(({ tag }) => tag === 'season')?.total),
  },
  {
    name: 'notes by property',
    tool: 'list_notes',
    args: () => ({ where: ['status=active'], limit: 20 }),
    wrong: ({ structured }, { truth }) => expected('totalNotes', structured['totalNotes'], truth.activeNotes),
  },
  {
    name: 'get_vault_info',
    tool: 'get_vault_info',
    args: () => ({}),
    wrong: wrongCounts,
  },
  {
    name: 'stat of a note',
    tool: 'stat',
    limit: 'note',
    args: ({ truth }) => ({ paths: [truth.sample.path] }),
    wrong: ({ structured }, { truth }) =>
      expected(
        'path',
        recordsOf(structured['items']).map(({ path }) => path),
        [truth.sample.path],
      ),
  },
  {
    name: 'stat',
    tool: 'stat',
    args: ({ truth }) => ({ paths: [truth.sample.path, 'No such note.md'] }),
    wrong: ({ structured }) =>
      expected(
        'exists',
        recordsOf(structured['items']).map(({ exists }) => exists),
        [true, false],
      ),
  },
  {
    name: 'list_tags',
    tool: 'list_tags',
    args: () => ({ limit: 1000, sort: 'name' }),
    wrong: ({ structured }, { truth }) =>
      firstWrong(
        expected('totalCount', structured['totalCount'], truth.tags.length),
        expected('tags', sortedTags(recordsOf(structured['tags'])), sortedTags(truth.tags)),
      ),
  },
  {
    name: 'get_tags',
    tool: 'get_tags',
    args: ({ truth }) => ({ path: truth.scratch[0]?.path }),
    wrong: ({ structured }) => expected('tags', structured['tags'], ['scratch']),
  },
  {
    name: 'get_frontmatter',
    tool: 'get_frontmatter',
    args: ({ truth }) => ({ path: truth.scratch[0]?.path, key: 'status' }),
    wrong: ({ structured }) => expected('value', structured['value'], 'idle'),
  },
  {
    name: 'list_properties',
    tool: 'list_properties',
    args: () => ({ property: 'status', limit: 100 }),
    wrong: ({ structured }, { truth }) =>
      expected(
        'active notes',
        recordsOf(structured['values']).find(({ value }) => value === 'active')?.['count'],
        truth.activeNotes,
      ),
  },
  {
    name: 'resolve_link',
    tool: 'resolve_link',
    args: () => ({ link: '[[Grand Hub]]' }),
    wrong: ({ structured }) => expected('path', structured['path'], hubPath),
  },
];

function sortedTags(rows: readonly object[]): unknown[] {
  return rows
    .map(row => JSON.stringify(Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))))
    .sort();
}

function wrongTree({ structured }: ToolResult, { truth }: Occasion): string | undefined {
  const all = truth.notes + truth.attachments + truth.folders;
  return firstWrong(
    expected('totalCount', structured['totalCount'], all),
    expected('items', recordsOf(structured['items']).length, all),
  );
}

function wrongFrontmatter({ structured }: ToolResult, { truth }: Occasion): string | undefined {
  const active = recordsOf(structured['items']).filter(item =>
    recordsOf([item['frontmatterSummary']]).some(({ status }) => status === 'active'),
  ).length;
  return expected('active notes', active, truth.activeNotes);
}

function wrongCounts({ structured }: ToolResult, { truth }: Occasion): string | undefined {
  const { notes, attachments, folders } = truth;
  const [counts] = recordsOf([structured['counts']]);
  return firstWrong(
    expected('notes', counts?.['notes'], notes),
    expected('attachments', counts?.['attachments'], attachments),
    expected('folders', counts?.['folders'], folders),
  );
}
