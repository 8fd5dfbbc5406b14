import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Allowances, Approvals } from '../../../src/vault/approval/approvals';
import { type ApprovalRequest, folderOf } from '../../../src/vault/approval/approval-request';
import { ToolFailure } from '../../../src/errors';
import { noProgress } from '../../../src/utils/call-hooks';
import { settingsSchema } from '../../../src/settings/schema';
import { ownRulesOf, storedToken } from '../../../src/settings/tokens/tokens';
import type { AppInterface } from '../../../src/app-interface';
import { asInApp } from '../../browser/support/app-lectern';
import type { Answer } from '../../support/clients';
import { RunningLectern } from '../../support/lectern';
import { appInterfaceOf } from '../../support/app-interface';
import { eventually } from '../../support/time/waiting';
import { actionText } from '../../../src/ui/action-text';
import { approvalText } from '../../../src/vault/approval/approval-text';
import { base64Of, png } from '../../support/files/sample-files';
import { busyTurn } from '../../support/time/busy-turn';
import { subjectOf } from '../../../src/vault/approval/proposed-changes';
import type { Plan } from '../../../src/vault/writing/pipeline/pipeline';
import { steppingSlicer } from '../../search/slicers';
import { JournaledVault } from '../journal/support';

describe('approvals', () => {
  const request = (path: string, more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
    id: 1,
    token: 'laptop',
    tool: 'update_note',
    risks: ['edit'],
    changes: [{ kind: 'edit', path }],
    until: 0,
    ...more,
  });

  describe('what the user allowed beforehand', () => {
    let time = 0;
    let tokenFingerprint = '';
    let allowances: Allowances;

    beforeEach(() => {
      time = 0;
      tokenFingerprint = 'write';
      allowances = new Allowances(
        () => time,
        () => tokenFingerprint,
      );
    });

    test('holds for ten minutes, for that token and those risks', () => {
      allowances.remember(request('a.md'), { approved: true, also: 'for10Minutes' });
      time = 599_999;
      expect(allowances.cover('laptop', request('other/b.md'))).toBe(true);
      expect(allowances.cover('phone', request('a.md'))).toBe(false);
      expect(allowances.cover('laptop', request('a.md', { risks: ['edit', 'delete'] }))).toBe(false);
      time = 600_000;
      expect(allowances.cover('laptop', request('a.md'))).toBe(false);
    });

    test('holds for the token as it was: not for another value, nor for one made later with the same name', () => {
      allowances.remember(request('Daily/a.md'), { approved: true, also: 'inFolder' });
      expect(allowances.cover('laptop', request('Daily/a.md'))).toBe(true);
      tokenFingerprint = 'another value';
      expect(allowances.cover('laptop', request('Daily/a.md'))).toBe(false);
      expect(allowances.agreed).toBe(0);
    });

    test('holds in the folder of what was asked about, and below', () => {
      allowances.remember(request('Daily/2026/a.md'), { approved: true, also: 'inFolder' });
      time = 1e12;
      expect(allowances.cover('laptop', request('Daily/2026/b.md'))).toBe(true);
      expect(allowances.cover('laptop', request('Daily/2026/11/b.md'))).toBe(true);
      expect(allowances.cover('laptop', request('Daily/b.md'))).toBe(false);
      expect(allowances.cover('laptop', request('Daily/20267.md'))).toBe(false);
      const out = { changes: [{ kind: 'move' as const, path: 'Daily/2026/a.md', newPath: 'b.md' }] };
      expect(allowances.cover('laptop', request('', out))).toBe(false);
    });

    test('in a folder covers a move there whose links follow elsewhere', () => {
      const move = { kind: 'move', path: 'Daily/a.md', newPath: 'Daily/b.md' } as const;
      const link = { kind: 'edit', path: 'Home.md', isLinking: true } as const;
      const moving = request('', { risks: ['move'], changes: [move, link] });
      expect(folderOf(moving)).toBe('Daily');
      allowances.remember(moving, { approved: true, also: 'inFolder' });
      expect(allowances.cover('laptop', moving)).toBe(true);
    });

    test('is nothing for a refusal, a plain yes, or files that share no folder', () => {
      allowances.remember(request('a.md'), { approved: false, also: 'for10Minutes' });
      allowances.remember(request('a.md'), { approved: true });
      allowances.remember(request('a.md'), { approved: true, also: 'inFolder' });
      expect(allowances.cover('laptop', request('a.md'))).toBe(false);
    });

    test('of a command is for that command', () => {
      const command = (name: string): ApprovalRequest =>
        request('', { risks: ['command'], changes: [], command: name });
      allowances.remember(command('Reload'), { approved: true, also: 'for10Minutes' });
      expect(allowances.cover('laptop', command('Reload'))).toBe(true);
      expect(allowances.cover('laptop', command('Delete file'))).toBe(false);
    });

    test('can be taken back', () => {
      allowances.remember(request('a.md'), { approved: true, also: 'for10Minutes' });
      allowances.forget();
      expect(allowances.cover('laptop', request('a.md'))).toBe(false);
    });
  });

  test.each([
    [['a/b/c.md'], 'a/b'],
    [['a/b/c.md', 'a/b/d/e.md'], 'a/b'],
    [['a/b.md', 'ab/c.md'], ''],
    [['c.md'], ''],
    [['a/b.md', 'c.md'], ''],
    [[], ''],
  ])('the folder of %j is %j', (paths, folder) => {
    expect(folderOf({ risks: [], changes: paths.map(path => ({ kind: 'edit', path })) })).toBe(folder);
  });

  describe('calls that wait for approval', () => {
    const rules = {
      ...({ edit: 'ask', overwrite: 'ask', delete: 'ask' } as const),
      ...({ move: 'ask', massChange: 'ask', command: 'ask' } as const),
    };

    interface Asked {
      readonly request: ApprovalRequest;
      readonly agree: () => void;
    }

    /** Approvals of a person who answers when told to. */
    function asking(): { readonly asked: Asked[]; readonly ask: (token: string) => Promise<string> } {
      const asked: Asked[] = [];
      const approvals = new Approvals({
        rules: () => rules,
        ownRules: () => ({}),
        tokenFingerprint: token => token,
        timeout: () => 60_000,
        approver: () => request =>
          new Promise(resolve => asked.push({ request, agree: () => resolve({ approved: true }) })),
        clock: () => 0,
      });
      const { signal } = new AbortController();
      const call = { tool: 'execute_command', client: 'tests', signal, progress: noProgress };
      const ask = (token: string): Promise<string> =>
        approvals.approveCommand('Do it', call, token).then(
          () => 'agreed',
          (error: unknown) => (error instanceof ToolFailure ? error.code : String(error)),
        );
      return { asked, ask };
    }

    const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

    test('one token cannot take all places of calls that wait for approval', async () => {
      const { asked, ask } = asking();
      const own = times(10, () => ask('greedy'));
      expect(await ask('greedy')).toBe('busy');
      const other = ask('other');
      expect(asked).toHaveLength(11);
      for (const { agree } of asked) agree();
      expect(await Promise.all([...own, other])).toEqual(times(11, () => 'agreed'));
      const again = ask('greedy');
      asked.at(-1)?.agree();
      expect(await again).toBe('agreed');
    });

    test('at most fifty calls of all tokens wait for approval', async () => {
      const { asked, ask } = asking();
      const waiting = times(5, () => 0).flatMap((_none, index) => times(10, () => ask(`token ${index}`)));
      expect(await ask('another')).toBe('busy');
      for (const { agree } of asked) agree();
      expect(await Promise.all(waiting)).toEqual(times(50, () => 'agreed'));
    });
  });
});

describe('approval that is withdrawn', () => {
  describe('a call that waits for approval', () => {
    let lectern: RunningLectern;
    let people: AppInterface;

    beforeEach(async () => {
      lectern = await RunningLectern.start(
        asInApp({ 'a.md': 'one\n' }, { approval: { edit: 'ask' }, approvalSeconds: 60 }),
      );
      people = appInterfaceOf(lectern);
    });
    afterEach(() => lectern.close());

    const note = (): string => readFileSync(join(lectern.folder.path, 'a.md'), 'utf8');

    const asked = async (): Promise<Promise<Answer>[]> => {
      const client = await lectern.connect();
      const call = client.call('update_note', { path: 'a', mode: 'append', content: 'two' });
      call.catch(() => undefined);
      await eventually(() => people.approvals.requests.length === 1);
      return [call];
    };

    const token = () => {
      const found = people.tab.store.settings.tokens.find(({ name }) => name === 'test');
      if (found === undefined) throw new Error('No token.');
      return found;
    };

    const ways: readonly [string, () => Promise<unknown>][] = [
      ['is revoked', () => people.tab.store.removeToken(token())],
      ['gets a new value', () => people.tab.store.rotateToken(token(), new Date(0))],
      [
        'may only read',
        () => people.tab.store.changeToken(token().valueHash, old => ({ ...old, rights: 'read' })),
      ],
      ['is in a read-only vault', () => people.tab.store.update(old => ({ ...old, readOnly: true }))],
    ];

    test.each(ways)('is refused as soon as its token %s, and its question goes', async (_, change) => {
      const [call] = await asked();
      const [request] = people.approvals.requests;
      await change();
      expect(people.approvals.requests).toEqual([]);
      people.approvals.answer(request?.id ?? 0, { approved: true });
      expect((await call)?.text).toContain('approval_refused');
      expect(note()).toBe('one\n');
    });

    test('goes on waiting when something else is changed', async () => {
      const [call] = await asked();
      await people.tab.store.update(old => ({ ...old, journalDays: 7 }));
      const [request] = people.approvals.requests;
      people.approvals.answer(request?.id ?? 0, { approved: true });
      expect((await call)?.isError).toBe(false);
      expect(note()).toBe('one\ntwo\n');
    });
  });

  test('a call that nobody answers is refused when the time is up', async () => {
    const settings = settingsSchema.parse({ approval: { command: 'ask' } });
    const approvals = new Approvals({
      rules: () => settings.approval,
      ownRules: () => ({}),
      tokenFingerprint: () => '',
      timeout: () => 20,
      approver: () => (_request, signal) =>
        new Promise(resolve => signal.addEventListener('abort', () => resolve(undefined))),
      clock: () => 0,
    });
    const call = { tool: 'execute_command', client: undefined, signal: new AbortController().signal };
    const asked = approvals.approveCommand('x', call, 'a');
    await expect(asked).rejects.toThrow('Nobody answered within 0.02 seconds.');
  });

  test('a call of a token that was renamed or revoked since is refused, not judged by the rules for everybody', async () => {
    const settings = settingsSchema.parse({ tokens: [storedToken('new name', 'write', 'lct_x')] });
    const approvals = new Approvals({
      rules: () => settings.approval,
      ownRules: name => ownRulesOf(settings, name),
      tokenFingerprint: () => '',
      timeout: () => 1000,
      approver: () => undefined,
      clock: () => 0,
    });
    const call = { tool: 'execute_command', client: undefined, signal: new AbortController().signal };
    await expect(approvals.approveCommand('x', call, 'new name')).resolves.toBeUndefined();
    await expect(approvals.approveCommand('x', call, 'old name')).rejects.toMatchObject({
      code: 'approval_refused',
    });
  });
});

describe('what the user sees before', () => {
  const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
  const board = [
    '{"nodes":[',
    '{"id":"a","type":"text","text":"Plan","x":0,"y":0,"width":9,"height":9},',
    '{"id":"b","type":"text","text":"Gone","x":0,"y":0,"width":9,"height":9}',
    '],"edges":[{"id":"e","fromNode":"a","toNode":"b"}]}\n',
  ].join('\n');

  let lectern: RunningLectern;
  beforeAll(async () => {
    const approval = { edit: 'ask', move: 'ask', massChange: 'ask' };
    lectern = await RunningLectern.start(
      asInApp({ 'n.md': '# Part\nx\n', 'Board.canvas': board }, { approval, approvalSeconds: 60 }),
    );
  });
  afterAll(() => lectern.close());

  /** What the user is shown of a call before it is refused, or allowed. */
  async function shownOf(tool: string, args: Record<string, unknown>, approved = false): Promise<string> {
    const { approvals } = appInterfaceOf(lectern);
    const client = await lectern.connect();
    const call = client.call(tool, args);
    call.catch(() => undefined);
    await eventually(() => approvals.requests.length === 1);
    const [request] = approvals.requests;
    if (request === undefined) throw new Error('Nobody was asked.');
    const text = await approvalText(request, actionText, busyTurn());
    approvals.answer(request.id, { approved });
    expect((await call).isError).toBe(!approved);
    return text;
  }

  test.each([
    ['pic.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="run()"><script>run()</script></svg>'],
    ['data.json', '{"a": "long ago"}'],
    ['rows.csv', 'a,b\n1,2\n'],
    ['plain.txt', 'words \u202e reversed'],
  ])('a text attachment %s is shown whole', async (name, content) => {
    const shown = await shownOf('add_attachment', { name, data: utf8(content) });
    for (const line of content
      .replace('\u202e', () => '‹U+202E›')
      .trim()
      .split('\n'))
      expect(shown).toContain(`+${line}`);
  });

  test('of a picture the size and kind are shown', async () => {
    const shown = await shownOf('add_attachment', { name: 'pic.png', data: base64Of(png) });
    expect(shown).toContain('image/png');
    expect(shown.split('\n').filter(line => line.startsWith('+'))).toEqual([]);
  });

  test('the first line of a request shows invisible characters', async () => {
    const renamed = await shownOf('rename_heading', {
      path: 'n',
      heading: 'Part',
      newHeading: 'Pi\u202eece\u034f',
    });
    expect(renamed).toContain('Pi‹U+202E›ece‹U+034F›');
    const preview = { find: 'x', replace: 'y\u200bz', confirm: 1 };
    expect(await shownOf('replace_in_notes', preview)).toContain('y‹U+200B›z');
  });

  test('a change of a canvas is asked about in words and with its lines, and made when it is allowed', async () => {
    const canvas = (): string => readFileSync(join(lectern.folder.path, 'Board.canvas'), 'utf8');
    const args = {
      path: 'Board.canvas',
      operations: [
        { action: 'add_node', fields: { type: 'text', text: 'Idea' } },
        { action: 'add_node', fields: { type: 'text', text: 'More' } },
        { action: 'update_node', id: 'a', fields: { text: 'Plans' } },
        { action: 'remove_node', id: 'b' },
      ],
    };
    const text = await shownOf('edit_canvas', args);
    expect(text).toContain('\nAdd 2 cards. Change 1 card. Remove 1 card and 1 arrow.\n');
    expect(text).toContain('edit Board.canvas');
    expect(text).toContain('-{"id":"a","type":"text","text":"Plan",');
    expect(text).toContain('+{"id":"a","type":"text","text":"Plans",');
    expect(canvas()).toBe(board);
    await shownOf('edit_canvas', args, true);
    expect(canvas()).toContain('"Plans"');
  });
});

describe('proposed changes', () => {
  const size = 200_000;

  test('the texts of large notes that would be deleted are decoded with pauses between them', async () => {
    const { vault } = await JournaledVault.open({ 'a.md': 'A' });
    const bytes = new TextEncoder().encode('a'.repeat(size));
    const removed = Array.from({ length: 20 }, (_item, index) => ({
      path: `${index}.md`,
      isFolder: false,
      size,
      bytes,
    }));
    const file = vault.host.app.vault.getRoot();
    const plan: Plan = { steps: [{ kind: 'trash', file, way: 'setting', isPermanent: false, removed }] };
    const { slicer, pauses } = steppingSlicer();
    expect((await subjectOf(plan, { slicer }, true)).changes).toHaveLength(20);
    expect(pauses()).toBeGreaterThan(0);
    await vault.close();
  });

  test('an attachment is decoded only for somebody who is asked', async () => {
    const { slicer } = steppingSlicer();
    const content = new TextEncoder().encode('a drawing');
    const plan: Plan = { steps: [{ kind: 'create', path: 'a.svg', content }] };
    const shownTo = async (isShown: boolean) => (await subjectOf(plan, { slicer }, isShown)).changes;
    expect(await shownTo(false)).toEqual([{ kind: 'create', path: 'a.svg' }]);
    expect(await shownTo(true)).toEqual([{ kind: 'create', path: 'a.svg', after: 'a drawing' }]);
  });
});
