import { ToolFailure } from '../../../src/errors';
import type { ApprovalRequest } from '../../../src/vault/approval/approval-request';
import { Approvals } from '../../../src/vault/approval/approvals';
import { noProgress } from '../../../src/utils/call-hooks';

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
