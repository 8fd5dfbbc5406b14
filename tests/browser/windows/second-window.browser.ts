import type { Answer } from '../../support/clients';
import { eventually } from '../../support/time/waiting';
import { Desk } from '../support/desk';

const files = { 'Home.md': '# Home\n\nThe old words stay here.\n' };

let desk: Desk;

beforeAll(async () => {
  desk = await Desk.open(files, { approval: { edit: 'ask' }, approvalSeconds: 60 });
});
afterAll(() => desk.close());
beforeEach(async () => {
  desk.appInterface.tab.agreements.forget();
  await desk.load();
  await desk.openSettings('a window of their own');
});
afterEach(() => {
  expect(desk.problems).toEqual([]);
});

async function edit(oldText: string, newText: string): Promise<Answer> {
  const client = await desk.lectern.connect();
  return client.call('edit_note', { path: 'Home.md', edits: [{ oldText, newText }] });
}

const content = (): Promise<string> => desk.lectern.host.app.vault.adapter.read('Home.md');

/** Presses a button of the dialog as soon as it answers. */
async function answer(name: string): Promise<void> {
  await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
  await desk.press(name, '.lectern-approval');
}

/** Clicks the first row that says this; elements of the first window are of no class of the second. */
async function openRow(words: string): Promise<void> {
  await desk.waitForText('.lectern-list', words);
  await desk.page.$$eval(
    '.lectern-list-row',
    (found, wanted) =>
      found
        .find(row => row.textContent.includes(wanted))
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
    words,
  );
}

describe('while a second window has the focus', () => {
  test('a request for approval opens there, and is allowed there', async () => {
    const call = edit('old', 'new');
    await desk.waitForText('.lectern-approval', 'Edit “Home”');
    expect(await desk.main.$('.modal')).toBeNull();
    const words = await desk.page.$$eval('.lectern-diff-word', found => found.map(word => word.textContent));
    expect(words).toEqual(['old', 'new']);
    await answer('Allow');
    expect((await call).isError).toBe(false);
    await desk.waitForGone('.modal');
    expect(await content()).toBe('# Home\n\nThe new words stay here.\n');
  });

  test('a request that is closed with Escape keeps waiting, and can be refused from the status bar of the first window', async () => {
    const call = edit('Home', 'House');
    await desk.page.waitForSelector('.lectern-approval button');
    await desk.page.keyboard.press('Escape');
    await desk.waitForGone('.modal');
    await desk.waitForText('.lectern-status', 'waiting for approval', desk.main);
    await desk.main.click('.lectern-status');
    await answer('Refuse');
    expect((await call).text).toContain('approval_refused');
  });

  test('the dialog that connects a client opens there', async () => {
    await desk.main.evaluate('lecternPage.connectClient()');
    await desk.waitForText('.modal-title', 'Connect a client');
    expect(await desk.main.$('.modal')).toBeNull();
  });

  test('the activity shows a change there, and undoes it', async () => {
    const before = await content();
    const call = edit('words', 'letters');
    await answer('Allow');
    await call;
    await desk.openActivity();
    await openRow('changed');
    await desk.waitForText('.lectern-diff', 'letters');
    await desk.press('Undo', '.lectern-activity-detail');
    await desk.waitForText('.lectern-activity-detail', 'Undone.');
    expect(await content()).toBe(before);
    await desk.press('Back to the list');
    await desk.waitForText('.lectern-list', 'undone');
  });

  test('the activity asks for confirmation there before it clears the log, and draws new calls', async () => {
    await desk.openActivity();
    await desk.press('Options', '.lectern-activity');
    await desk.chooseItem('Clear log');
    await desk.waitForText('.modal', 'Clear');
    expect(await desk.main.$('.modal')).toBeNull();
    await desk.press('Clear', '.modal');
    await desk.waitForGone('.modal');
    const client = await desk.lectern.connect();
    await client.call('read_note', { path: 'Nowhere.md' });
    await eventually(async () =>
      (await desk.page.$$eval('.lectern-list-row', rows => rows.map(row => row.textContent))).some(row =>
        row.includes('Nowhere'),
      ),
    );
  });
});
