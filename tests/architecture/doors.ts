export interface Door {
  /** Rooms it may import; `types` only as types. */
  readonly ours: readonly string[];
  readonly types?: readonly string[];
  readonly packages: readonly string[];
}

/** Everything below src, for the files that wire it. */
export const anyOfSrc = [
  'errors',
  'platform',
  'utils',
  'markdown',
  'search',
  'bases',
  'vault',
  'tools',
  'server',
  'settings',
  'ui',
  'control',
  'compose',
  'plugin-control',
  'app-interface',
  'main',
];

/** Who may import whom. A room is the first part of a path below src. */
export const doors: Record<string, Door> = {
  errors: { ours: [], packages: [] },
  platform: { ours: [], packages: ['node:crypto', 'node:zlib', 'node:timers', 'node:util'] },
  utils: { ours: ['errors', 'platform'], packages: ['chrono-node'] },
  markdown: { ours: ['utils', 'errors'], packages: ['yaml', 'diff', 'rrule'] },
  search: {
    ours: ['markdown', 'utils', 'errors'],
    packages: ['re2js', '@orama/stemmers', '@orama/stopwords'],
  },
  bases: { ours: ['markdown', 'search', 'utils', 'errors'], packages: [] },
  vault: {
    ours: ['bases', 'markdown', 'search', 'utils', 'errors', 'platform'],
    packages: ['obsidian', 'zod'],
  },
  tools: { ours: ['utils', 'errors'], types: ['vault', 'search'], packages: ['zod'] },
  server: {
    ours: ['tools', 'utils', 'errors', 'platform'],
    types: ['vault', 'control'],
    packages: ['express', '@modelcontextprotocol/server', 'zod', 'node:'],
  },
  settings: {
    ours: ['tools', 'utils', 'markdown', 'errors', 'platform', 'ui'],
    types: ['vault', 'server', 'control'],
    packages: ['obsidian', 'zod', 'fflate'],
  },
  ui: {
    ours: ['tools', 'utils', 'markdown', 'errors', 'platform'],
    types: ['vault', 'server', 'control'],
    packages: ['obsidian', 'zod'],
  },
  control: { ours: [], packages: [] },
  'plugin-control': { ours: anyOfSrc, packages: ['obsidian'] },
  'app-interface': { ours: anyOfSrc, packages: ['obsidian'] },
  compose: { ours: anyOfSrc, packages: ['obsidian'] },
  main: { ours: anyOfSrc, packages: ['obsidian'] },
};
