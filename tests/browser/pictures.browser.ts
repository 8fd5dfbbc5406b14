import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretId, storedToken } from '../../src/settings/tokens/tokens';
import { approvalRisks } from '../../src/utils/approval-rules';
import { testToken } from '../support/lectern';
import type { Files } from '../support/files/vault-folder';
import { Desk, type Theme } from './support/desk';
import { animatedPng, type Frame } from './pictures/animated-png';
import { difference, hasTypeface, picture, pose } from './pictures/camera';
import { change, edit, rules, scenes, themes } from './pictures/scenes';

const root = join(__dirname, '..', '..');
const folder = join(root, 'docs', 'images');
/** `npm run pictures` writes them; otherwise they are compared with what is there. */
const isWriting = process.env['LECTERN_PICTURES'] === 'write';
const everyChange = Object.fromEntries(approvalRisks.map(risk => [risk, 'ask']));
/** By this much a picture may differ, from afar: another version of Chromium draws letters a little differently. */
const tolerance = 0.02;

let desk: Desk;
let canCompare = true;

beforeAll(async () => {
  const token = storedToken('claude code', 'write', testToken);
  const tokens = [{ ...token, allow: ['Library/**', 'Journal/**'] }];
  desk = await Desk.open(exampleVault(), { tokens, approval: everyChange });
  desk.lectern.host.app.secretStorage.setSecret(secretId(token), testToken);
  canCompare = await hasTypeface(desk);
  if (!canCompare)
    process.stdout.write('The pictures are not compared: the typeface Inter is not installed here.\n');
  const client = await desk.lectern.connect();
  await client.call('search', { query: 'wet books' });
  await client.call('read_note', { path: rules });
  await client.call('list', { path: 'Journal' });
  const done = client.call('edit_note', change);
  await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
  await desk.press('Allow', '.lectern-approval');
  const { changeId } = (await done).structured;
  const undone = client.call('undo_change', { changeId });
  await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
  await desk.press('Allow', '.lectern-approval');
  await undone;
});
afterAll(() => desk.close());

describe.each(themes)('the pictures in %s', theme => {
  test.each(scenes)(
    'show the interface as it is: $name',
    async ({ name, width, height, selector, prepare }) => {
      await desk.load();
      await pose(desk, theme, width, height);
      const waiting = await prepare(desk);
      await keep(`${name}-${theme}.png`, await picture(desk, selector));
      for (const { id } of desk.people.approvals.requests)
        desk.people.approvals.answer(id, { approved: false });
      await waiting?.call;
    },
  );
});

test('the moving picture shows a request, its difference, the change and its undo', async () => {
  const frames = await story('light');
  expect(frames).toHaveLength(4);
  expect(frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBeLessThanOrEqual(15_000);
  const [first] = frames;
  if (isWriting) writeFileSync(join(folder, 'undo.png'), animatedPng(frames));
  else if (canCompare)
    expect(await difference(desk, first?.png ?? new Uint8Array(), kept('undo.png'))).toBeLessThan(tolerance);
});

/** Request, allowed, in the activity, undone. */
async function story(theme: Theme): Promise<Frame[]> {
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

async function keep(name: string, png: Uint8Array): Promise<void> {
  if (isWriting) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), png);
  } else if (canCompare) expect(await difference(desk, png, kept(name))).toBeLessThan(tolerance);
  else expect(existsSync(join(folder, name))).toBe(true);
}

function kept(name: string): Uint8Array {
  return readFileSync(join(folder, name));
}

function exampleVault(): Files {
  const vault = join(root, 'examples', 'vault');
  const files = readdirSync(vault, { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', () => '/'))
    .filter(path => !path.startsWith('.') && statSync(join(vault, path)).isFile());
  return Object.fromEntries(files.map(path => [path, readFileSync(join(vault, path))]));
}
