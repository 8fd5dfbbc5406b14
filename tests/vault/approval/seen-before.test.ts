import { actionText } from '../../../src/ui/action-text';
import { approvalText } from '../../../src/vault/approval/approval-text';
import { asInApp } from '../../browser/support/app-lectern';
import { appInterfaceOf } from '../../support/app-interface';
import { base64Of, png } from '../../support/files/sample-files';
import { RunningLectern } from '../../support/lectern';
import { eventually } from '../../support/time/waiting';
import { busyTurn } from '../../support/time/busy-turn';

const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

/** What the user is shown of a call before it is refused. */
async function shownOf(tool: string, args: Record<string, unknown>): Promise<string> {
  const lectern = await RunningLectern.start(
    asInApp(
      { 'n.md': '# Part\nx\n' },
      { approval: { edit: 'ask', move: 'ask', massChange: 'ask' }, approvalSeconds: 60 },
    ),
  );
  try {
    const { approvals } = appInterfaceOf(lectern);
    const client = await lectern.connect();
    const call = client.call(tool, args);
    call.catch(() => undefined);
    await eventually(() => approvals.requests.length === 1);
    const [request] = approvals.requests;
    if (request === undefined) throw new Error('Nobody was asked.');
    const text = await approvalText(request, actionText, busyTurn());
    approvals.answer(request.id, { approved: false });
    await call;
    return text;
  } finally {
    await lectern.close();
  }
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
