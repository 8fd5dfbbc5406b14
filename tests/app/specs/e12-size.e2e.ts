import { browser } from '@wdio/globals';
import { ok } from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { succeed, until } from '../support/app-under-test';
import { RealApp, where } from '../support/real-app';

/** 50000 for the measurement; a few thousand make the app's own index no part of the test. */
const notes = Number(process.env['NOTES'] ?? '2000');

/** Memory of the window's process in megabytes. */
const memory = (): Promise<number> => browser.execute(() => process.memoryUsage().rss / 1e6);

describe('E12: a large vault', () => {
  let app: RealApp;
  beforeEach(async () => {
    app = await RealApp.open();
  });
  afterEach(() => app.close());

  where(notes > 0)(`is searched, and the first search keeps the app drawing (${notes} notes)`, async () => {
    mkdirSync(join(app.root, 'Many'), { recursive: true });
    for (let note = 0; note < notes; note += 1)
      writeFileSync(join(app.root, 'Many', `${note}.md`), `# ${note}\n\n${'plain words '.repeat(50)}\n`);
    await until('the app has seen all notes', async () => {
      const count = await browser.executeObsidian(({ app: { vault } }) => vault.getMarkdownFiles().length);
      return count > notes;
    });
    const before = await memory();
    await browser.execute(() => {
      const gaps = { longest: 0, last: performance.now() };
      setInterval(() => {
        gaps.longest = Math.max(gaps.longest, performance.now() - gaps.last);
        gaps.last = performance.now();
        Reflect.set(window, 'lecternLongest', gaps.longest);
      }, 1);
    });
    const found = await succeed(app, 'search', { query: 'plain words' });
    const longest = await browser.execute(() => Number(Reflect.get(window, 'lecternLongest')));
    console.log(
      `longest gap ${longest.toFixed(0)} ms; memory ${before.toFixed(0)} MB before, ${(await memory()).toFixed(0)} MB after`,
    );
    ok(JSON.stringify(found).includes('Many/'));
    ok(longest < 1000, `the window stood still for ${longest.toFixed(0)} ms`);
  });
});
