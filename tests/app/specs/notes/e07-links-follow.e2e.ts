import { browser } from '@wdio/globals';
import { ok } from 'node:assert/strict';
import { isInOnePlace, linkedNotes, linksFollow, linksStay } from '../../checks/moving';
import { until } from '../../support/app-under-test';
import { RealApp } from '../../support/real-app';

/** Sets "Automatically update internal links"; no part of the public API. */
async function updateLinks(isAutomatic: boolean): Promise<void> {
  await browser.executeObsidian(({ app: { vault } }, value) => {
    const setConfig: unknown = Reflect.get(vault, 'setConfig');
    if (typeof setConfig !== 'function') throw new Error('The app has no setConfig.');
    Reflect.apply(setConfig, vault, ['alwaysUpdateLinks', value]);
  }, isAutomatic);
}

const answers = ['Always', 'Just once', 'Do not update'] as const;

describe('E7: links at a move', () => {
  let app: RealApp;
  beforeEach(async () => {
    app = await RealApp.open();
  });
  afterEach(async () => {
    await updateLinks(true);
    await app.close();
  });

  it('follow before the answer, where the app does not ask', async () => {
    await updateLinks(true);
    await linkedNotes(app, 'Unasked');
    await linksFollow(app, 'Unasked');
  });

  for (const answer of answers) {
    it(`are updated as the user decides: ${answer}`, async () => {
      await updateLinks(false);
      await linkedNotes(app, answer);
      const moved = answer === 'Do not update' ? linksStay(app, answer) : linksFollow(app, answer);
      const button = browser.$(`.modal-container button=${answer}`);
      await button.waitForExist();
      await button.click();
      await moved;
    });
  }

  it('are reported as waiting, or the call fails with a reason, when the user does not decide', async () => {
    await updateLinks(false);
    await linkedNotes(app, 'Unanswered');
    const { isError, structured } = await app.client.call('move', {
      path: 'Unanswered/Target of Unanswered.md',
      newPath: 'Unanswered/Moved of Unanswered.md',
    });
    ok(!isError || !JSON.stringify(structured).includes('internal_error'), JSON.stringify(structured));
    await isInOnePlace(app, 'Unanswered');
    await browser.keys(['\uE00C']);
    await until('the dialog is closed', async () => !(await browser.$('.modal-container').isExisting()));
    await isInOnePlace(app, 'Unanswered');
  });
});
