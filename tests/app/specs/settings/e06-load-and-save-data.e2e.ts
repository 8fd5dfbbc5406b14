import { browser } from '@wdio/globals';
import { equal } from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { dataCases, putData, removeData } from '../../checks/data';
import { textOf } from '../../support/app-under-test';
import { type RealApp, where } from '../../support/real-app';
import { openSettingsFile } from '../../support/settings-file';

// These hold what the headless host imitates against the app: a failure here says that the host has to change.
describe('E6: the app’s loadData and saveData', () => {
  let app: RealApp;
  let path: string;
  let before: string;
  beforeEach(async () => {
    ({ app, path, before } = await openSettingsFile());
  });
  afterEach(async () => {
    removeData(app, path);
    app.put(path, before);
    await app.close();
  });

  const loaded = async (): Promise<string> =>
    await browser.executeObsidian(({ plugins }) =>
      plugins.lecternMcp.loadData().then(
        data => String(data),
        (error: unknown) => `threw ${String(error)}`,
      ),
    );

  for (const data of dataCases) {
    it(`return ${data.answer} for ${data.what}`, async () => {
      putData(app, path, data);
      equal(await loaded(), data.answer);
    });
  }

  where(process.platform !== 'win32')('hide that a file cannot be written', async () => {
    chmodSync(join(app.root, path), 0o444);
    const ending = await browser.executeObsidian(({ plugins }) =>
      plugins.lecternMcp.saveData({ written: true }).then(
        () => 'resolved',
        (error: unknown) => `threw ${String(error)}`,
      ),
    );
    equal(ending, 'resolved');
    equal(await textOf(app, path), before);
  });
});
