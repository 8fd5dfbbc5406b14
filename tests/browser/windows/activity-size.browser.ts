import type { CDPSession } from 'puppeteer-core';
import { manifest } from '../../support/lectern';
import { Desk } from '../support/desk';

const count = 10_000;
/**
 * What a piece of work may take of the page's thread, in milliseconds of its processor: four times the goal, so that a
 * slow machine passes; drawing all rows instead of those in sight takes seconds. What it took is told beside the tests.
 */
const maxPerPiece = 4 * 50;
const maxPerFrame = 4 * 16;
const maxToOpen = 4 * 100;

const earlier = Array.from({ length: count }, (_, index) =>
  JSON.stringify({
    ...{ time: Date.UTC(2026, 0, 1) + index * 1000, token: `token ${index % 7}`, client: 'Claude Code' },
    ...{ tool: 'read_note', effect: 'reads', path: `Folder ${index % 90}/Note ${index}.md` },
    ...{ outcome: index % 10 === 0 ? 'not_found' : 'ok', milliseconds: 3 },
  }),
);

let desk: Desk;
let session: CDPSession;

beforeAll(async () => {
  const activity = `.obsidian/plugins/${manifest.id}/activity.jsonl`;
  desk = await Desk.open({ 'Home.md': 'home', [activity]: `${earlier.join('\n')}\n` }, {});
  await desk.show('light', 400);
  session = await desk.page.createCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
});
afterAll(async () => {
  await desk.close();
});

/** What all tasks of the page's thread have taken of its processor, in milliseconds. */
async function spent(): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

async function costOf(act: () => Promise<unknown>): Promise<number> {
  const before = await spent();
  await act();
  return (await spent()) - before;
}

const drawnRows = (): Promise<number> => desk.page.$$eval('.lectern-list-row', rows => rows.length);

/** Scrolls, and waits until that has been painted. */
const scroll = (pixels: number) => (): Promise<unknown> =>
  desk.page.evaluate(
    `new Promise(done => {
      document.querySelector('.lectern-list').scrollTop += ${pixels};
      requestAnimationFrame(() => requestAnimationFrame(done));
    })`,
  );

function tell(what: string, costs: readonly number[]): void {
  const sorted = [...costs].sort((one, other) => one - other);
  const [median = 0, most = 0] = [sorted[sorted.length >> 1], sorted.at(-1)];
  process.stdout.write(`${what}: median ${median.toFixed(1)} ms, most ${most.toFixed(1)} ms\n`);
}

test(`${count} calls of earlier runs scroll without long tasks, and few rows exist`, async () => {
  const opening = await costOf(() => desk.openActivity());
  const size = await desk.page.$eval('.lectern-list-row', row => row.getAttribute('aria-setsize'));
  expect(Number(size)).toBeGreaterThan(count);
  const costs: number[] = [];
  let most = 0;
  for (const pixels of [...Array.from({ length: 40 }, () => 700), 200_000, -150_000, 300_000, -7_777]) {
    costs.push(await costOf(scroll(pixels)));
    most = Math.max(most, await drawnRows());
  }
  tell('Frames while scrolling', costs);
  tell('Opening', [opening]);
  expect(most).toBeGreaterThan(8);
  expect(most).toBeLessThan(40);
  expect(Math.max(...costs)).toBeLessThan(maxPerFrame);
  expect(opening).toBeLessThan(maxToOpen);
});

// It brings a row for itself and one for its day.
test('a new call does not move the rows that the user reads, and adding it is one short task', async () => {
  await desk.page.evaluate(`document.querySelector('.lectern-list').scrollTop = 48 * 5000`);
  await scroll(0)();
  const positions = (): Promise<string[]> =>
    desk.page.$$eval('.lectern-list-row', rows =>
      rows
        .map(row => `${Math.round(row.getBoundingClientRect().top)} ${row.textContent}`)
        .filter(text => !text.startsWith('-'))
        .sort(),
    );
  const before = await positions();
  const client = await desk.lectern.connect();
  const cost = await costOf(async () => {
    await client.call('read_note', { path: 'Home.md' });
    await desk.page.waitForFunction(
      `document.querySelector('.lectern-list').scrollTop === 48 * 5002 || document.querySelector('.lectern-list-row')?.getAttribute('aria-posinset') > 5000`,
    );
  });
  tell('A call that comes in', [cost]);
  await desk.page.waitForFunction(`document.querySelector('.lectern-list').scrollTop === 48 * 5002`);
  expect(await positions()).toEqual(before);
  expect(cost).toBeLessThan(maxPerPiece);
});

test('filtering is one short task', async () => {
  await desk.press('Options', '.lectern-activity');
  const cost = await costOf(async () => {
    await desk.chooseItem('Problems only');
    await scroll(0)();
  });
  tell('Filtering', [cost]);
  expect(cost).toBeLessThan(maxPerPiece);
});
