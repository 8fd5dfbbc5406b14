import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { TFile } from 'obsidian';
import { z } from 'zod';
import { linkSkeleton } from '../../src/markdown/edits/links/link-places';
import { notesOf } from '../support/files/vault-contents';
import { type Call, modelCalls } from './model-calls';
import { random } from './random';
import { codeOf } from '../support/clients';
import { RuledVault } from './vault-with-rules';
import { sha256 } from '../../src/platform';
import { appInterfaceOf } from '../support/app-interface';
import { field } from '../support/json';

/** Random calls of three tokens with different rules, against a model of what each may see and change. */
describe('a model of the rules', () => {
  /** 10,000 by hand: `LECTERN_RULE_CALLS=10000 npx jest tests/rules/model-and-changes`. */
  const calls = Number(process.env['LECTERN_RULE_CALLS'] ?? 150);

  /** After so many calls what was deleted or moved away is there again, or calls would find nothing more. */
  const callsOfStock = 20;

  const below = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);
  /** Who may see a path, and who may write it; the rules are folders at the root, with all that is in them. */
  const tokens = {
    denied: {
      rules: { deny: ['C/**', 'A/In/**'] },
      sees: (path: string) => !below('C', path) && !below('A/In', path),
      writes: (path: string) => !below('C', path) && !below('A/In', path),
    },
    allowed: {
      rules: { allow: ['A/**', 'B/**'], rights: 'write' },
      sees: (path: string) => below('A', path) || below('B', path),
      writes: (path: string) => below('A', path) || below('B', path),
    },
    reader: {
      rules: { allowWrite: ['B/**'], rights: 'write' },
      sees: () => true,
      writes: (path: string) => below('B', path),
    },
  } as const;

  const folders = ['A', 'A/In', 'B', 'C'];
  const names = ['a', 'b', 'c'];
  const files = Object.fromEntries(
    folders.flatMap((folder): [string, string][] => [
      ...names.map((name): [string, string] => [`${folder}/${name}.md`, noteAt(folder, name)]),
      [`${folder}/board.canvas`, boardAt(folder)],
    ]),
  );

  function noteAt(folder: string, name: string): string {
    const text = `at ${folder} secret-of-${folder}/${name}- [[a]] [[B/b]] [[c#H]]`;
    return `---\nkind: ${name}\n---\n${text}\n- [ ] do secret-of-${folder}/${name}-\n# H\n`;
  }

  function boardAt(folder: string): string {
    const node = { id: 'one', type: 'text', text: `secret-of-${folder}/board-`, x: 0, y: 0 };
    return JSON.stringify({ nodes: [{ ...node, width: 100, height: 100 }], edges: [] });
  }

  function isLinkEdit(path: string, before: string | undefined, after: string | undefined): boolean {
    if (before === undefined || after === undefined) return false;
    const kind = path.slice(path.lastIndexOf('.') + 1);
    return linkSkeleton(before, kind).text === linkSkeleton(after, kind).text;
  }

  /** The notes that a path may mean: the one that is there, or else those whose paths end like it. */
  function meantBy(
    path: string,
    contents: Readonly<Record<string, string>>,
    sees: (path: string) => boolean,
  ): string[] {
    const seen = Object.keys(contents).filter(sees);
    return seen.includes(path) ? [path] : seen.filter(one => one.endsWith(`/${path}`));
  }

  /** The files that a call must name, in any order; undefined where the model does not say. */
  function namedBy(
    [tool, args]: Call,
    contents: Readonly<Record<string, string>>,
    sees: (path: string) => boolean,
  ): string[] | undefined {
    const seen = Object.entries(contents).filter(([path]) => !path.endsWith('/') && sees(path));
    const isTask = /^- \[.\] /m;
    if (tool === 'list_tasks' && args['path'] === undefined)
      return seen.filter(([path, text]) => path.endsWith('.md') && isTask.test(text)).map(([path]) => path);
    return tool === 'query_base' ? seen.map(([path]) => path) : undefined;
  }

  function marksIn(text: string): string[] {
    return [...text.matchAll(/secret-of-[\w/]+-/g)].map(([mark]) => mark);
  }

  /** The files that an answer names in its rows. */
  function namedIn(structured: unknown): string[] {
    const { tasks = [], paths = [] } = namingAnswer.parse(structured);
    return [...new Set([...tasks.map(({ path }) => path), ...paths])].sort();
  }

  const namingAnswer = z.looseObject({
    tasks: z.array(z.looseObject({ path: z.string() })).optional(),
    paths: z.array(z.string()).optional(),
  });

  test('no call changes or reveals more than its token allows', async () => {
    const draw = random(7);
    const rules = Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, token.rules]));
    const vault = await RuledVault.start(files, rules);
    const folder = vault.lectern.folder.path;
    const changes: string[] = [];
    const calling = modelCalls(draw, { folders, names, changes });
    const wrong: string[] = [];
    /** The marks that each token saw at any time. */
    const known = new Map(Object.keys(tokens).map(name => [name, new Set<string>()]));
    let before = notesOf(folder);
    for (let call = 0; call < calls; call += 1) {
      if (call % callsOfStock === 0) {
        for (const [path, text] of Object.entries(files))
          if (!(path in before)) vault.lectern.folder.write(path, text);
        await vault.lectern.host.settled();
        before = notesOf(folder);
      }
      for (const [name, { sees }] of Object.entries(tokens))
        for (const [path, text] of Object.entries(before))
          if (sees(path)) for (const mark of marksIn(text)) known.get(name)?.add(mark);
      const [name, token] = draw.of(Object.entries(tokens));
      const [tool, args] = draw.of(calling)();
      const answer = await vault.as(name).call(tool, args);
      const what = `${call} ${name} ${tool} ${JSON.stringify(args)} ${String(codeOf(answer))}`;
      const { changeId } = answer.structured;
      if (typeof changeId === 'string') changes.push(changeId);
      const after = notesOf(folder);
      for (const changed of new Set([...Object.keys(before), ...Object.keys(after)])) {
        if (before[changed] === after[changed]) continue;
        const place = changed.replace(/\/$/, () => '');
        if (!token.writes(place) && !isLinkEdit(changed, before[changed], after[changed]))
          wrong.push(`${what} changed ${changed}`);
      }
      for (const [hidden, text] of Object.entries(before)) {
        const [mark] = marksIn(text);
        const isSeen = Object.entries(before).some(
          ([one, its]) => token.sees(one) && its.includes(mark ?? '\0'),
        );
        // Undo brings back what the token saw before.
        const isKnown = isSeen || (tool === 'undo_change' && known.get(name)?.has(mark ?? '') === true);
        if (!token.sees(hidden) && mark !== undefined && !isKnown && JSON.stringify(answer).includes(mark))
          wrong.push(`${what} told of ${hidden}`);
      }
      const named = namedBy([tool, args], before, token.sees);
      if (named !== undefined && codeOf(answer) === 'ok') {
        const told = namedIn(answer.structured);
        if (told.join() !== named.sort().join())
          wrong.push(`${what} named ${told.join()} and not ${named.join()}`);
      }
      const target = args['path'];
      if (tool === 'update_note' && typeof target === 'string') {
        const [meant = target, another] = meantBy(target, before, token.sees);
        const code = token.writes(meant) ? 'ok' : 'permission_denied';
        if (another === undefined && codeOf(answer) !== code) wrong.push(`${what} was not ${code}`);
      }
      if (tool === 'read_note' && typeof target === 'string') {
        // The end of a path that one visible note has names that note.
        const { path: told } = answer.structured;
        const isRight =
          typeof told === 'string'
            ? token.sees(told) && told in before && `/${told}`.endsWith(`/${target}`)
            : !(token.sees(target) && target in before);
        if (!isRight) wrong.push(`${what} was read or not`);
      }
      before = after;
    }
    expect(wrong).toEqual([]);
    await vault.close();
  }, 1_800_000);
});

/** What rules say of changes: of earlier texts, of those of others, and of those that are being planned. */
describe('what the journal knows', () => {
  const versionOf = (text: string): string => sha256(text).slice(0, 20);
  const agent = { deny: ['Secret'], rights: 'write' } as const;

  let vault: RuledVault;
  afterEach(() => vault.close());

  async function conflict(path: string, version: string): Promise<unknown> {
    const edits = [{ oldText: 'mine', newText: 'x' }];
    const { structured } = await vault
      .as('agent')
      .call('edit_note', { path, edits, ifMatch: version, dryRun: true });
    expect(field(structured, 'error', 'code')).toBe('version_conflict');
    return field(structured, 'error');
  }

  test('the version of a denied note reveals none of its text', async () => {
    vault = await RuledVault.start({ 'Secret/s.md': 'CANARY old\n', 'Open/o.md': 'mine\n' }, { agent });
    await vault
      .as('owner')
      .call('edit_note', { path: 'Secret/s', edits: [{ oldText: 'old', newText: 'new' }] });
    for (const text of ['CANARY old\n', 'CANARY new\n'])
      expect(await conflict('Open/o', versionOf(text))).not.toHaveProperty('diff');
  });

  test('a version from before a note left a denied folder reveals none of its text', async () => {
    vault = await RuledVault.start({ 'Secret/s.md': 'CANARY\n' }, { agent });
    const owner = vault.as('owner');
    await owner.call('edit_note', { path: 'Secret/s', edits: [{ oldText: 'CANARY', newText: 'mine' }] });
    await owner.call('move', { path: 'Secret/s', newPath: 'Open/s' });
    expect(await conflict('Open/s', versionOf('CANARY\n'))).not.toHaveProperty('diff');
  });

  test('an earlier version of the same note shows what changed since, also after a move', async () => {
    vault = await RuledVault.start({ 'Open/o.md': 'old\nmine\n' }, { agent });
    await vault
      .as('owner')
      .call('edit_note', { path: 'Open/o', edits: [{ oldText: 'old', newText: 'new' }] });
    expect(await conflict('Open/o', versionOf('old\nmine\n'))).toMatchObject({
      diff: '@@ -1,2 +1,2 @@\n-old\n+new\n mine',
    });
    await vault.as('owner').call('move', { path: 'Open', newPath: 'Moved' });
    expect(await conflict('Moved/o', versionOf('old\nmine\n'))).toHaveProperty('diff');
  });

  test('a change behind a link into a denied folder is not listed', async () => {
    vault = await RuledVault.start(
      { 'Secret/s.md': 'CANARY\n', 'Open/o.md': 'mine\n' },
      { agent },
      { prepare: folder => symlinkSync(join(folder.path, 'Secret'), join(folder.path, 'Open', 'door')) },
    );
    const edits = [{ oldText: 'CANARY', newText: 'x' }];
    expect(codeOf(await vault.as('owner').call('edit_note', { path: 'Open/door/s', edits }))).toBe('ok');
    expect((await vault.as('agent').call('list_changes')).structured).toMatchObject({ changes: [] });
  });

  test.each([
    ['out of', 'Secret/s', 'Open/s'],
    ['into', 'Open/o', 'Secret/o'],
  ])('a move %s a denied folder is not listed', async (_way, path, newPath) => {
    vault = await RuledVault.start({ 'Secret/s.md': 'CANARY\n', 'Open/o.md': 'mine\n' }, { agent });
    expect(codeOf(await vault.as('owner').call('move', { path, newPath }))).toBe('ok');
    expect((await vault.as('agent').call('list_changes')).structured).toMatchObject({ changes: [] });
  });

  test('a token with the name of a revoked one cannot undo that one’s changes', async () => {
    vault = await RuledVault.start(
      { 'Open/o.md': 'mine\n' },
      { agent: { rights: 'write' } },
      { areStored: true },
    );
    const edits = [{ oldText: 'mine', newText: 'x' }];
    const { structured } = await vault.as('agent').call('edit_note', { path: 'Open/o', edits });
    const { store } = appInterfaceOf(vault.lectern).tab;
    const old = store.settings.tokens.find(({ name }) => name === 'agent');
    if (old === undefined) throw new Error('No token.');
    const value = 'lct_test-token-named-like-it-1';
    await store.changeToken(old.valueHash, token => ({ ...token, valueHash: sha256(value) }));
    const client = await vault.lectern.connect('2026', value);
    const { changeId } = structured;
    expect(codeOf(await client.call('undo_change', { changeId }))).toBe('permission_denied');
    expect(field((await client.call('list_changes')).structured, 'changes', 0)).toMatchObject({
      undoable: false,
    });
    expect((await client.call('list_changes', { actor: 'me' })).structured).toMatchObject({ changes: [] });
    expect(vault.text('Open/o.md')).toBe('x\n');
  });
});

describe("whether another token's change can be undone", () => {
  const tokens = {
    owner: { rights: 'full' },
    narrow: { rights: 'full', deny: ['Private'] },
  } as const;
  const open = { 'a.md': '---\np: 1\n---\none #t\n', 'b.md': 'two\n', 'l.md': '[[a]]\n' };
  const hidden = { 'Private/x.md': '---\np: 1\n---\n[[a]] [[b]] one #t\n' };

  const changes: readonly (readonly [string, Record<string, unknown>])[] = [
    ['merge_notes', { from: 'a', into: 'b' }],
    ['move', { path: 'a', newPath: 'z' }],
    ['rename_tag', { from: 't', to: 'u' }],
    ['rename_property', { property: 'p', newProperty: 'q' }],
    ['update_tags', { tag: 't', add: ['u'], expectedCount: 2 }],
    ['update_frontmatter', { tag: 't', set: { q: 1 }, expectedCount: 2 }],
    ['replace_in_notes', { find: 'one', replace: 'two', confirm: 2 }],
  ];

  async function told(
    files: Readonly<Record<string, string>>,
    [tool, args]: (typeof changes)[number],
  ): Promise<{ readonly undoable: unknown[]; readonly code: unknown }> {
    const vault = await RuledVault.start(files, tokens);
    try {
      const { structured } = await vault.as('owner').call(tool, args);
      const rows = await vault.as('narrow').call('list_changes', {});
      const undoable = [field(rows.structured, 'changes')].flat().map(row => field(row, 'undoable'));
      const undo = { changeId: structured['changeId'], dryRun: true };
      return { undoable, code: codeOf(await vault.as('narrow').call('undo_change', undo)) };
    } finally {
      await vault.close();
    }
  }

  test.each(changes)('%s', async (...change) => {
    const [tool, args] = change;
    const having = await told({ ...open, ...hidden }, change);
    const alone = Object.entries(args).map(([name, value]) => [name, value === 2 ? 1 : value]);
    expect(having).toEqual(await told(open, [tool, Object.fromEntries(alone)]));
    expect(having.undoable.length).toBeGreaterThan(0);
    expect(having.undoable.every(one => one === (having.code === 'ok'))).toBe(true);
  });

  test('what moved no links can be undone', async () => {
    const answer = await told(open, ['edit_note', { path: 'b', edits: [{ oldText: 'two', newText: 'x' }] }]);
    expect(answer).toEqual({ undoable: [true], code: 'ok' });
  });
});

describe('what the settings say when a change is about to be written', () => {
  const rules = { agent: { rights: 'write' } } as const;
  let vault: RuledVault;
  beforeEach(async () => {
    vault = await RuledVault.start({ 'A/a.md': 'a\n' }, rules, { areStored: true });
  });
  afterEach(() => vault.close());

  /** A call that is planning when the settings change, since reading its note takes until then. */
  async function writeWhile(change: () => Promise<unknown>): Promise<unknown> {
    const { vault: files } = vault.lectern.host.app;
    const read = files.readBinary.bind(files);
    Object.defineProperty(files, 'readBinary', {
      configurable: true,
      value: async (file: TFile) => {
        const bytes = await read(file);
        if (file.path === 'A/a.md') {
          Reflect.deleteProperty(files, 'readBinary');
          await change();
        }
        return bytes;
      },
    });
    const answer = await vault.as('agent').call('update_note', { path: 'A/a', mode: 'append', content: 'x' });
    return codeOf(answer);
  }

  const store = () => appInterfaceOf(vault.lectern).tab.store;
  const agentOf = () => {
    const found = store().settings.tokens.find(({ name }) => name === 'agent');
    if (found === undefined) throw new Error('No token.');
    return found;
  };

  const ways: readonly (readonly [string, () => Promise<unknown> | undefined])[] = [
    ['the vault became read-only', () => store().update(old => ({ ...old, readOnly: true }))],
    ['its token was revoked', () => store().removeToken(agentOf())],
    ['its token got a new value', () => store().rotateToken(agentOf(), new Date(0))],
    ['its token may only read', () => narrow({ rights: 'read' })],
    ['its token may write less', () => narrow({ allowWrite: ['B'] })],
    ['its token has expired', () => narrow({ expires: '2020-01-01T00:00:00.000Z' })],
    ['the folder was hidden', () => store().update(old => ({ ...old, hidden: ['A'] }))],
    ['Lectern was paused', () => Promise.resolve().then(pause)],
  ];

  function narrow(rules: Record<string, unknown>): Promise<unknown> {
    return store().changeToken(agentOf().valueHash, old => ({ ...old, ...rules }));
  }

  function pause(): void {
    appInterfaceOf(vault.lectern).tab.live.setPaused(true);
  }

  test.each(ways)('a call that is planning is refused when %s', async (_what, change) => {
    const before = notesOf(vault.lectern.folder.path);
    expect(await writeWhile(async () => change())).toBe('permission_denied');
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });

  test('a call that is planning continues when something else changes', async () => {
    expect(await writeWhile(() => store().update(old => ({ ...old, journalDays: 7 })))).toBe('ok');
    expect(vault.text('A/a.md')).toBe('a\nx\n');
  });
});
