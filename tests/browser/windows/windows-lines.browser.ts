import { approvalRisks } from '../../../src/utils/rights';
import { Desk } from '../support/desk';

/** A note as Windows writes it. */
const note = ['---', 'farbe: rot', '---', '# Plan', '', 'One #tag here.', 'Two stay.', ''].join('\r\n');

let desk: Desk;

beforeAll(async () => {
  const approval = Object.fromEntries(approvalRisks.map(risk => [risk, 'ask']));
  desk = await Desk.open({ 'Plan.md': note }, { approval, approvalSeconds: 60 });
  await desk.show('light', 700);
});
afterAll(async () => {
  expect(desk.problems).toEqual([]);
  await desk.close();
});

const text = (): Promise<string> => desk.lectern.host.app.vault.adapter.read('Plan.md');
const rows = (place: string): Promise<string[]> =>
  desk.page.$$eval(`${place} .lectern-diff-row`, found => found.map(row => row.textContent));

const changes: readonly (readonly [string, Record<string, unknown>, readonly string[]])[] = [
  [
    'edit_note',
    { path: 'Plan.md', edits: [{ oldText: 'Two stay.', newText: 'Two went.\nThree came.' }] },
    ['−Two stay.', '+Two went.', '+Three came.'],
  ],
  ['update_note', { path: 'Plan.md', mode: 'append', content: 'Last.\nLine.' }, ['+Last.', '+Line.']],
  ['rename_tag', { from: 'tag', to: 'other' }, ['−One #tag here.', '+One #other here.']],
  ['update_frontmatter', { path: 'Plan.md', set: { farbe: 'blau' } }, ['−farbe: rot', '+farbe: blau']],
  [
    'patch_note',
    { path: 'Plan.md', operation: 'prepend', targetType: 'heading', target: 'Plan', content: 'New.' },
    ['+New.'],
  ],
];

test.each(changes)(
  '%s of a note with line breaks of Windows shows the lines that change, and nothing else',
  async (tool, args, lines) => {
    const client = await desk.lectern.connect();
    const call = client.call(tool, args);
    void call.catch(() => undefined);
    await desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
    const asked = await rows('.lectern-approval');
    await desk.press('Allow', '.lectern-approval');
    expect((await call).isError).toBe(false);
    expect(asked.filter(row => /^[−+]/.test(row))).toEqual(lines);
    expect(asked.filter(row => /[\r␍^]/.test(row))).toEqual([]);
    await desk.waitForGone('.modal');
    // What was added has the note's own line breaks.
    expect((await text()).replaceAll('\r\n', () => '')).not.toMatch(/[\r\n]/);
    await desk.load();
    await desk.openActivity();
    await desk.waitForText('.lectern-list', 'Plan');
    await desk.page.click('.lectern-list-row:not(.mod-day)');
    await desk.page.waitForSelector('.lectern-activity-detail .lectern-diff-row');
    expect(await rows('.lectern-activity-detail')).toEqual(asked);
  },
);
