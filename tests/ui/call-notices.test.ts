import { CallNotices } from '../../src/ui/notices';
import { callRecord } from '../support/call-records';
import { Timers } from '../support/time/timers';

function started(wishes = { writes: true, connections: true }): {
  notices: CallNotices;
  timers: Timers;
  told: string[];
} {
  const timers = new Timers();
  const told: string[] = [];
  const notices = new CallNotices({
    settings: () => wishes,
    notify: text => void told.push(text),
    after: timers.after,
  });
  return { notices, timers, told };
}

const write = callRecord({ effect: 'writes', tool: 'edit_note' });

describe('notices of calls', () => {
  test('appear for the first use of a token only', () => {
    const { notices, told } = started();
    notices.add(callRecord());
    notices.add(callRecord());
    notices.add(callRecord({ token: 'visitor', client: undefined }));
    expect(told).toEqual(['Claude Code connected with “default”.', 'A client connected with “visitor”.']);
  });

  test('show what a client hides in its name', () => {
    const { notices, told } = started();
    notices.add(callRecord({ client: 'a\u202eb\u001b[2J\nYou' }));
    expect(told).toEqual(['a‹U+202E›b‹U+001B›[2J␊You connected with “default”.']);
  });

  test('tell changes together that come together, by client', () => {
    const { notices, timers, told } = started({ writes: true, connections: false });
    for (let change = 0; change < 50; change += 1) notices.add(write);
    notices.add({ ...write, client: 'Cursor' });
    expect(told).toEqual([]);
    timers.pass(3_000);
    expect(told).toEqual(['Claude Code made 50 changes.', 'Cursor made a change.']);
    timers.pass(60_000);
    expect(told).toHaveLength(2);
  });

  test('say nothing of changes that were refused, and nothing that is switched off', () => {
    const { notices, timers, told } = started({ writes: false, connections: false });
    notices.add(write);
    timers.pass(3_000);
    const { notices: others, timers: later, told: more } = started({ writes: true, connections: false });
    others.add({ ...write, outcome: 'version_conflict' });
    others.add(callRecord());
    later.pass(3_000);
    expect([...told, ...more]).toEqual([]);
  });
});
