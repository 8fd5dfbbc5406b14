import { z } from 'zod';
import { tools } from '../../src/tools';
import { type LimitedCall, withinBytes } from '../../src/tools/result-limit';
import { base64Of } from '../support/files/sample-files';
import type { Files } from '../support/files/vault-folder';
import { field } from '../support/json';
import { vaultForAll } from '../support/open-vault';
import { usualArguments } from '../support/usual-arguments';

const most = 100_000;
const count = 60;
const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
const pathOf = (index: number): string => `n/${'long name '.repeat(8)}${index}.md`;
const linkTo = (index: number): string => `[[${pathOf(index).slice(2, -3)}]]`;

const listOf = (length: number, word: string): string =>
  range(length)
    .map(index => `${word} ${index}`)
    .join(', ');

/** 10 kB of properties, and links to every other note on lines of their own. */
function heavyNote(index: number): string {
  const tags = range(250).map(tag => `long/nested/tag${index % 3}/${tag}`);
  return [
    `---\ntags: [${tags.join(', ')}]\naliases: [${listOf(100, 'also called')}]`,
    `shared: [${listOf(30, 'value')}]\ntitle: Title ${'t'.repeat(300)}\n---`,
    `wanted words `.repeat(50),
    ...range(count).map(other => `${'context '.repeat(12)}${linkTo(other)} and [[Nowhere ${other}]]`),
  ].join('\n');
}

const files: Files = {
  ...Object.fromEntries(range(count).map(index => [pathOf(index), heavyNote(index)])),
  'outline.md': range(6000)
    .map(line => `# Heading with a name ${line}\n#inline${line} word ^block${line}\n`)
    .join('\n'),
  'properties.md': `---\n${range(3000)
    .map(key => `key${key}: ${'v'.repeat(9)}`)
    .join('\n')}\n---\n`,
  'large properties.md': `---\nlist: [${listOf(40_000, 'item')}]\n---\n`,
  'tasks.md': range(1500)
    .map(line => `- [ ] ${'Task with a long text '.repeat(5)}${line} 📅 2026-01-01`)
    .join('\n'),
  'board.canvas': JSON.stringify({
    nodes: [{ id: 'n', type: 'text', text: 'word '.repeat(10_000), x: 0, y: 0, width: 9, height: 9 }],
    edges: range(4000).map(edge => ({ id: `edge with a long id ${edge}`, fromNode: 'n', toNode: 'n' })),
  }),
  'tags.md': range(10_000)
    .map(tag => `#of-this-note-${tag}`)
    .join('\n'),
  'empty lines.md': '\n'.repeat(40_000),
  '日本.md': `${'日本語の長い文章'.repeat(20)}\n`.repeat(1000),
  'one line.md': 'word '.repeat(100_000),
  'table.csv': '"\n'.repeat(45_000),
  'AGENTS.md': '日本\n'.repeat(8000),
};

const heavy = pathOf(1);
const many = range(50).map(pathOf);

/** Calls that would be answered with far more; a tool that is not here fails the test. */
const calls: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  list: [
    { recursive: true, withFrontmatterSummary: true },
    { withFrontmatterSummary: true, limit: 100 },
  ],
  list_notes: [{}, { tag: 'long', limit: 50 }, { tag: 'of-this-note-1', includeTags: true, limit: 1 }],
  stat: [{ paths: range(100).map(index => pathOf(index % count)) }],
  get_vault_info: [{}],
  read_note: [
    { path: 'empty lines.md' },
    { path: '日本.md' },
    { path: 'one line.md', parseFrontmatter: true },
    { path: 'outline.md', format: 'json', parseFrontmatter: true },
    { path: 'properties.md', format: 'json', withContent: false },
    { path: 'outline.md', heading: 'None such' },
  ],
  read_notes: [
    { paths: [...many.slice(1), 'outline.md'] },
    { paths: ['outline.md', '日本.md', 'empty lines.md', ...many.slice(3)] },
  ],
  get_context: [{ path: '日本.md' }, { path: heavy }, { query: 'wanted' }],
  get_outline: [{ path: 'outline.md' }, { path: 'properties.md' }],
  read_attachment: [{ path: 'table.csv' }],
  search: [
    { query: 'wanted', matchesPerNote: 50, contextLength: 500 },
    { query: 'context', matchesPerNote: 50, contextLength: 500 },
  ],
  query_notes: [
    { select: ['frontmatter', 'links', 'backlinks', 'tags'] },
    { groupBy: 'tags', select: ['title', 'aliases'] },
  ],
  query_dataview: [{ query: 'TABLE file.tags FROM "n"' }],
  query_base: [
    { source: 'views: [{order: [file.tags, file.links, aliases, shared, file.properties]}]' },
    { source: 'views: [{groupBy: aliases}]', format: 'paths' },
    { source: `filters: '${'x('.repeat(9000)}'` },
  ],
  list_tasks: [{}, { status: 'any', sort: 'path' }],
  list_tags: [{ withFiles: true }, { withFiles: true, limit: 100 }],
  list_properties: [{ property: 'shared' }, { property: 'tags' }, {}],
  get_frontmatter: [
    { path: 'properties.md' },
    { path: heavy },
    { path: 'large properties.md', key: 'list' },
    { path: 'properties.md', key: 'none such' },
  ],
  get_tags: [{ path: 'outline.md' }, { path: heavy }],
  get_links: [{ path: heavy }, { path: heavy, includeUnlinked: true, limit: 100 }],
  check_links: [{}, { kind: 'orphans' }],
  suggest_links: [{ path: '日本.md' }, { text: 'note '.repeat(20_000), limit: 500 }],
  find_related: [{ path: heavy, limit: 50 }],
  explore_graph: [{ path: heavy, depth: 4 }],
  resolve_link: [{ link: `${linkTo(1).slice(0, -2)}#None such]]` }],
  create_note: [{ path: 'new.md', content: `${'x'.repeat(400_000)}\n`, dryRun: true }],
  create_notes: [
    {
      notes: range(100).map(index => ({ path: `new ${index}.md`, content: 'x'.repeat(4000) })),
      dryRun: true,
    },
  ],
  update_note: [{ path: heavy, mode: 'append', content: 'x'.repeat(400_000), dryRun: true }],
  patch_note: [
    {
      path: 'outline.md',
      operation: 'append',
      targetType: 'heading',
      target: 'None',
      content: 'x',
      dryRun: true,
    },
    {
      path: 'one line.md',
      operation: 'replace',
      targetType: 'frontmatter',
      target: 'k',
      value: 'v'.repeat(400_000),
      dryRun: true,
    },
  ],
  edit_note: [{ path: 'one line.md', edits: [{ oldText: 'word word x', newText: '' }], dryRun: true }],
  edit_notes: [
    {
      changes: many.map(path => ({
        path,
        edits: [{ oldText: `---\ntags:`, newText: `---\n${'#'.repeat(5000)}\ntags:` }],
      })),
      dryRun: true,
    },
  ],
  update_frontmatter: [{ path: 'one line.md', set: { k: 'v'.repeat(400_000) }, dryRun: true }],
  update_tags: [{ path: heavy, add: ['new'], dryRun: true }],
  update_task: [
    {
      changes: range(100).map(line => ({
        path: 'tasks.md',
        line: line + 1,
        expectedText: `${'Task with a long text '.repeat(5)}${line}`,
        status: 'done',
      })),
      diffLines: 2000,
      dryRun: true,
    },
  ],
  edit_canvas: [
    { path: 'board.canvas', operations: [{ action: 'remove_node', id: 'n' }], diffLines: 2000, dryRun: true },
    {
      path: 'board.canvas',
      operations: range(100).map(() => ({
        action: 'add_node',
        fields: { type: 'text', text: 'x'.repeat(4000) },
      })),
      diffLines: 2000,
      dryRun: true,
    },
  ],
  add_attachment: [
    {
      name: `${'long name '.repeat(20)}.txt`,
      data: base64Of('x'.repeat(1_000_000)),
      note: heavy,
      embed: true,
      dryRun: true,
    },
    { name: 'x'.repeat(400_000), data: '' },
    { name: 'a.exe', data: 'x'.repeat(400_000) },
  ],
  rename_tag: [{ from: 'long', to: 'short', dryRun: true }],
  merge_notes: [{ from: heavy, into: 'outline.md', dryRun: true }],
  replace_in_notes: [{ find: 'wanted', replace: 'x'.repeat(5000), maxFiles: 500, scope: 'all' }],
  rename_property: [
    { property: 'none such', newProperty: 'x' },
    { property: 'tags', newProperty: 'x', dryRun: true },
  ],
  rename_heading: [{ path: 'outline.md', heading: 'None such', newHeading: 'x', dryRun: true }],
  create_folder: [{ path: 'folder', dryRun: true }],
  move: [{ path: heavy, newPath: 'moved.md', dryRun: true }],
  delete: [{ path: 'n', recursive: true, dryRun: true }],
  list_changes: [{ actor: 'any' }],
  undo_change: [{ changeId: 'none' }],
  get_workspace: [{}],
  open_note: [{ path: 'none such', createIfNeeded: false }],
  list_commands: [{}],
  execute_command: [{ commandId: 'none' }],
};

const vault = vaultForAll({ files });

const bytesOf = (text: string): number => Buffer.byteLength(text);

describe.each(tools.map(tool => [tool.name, tool] as const))('%s', (name, tool) => {
  test.each(calls[name] ?? [usualArguments(tool, heavy)])(
    'returns no more than 100 kB for %j',
    async args => {
      const answer = await vault.call(name, args);
      expect(bytesOf(answer.text)).toBeLessThanOrEqual(most);
      expect(bytesOf(JSON.stringify(answer.structured))).toBeLessThanOrEqual(most);
      expect(answer.text).not.toMatch(/^internal_error/);
    },
  );
});

describe('an answer that ends early', () => {
  test('has a cursor, and the pages together have every row once', async () => {
    const seen: unknown[] = [];
    let pages = 0;
    for (let cursor: unknown = ''; cursor !== undefined; pages += 1) {
      const args = { recursive: true, only: 'files', withFrontmatterSummary: true };
      const structured = await vault.ask('list', cursor === '' ? args : { ...args, cursor });
      seen.push(...[structured['items']].flat().map(item => field(item, 'path')));
      cursor = structured['nextCursor'];
    }
    expect(pages).toBeGreaterThan(5);
    expect(seen.sort()).toEqual([...Object.keys(files)].sort());
  });

  test('is complete for a caller that requests more rows than usual', async () => {
    const args = { recursive: true, only: 'files', withFrontmatterSummary: true, limit: 1000 };
    const structured = await vault.ask('list', args);
    expect([structured['items']].flat()).toHaveLength(Object.keys(files).length);
    expect(bytesOf(JSON.stringify(structured))).toBeGreaterThan(4 * most);
  });

  test('names the properties that are cut in a summary', async () => {
    const args = { path: 'n', includes: ['*name 1.md'], fields: ['tags', 'title'] };
    const { structured, text } = await vault.call('list', args);
    expect(structured['items']).toMatchObject([{ path: heavy, cutProperties: ['tags'] }]);
    expect(text).toContain(' · cut: tags');
  });

  test('reports in text and fields what it left out, and how to get it', async () => {
    const { structured, text } = await vault.call('get_tags', { path: 'outline.md' });
    expect(structured['leftOut']).toMatch(/^Cut because the answer was too large: `tags` \(\d+ of 6000\)/);
    expect(text).toContain(String(structured['leftOut']));
  });

  test('continues where a text was cut, without a gap', async () => {
    const first = await vault.ask('read_note', { path: 'empty lines.md' });
    expect(first).toMatchObject({ truncated: true, totalLines: 40_000 });
    const args = { path: 'empty lines.md', startLine: first['nextStartLine'] };
    expect((await vault.ask('read_note', args))['startLine']).toBe(Number(first['endLine']) + 1);
  });
});

describe('an answer to a caller that asks for many rows', () => {
  interface Page extends Record<string, unknown> {
    readonly rows: readonly { readonly summary: object }[];
  }

  /** One text, as often as YAML aliases repeat it: a megabyte as JSON, next to nothing in memory. */
  const properties = Array.from({ length: 100 }, () => 'x'.repeat(10_000));
  const pageOf = (length: number): Page => ({
    rows: Array.from({ length }, () => ({ summary: { properties } })),
  });

  /** Rows of a hundred kilobytes. */
  const smallerPageOf = (length: number): Page => ({
    rows: Array.from({ length }, () => ({ summary: { properties: properties.slice(0, 10) } })),
  });

  interface Asked {
    readonly ask: LimitedCall<Page>;
    /** How many rows were rendered, each time. */
    readonly rendered: number[];
  }

  function asking(limit: number, pages: (rows: number) => Page): Asked {
    const rendered: number[] = [];
    const ask: LimitedCall<Page> = {
      input: z.object({ limit: z.int().default(100) }),
      output: z.object({
        rows: z.array(z.unknown()),
        nextCursor: z.string().optional(),
      }),
      query: { limit },
      rest: 'Ask again.',
      render: ({ rows }, notices = []) => {
        rendered.push(rows.length);
        return [`${rows.length} rows`, ...notices].join('\n');
      },
      pause: () => Promise.resolve(),
      again: ({ limit: fewer = 0 }) => Promise.resolve(pages(fewer)),
    };
    return { ask, rendered };
  }
  test('is measured before it is rendered', async () => {
    const { ask, rendered } = asking(10_000, smallerPageOf);
    const { value } = await withinBytes(smallerPageOf(650), ask);
    expect(rendered).toEqual([[value['rows']].flat().length]);
    expect(JSON.stringify(value).length).toBeLessThanOrEqual(2_000_000);
    expect(rendered[0]).toBeGreaterThan(1);
  });

  test('with one row that is too large has only that row, cut, and says so', async () => {
    const { ask, rendered } = asking(200, pageOf);
    const { value, text } = await withinBytes(pageOf(150), ask);
    expect(rendered).toEqual([1]);
    expect(JSON.stringify(value).length).toBeLessThanOrEqual(200_000);
    expect(text).toContain('Ask again.');
  });
});
