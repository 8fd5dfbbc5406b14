import { browser } from '@wdio/globals';
import { ok } from 'node:assert/strict';
import { findsManyNotes, putManyNotes } from '../../checks/size';
import { until } from '../../support/app-under-test';
import { RealApp, where } from '../../support/real-app';

/** 50000 for the measurement; a few thousand make the app's own index no part of the test. */
const notes = Number(process.env['NOTES'] ?? '2000');

/** A hundred notes a second are few, for an app that reads them all. */
const patience = 20_000 + notes * 10;

/** Memory of the window's process in megabytes. */
const memory = (): Promise<number> => browser.execute(() => process.memoryUsage().rss / 1e6);

describe('E12: a large vault', () => {
  let app: RealApp;
  beforeEach(async () => {
    app = await RealApp.open();
  });
  afterEach(() => app.close());

  where(notes > 0)(`is searched, and the first search keeps the app drawing (${notes} notes)`, async () => {
    putManyNotes(app, notes);
    await until(
      'the app has seen all notes',
      async () => {
        const count = await browser.executeObsidian(({ app: { vault } }) => vault.getMarkdownFiles().length);
        return count > notes;
      },
      patience,
    );
    const before = await memory();
    await browser.execute(() => {
      const gaps = { longest: 0, last: performance.now() };
      setInterval(() => {
        gaps.longest = Math.max(gaps.longest, performance.now() - gaps.last);
        gaps.last = performance.now();
        Reflect.set(window, 'lecternLongest', gaps.longest);
      }, 1);
    });
    await findsManyNotes(app, notes);
    const longest = await browser.execute(() => Number(Reflect.get(window, 'lecternLongest')));
    console.log(
      `longest gap ${longest.toFixed(0)} ms; memory ${before.toFixed(0)} MB before, ${(await memory()).toFixed(0)} MB after`,
    );
    ok(longest < 1000, `the window stood still for ${longest.toFixed(0)} ms`);
  });
});
