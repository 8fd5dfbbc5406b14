import { languages } from '../../src/ui/text/message';
import { catalogues, type TextKey } from '../../src/ui/text/text';
import { approvalRisks } from '../../src/utils/rights';
import { Desk } from './support/desk';
import { covered, outOfSight } from './support/layout';

const longFolder = `Projects/${'VeryLongNameOfAFolder'.repeat(4)}/${'and one more '.repeat(6)}below`;
const files = {
  'Home.md': '# Home\n\nThe old words stay here.\n',
  'Work/A plan with quite a long name, as plans have.md': 'plan\n',
  'Private/Diary.md': 'dear\n',
  [`${longFolder}/Idea.md`]: 'old\n',
};
const approval = Object.fromEntries(approvalRisks.map(risk => [risk, 'ask']));
const widths = [320, 360, 420, 900];

const pages: readonly (readonly TextKey[])[] = [
  [],
  ['connections.name'],
  ['safety.name'],
  ['tools.name'],
  ['tools.name', 'tools.families', 'tools.family.write'],
  ['search.name'],
  ['advanced.name'],
];

let desk: Desk;

beforeAll(async () => {
  desk = await Desk.open(files, { approval, approvalSeconds: 60, publicUrl: 'https://notes.example.org' });
  const client = await desk.lectern.connect();
  await client.call('read_note', { path: 'Home.md' });
  await client.call('read_note', { path: 'Gone.md' });
});
afterAll(() => desk.close());
afterEach(() => {
  expect(desk.problems).toEqual([]);
});

describe('in an app that is written from right to left', () => {
  beforeAll(async () => {
    await desk.main.evaluate(`localStorage.setItem('language', 'he')`);
  });

  const ours = async (selector: string): Promise<unknown> =>
    desk.page.$eval(selector, element => [
      getComputedStyle(element).direction,
      element.closest('[lang]')?.getAttribute('lang'),
    ]);

  test.each([
    ['.lectern-settings', 'lecternPage.openSettings()'],
    ['.lectern-activity', 'lecternPage.openActivity()'],
    ['.modal .modal-title', 'lecternPage.connectClient()'],
    ['.modal .modal-title', `lecternPage.review([{ id: 'token', words: 'a token' }])`],
  ])('%s is read from left to right, as English: %s', async (selector, open) => {
    await desk.load();
    await desk.page.evaluate(`Object.assign(document.documentElement, { dir: 'rtl', lang: 'he' })`);
    await desk.page.evaluate(open);
    await desk.page.waitForSelector(selector);
    expect(await ours(selector)).toEqual(['ltr', 'en']);
  });

  test('names and lines of notes keep the direction of their own words', async () => {
    await desk.load();
    await desk.page.evaluate(`Object.assign(document.documentElement, { dir: 'rtl', lang: 'he' })`);
    const client = await desk.lectern.connect();
    const call = client.call('edit_note', {
      ...{ path: 'Home.md', edits: [{ oldText: 'The old words', newText: 'מילים חדשות' }] },
    });
    await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
    expect(await ours('.lectern-approval .modal-title')).toEqual(['ltr', 'en']);
    const bidi = await desk.page.$$eval('.lectern-diff-text, .lectern-diff-path', found => [
      ...new Set(found.map(element => getComputedStyle(element).unicodeBidi)),
    ]);
    expect(bidi).toEqual(['plaintext']);
    await desk.press('Refuse', '.lectern-approval');
    await call;
    await desk.waitForGone('.modal');
  });
});

describe.each(languages)('in %s, at every width', language => {
  const message = (key: TextKey): string => {
    const found = catalogues[language][key];
    return typeof found === 'string' ? found : found.other;
  };
  const named = (key: TextKey, name: string): string =>
    message(key).replace('{name}', () => message('common.quoted').replace('{name}', () => name));

  beforeAll(() => desk.speak(language));

  async function expectInSight(): Promise<void> {
    for (const width of widths) {
      await desk.show('light', width);
      expect([width, await desk.page.evaluate(outOfSight)]).toEqual([width, []]);
      expect([width, await desk.page.evaluate(covered)]).toEqual([width, []]);
    }
    expect(await desk.accessibilityFindings()).toEqual([]);
  }

  test.each(pages.map(page => [page.join(' / ') || 'first', page] as const))(
    'the whole page %s is visible',
    async (_, page) => {
      await desk.load();
      await desk.openSettings();
      await desk.openPages(...page.map(message));
      if (page[0] === 'connections.name') {
        await desk.press(named('token.editOf', 'test'));
        await desk.openDetails('.lectern-token-tools');
        await desk.waitForText('.lectern-card-body .lectern-live', '4');
      }
      await expectInSight();
    },
  );

  test('all of the dialog that connects a client is visible', async () => {
    await desk.load();
    await desk.page.evaluate('lecternPage.connectClient()');
    for (const client of ['Claude Desktop', 'Cursor', 'Claude Code']) {
      await desk.press(client, '.modal');
      await expectInSight();
    }
    await desk.press(message('common.copy'), '.modal');
    await desk.waitForText('.modal .lectern-live', message('connections.place.terminal'));
    await expectInSight();
    await desk.press(message('connect.done'), '.modal');
    const { store } = desk.appInterface.tab;
    const added = store.settings.tokens.at(-1);
    if (added !== undefined) await store.removeToken(added);
  });

  test('all of what lets in a client elsewhere is visible, the end of a long address too', async () => {
    await desk.load();
    await desk.openSettings();
    await desk.openPages(message('connections.name'));
    await desk.press(message('pairing.start'));
    await desk.waitForText('.modal', 'ABCD-EFGH');
    await expectInSight();
    const host = `claude.ai.${'a'.repeat(60)}.${'b'.repeat(60)}.evil.example`;
    const wish = { client: 'x'.repeat(60), redirect: `https://${host}/callback`, address: '203.0.113.7' };
    await desk.page.evaluate(`askToPair(${JSON.stringify(wish)})`);
    await desk.waitForText('.modal', wish.redirect);
    expect(await desk.page.$$eval('.modal strong', found => found.map(one => one.textContent))).toEqual([
      host,
    ]);
    await expectInSight();
  });

  test('all of the activity is visible', async () => {
    await desk.load();
    await desk.openActivity();
    await desk.waitForText('.lectern-list', message('outcome.not_found'));
    await desk.waitForText('.lectern-list', message('common.today'));
    await expectInSight();
  });

  test.each([
    ['Home', 'Home.md'],
    ['Idea', `${longFolder}/Idea.md`],
  ])('all of a request for approval of %s is visible', async (name, path) => {
    await desk.load();
    const client = await desk.lectern.connect();
    const call = client.call('edit_note', { path, edits: [{ oldText: 'old', newText: 'new' }] });
    await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
    expect(await desk.text('.lectern-approval .modal-title')).toBe(
      message('approval.edit').replace('{what}', () =>
        message('common.quoted').replace('{name}', () => name),
      ),
    );
    await expectInSight();
    await desk.press(message('common.refuse'), '.lectern-approval');
    await call;
    await desk.waitForGone('.modal');
  });
});
