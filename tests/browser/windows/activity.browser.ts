import { eventually } from '../../support/time/waiting';
import { Desk, type Theme } from '../support/desk';

const files = {
  'Home.md': '# Home\n\nThe old words stay here.\n',
  'Work/Plan.md': 'plan\n',
  'Work/Other.md': 'other\n',
};

let desk: Desk;

beforeAll(async () => {
  desk = await Desk.open(files, {});
  const client = await desk.lectern.connect();
  await client.call('read_note', { path: 'Home.md' });
  await client.call('read_note', { path: 'Nowhere.md' });
  await edit('Home.md', 'old words', 'new words');
});
afterAll(async () => {
  await desk.close();
});
beforeEach(async () => {
  await desk.load();
  await desk.show('light', 400);
  await desk.openActivity();
});
afterEach(() => {
  expect(desk.problems).toEqual([]);
});

async function edit(path: string, oldText: string, newText: string): Promise<void> {
  const client = await desk.lectern.connect();
  const { isError, text } = await client.call('edit_note', { path, edits: [{ oldText, newText }] });
  if (isError) throw new Error(text);
}

const content = (path: string): Promise<string> => desk.lectern.host.app.vault.adapter.read(path);
const rows = (): Promise<string[]> =>
  desk.page.$$eval('.lectern-list-row:not(.mod-day)', found => found.map(row => row.textContent));

/** In the details of a call. */
const buttons = (): Promise<string[]> =>
  desk.page.$$eval('.lectern-activity-detail button', found => found.map(button => button.textContent));
const detail = (): Promise<string> => desk.page.$eval('.lectern-activity-detail', found => found.textContent);

/** Opens the first row that says this. */
async function openRow(words: string): Promise<void> {
  await desk.waitForText('.lectern-list', words);
  await desk.page.$$eval(
    '.lectern-list-row',
    (found, wanted) => {
      const row = found.find(one => one.textContent.includes(wanted));
      if (row instanceof HTMLElement) row.click();
    },
    words,
  );
}

/** Chooses what the menu of the view says so. */
async function fromMenu(title: string): Promise<void> {
  await desk.press('Options', '.lectern-activity');
  await desk.chooseItem(title);
}

describe('the activity', () => {
  test('lists calls, newest first, and new ones as they come', async () => {
    const before = await rows();
    expect(before[0]).toContain('changed');
    expect(before[0]).toMatch(/^Homechanged/);
    expect(before[1]).toContain('not found');
    const client = await desk.lectern.connect();
    await client.call('list', { path: 'Work' });
    await desk.waitForText('.lectern-list', 'Work');
  });

  test('has a row for the day, above what happened on it', async () => {
    const days = await desk.page.$$eval('.lectern-list-row.mod-day', found =>
      found.map(row => row.textContent),
    );
    expect(days).toEqual(['Today']);
  });

  test('shows a change word by word, and undoes it', async () => {
    await openRow('changed');
    await desk.waitForText('.lectern-diff', 'The new words stay here.');
    const words = await desk.page.$$eval('.lectern-diff-word', found => found.map(word => word.textContent));
    expect(words).toEqual(['old', 'new']);
    await desk.press('Undo', '.lectern-activity-detail');
    await desk.waitForText('.lectern-activity-detail', 'Undone.');
    expect(await content('Home.md')).toBe(files['Home.md']);
    // What is undone is not offered again, now or later, and nobody is said to have changed it.
    await eventually(async () => !(await buttons()).includes('Undo'));
    await desk.press('Back to the list');
    await desk.waitForText('.lectern-list', 'undone');
    await openRow('undone');
    await desk.waitForText('.lectern-diff', 'The new words stay here.');
    expect(await buttons()).not.toContain('Undo');
    expect(await detail()).not.toContain('Cannot be undone');
    await desk.press('Back to the list');
  });

  test('explains a problem, and offers no note that is not there', async () => {
    await openRow('Nowhere');
    await desk.waitForText('.lectern-activity-detail', 'No such note, or the connection may not see it.');
    expect(await buttons()).toEqual(['Back']);
  });

  test('shows the whole ring around a control that has the focus', async () => {
    await openRow('restored');
    await desk.page.waitForSelector('.lectern-diff');
    expect(await desk.focused()).toBe('Back to the list');
    expect(await desk.page.evaluate(ringsCut)).toEqual([]);
  });

  test('says why a change cannot be undone', async () => {
    await edit('Work/Plan.md', 'plan', 'first');
    await openRow('Plan');
    await desk.waitForText('.lectern-diff', 'first');
    await desk.press('Back to the list');
    await edit('Work/Plan.md', 'first', 'second');
    await eventually(async () => (await rows()).slice(0, 2).every(row => row.includes('Plan')));
    await desk.page.focus('.lectern-list');
    // The first row is the day.
    await desk.page.keyboard.press('Home');
    await desk.page.keyboard.press('ArrowDown');
    await desk.page.keyboard.press('ArrowDown');
    await desk.page.keyboard.press('Enter');
    await desk.waitForText('.lectern-activity-detail', 'Cannot be undone: it was changed again');
    expect(await desk.focused()).toBe('Back to the list');
    await desk.page.keyboard.press('Escape');
    await eventually(async () => (await desk.focused()) === 'Calls, newest first');
  });

  test('undoes a group, and lists beforehand what it does not undo', async () => {
    await edit('Work/Other.md', 'other', 'another');
    await edit('Home.md', 'old', 'older');
    desk.lectern.folder.write('Home.md', 'by hand\n');
    await eventually(async () => (await rows())[0]?.includes('Home') === true);
    await fromMenu('Group changes');
    await desk.page.waitForSelector('.lectern-list-row.mod-group');
    await desk.waitForText('.lectern-list-row.mod-group', 'Changed ');
    const folded = (await rows()).length;
    await desk.page.waitForSelector('.lectern-list-row.mod-group [role=img][aria-label="Collapsed"]');
    await desk.page.click('.lectern-list-row.mod-group .lectern-list-body');
    await eventually(async () => (await rows()).length > folded);
    await desk.page.waitForSelector('.lectern-list-row.mod-group [role=img][aria-label="Expanded"]');
    await desk.page.click('.lectern-list-row.mod-group .lectern-list-mark');
    await desk.waitForText('.lectern-live', 'changes selected');
    await desk.page.$$eval('.lectern-activity-list button', buttons => {
      const undo = buttons.find(button => button.textContent.startsWith('Undo '));
      undo?.click();
    });
    await desk.waitForText('.modal', 'can be undone');
    await desk.waitForText('.modal', '3 changes can be undone, newest first. 1 change cannot be undone.');
    await desk.waitForText('.modal', 'it was changed again');
    const name = await desk.page.$eval('.modal .mod-cta', button => button.textContent);
    await desk.press(name, '.modal');
    await desk.waitForText('.modal-title', 'Undone');
    await desk.press('Close', '.modal');
    expect(await content('Work/Other.md')).toBe('other\n');
    expect(await content('Work/Plan.md')).toBe('plan\n');
    expect(await content('Home.md')).toBe('by hand\n');
  });

  test('puts the focus on the list when what was selected is undone', async () => {
    await edit('Home.md', 'by hand', 'by a client');
    await eventually(async () => (await rows())[0]?.includes('Home') === true);
    await desk.page.focus('.lectern-list');
    await desk.page.keyboard.press('Home');
    await desk.page.keyboard.press('ArrowDown');
    await desk.page.keyboard.press('Space');
    await desk.press('Undo 1 change', '.lectern-activity-list');
    await desk.press('Cancel', '.modal');
    await desk.waitForText('.lectern-live', '1 change selected.');
    await desk.press('Undo 1 change', '.lectern-activity-list');
    await desk.press('Undo 1 change', '.modal');
    await desk.press('Close', '.modal');
    await desk.waitForGone('.modal');
    expect(await desk.focused()).toBe('Calls, newest first');
  });

  test('says of a row only that it is selected or not if it can be selected', async () => {
    const said = await desk.page.$$eval('.lectern-list-row', found =>
      found.map(row => [
        row.querySelector('.lectern-list-mark.is-selectable') !== null,
        row.getAttribute('aria-selected'),
      ]),
    );
    expect(said).toContainEqual([true, 'false']);
    expect(said).toContainEqual([false, null]);
    expect(said).not.toContainEqual([false, 'false']);
    const day = await desk.page.$eval('.lectern-list-row.mod-day', row => row.getAttribute('aria-disabled'));
    expect(day).toBe('true');
  });

  test('selects by a click anywhere near the checkbox of a row', async () => {
    expect(await desk.page.evaluate(missed)).toEqual([]);
  });

  test('shows the checkboxes at once where fingers are used', async () => {
    const seen = (): Promise<boolean[]> =>
      desk.page.$$eval('.lectern-list-mark.is-selectable', marks =>
        marks.map(mark => getComputedStyle(mark).opacity === '1'),
      );
    expect(await seen()).toContain(false);
    const touch = await desk.page.createCDPSession();
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const onTouch = await seen();
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    expect(onTouch).toContain(true);
    expect(onTouch).not.toContain(false);
  });

  test.each([1, 2])('cuts no line of a row with fonts that are %i times as large', async times => {
    await desk.load();
    await desk.show('light', 400);
    await desk.page.addStyleTag({
      content: `body { --font-ui-small: ${13 * times}px; --font-ui-smaller: ${12 * times}px }`,
    });
    await desk.openActivity();
    expect(await desk.page.evaluate(linesCut)).toEqual([]);
    await desk.page.focus('.lectern-list');
    await desk.page.keyboard.press('End');
    expect(await desk.page.evaluate(activeInSight)).toBe(true);
  });

  test('can be filtered by words, changes and problems', async () => {
    await fromMenu('Changes only');
    await eventually(async () => (await rows()).every(row => !row.includes('read')));
    await fromMenu('Problems only');
    await eventually(async () => (await rows()).length === 1);
    expect((await rows())[0]).toContain('Nowhere');
    await desk.fill('Filter by note, tool or client', 'nothing like this');
    await desk.waitForText('.lectern-live', '0 of');
  });

  const looks: readonly [Theme, number][] = [
    ['light', 400],
    ['dark', 400],
    ['light', 280],
  ];
  test.each(looks)('has no serious finding of axe in %s at %i pixels', async (theme, width) => {
    await desk.show(theme, width);
    expect(await desk.accessibilityFindings()).toEqual([]);
    await openRow('changed');
    await desk.page.waitForSelector('.lectern-diff-row');
    expect(await desk.accessibilityFindings()).toEqual([]);
  });

  test('deletes calls and keeps changes when the log is cleared', async () => {
    await fromMenu('Clear log');
    await desk.press('Clear', '.modal');
    await desk.waitForGone('.modal');
    await eventually(async () => !(await rows()).some(row => row.includes('Nowhere')));
    expect(await rows()).not.toEqual([]);
  });
});

/** Points, twelve pixels from the middle of a checkbox, at which something else is clicked. */
const missed = `[...document.querySelectorAll('.lectern-list-mark.is-selectable')].flatMap(mark => {
  const { left, top, width, height } = mark.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return [[-12, 0], [12, 0], [0, -12], [0, 12]].filter(
    ([right, down]) => document.elementFromPoint(x + right, y + down) !== mark,
  );
})`;

/** Lines that their row does not show whole. */
const linesCut = `[...document.querySelectorAll('.lectern-list-line')]
  .filter(line => {
    const [inner, outer] = [line, line.closest('.lectern-list-row')].map(one => one.getBoundingClientRect());
    return inner.top < outer.top || inner.bottom > outer.bottom;
  })
  .map(line => line.textContent)`;

const activeInSight = `(() => {
  const list = document.querySelector('.lectern-list');
  const row = document.getElementById(list.getAttribute('aria-activedescendant'));
  const [inner, outer] = [row, list].map(one => one.getBoundingClientRect());
  return row.getAttribute('aria-posinset') === row.getAttribute('aria-setsize')
    && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
})()`;

/** Controls whose ring, 3 pixels around them in the app, does not fit into what clips them at the sides or the top. */
const ringsCut = `[...document.querySelectorAll('.lectern-activity-detail :is(button, summary, [tabindex])')]
  .filter(control => control.checkVisibility())
  .filter(control => {
    const clip = control.closest('.lectern-activity-detail').getBoundingClientRect();
    const { left, right, top } = control.getBoundingClientRect();
    return left - 3 < clip.left || right + 3 > clip.right || top - 3 < clip.top;
  })
  .map(control => control.outerHTML.slice(0, 120))`;
