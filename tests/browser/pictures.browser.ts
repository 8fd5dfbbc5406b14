import type { Language } from '../../src/ui/text/message';
import type { Desk, Theme } from './support/desk';
import { animatedPng, type Frame } from './pictures/animated-png';
import { picture, pose } from './pictures/camera';
import { Gallery, keptBytes, maxBytes } from './pictures/gallery';
import { edit, sayIn, scenes, themes } from './pictures/scenes';

/** The guide in another language shows what its reader sees; one theme is enough there. */
const sets: readonly (readonly [Language, Theme])[] = [
  ...themes.map(theme => ['en', theme] as const),
  ['de', 'light'],
];

describe.each(sets)('the pictures in %s, %s', (language, theme) => {
  let gallery: Gallery;

  beforeAll(async () => {
    gallery = await Gallery.open(language);
  });
  afterAll(() => gallery.close());

  const shown = scenes.filter(({ languages = [] }) => language === 'en' || languages.includes(language));
  test.each(shown)(
    'show the interface as it is: $name',
    async ({ name, width, height, selector, prepare }) => {
      const { desk } = gallery;
      await desk.load();
      await pose(desk, theme, width, height);
      const waiting = await prepare(desk, sayIn(language));
      const folder = language === 'en' ? '' : `${language}/`;
      await gallery.keep(`${folder}${name}-${theme}.png`, await picture(desk, selector));
      for (const { id } of desk.appInterface.approvals.requests)
        desk.appInterface.approvals.answer(id, { approved: false });
      await waiting?.call;
    },
  );
});

describe('the moving picture', () => {
  let gallery: Gallery;

  beforeAll(async () => {
    gallery = await Gallery.open();
  });
  afterAll(() => gallery.close());

  test('shows a request, its difference, the change and its undo in at most 15 seconds', async () => {
    const frames = await story(gallery.desk, 'light');
    expect(frames).toHaveLength(4);
    expect(frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBeLessThanOrEqual(15_000);
    // A browser that is asked for one picture gives the first.
    await gallery.keep('undo.png', animatedPng(frames), frames[0]?.png);
  });
});

test('all pictures together keep the repository small', () => {
  expect(keptBytes()).toBeLessThan(maxBytes);
});

/** Request, allowed, in the activity, undone. */
async function story(desk: Desk, theme: Theme): Promise<Frame[]> {
  const frames: Frame[] = [];
  await desk.load();
  await pose(desk, theme, 760, 620);
  await desk.openActivity();
  await desk.waitForText('.lectern-list', 'Lending rules');
  const add = async (milliseconds: number): Promise<void> => {
    frames.push({ png: await picture(desk), milliseconds });
  };
  const call = edit(desk);
  await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
  await add(4_000);
  await desk.press('Allow', '.lectern-approval');
  await call;
  await desk.waitForGone('.modal');
  // The older edit is undone, and what undid it is no edit: only the new one is both.
  await desk.page.waitForFunction(() => {
    const rows = [...document.querySelectorAll('.lectern-list-row')];
    return rows.some(one => /changed.*Edit note/.test(one.textContent));
  });
  await add(2_500);
  await desk.page.$$eval('.lectern-list-row', rows => {
    const row = rows.find(one => /changed.*Edit note/.test(one.textContent));
    row?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });
  await desk.waitForText('.lectern-diff', 'Four books');
  await add(3_500);
  await desk.press('Undo', '.lectern-activity-detail');
  await desk.waitForText('.lectern-activity-detail', 'Undone.');
  await add(3_500);
  return frames;
}
