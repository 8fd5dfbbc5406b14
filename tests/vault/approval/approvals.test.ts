import { Allowances, Approvals } from '../../../src/vault/approval/approvals';
import { type ApprovalRequest, folderOf } from '../../../src/vault/approval/approval-request';
import { ToolFailure } from '../../../src/errors';
import { noProgress } from '../../../src/utils/call-hooks';

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
    expect(allowances.count).toBe(0);
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
