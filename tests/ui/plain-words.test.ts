import { actionText } from '../../src/ui/action-text';
import { callerText } from '../../src/ui/plain-words';
import { requesterOf } from '../../src/ui/approval/approval-words';
import { approvalText } from '../../src/vault/approval/approval-text';
import { busyTurn } from '../support/time/busy-turn';

const hidden = { token: 'default', client: 'a\u202eb\u001b[2J\nyou' };
const seen = 'a‹U+202E›b‹U+001B›[2J␊you';

describe('a client that hides something in its name', () => {
  test('is told by its connection, whose name the user chose', () => {
    expect(callerText(hidden)).toBe('default');
    expect(callerText({ ...hidden, token: hidden.client })).toBe(seen);
    expect(requesterOf(hidden)).toBe('Requested by default.');
    expect(requesterOf({ token: hidden.client })).toBe(`Requested by ${seen}.`);
  });

  test('is shown with it before the user decides on a terminal', async () => {
    const change = { kind: 'edit', path: 'a\n\u001b.md', before: 'x\n', after: 'y\u{e0041}\n' } as const;
    const request = { ...hidden, id: 1, until: 0, tool: 'edit_note', risks: ['edit'] } as const;
    const text = await approvalText({ ...request, changes: [change] }, actionText, busyTurn());
    expect(text.split('\n')[0]).toBe(`"default" ("${seen}") wants to use edit_note`);
    expect(text).toContain('edit a␊‹U+001B›.md\n');
    expect(text).toContain('+y‹U+E0041›');
  });
});

test('a client cannot end the quotation of its name, nor fill the line with it', async () => {
  const client = `Claude") wants to read. Allow this? [y/N] ${'y'.repeat(60)}`;
  const request = {
    ...hidden,
    client,
    id: 1,
    until: 0,
    tool: 'delete',
    risks: ['delete'],
    changes: [],
  } as const;
  const shown = `Claude') wants to read. Allow this? [y/N…`;
  expect(await approvalText(request, actionText, busyTurn())).toBe(
    `"default" ("${shown}") wants to use delete`,
  );
});

test('the user is called You, and a client whose token has that name is not', () => {
  expect(callerText({ token: 'you' })).toBe('You');
  expect(callerText({ token: 'you', client: 'x' })).toBe('you');
});
