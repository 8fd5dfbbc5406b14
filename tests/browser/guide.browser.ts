import { languages, type Language } from '../../src/ui/text/message';
import { catalogues, type TextKey } from '../../src/ui/text/text';
import { textOf } from '../docs/pages';
import { Desk } from './support/desk';
import { GuidePage } from './support/guide-page';
import { Visitor } from './support/visitor';

const files = {
  'Projects/Plan.md': '# Plan\n\nWhat we found: nothing yet.\n',
  'Projects/Notes.md': 'notes\n',
  'Private/Diary.md': 'dear\n',
};
const edit = {
  path: 'Projects/Plan.md',
  edits: [{ oldText: 'nothing yet', newText: 'a broken lamp' }],
};
const pages: Readonly<Record<Language, string>> = {
  en: 'docs/guide/first-hour.md',
  de: 'docs/guide/erste-stunde.md',
};

describe.each(languages)('a user with only the guide and the window, in %s,', language => {
  let desk: Desk;
  let visitor: Visitor;
  let token = '';
  const say = (key: TextKey): string => {
    const message = catalogues[language][key];
    return typeof message === 'string' ? message : message.other;
  };
  /** A word that the guide gives, in bold or in italics, after the one before it. */
  const guide = new GuidePage(textOf(pages[language]));
  const told = (key: TextKey): string => guide.next(say(key));

  beforeAll(async () => {
    desk = await Desk.open(files, {});
    await desk.speak(language);
    await desk.show('light');
    visitor = new Visitor(desk);
  });
  afterAll(async () => {
    expect(desk.problems).toEqual([]);
    await desk.close();
  });

  const cancelAtFirst = async (): Promise<void> => {
    await desk.page.evaluate('lecternPage.connectClient()');
    await visitor.click(told('common.cancel'));
    await desk.waitForGone('.modal');
  };

  const connectOneFolder = async (): Promise<void> => {
    await visitor.click('Lectern');
    await visitor.click(told('common.connectClient'));
    told('connect.client');
    await visitor.click('Cursor');
    await visitor.choose(told('connect.rights'), told('token.rights.write'));
    told('connect.folders');
    await visitor.click(told('folders.choose'));
    await visitor.type('proj');
    await visitor.click('Projects');
    await desk.waitForText('.modal .lectern-chips', 'Projects');
    await desk.waitForText('.modal .lectern-live', '2');
    await desk.page.evaluate('window.open = () => undefined');
    await visitor.click(guide.next(say('connect.open').replace('{client}', () => 'Cursor')));
    await visitor.click(told('connections.test'));
    await desk.waitForText('.modal', say('connections.test.works').slice(0, 8));
    await visitor.click(told('connect.done'));
    const { store } = desk.appInterface.tab;
    const made = store.settings.tokens.find(({ name }) => name === 'Cursor');
    token = (made === undefined ? undefined : store.tokenValue(made)) ?? '';
    const client = await desk.lectern.connect('2026', token);
    expect((await client.call('list', {})).text).not.toContain('Private');
    expect((await client.call('read_note', { path: 'Private/Diary.md' })).text).toContain('not_found');
    expect((await client.call('read_note', { path: 'Projects/Notes.md' })).text).toContain('notes');
  };

  const allowAChange = async (): Promise<void> => {
    await visitor.click('Lectern');
    await visitor.click(told('bar.openSettings'));
    await visitor.click(told('safety.name'));
    await visitor.choose(told('rules.ask'), told('rules.choice.always'));
    await desk.until(() => desk.appInterface.tab.store.settings.approval.edit === 'ask');
    const client = await desk.lectern.connect('2026', token);
    const call = client.call('edit_note', edit);
    await desk.waitForText('.lectern-approval', 'a broken lamp');
    await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
    await visitor.click(told('common.allow'));
    expect((await call).isError).toBe(false);
    expect(await note()).toBe(files['Projects/Plan.md'].replace('nothing yet', () => 'a broken lamp'));
    await desk.waitForGone('.modal');
    await desk.page.evaluate('lecternPage.closeSettings()');
  };

  const takeItBack = async (): Promise<void> => {
    await visitor.click('Lectern');
    await visitor.click(told('common.openActivity'));
    await desk.waitForText('.lectern-list', told('outcome.changed'));
    await visitor.click('Plan');
    await desk.waitForText('.lectern-diff', 'a broken lamp');
    await visitor.click(told('activity.undoOne'));
    await desk.until(async () => (await note()) === files['Projects/Plan.md']);
    told('outcome.undone');
  };

  const note = (): Promise<string> => desk.lectern.host.app.vault.adapter.read('Projects/Plan.md');

  test('connects a client, gives it one folder, allows a change, and undoes it', async () => {
    await cancelAtFirst();
    await connectOneFolder();
    await allowAChange();
    await takeItBack();
  });
});

describe('a user who follows a page of the guide', () => {
  let desk: Desk;
  let visitor: Visitor;

  beforeAll(async () => {
    desk = await Desk.open(files, {});
    await desk.show('light');
    visitor = new Visitor(desk);
  });
  afterAll(async () => {
    expect(desk.problems).toEqual([]);
    await desk.close();
  });

  test('sets rights and folders by their names', async () => {
    const { next: told } = new GuidePage(textOf('docs/guide/rights.md'));
    await desk.openSettings();
    await visitor.click(told('Connections'));
    await visitor.click(told('Edit'));
    for (const words of ['Choose folder', 'Folders it may see', 'Folders it may write to'])
      await visitor.see(told(words));
    for (const words of ['Folders it never sees', 'Try a path']) await visitor.see(told(words));
    await desk.leavePages(1);
    told('Hidden folders');
    await visitor.click(told('Safety'));
    await visitor.see('Hidden folders');
    await visitor.see('Ask before changes');
    await desk.leavePages(1);
    await visitor.click('Connections');
    for (const words of ['Expires', 'Revoke', 'Rotate']) await visitor.see(told(words));
    told('Ask before changes');
    await desk.page.evaluate('lecternPage.closeSettings()');
  });

  test('undoes one change, and several', async () => {
    const { next: told } = new GuidePage(textOf('docs/guide/undo.md'));
    told('Safety');
    const client = await desk.lectern.connect();
    for (const name of ['One', 'Two', 'Three']) await client.call('create_note', { path: `${name}.md` });
    await desk.openActivity();
    await visitor.click('Three');
    await visitor.click(told('Undo'));
    await desk.waitForText('.lectern-activity-detail', 'Undone.');
    await visitor.click('Back');
    await desk.press(told('Options'), '.lectern-activity');
    await desk.chooseItem(told('Group changes'));
    await desk.page.waitForSelector('.lectern-list-row.mod-group');
    // The newest group is the undo.
    const marks = await desk.page.$$('.lectern-list-row.mod-group .lectern-list-mark');
    await marks.at(-1)?.click();
    await visitor.click(told('Undo 2 changes'));
    await desk.waitForText('.lectern-undo', '2 changes can be undone');
  });
});
