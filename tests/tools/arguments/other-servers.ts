/** Calls of our tools with the names and values that users of other servers know, by the schemas that these publish. */

type Arguments = Readonly<Record<string, unknown>>;

export interface ForeignCall {
  /** Where the names and values are from. */
  readonly server: string;
  readonly tool: string;
  readonly given: Arguments;
  /** The same in our names; `refused` where there is no such thing here. */
  readonly own: Arguments | 'refused';
}

type Row = readonly [tool: string, given: Arguments, own: Arguments | 'refused'];

const target = { type: 'path', path: 'Work/Plan.md' };
const path = 'Work/Plan.md';
const resolved: Arguments = { from: path, link: 'Lamp' };

const filesystem: readonly Row[] = [
  ['read_note', { path }, { path }],
  ['read_note', { path, head: 20 }, { path, endLine: 20 }],
  ['read_note', { path, tail: 20 }, 'refused'],
  ['read_notes', { paths: ['a.md', 'b.md'] }, { paths: ['a.md', 'b.md'] }],
  ['create_note', { path, content: '# Plan\n' }, { path, content: '# Plan\n' }],
  [
    'edit_note',
    { path, edits: [{ oldText: 'a', newText: 'b' }] },
    { path, edits: [{ oldText: 'a', newText: 'b' }] },
  ],
  [
    'edit_note',
    { path, edits: [{ oldText: 'a', newText: '' }], dryRun: true },
    { path, edits: [{ oldText: 'a', newText: '' }], dryRun: true },
  ],
  ['create_folder', { path: 'Work/2027' }, { path: 'Work/2027' }],
  ['list', { path: 'Work' }, { path: 'Work' }],
  ['list', { path: 'Work', sortBy: 'size' }, { path: 'Work', sort: 'size' }],
  ['list', { path: 'Work', excludePatterns: ['**/old/**'] }, { path: 'Work', excludes: ['**/old/**'] }],
  ['list', { path: 'Work', pattern: '*.png' }, 'refused'],
  ['move', { source: 'a.md', destination: 'b.md' }, { path: 'a.md', newPath: 'b.md' }],
  ['stat', { paths: ['a.md'] }, { paths: ['a.md'] }],
  ['read_attachment', { path: 'plan.png' }, { path: 'plan.png' }],
  [
    'search',
    { path: 'Work', pattern: 'lamp', excludePatterns: ['Old/**'] },
    { path: 'Work', query: 'lamp', excludes: ['Old/**'] },
  ],
];

const restApi: readonly Row[] = [
  ['list', { dirpath: 'Work' }, { path: 'Work' }],
  ['read_note', { filepath: path }, { path }],
  ['search', { query: 'lamp', context_length: 100 }, { query: 'lamp', contextLength: 100 }],
  ['update_note', { filepath: path, content: 'x', mode: 'append' }, { path, content: 'x', mode: 'append' }],
  ['create_note', { filepath: path, content: 'x' }, { path, content: 'x' }],
  [
    'patch_note',
    { filepath: path, operation: 'append', target_type: 'heading', target: 'Log', content: '- x' },
    { path, operation: 'append', targetType: 'heading', target: 'Log', content: '- x' },
  ],
  [
    'patch_note',
    { filepath: path, operation: 'replace', target_type: 'block', target: 'id1', content: 'x' },
    { path, operation: 'replace', targetType: 'block', target: 'id1', content: 'x' },
  ],
  [
    'patch_note',
    { filepath: path, operation: 'replace', target_type: 'frontmatter', target: 'status', content: 'done' },
    { path, operation: 'replace', targetType: 'frontmatter', target: 'status', content: 'done' },
  ],
  ['delete', { filepath: path, confirm: true }, { path }],
  ['get_frontmatter', { filepath: path }, { path }],
  ['get_outline', { filepath: path }, { path }],
  ['read_notes', { filepaths: ['a.md', 'b.md'] }, { paths: ['a.md', 'b.md'] }],
  ['list_notes', { tag: 'work', dirpath: 'Work' }, { tag: 'work', path: 'Work' }],
  ['list', { limit: 10, days: 7 }, 'refused'],
  ['get_tags', { filepath: path }, { path }],
];

const vaultFiles: readonly Row[] = [
  ['read_note', { path, prettyPrint: false }, { path }],
  [
    'create_note',
    { path, content: 'x', frontmatter: { status: 'open' } },
    { path, content: 'x', frontmatter: { status: 'open' } },
  ],
  ['update_note', { path, content: 'x', mode: 'append' }, { path, content: 'x', mode: 'append' }],
  ['update_note', { path, content: 'x', mode: 'prepend' }, { path, content: 'x', mode: 'prepend' }],
  ['edit_note', { path, oldString: 'a', newString: 'b' }, { path, edits: [{ oldText: 'a', newText: 'b' }] }],
  [
    'edit_note',
    { path, oldString: 'a', newString: 'b', replaceAll: true },
    { path, edits: [{ oldText: 'a', newText: 'b', replaceAll: true }] },
  ],
  ['list', { path: 'Work', prettyPrint: true }, { path: 'Work' }],
  ['delete', { path, confirmPath: path }, { path }],
  [
    'search',
    { query: 'lamp', limit: 5, searchContent: true, caseSensitive: true },
    { query: 'lamp', limit: 5, caseSensitive: true },
  ],
  ['move', { oldPath: 'a.md', newPath: 'b.md' }, { path: 'a.md', newPath: 'b.md' }],
  ['move', { oldPath: 'a.md', newPath: 'b.md', overwrite: false }, { path: 'a.md', newPath: 'b.md' }],
  [
    'move',
    { oldPath: 'a.png', newPath: 'b.png', confirmOldPath: 'a.png', confirmNewPath: 'b.png' },
    { path: 'a.png', newPath: 'b.png' },
  ],
  ['read_notes', { paths: ['a.md'], includeContent: true, includeFrontmatter: true }, { paths: ['a.md'] }],
  ['update_frontmatter', { path, frontmatter: { status: 'done' } }, { path, set: { status: 'done' } }],
  [
    'update_frontmatter',
    { path, frontmatter: { status: 'done', rating: 5 } },
    { path, set: { status: 'done', rating: 5 } },
  ],
  ['stat', { paths: ['a.md', 'b.md'], prettyPrint: false }, { paths: ['a.md', 'b.md'] }],
  ['get_frontmatter', { path, prettyPrint: false }, { path }],
  ['update_tags', { path, operation: 'add', tags: ['work'] }, { path, add: ['work'] }],
  ['update_tags', { path, operation: 'remove', tags: ['work', 'idea'] }, { path, remove: ['work', 'idea'] }],
];

const typedTargets: readonly Row[] = [
  ['read_note', { target }, { path }],
  ['read_note', { target: { type: 'active' } }, { path: '@active' }],
  ['read_note', { target: { type: 'periodic', period: 'daily' } }, { path: '@daily' }],
  [
    'read_note',
    { target: { type: 'periodic', period: 'weekly', date: '2026-11-02' } },
    { path: '@weekly:2026-11-02' },
  ],
  ['update_note', { target, content: 'x', mode: 'append' }, { path, content: 'x', mode: 'append' }],
  ['delete', { target }, { path }],
  ['list', { path: 'Work' }, { path: 'Work' }],
  [
    'update_frontmatter',
    { operation: 'set', target, key: 'status', value: 'done' },
    { path, set: { status: 'done' } },
  ],
  ['update_frontmatter', { operation: 'delete', target, key: 'status' }, { path, remove: ['status'] }],
  [
    'update_tags',
    { target, operation: 'add', tags: ['work'], location: 'both' },
    { path, add: ['work'], location: 'both' },
  ],
  [
    'update_tags',
    { target, operation: 'remove', tags: ['work'], location: 'inline' },
    { path, remove: ['work'], location: 'inline' },
  ],
  [
    'patch_note',
    { target, section: { type: 'heading', target: 'Log' }, operation: 'append', content: '- x' },
    { path, targetType: 'heading', target: 'Log', operation: 'append', content: '- x' },
  ],
  [
    'patch_note',
    { target, section: { type: 'block', target: 'id1' }, operation: 'replace', content: 'x' },
    { path, targetType: 'block', target: 'id1', operation: 'replace', content: 'x' },
  ],
  [
    'edit_note',
    { target, replacements: [{ search: 'a', replace: 'b' }] },
    { path, edits: [{ oldText: 'a', newText: 'b' }] },
  ],
  [
    'search',
    { query: 'lamp', contextLength: 80, pathPrefix: 'Work', maxMatchesPerHit: 2 },
    { query: 'lamp', contextLength: 80, path: 'Work', matchesPerNote: 2 },
  ],
  ['execute_command', { commandId: 'app:reload' }, { commandId: 'app:reload' }],
  ['create_note', { target, content: 'x' }, { path, content: 'x' }],
];

const plugin: readonly Row[] = [
  ['create_note', { path, content: 'x' }, { path, content: 'x' }],
  ['create_folder', { path: 'Work/New' }, { path: 'Work/New' }],
  ['delete', { path: 'Work/Old', recursive: true }, { path: 'Work/Old', recursive: true }],
  ['move', { from: 'a.md', to: 'Work/a.md' }, { path: 'a.md', newPath: 'Work/a.md' }],
  ['get_links', { path, includeUnresolved: true, limit: 50 }, { path, limit: 50 }],
  ['get_outline', { path }, { path }],
  ['get_frontmatter', { path, key: 'status' }, { path, key: 'status' }],
  ['update_frontmatter', { path, key: 'status', value: 'done' }, { path, set: { status: 'done' } }],
  ['update_frontmatter', { path, key: 'tags', value: ['a', 'b'] }, { path, set: { tags: ['a', 'b'] } }],
  ['read_notes', { paths: ['a.md', 'b.md'], format: 'text' }, { paths: ['a.md', 'b.md'] }],
  ['list', { directory: 'Work', limit: 50 }, { path: 'Work', limit: 50 }],
  ['list_tags', { sort: 'name', limit: 50 }, { sort: 'name', limit: 50 }],
  [
    'list_properties',
    { key: 'status', folder: 'Work', limit: 10 },
    { property: 'status', path: 'Work', limit: 10 },
  ],
  [
    'patch_note',
    {
      path,
      operation: 'prepend',
      targetType: 'heading',
      target: 'A::B',
      content: 'x',
      createTargetIfMissing: true,
      targetDelimiter: '::',
    },
    {
      path,
      operation: 'prepend',
      targetType: 'heading',
      target: 'A::B',
      content: 'x',
      createTargetIfMissing: true,
      targetDelimiter: '::',
    },
  ],
  [
    'search',
    { query: 'lamp', contextLength: 100, limit: 10 },
    { query: 'lamp', contextLength: 100, limit: 10 },
  ],
  ['query_dataview', { query: 'LIST FROM #work', sourcePath: path }, { query: 'LIST FROM #work', path }],
  ['open_note', { filename: path, newLeaf: true }, { path, newTab: true }],
  ['replace_in_notes', { pattern: 'la.p', replacement: 'lantern' }, 'refused'],
  ['list_commands', { filter: 'graph', limit: 20 }, { filter: 'graph', limit: 20 }],
];

const sections: readonly Row[] = [
  [
    'read_note',
    { path, withContent: false, parseFrontmatter: true, withLineNumbers: false },
    { path, withContent: false, parseFrontmatter: true, withLineNumbers: false },
  ],
  [
    'create_note',
    { path, content: 'x', createParents: true, onConflict: 'rename' },
    { path, content: 'x', ifExists: 'rename' },
  ],
  ['create_note', { path, content: 'x', onConflict: 'error' }, { path, content: 'x', ifExists: 'error' }],
  ['delete', { path, dryRun: true, ifMatch: 'abc' }, { path, dryRun: true, ifMatch: 'abc' }],
  [
    'update_frontmatter',
    { path, patch: { status: 'done' }, remove: ['due'] },
    { path, set: { status: 'done' }, remove: ['due'] },
  ],
  [
    'edit_note',
    { path, edits: [{ startLine: 2, endLine: 3, content: 'x' }], ifMatch: 'abc' },
    { path, edits: [{ startLine: 2, endLine: 3, newText: 'x' }], ifMatch: 'abc' },
  ],
  [
    'move',
    { path: 'a.md', newPath: 'b.md', updateLinks: true, ifMatch: 'abc' },
    { path: 'a.md', newPath: 'b.md', ifMatch: 'abc' },
  ],
  [
    'search',
    { query: 'lamp', folder: 'Work', maxResults: 5, returnSnippets: true },
    { query: 'lamp', path: 'Work', limit: 5 },
  ],
  [
    'search',
    { query: 'la.p', isRegex: true, caseSensitive: true, includes: ['Work/**'] },
    { query: 'la.p', mode: 'regex', caseSensitive: true, includes: ['Work/**'] },
  ],
  [
    'list',
    { path: 'Work', recursive: true, only: 'files', limit: 20, withFrontmatterSummary: true },
    { path: 'Work', recursive: true, only: 'files', limit: 20, withFrontmatterSummary: true },
  ],
  [
    'list',
    { path: '', includes: ['**/*.md'], excludes: ['Old/**'], includeWordCount: false },
    { path: '', includes: ['**/*.md'], excludes: ['Old/**'] },
  ],
  ['get_links', { path, includeUnlinked: true, includeSnippets: true }, { path, includeUnlinked: true }],
  ['resolve_link', { sourcePath: path, linkText: 'Lamp' }, resolved],
  ['check_links', { path }, { path }],
];

const byServer: Readonly<Record<string, readonly Row[]>> = {
  'modelcontextprotocol/servers (filesystem)': filesystem,
  'MarkusPfundstein/mcp-obsidian': restApi,
  'bitbonsai/mcpvault': vaultFiles,
  'cyanheads/obsidian-mcp-server': typedTargets,
  'istefox/obsidian-mcp-connector': plugin,
  'Xe138/obsidian-mcp-server': sections,
};

/** Each call as its server's users write it, and as some programs send it: with an addition, and values as texts. */
export const foreignCalls: readonly ForeignCall[] = Object.entries(byServer).flatMap(([server, rows]) =>
  rows.flatMap(([tool, given, own]) => [
    { server, tool, given, own },
    { server, tool, given: asSent(given), own },
  ]),
);

function asSent(given: Arguments): Arguments {
  const values = Object.entries(given).map(([name, value]) => [name, sentValue(value)] as const);
  const sent: Record<string, unknown> = Object.fromEntries(values);
  return { ...sent, toolCallId: 'call_1' };
}

/** Texts of numbers, switches and lists of texts; objects as they are, which no program sends otherwise. */
function sentValue(value: unknown): unknown {
  const isOfTexts = Array.isArray(value) && value.every(one => typeof one === 'string');
  return typeof value === 'number' || typeof value === 'boolean' || isOfTexts ? JSON.stringify(value) : value;
}
