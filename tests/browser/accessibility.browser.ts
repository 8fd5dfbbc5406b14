import { languages } from '../../src/ui/text/message';
import { catalogues, type TextKey } from '../../src/ui/text/text';
import { approvalRisks } from '../../src/utils/rights';
import { themes } from './pictures/scenes';
import { Desk } from './support/desk';

const files = {
  'Home.md': '# Home\n\nThe old words stay here.\n',
  'Work/Plan.md': 'plan\n',
  'Work/Other.md': 'other\n',
};
const approval = Object.fromEntries(approvalRisks.map(risk => [risk, 'ask']));
const brought = [{ id: 'token', words: 'token “guest” with full rights' }];

type Prepare = (desk: Desk, say: (key: TextKey) => string) => Promise<unknown>;

const page =
  (...names: readonly TextKey[]): Prepare =>
  async (desk, say) => {
    await desk.openSettings();
    await desk.openPages(...names.map(say));
  };

const activity: Prepare = async (desk, say) => {
  await desk.openActivity();
  await desk.waitForText('.lectern-list', say('common.today'));
};

/** Asks for a change, and leaves it waiting. */
const asking =
  (tool: string, args: Record<string, unknown>): Prepare =>
  async desk => {
    const client = await desk.lectern.connect();
    void client.call(tool, args).catch(() => undefined);
    await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
  };

async function connecting(desk: Desk): Promise<void> {
  await desk.page.evaluate('lecternPage.connectClient()');
  await desk.page.waitForSelector('.lectern-connect');
}

/** Opens the row with these words. */
async function openRow(desk: Desk, words: string): Promise<void> {
  await desk.waitForText('.lectern-list', words);
  await desk.page.$$eval(
    '.lectern-list-row:not(.mod-day)',
    (rows, wanted) => {
      const row = rows.find(one => one.textContent.includes(wanted));
      row?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    },
    words,
  );
}

/** Every page, view and dialog, by what it is. */
const places: Readonly<Record<string, Prepare>> = {
  'first page of the settings': page(),
  'page of connections': page('connections.name'),
  'card of a connection': async (desk, say) => {
    await page('connections.name')(desk, say);
    await desk.press(
      say('token.editOf').replace('{name}', () => say('common.quoted').replace('{name}', () => 'test')),
    );
    await desk.openDetails('.lectern-token-tools');
  },
  'page of safety': async (desk, say) => {
    await page('safety.name')(desk, say);
    await desk.page.waitForSelector('.lectern-chip.lectern-trouble');
  },
  'page of tools': page('tools.name'),
  'page of a family of tools': page('tools.name', 'tools.families', 'tools.family.write'),
  'page of search': page('search.name'),
  'advanced page': page('advanced.name'),
  'dialog that empties the journal': async (desk, say) => {
    await page('safety.name')(desk, say);
    await desk.press(say('safety.emptyJournal'));
    await desk.waitForText('.modal-title', say('safety.emptyJournalTitle'));
  },
  'dialog that connects a client': connecting,
  'dialog that connects a client of the list': async (desk, say) => {
    await connecting(desk);
    await desk.choose(say('connect.otherClients'), 'Zed');
    await desk.waitForText('.lectern-connect pre', 'context_servers');
  },
  'setup of a connection': async (desk, say) => {
    await page('connections.name')(desk, say);
    await desk.press(
      say('connect.showSetupOf').replace('{name}', () =>
        say('common.quoted').replace('{name}', () => 'test'),
      ),
    );
    await desk.page.waitForSelector('.lectern-connect');
  },
  'dialog that picks a folder': async (desk, say) => {
    await connecting(desk);
    await desk.press(
      say('folders.chooseFor').replace('{rules}', () => say('connect.folders')),
      '.modal',
    );
    await desk.page.waitForSelector('.lectern-folders .suggestion-item');
  },
  'settings that came with the vault': async desk => {
    await desk.page.evaluate(`void lecternPage.review(${JSON.stringify(brought)})`);
    await desk.page.waitForSelector('.lectern-brought');
  },
  'menu of the status bar': async desk => {
    await desk.page.click('.lectern-status');
    await desk.page.waitForSelector('.menu');
  },
  activity,
  'menu of the activity': async (desk, say) => {
    await activity(desk, say);
    await desk.press(say('activity.menu'));
    await desk.page.waitForSelector('.menu');
  },
  'activity in groups': async (desk, say) => {
    await activity(desk, say);
    await desk.press(say('activity.menu'));
    await desk.chooseItem(say('activity.group'));
    await desk.page.waitForSelector('.lectern-list-row.mod-group');
  },
  'change in the activity': async (desk, say) => {
    await activity(desk, say);
    await openRow(desk, say('outcome.created'));
    await desk.page.waitForSelector('.lectern-diff-row');
  },
  'problem in the activity': async (desk, say) => {
    await activity(desk, say);
    await openRow(desk, say('outcome.not_found'));
    await desk.waitForText('.lectern-activity-detail', say('activity.problem.not_found'));
  },
  'dialog that undoes a group': async (desk, say) => {
    await places['activity in groups']?.(desk, say);
    await desk.page.click('.lectern-list-row.mod-group .lectern-list-mark');
    await desk.page.$$eval('.lectern-activity-list button', buttons => {
      buttons.find(({ textContent }) => /\d/.test(textContent))?.click();
    });
    await desk.page.waitForSelector('.lectern-undo .mod-cta');
  },
  'dialog that clears the log': async (desk, say) => {
    await activity(desk, say);
    await desk.press(say('activity.menu'));
    await desk.chooseItem(say('activity.clear'));
    await desk.waitForText('.modal-title', say('activity.clearTitle'));
  },
  'request to edit': asking('edit_note', {
    path: 'Home.md',
    edits: [{ oldText: 'old words', newText: 'new words' }],
  }),
  'request to delete': asking('delete', { path: 'Work', recursive: true }),
  'request to change many notes': asking('replace_in_notes', {
    find: 'other',
    replace: 'another',
    confirm: 1,
  }),
};

let desk: Desk;

beforeAll(async () => {
  desk = await Desk.open(files, { approval, approvalSeconds: 60, hidden: ['Nowhere/**'] });
  const client = await desk.lectern.connect();
  await client.call('read_note', { path: 'Home.md' });
  await client.call('read_note', { path: 'Gone.md' });
  for (const name of ['One', 'Two']) {
    const call = client.call('create_note', { path: `${name}.md`, content: name });
    await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
    await desk.press('Allow', '.lectern-approval');
    await call;
    await desk.waitForGone('.modal');
  }
});
afterAll(() => desk.close());
afterEach(() => {
  const { approvals } = desk.appInterface;
  for (const { id } of approvals.requests) approvals.answer(id, { approved: false });
  expect(desk.problems).toEqual([]);
});

const looks = languages.flatMap(language => themes.map(theme => [language, theme] as const));

describe.each(looks)('axe finds nothing serious in %s, %s', (language, theme) => {
  const say = (key: TextKey): string => {
    const message = catalogues[language][key];
    return typeof message === 'string' ? message : message.other;
  };

  beforeAll(() => desk.speak(language));

  test.each(Object.entries(places))('on the %s', async (_, prepare) => {
    await desk.load();
    await desk.show(theme, 900);
    await prepare(desk, say);
    expect(await desk.accessibilityFindings()).toEqual([]);
  });
});
