import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actionText } from '../../../src/ui/action-text';
import { approvalText } from '../../../src/vault/approval/approval-text';
import { asInApp } from '../../browser/support/app-lectern';
import { appInterfaceOf } from '../../support/app-interface';
import { RunningLectern } from '../../support/lectern';
import { eventually } from '../../support/time/waiting';
import { busyTurn } from '../../support/time/busy-turn';

const board = [
  '{"nodes":[',
  '{"id":"a","type":"text","text":"Plan","x":0,"y":0,"width":9,"height":9},',
  '{"id":"b","type":"text","text":"Gone","x":0,"y":0,"width":9,"height":9}',
  '],"edges":[{"id":"e","fromNode":"a","toNode":"b"}]}\n',
].join('\n');

test('a change of a canvas is asked about in words and with its lines, and made when it is allowed', async () => {
  const lectern = await RunningLectern.start(
    asInApp({ 'Board.canvas': board }, { approval: { edit: 'ask' }, approvalSeconds: 60 }),
  );
  const { approvals } = appInterfaceOf(lectern);
  const client = await lectern.connect();
  const call = client.call('edit_canvas', {
    path: 'Board.canvas',
    operations: [
      { action: 'add_node', fields: { type: 'text', text: 'Idea' } },
      { action: 'add_node', fields: { type: 'text', text: 'More' } },
      { action: 'update_node', id: 'a', fields: { text: 'Plans' } },
      { action: 'remove_node', id: 'b' },
    ],
  });
  call.catch(() => undefined);
  await eventually(() => approvals.requests.length === 1);
  const [request] = approvals.requests;
  if (request === undefined) throw new Error('Nobody was asked.');
  const text = await approvalText(request, actionText, busyTurn());
  expect(text).toContain('\nAdd 2 cards. Change 1 card. Remove 1 card and 1 arrow.\n');
  expect(text).toContain('edit Board.canvas');
  expect(text).toContain('-{"id":"a","type":"text","text":"Plan",');
  expect(text).toContain('+{"id":"a","type":"text","text":"Plans",');
  expect(readFileSync(join(lectern.folder.path, 'Board.canvas'), 'utf8')).toBe(board);
  approvals.answer(request.id, { approved: true });
  expect((await call).isError).toBe(false);
  expect(readFileSync(join(lectern.folder.path, 'Board.canvas'), 'utf8')).toContain('"Plans"');
  await lectern.close();
});
