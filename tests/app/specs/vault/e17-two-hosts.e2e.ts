import { equal, ok } from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obsidianPage } from 'wdio-obsidian-service';
import { textOf } from '../../support/app-under-test';
import { listening, pluginId, RealApp } from '../../support/real-app';
import { killedInTheMiddle } from '../../support/second-host';

const paths = Array.from({ length: 400 }, (_nothing, index) => `Tagged/${index}.md`);

describe('E17: a second host on the same folder', () => {
  it('that was killed during a change finds that this host did not change its notes', async () => {
    const app = await RealApp.open();
    for (const path of paths) app.put(path, 'a #first tag\n');
    const state = mkdtempSync(join(tmpdir(), 'lectern-second-'));
    // The tests are run from their folder.
    const command = join(process.cwd(), '..', '..', 'dist', 'lectern.mjs');
    const texts = async (): Promise<string> =>
      (await Promise.all(paths.map(path => textOf(app, path)))).join('');
    await killedInTheMiddle(app.root, command, state, async () => (await texts()).includes('#second'));
    const left = await texts();
    ok(left.includes('#first'), 'The rename was over before the host was killed: use more notes.');
    await app.close();
    await obsidianPage.disablePlugin(pluginId);
    await obsidianPage.enablePlugin(pluginId);
    await listening();
    equal(await texts(), left);
  });
});
