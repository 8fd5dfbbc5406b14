import { browser } from '@wdio/globals';
import { equal } from 'node:assert/strict';
import { isServed } from '../../checks/endings';
import { listening } from '../../support/real-app';

describe('E11: the token’s value in secret storage', () => {
  it('is known after the app was closed and started', async () => {
    const { token } = await listening();
    await browser.reloadObsidian();
    const again = await listening();
    equal(again.token, token);
    await isServed(again);
  });
});
