import { Console } from 'node:console';
import { PassThrough } from 'node:stream';
import { runInThisContext } from 'node:vm';
import { builtProduct } from '../support/process/built-product';
import { manifest, RunningLectern, testToken } from '../support/lectern';
import { RendererAbortSignal } from '../support/renderer/abort';
import { Renderer } from '../support/renderer/renderer';
import { temporaryVault } from '../headless/temporary-vault';

/** Came after Chromium 106, which the oldest installers have that the app still runs on. */
const newer: readonly (readonly [owner: string, members: readonly string[]])[] = [
  ['String.prototype', ['isWellFormed', 'toWellFormed']],
  ['Array.prototype', ['toSorted', 'toReversed', 'toSpliced', 'with']],
  ['Object', ['groupBy']],
  ['Promise', ['withResolvers']],
  ['Array', ['fromAsync']],
  ['Set.prototype', ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
];

/** Came after Chromium 120, which installer 1.5.8 has: the oldest that Lectern runs on. */
const newerThanSupported: typeof newer = [
  ['Array', ['fromAsync']],
  ['Set.prototype', ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf']],
  ['Set.prototype', ['isSupersetOf', 'isDisjointFrom']],
  ['Promise', ['try']],
  ['RegExp', ['escape']],
  ['Math', ['f16round', 'sumPrecise']],
  ['Error', ['isError']],
  ['Uint8Array', ['fromBase64', 'fromHex']],
  ['Uint8Array.prototype', ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']],
  ['Object.getPrototypeOf(Object.getPrototypeOf([].values()))', ['map', 'filter', 'take', 'drop']],
  ['Object.getPrototypeOf(Object.getPrototypeOf([].values()))', ['flatMap', 'reduce', 'toArray']],
  ['Object.getPrototypeOf(Object.getPrototypeOf([].values()))', ['forEach', 'some', 'every', 'find']],
  ['URL', ['parse']],
];

/** Takes members away; what it answers puts them back. */
function without(owner: object, members: readonly string[]): () => void {
  const kept = members.map(name => [name, Object.getOwnPropertyDescriptor(owner, name)] as const);
  for (const name of members) Reflect.deleteProperty(owner, name);
  return () => {
    for (const [name, member] of kept) if (member !== undefined) Object.defineProperty(owner, name, member);
  };
}

/** The names of the plugin's world, which is not that of this test. */
function ownerOf(name: string): object {
  const owner: unknown = runInThisContext(name);
  if (typeof owner === 'function' || (typeof owner === 'object' && owner !== null)) return owner;
  throw new Error(`There is no ${name}.`);
}

/** One member of several that are missing together on such an installer is enough to be refused. */
const lacking: readonly (readonly [what: string, missing: typeof newer])[] = [
  ['everything that came since', [...newer, ['AbortSignal', ['any']]]],
  ['String.prototype.isWellFormed alone', [['String.prototype', ['isWellFormed']]]],
  ['Array.prototype.toSorted alone', [['Array.prototype', ['toSorted']]]],
  ['AbortSignal.any alone', [['AbortSignal', ['any']]]],
];

const overlay = {
  settings: { port: 0 },
  tokens: [{ name: 'test', value: testToken, rights: 'full' as const }],
};

test.each(lacking)(
  'on an installer without %s, the plugin says what to do, and starts nothing',
  async (_what, missing) => {
    const written = new PassThrough();
    const renderer = new Renderer(new Console(written, written));
    const vault = await temporaryVault({ 'a.md': 'one' });
    const restore = missing.map(([name, members]) =>
      without(name === 'AbortSignal' ? RendererAbortSignal : ownerOf(name), members),
    );
    try {
      const plugin = renderer.pluginClass(builtProduct().mainFile);
      const { control, instance } = await vault.host.loadPlugin(plugin, manifest, overlay);
      expect(await control?.started()).toMatchObject({ state: 'off' });
      await instance.onExternalSettingsChange?.();
      instance.onUserEnable();
    } finally {
      for (const put of restore) put();
    }
    expect(vault.host.notices).toEqual([expect.stringContaining('Download the installer from obsidian.md')]);
    expect(vault.host.internals.commands.listCommands()).toEqual([]);
    expect([renderer.pendingTimers, String(written.read() ?? '')]).toEqual([0, '']);
    await vault.close();
  },
);

test('on the oldest supported installer, the plugin reads, searches by words and by pattern, edits, moves, undoes, asks for approval and queries Dataview', async () => {
  const written = new PassThrough();
  const renderer = new Renderer(new Console(written, written));
  const restore = newerThanSupported.map(([name, members]) => without(ownerOf(name), members));
  let lectern: RunningLectern | undefined;
  const approved: string[] = [];
  try {
    lectern = await RunningLectern.start({
      files: {
        'Home.md': '---\ntags: [one]\n---\nSee [[Plan]].',
        'Plan.md': '# Plan\nwords',
        'rows.csv': 'a,b\n1,2\n',
      },
      settings: { approval: { delete: 'ask' } },
      approver: question => {
        approved.push(question);
        return Promise.resolve(true);
      },
      communityPlugins: ['dataview'],
      plugin: renderer.pluginClass(builtProduct().mainFile),
    });
    for (const era of ['2026', '2025'] as const) {
      const client = await lectern.connect(era);
      const path = `New ${era}`;
      const created = await client.call('create_note', { path, content: 'first [[Plan]]' });
      const { changeId } = created.structured;
      const asked: readonly (readonly [string, Record<string, unknown>])[] = [
        ['read_note', { path }],
        ['search', { query: 'words' }],
        ['get_links', { path: 'Plan.md' }],
        ['get_outline', { path: 'Plan.md' }],
        ['check_links', {}],
        ['list_tags', {}],
        ['get_frontmatter', { path: 'Home.md' }],
        ['search', { query: 'w.rds', mode: 'regex' }],
        ['read_attachment', { path: 'rows.csv' }],
        ['query_dataview', { query: 'TABLE tags FROM #one' }],
        ['list_changes', {}],
        ['undo_change', { changeId }],
        ['edit_note', { path: 'Plan.md', edits: [{ oldText: '# Plan', newText: `# Plan of ${era}` }] }],
        ['move', { path: 'Home.md', newPath: 'House.md' }],
        ['move', { path: 'House.md', newPath: 'Home.md' }],
      ];
      expect([created.isError, changeId]).toEqual([false, expect.any(String)]);
      for (const [tool, args] of asked)
        expect([tool, await client.call(tool, args)]).toMatchObject([tool, { isError: false }]);
      await client.call('create_note', { path: 'Gone', content: 'text' });
      expect((await client.call('delete', { path: 'Gone.md' })).isError).toBe(false);
    }
    expect(approved.filter(question => question.includes('Gone.md'))).toHaveLength(2);
  } finally {
    await lectern?.close();
    for (const put of restore) put();
  }
  expect([renderer.pendingTimers, String(written.read() ?? '')]).toEqual([0, '']);
});
