import { actionText } from '../../src/ui/action-text';
import { type ChangeAction, changeAction } from '../../src/vault/journal/records';
import { withAppLanguage } from '../support/language';
import { callerText } from '../../src/ui/plain-words';
import { requesterOf } from '../../src/ui/approval/approval-words';
import { approvalText } from '../../src/vault/approval/approval-text';
import { busyTurn } from '../support/time/busy-turn';
import type { ServerStatus } from '../../src/control';
import { CallLog } from '../../src/server/calls/call-log';
import { LiveStatus } from '../../src/ui/live-status';
import { StatusBar } from '../../src/ui/status-bar';
import { newElement } from '../../pkg/headless/obsidian/dom/dom';
import { Timers } from '../support/time/timers';
import { withPage } from '../headless/page';
import { CallNotices } from '../../src/ui/notices';
import { callRecord } from '../support/call-records';

describe('texts of actions', () => {
  interface Sample {
    readonly action: ChangeAction;
    readonly en: string;
    readonly de: string;
  }

  const canvas = { kind: 'editCanvas', added: { cards: 0, arrows: 0 } } as const;
  const samples: readonly Sample[] = [
    {
      action: { kind: 'renameProperty', from: 'due', to: 'until', notes: 1 },
      en: 'Rename the property “due” to “until” in 1 note',
      de: 'In 1 Notiz die Eigenschaft „due“ in „until“ umbenennen',
    },
    {
      action: { kind: 'renameTag', from: 'meeting', to: 'work/meeting', notes: 14 },
      en: 'Rename #meeting to #work/meeting in 14 notes',
      de: 'In 14 Notizen #meeting in #work/meeting umbenennen',
    },
    {
      action: { kind: 'renameHeading', path: 'Plan.md', from: 'Aim', to: 'Aims', links: 1, otherFiles: 0 },
      en: 'Rename the heading “Aim” of Plan.md to “Aims”, update 1 link in it',
      de: 'Die Überschrift „Aim“ von Plan.md in „Aims“ umbenennen, 1 Link darin anpassen',
    },
    {
      action: { kind: 'renameHeading', path: 'Plan.md', from: 'Aim', to: 'Aims', links: 0, otherFiles: 0 },
      en: 'Rename the heading “Aim” of Plan.md to “Aims”',
      de: 'Die Überschrift „Aim“ von Plan.md in „Aims“ umbenennen',
    },
    {
      action: { kind: 'renameHeading', path: 'Plan.md', from: 'Aim', to: 'Aims', links: 2, otherFiles: 1 },
      en: 'Rename the heading “Aim” of Plan.md to “Aims”, update 2 links in it and in 1 other file',
      de: 'Die Überschrift „Aim“ von Plan.md in „Aims“ umbenennen, 2 Links darin und in 1 anderen Datei anpassen',
    },
    {
      action: { kind: 'mergeNotes', from: 'A.md', into: 'B.md', otherFiles: 1, isPermanent: false },
      en: 'Merge A.md into B.md, update links in 1 other file, move A.md to the trash',
      de: 'A.md an B.md anfügen, Links in 1 anderen Datei anpassen, A.md in den Papierkorb legen',
    },
    {
      action: { kind: 'mergeNotes', from: 'A.md', into: 'B.md', otherFiles: 0, isPermanent: false },
      en: 'Merge A.md into B.md, move A.md to the trash',
      de: 'A.md an B.md anfügen, A.md in den Papierkorb legen',
    },
    {
      action: { kind: 'mergeNotes', from: 'A.md', into: 'B.md', otherFiles: 2, isPermanent: true },
      en: 'Merge A.md into B.md, update links in 2 other files, permanently delete A.md',
      de: 'A.md an B.md anfügen, Links in 2 anderen Dateien anpassen, A.md endgültig löschen',
    },
    {
      action: { kind: 'replaceText', find: 'lamp', replacement: '', places: 3, notes: 1 },
      en: 'Replace “lamp” with “” in 1 note, 3 times',
      de: '„lamp“ durch „“ ersetzen: 3-mal in 1 Notiz',
    },
    {
      action: { ...canvas, changed: { cards: 0, arrows: 1 }, removed: { cards: 2, arrows: 3 } },
      en: 'Change 1 arrow. Remove 2 cards and 3 arrows.',
      de: '1 Pfeil ändern. 2 Karten und 3 Pfeile entfernen.',
    },
    {
      action: { kind: 'addAttachment', path: 'f.png', mediaType: 'image/png', bytes: 67 },
      en: 'Add f.png (image/png, 67 bytes)',
      de: 'f.png hinzufügen (image/png, 67 Bytes)',
    },
    {
      action: { kind: 'addAttachment', path: 'f.png', mediaType: 'image/png', bytes: 1, note: 'A.md' },
      en: 'Add f.png (image/png, 1 byte) and embed it in A.md',
      de: 'f.png hinzufügen (image/png, 1 Byte) und in A.md einbetten',
    },
  ];

  test('there is a sample of every kind of change', () => {
    const kinds = changeAction.options.map(({ shape }) => shape.kind.value);
    expect([...new Set(samples.map(({ action }) => action.kind))].sort()).toEqual([...kinds].sort());
  });

  test.each(samples)('a change is told in English: $en', ({ action, en }) => {
    expect(actionText(action)).toBe(en);
  });

  describe('in German', () => {
    withAppLanguage('de');

    test.each(samples)('a change is told: $de', ({ action, de }) => {
      expect(actionText(action)).toBe(de);
    });
  });

  test('what names hide is shown, and no name begins another line', () => {
    const action = { kind: 'mergeNotes', from: 'a\u202e\nb.md', into: 'B.md' } as const;
    expect(actionText({ ...action, otherFiles: 0, isPermanent: false })).toMatch(
      /^Merge a‹U\+202E›␊b\.md into/,
    );
  });

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

  test('a question on a terminal shows every change of a long line', async () => {
    const before = Array.from({ length: 500 }, (_, at) => `word${at}`).join(' ');
    const after = before.replace('word250 ', () => 'PAY 9999 ').replace('word400 ', () => 'twice ');
    const change = { kind: 'edit', path: 'a.md', before, after } as const;
    const request = { token: 'a', id: 1, until: 0, tool: 'edit_note', risks: ['edit'] } as const;
    const text = await approvalText({ ...request, changes: [change] }, actionText, busyTurn());
    expect(text).toContain('word249 PAY 9999 word251');
    expect(text).toContain('word399 twice word401');
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
});

describe('the status bar', () => {
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
});
