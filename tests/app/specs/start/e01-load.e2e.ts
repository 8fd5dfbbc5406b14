import { browser } from '@wdio/globals';
import { deepEqual } from 'node:assert/strict';
import { offersTheSameToolsInBothEras } from '../../checks/offer';
import { RealApp } from '../../support/real-app';

describe('E1: loading', () => {
  let app: RealApp;
  beforeEach(async () => {
    app = await RealApp.open();
  });
  afterEach(() => app.close());

  it('writes no error of the plugin to the console', async () => {
    const logs = (await browser.getLogs('browser')).map(line => JSON.stringify(line));
    deepEqual(
      logs.filter(line => line.includes('SEVERE') && /lectern/i.test(line)),
      [],
    );
  });

  it('offers the same tools in both protocol revisions', () => offersTheSameToolsInBothEras(app.endpoint));
});
