import { eventually } from '../../support/time/waiting';
import type { Answer } from '../../support/clients';
import { Desk, type Theme } from '../support/desk';

const files = { 'Home.md': '# Home\n\nThe old words stay here.\n', 'Work/Plan.md': 'plan\n' };
const approval = { edit: 'ask', overwrite: 'ask', delete: 'ask' };

let desk: Desk;
/** `--color-red` of the app's light theme. */
const appRed = 'rgb(233, 49, 71)';

beforeAll(async () => {
  desk = await Desk.open(files, { approval, approvalSeconds: 60 });
});
afterAll(async () => {
  await desk.close();
});
beforeEach(async () => {
  desk.appInterface.tab.agreements.forget();
  await desk.load();
  await desk.show('light', 700);
});
afterEach(() => {
  expect(desk.problems).toEqual([]);
});

function edit(path: string, oldText: string, newText: string): Promise<Answer> {
  const answered = desk.lectern
    .connect()
    .then(client => client.call('edit_note', { path, edits: [{ oldText, newText }] }));
  // A test that fails before it looks at the answer leaves nobody to catch what ends the call.
  answered.catch(() => undefined);
  return answered;
}

const content = (path: string): Promise<string> => desk.lectern.host.app.vault.adapter.read(path);
const modals = (): Promise<number> => desk.page.$$eval('.modal', found => found.length);

/** The small texts of the dialog. */
const texts = (): Promise<string[]> =>
  desk.page.$$eval('.lectern-approval-state', found => found.map(one => one.textContent));

/** Presses a button of the dialog as soon as it answers. */
async function answer(name: string): Promise<void> {
  await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
  await desk.press(name, '.lectern-approval');
}

describe('the approval dialog', () => {
  test('opens automatically, shows the client and its change, and carries the change out when it is allowed', async () => {
    const call = edit('Home.md', 'old', 'new');
    await desk.waitForText('.lectern-approval', 'Edit “Home”');
    expect(await desk.text('.lectern-approval')).toContain('Requested by test.');
    const words = await desk.page.$$eval('.lectern-diff-word', found => found.map(word => word.textContent));
    expect(words).toEqual(['old', 'new']);
    expect(await content('Home.md')).toBe(files['Home.md']);
    await answer('Allow');
    expect((await call).isError).toBe(false);
    expect(await content('Home.md')).toBe('# Home\n\nThe new words stay here.\n');
    await desk.waitForGone('.modal');
  });

  test('does not change the file when the change is refused', async () => {
    const call = edit('Work/Plan.md', 'plan', 'other');
    await desk.waitForText('.lectern-approval', 'Work/Plan.md');
    await answer('Refuse');
    expect((await call).text).toContain('approval_refused');
    expect(await content('Work/Plan.md')).toBe('plan\n');
  });

  test('ignores keys that were typed for a note, and an early click', async () => {
    const call = edit('Work/Plan.md', 'plan', 'other');
    await desk.page.waitForSelector('.lectern-approval button');
    await desk.press('Allow', '.lectern-approval');
    await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
    await desk.page.keyboard.press('Enter');
    await desk.page.keyboard.press('Space');
    expect(await modals()).toBe(1);
    expect(await content('Work/Plan.md')).toBe('plan\n');
    await desk.page.keyboard.press('Tab');
    await answer('Refuse');
    expect((await call).isError).toBe(true);
  });

  test('leaves the request waiting when it is closed, and opens again from the status bar', async () => {
    const call = edit('Work/Plan.md', 'plan', 'other');
    await desk.page.waitForSelector('.lectern-approval');
    await desk.page.keyboard.press('Escape');
    await desk.waitForGone('.modal');
    await desk.waitForText('.notice-container', 'still waiting');
    await desk.waitForText('.lectern-status', 'waiting for approval');
    await desk.page.click('.lectern-status');
    await desk.waitForText('.lectern-approval', 'Work/Plan.md');
    await answer('Refuse');
    expect((await call).isError).toBe(true);
  });

  test('shows one request after another, and closes a request that is decided elsewhere', async () => {
    const first = edit('Home.md', 'Home', 'House');
    await desk.page.waitForSelector('.lectern-approval');
    const second = edit('Work/Plan.md', 'plan', 'other');
    await desk.waitForText('.lectern-approval-state', '1 more waiting.');
    const [request] = desk.appInterface.approvals.requests;
    desk.appInterface.approvals.answer(request?.id ?? 0, { approved: false });
    await desk.waitForText('.lectern-approval', 'Work/Plan.md');
    expect((await first).isError).toBe(true);
    await answer('Refuse');
    expect((await second).isError).toBe(true);
    await desk.waitForGone('.modal');
  });

  test('allows changes in a folder until the user removes that in the settings', async () => {
    const call = edit('Work/Plan.md', 'plan', 'first');
    await answer('Allow in “Work” until restart');
    expect((await call).isError).toBe(false);
    expect((await edit('Work/Plan.md', 'first', 'second')).isError).toBe(false);
    expect(await content('Work/Plan.md')).toBe('second\n');
    await desk.openSettings();
    await desk.openPages('Safety');
    await desk.press('Forget temporary approvals');
    await desk.waitForText('.lectern-settings', 'None.');
    const asked = edit('Work/Plan.md', 'second', 'plan');
    await answer('Refuse');
    expect((await asked).isError).toBe(true);
  });

  test('names a folder that is deleted, folds its files, and allows nothing beyond this one deletion', async () => {
    const call = desk.lectern
      .connect()
      .then(client => client.call('delete', { path: 'Work', recursive: true }));
    await desk.waitForText('.lectern-approval .modal-title', 'Delete the folder “Work”: 1 note');
    expect(await desk.page.$$eval('.lectern-diff-file[open]', found => found.length)).toBe(0);
    const rows = await desk.page.$$eval('.lectern-tree-row', found => found.map(row => row.textContent));
    expect(rows).toEqual(['Work/1 note', 'Plan.md']);
    await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
    const allow = await desk.page.$eval('.lectern-approval .mod-cta', ({ textContent }) => textContent);
    const colour = await desk.page.evaluate(
      `getComputedStyle(document.querySelector('.lectern-approval .mod-cta')).backgroundColor`,
    );
    expect([allow, colour]).toEqual(['Allow', appRed]);
    const names = await desk.page.$$eval('.lectern-approval .modal-button-container button', found =>
      found.map(button => button.textContent),
    );
    expect(names).toEqual(['Allow', 'Refuse']);
    expect(await texts()).toHaveLength(1);
    await desk.press('Refuse', '.lectern-approval');
    expect((await call).text).toContain('approval_refused');
  });

  test('offers no folder for a note at the root', async () => {
    const call = edit('Home.md', 'Home', 'House');
    await desk.page.waitForSelector('.lectern-approval button');
    const names = await desk.page.$$eval('.lectern-approval button', found =>
      found.filter(button => button.checkVisibility()).map(button => button.textContent),
    );
    expect(names).toEqual(['Allow', 'Allow for 10 minutes', 'Refuse']);
    // What the longer approval covers is told below.
    expect(await texts()).toHaveLength(2);
    await answer('Refuse');
    await call;
  });

  test('shows markup and direction marks of a note as text', async () => {
    const call = edit('Home.md', 'Home', '<img src=x onerror=alert(1)> \u202egnp.exe');
    await desk.waitForText('.lectern-diff', '<img src=x onerror=alert(1)> ‹U+202E›gnp.exe');
    expect(await desk.page.$('.lectern-diff img')).toBeNull();
    await answer('Refuse');
    await call;
  });

  const looks: readonly [Theme, number][] = [
    ['light', 700],
    ['dark', 700],
    ['light', 320],
  ];
  test.each(looks)('has no serious finding of axe in %s at %i pixels', async (theme, width) => {
    await desk.show(theme, width);
    const call = edit('Home.md', 'Home', 'House');
    await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
    expect(await desk.accessibilityFindings()).toEqual([]);
    await answer('Refuse');
    await call;
  });
});

describe('the rules', () => {
  test('can be chosen for all tokens and for one token in the settings', async () => {
    const { store } = desk.appInterface.tab;
    await desk.openSettings();
    await desk.openPages('Safety');
    await desk.choose('Rule: Moving', 'refuse');
    await eventually(() => store.settings.approval.move === 'refuse');
    await desk.leavePages(1);
    await desk.openPages('Connections');
    await desk.press('Edit “test”');
    await desk.page.click('.lectern-token-approval summary');
    await desk.choose('Rule of “test”: Editing', 'allow');
    await eventually(() => store.settings.tokens[0]?.approval?.edit === 'allow');
    expect((await edit('Home.md', 'Home', 'House')).isError).toBe(false);
    await desk.choose('Rule of “test”: Editing', '');
    await eventually(() => store.settings.tokens[0]?.approval?.edit === undefined);
  });
});
