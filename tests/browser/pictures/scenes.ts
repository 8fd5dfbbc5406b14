import type { Desk, Theme } from '../support/desk';

/** What a picture shows: how it comes about, and which part of the page it is. */
export interface Scene {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly selector: string;
  readonly prepare: (desk: Desk) => Promise<Prepared>;
}

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
    prepare: async (desk: Desk): Promise<Prepared> => {
      await desk.openSettings();
      await desk.openPages('Connections');
      await desk.press('Edit “claude code”');
      await desk.waitForText('.lectern-card-body .lectern-live', 'Sees');
      return undefined;
    },
  },
  {
    name: 'approval',
    height: 620,
    width: 700,
    selector: '.modal',
    prepare: async (desk: Desk): Promise<Prepared> => {
      const call = edit(desk);
      await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
      return { call };
    },
  },
  {
    name: 'activity',
    height: 620,
    width: 440,
    selector: '.workspace-leaf',
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
    prepare: async (desk: Desk): Promise<Prepared> => {
      await desk.page.evaluate('lecternPage.welcome()');
      await desk.press('Connect a client', '.lectern-welcome');
      await desk.choose('Client of the new connection', 'Cursor');
      await desk.press('Choose folder', '.modal');
      await desk.page.keyboard.type('library');
      await desk.page.$$eval('.lectern-folders .suggestion-item', rows => {
        const row = rows.find(({ textContent }) => textContent === 'Library');
        row?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      });
      await desk.waitForText('.modal', 'Only Library/**');
      await desk.waitForText('.modal .lectern-live', 'of');
      return undefined;
    },
  },
  {
    // What the page of the plugin's directory shows first: who asked for what, in front of what was done.
    name: 'directory',
    height: 700,
    width: 940,
    selector: '.workspace-leaf',
    prepare: async (desk: Desk): Promise<Prepared> => {
      await desk.openActivity();
      await desk.waitForText('.lectern-list', 'Lending rules');
      const call = edit(desk);
      await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
      return { call };
    },
  },
];

/** Asks for the change; it waits for approval. */
export async function edit(desk: Desk): Promise<void> {
  const client = await desk.lectern.connect();
  await client.call('edit_note', change);
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

export const themes: readonly Theme[] = ['light', 'dark'];
