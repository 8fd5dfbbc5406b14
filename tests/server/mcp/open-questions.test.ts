import { approvalDigest } from '../../../src/vault/approval/approval-text';
import type { ApprovalRequest } from '../../../src/vault/approval/approval-request';
import { OpenQuestions } from '../../../src/server/mcp/questions';

test('an answer holds once, and only for what was asked', () => {
  const open = new OpenQuestions();
  const state = open.add('this');
  expect(open.take(state, 'that')).toBe(false);
  expect(open.take(undefined, 'this')).toBe(false);
  expect(open.take(state, 'this')).toBe(true);
  expect(open.take(state, 'this')).toBe(false);
});

test('the oldest of very many open questions are forgotten', () => {
  const open = new OpenQuestions();
  const [first, second] = [open.add('first'), open.add('second')];
  for (let index = 0; index < 199; index += 1) open.add('other');
  expect([open.take(first, 'first'), open.take(second, 'second')]).toEqual([false, true]);
});

test('what is decided differs where only a part that no question shows differs', () => {
  const request = (after: string): ApprovalRequest => ({
    ...{ id: 1, until: 0, token: 'phone', tool: 'create_note', risks: ['edit'] },
    changes: [{ kind: 'create', path: 'a.md', after }],
  });
  const lines = 'line\n'.repeat(100);
  expect(approvalDigest(request(`${lines}harmless`))).not.toBe(approvalDigest(request(`${lines}other`)));
  expect(approvalDigest(request(lines))).toBe(approvalDigest(request(lines)));
});
