import { catalogues, type TextKey } from '../../../src/ui/text/text';
import type { Language } from '../../../src/ui/text/message';
import type { Desk, Theme } from '../support/desk';

/** What a picture shows: how it comes about, and which part of the page it is. */
export interface Scene {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** The whole window where it is left out. */
  readonly selector?: string;
  readonly prepare: (desk: Desk, say: Say) => Promise<Prepared>;
  /** Drawn for the guide in this language too, beside English. */
  readonly languages?: readonly Language[];
}

/** A text of the interface in the language of the picture, with its places filled. */
export type Say = (key: TextKey, values?: Readonly<Record<string, string>>) => string;

/** A call that waits for an answer while the picture is taken. */
interface Waiting {
  readonly call: Promise<void>;
}

type Prepared = Waiting | undefined;

export const rules = 'Library/Lending rules.md';

/** The change that the pictures tell of. */
export const change = {
  path: rules,
  edits: [
    {
      oldText: 'Three books at a time; in winter, as many as you can carry down.',
      newText: 'Four books at a time; in winter, as many as you can carry down.',
    },
  ],
};

/** Those that leave a refused request in the activity come last. */
export const scenes: readonly Scene[] = [
  {
    name: 'settings',
    height: 760,
    width: 860,
    selector: '.lectern-settings',
    prepare: async (desk: Desk): Promise<Prepared> => {
      await desk.openSettings();
      return undefined;
    },
  },
  {
    name: 'connection',
    height: 1560,
    width: 860,
    selector: '.lectern-settings',
    prepare: async (desk: Desk, say: Say): Promise<Prepared> => {
      await desk.openSettings();
      await desk.openPages(say('connections.name'));
      await desk.press(say('token.editOf', { name: say('common.quoted', { name: 'Claude Code' }) }));
      await desk.waitForText('.lectern-card-body .lectern-live', '72');
      return undefined;
    },
  },
  {
    name: 'activity',
    height: 620,
    width: 440,
    selector: '.workspace-leaf',
    languages: ['de'],
    prepare: async (desk: Desk): Promise<Prepared> => {
      await desk.openActivity();
      await desk.waitForText('.lectern-list', 'Lending rules');
      return undefined;
    },
  },
  {
    name: 'new-connection',
    height: 620,
    width: 700,
    selector: '.modal',
    languages: ['de'],
    prepare: async (desk: Desk, say: Say): Promise<Prepared> => {
      await desk.page.evaluate('lecternPage.connectClient()');
      await desk.press('Cursor', '.modal');
      await desk.press(say('folders.chooseFor', { rules: say('connect.folders') }), '.modal');
      await desk.page.keyboard.type('library');
      await desk.page.$$eval('.lectern-folders .suggestion-item', rows => {
        const row = rows.find(({ textContent }) => textContent === 'Library');
        row?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      });
      await desk.waitForText('.modal .lectern-chips', 'Library');
      await desk.waitForText('.modal .lectern-live', '72');
      return undefined;
    },
  },
  {
    // What the page of the plugin's directory shows first: who asked for what, in front of what was done.
    name: 'directory',
    // 1200 × 800 pixels, as the directory asks for.
    height: 533,
    width: 800,
    prepare: async (desk: Desk): Promise<Prepared> => {
      await desk.openActivity();
      await desk.waitForText('.lectern-list', 'Lending rules');
      return waitingEdit(desk);
    },
  },
  {
    name: 'approval',
    height: 620,
    width: 700,
    selector: '.modal',
    languages: ['de'],
    prepare: waitingEdit,
  },
];

async function waitingEdit(desk: Desk): Promise<Prepared> {
  const call = edit(desk);
  await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
  return { call };
}

/** Asks for the change; it waits for approval. */
export async function edit(desk: Desk): Promise<void> {
  const client = await desk.lectern.connect();
  await client.call('edit_note', change);
}

export function sayIn(language: Language): Say {
  return (key, values = {}) => {
    const message = catalogues[language][key];
    const text = typeof message === 'string' ? message : message.other;
    return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  };
}

/** What differs from run to run, as it is in every picture. */
export const steady: readonly (readonly [RegExp, string])[] = [
  [/lectern-tests/g, 'Claude Code'],
  [/Port 0/g, 'Port 27150'],
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:27150'],
  [/\d{4}-\d\d-\d\d/g, '2026-11-22'],
  [/\b[A-Z][a-z]{2} \d{1,2}, \d{4}\b/g, 'Nov 22, 2026'],
  [/\b\d\d:\d\d\b/g, '14:03'],
  [/\b\d:\d\d\b/g, '1:57'],
];

/** The times of the rows of the activity, from the oldest. */
export const times = [
  '16:02',
  '16:12',
  '13:41',
  '13:42',
  '13:42',
  '13:50',
  '13:51',
  '13:58',
  '14:01',
  '14:03',
  '14:03',
  '14:04',
];

export const themes: readonly Theme[] = ['light', 'dark'];
