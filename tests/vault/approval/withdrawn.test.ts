import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsSchema } from '../../../src/settings/schema';
import { ownRulesOf, storedToken } from '../../../src/settings/tokens/tokens';
import type { AppInterface } from '../../../src/app-interface';
import { Approvals } from '../../../src/vault/approval/approvals';
import { asInApp } from '../../browser/support/app-lectern';
import type { Answer } from '../../support/clients';
import { RunningLectern } from '../../support/lectern';
import { appInterfaceOf } from '../../support/app-interface';
import { eventually } from '../../support/time/waiting';

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
