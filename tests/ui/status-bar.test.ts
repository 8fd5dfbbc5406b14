import type { ServerStatus } from '../../src/control';
import { CallLog } from '../../src/server/calls/call-log';
import { LiveStatus } from '../../src/ui/live-status';
import { StatusBar } from '../../src/ui/status-bar';
import { newElement } from '../../pkg/headless/obsidian/dom/dom';
import { Timers } from '../support/time/timers';
import { withPage } from '../headless/page';
import { CallNotices } from '../../src/ui/notices';
import { callRecord } from '../support/call-records';

describe('the status bar', () => {
  withPage();

  const nothing = (): Promise<void> => Promise.resolve();

  function shown(server: ServerStatus = { state: 'listening', url: 'http://127.0.0.1:27150/mcp' }): {
    text: () => string;
    calls: CallLog;
    live: LiveStatus;
    timers: Timers;
    item: HTMLElement;
    opened: readonly string[];
  } {
    const opened: string[] = [];
    const calls = new CallLog();
    const live = new LiveStatus(() => server, calls);
    const timers = new Timers();
    const item = newElement('div');
    const open = {
      ...{ openSettings: nothing, openActivity: nothing, connectClient: nothing },
      openApproval: () => opened.push('approval'),
    };
    const parts = {
      live,
      vault: 'Work',
      server: {
        ...{ start: nothing, stop: nothing },
        usePort: (port: number) => Promise.resolve(void opened.push(`port ${port}`)),
      },
      copyAddress: nothing,
      ...open,
      after: timers.after,
    };
    const bar = new StatusBar(item, parts);
    live.subscribe(() => bar.show());
    return { text: () => item.getText(), calls, live, timers, item, opened };
  }

  test('tells the state of the server', () => {
    expect(shown().text()).toBe('Lectern: on · Work');
    expect(shown({ state: 'off' }).text()).toBe('Lectern: off · Work');
    const problem = 'Port 27150 is still in use.';
    const waiting = shown({ state: 'waiting', problem });
    expect(waiting.item.getAttr('aria-label')).toBe(`Lectern: waiting for the port · Work. ${problem}`);
    const trouble = shown({ state: 'failed', problem: 'Port 27150 is in use.' });
    expect(trouble.text()).toBe('Lectern: not running · Work');
    expect(trouble.item.getAttr('aria-label')).toBe('Lectern: not running · Work. Port 27150 is in use.');
  });

  test('shows reading and writing long enough to be seen', () => {
    const { text, calls, timers } = shown();
    const ended = calls.begin('reads');
    expect(text()).toBe('Lectern: reading · Work');
    ended();
    expect(text()).toBe('Lectern: reading · Work');
    timers.pass(1_000);
    expect(text()).toBe('Lectern: on · Work');
  });

  test('shows a call for as long as it takes, and writing before reading', () => {
    const { text, calls, timers } = shown();
    const written = calls.begin('writes');
    calls.begin('reads')();
    timers.pass(10_000);
    expect(text()).toBe('Lectern: writing · Work');
    written();
    timers.pass(1_000);
    expect(text()).toBe('Lectern: on · Work');
  });

  test('shows who waits for the user, and that all is paused', () => {
    const { text, live } = shown();
    live.setWaiting(1);
    expect(text()).toBe('Lectern: waiting for approval · Work');
    live.setPaused(true);
    expect(text()).toBe('Lectern: paused · Work');
    live.setWaiting(0);
    live.setPaused(false);
    expect(text()).toBe('Lectern: on · Work');
  });

  test('counts who waits, and a click shows them unless all is paused', () => {
    const { text, live, item, opened } = shown();
    live.setWaiting(2);
    expect(text()).toBe('Lectern: waiting for approval (2) · Work');
    item.click();
    expect(opened).toEqual(['approval']);
  });

  test('offers a free port in its menu while another program has the server’s', () => {
    const { live, item, opened } = shown({ state: 'failed', problem: 'It is taken.', takenPort: 27150 });
    live.setFreePort(27152);
    item.click();
    const entries = [...document.querySelectorAll<HTMLElement>('.menu-item')];
    entries.find(({ textContent }) => textContent.includes('27152'))?.click();
    expect(opened).toEqual(['port 27152']);
    expect(shown().live.state.freePort).toBeUndefined();
  });

  test('is a button for keyboards and screen readers', () => {
    const { item } = shown();
    expect([item.getAttr('role'), item.getAttr('tabindex')]).toEqual(['button', '0']);
  });
});

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
