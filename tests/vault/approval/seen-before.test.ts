import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actionText } from '../../../src/ui/action-text';
import { approvalText } from '../../../src/vault/approval/approval-text';
import { asInApp } from '../../browser/support/app-lectern';
import { appInterfaceOf } from '../../support/app-interface';
import { base64Of, png } from '../../support/files/sample-files';
import { RunningLectern } from '../../support/lectern';
import { eventually } from '../../support/time/waiting';
import { busyTurn } from '../../support/time/busy-turn';

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
