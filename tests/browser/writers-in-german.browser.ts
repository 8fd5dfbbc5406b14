import { tools } from '../../src/tools';
import { approvalRisks } from '../../src/utils/rights';
import { base64Of, png } from '../support/files/sample-files';
import { Desk } from './support/desk';
import { englishWordsIn } from './support/english-words';

const files = {
  'Alt.md': '---\nfarbe: rot\n---\n# Ziel\n\nEin Satz. #tag\n',
  'Neu.md': '# Start\n\n[[Alt#Ziel]]\n',
  'Weg.md': 'weg\n',
  'Extra.md': 'extra\n\n- [ ] Aufgabe\n',
  'Board.canvas':
    '{"nodes":[{"id":"a","type":"text","text":"x","x":0,"y":0,"width":9,"height":9}],"edges":[]}',
};
const canvasOperations = [
  { action: 'add_node', fields: { type: 'text', text: 'y' } },
  { action: 'update_node', id: 'a', fields: { text: 'z' } },
  { action: 'remove_node', id: 'a' },
];

/** One change by every tool that makes some, in an order in which each finds what it needs. */
const writes: readonly (readonly [string, Record<string, unknown>])[] = [
  ['create_folder', { path: 'Ordner' }],
  ['create_note', { path: 'Ordner/Eins.md', content: 'eins' }],
  ['create_notes', { notes: [{ path: 'Zwei.md' }, { path: 'Drei.md' }] }],
  ['update_note', { path: 'Alt.md', mode: 'append', content: 'ende' }],
  [
    'patch_note',
    { path: 'Alt.md', operation: 'append', targetType: 'heading', target: 'Ziel', content: 'x' },
  ],
  ['edit_note', { path: 'Alt.md', edits: [{ oldText: 'Satz', newText: 'Text' }] }],
  ['edit_notes', { changes: [{ path: 'Weg.md', edits: [{ oldText: 'weg', newText: 'x' }] }] }],
  ['edit_canvas', { path: 'Board.canvas', operations: canvasOperations }],
  ['update_frontmatter', { path: 'Alt.md', set: { zahl: 1 } }],
  ['update_tags', { path: 'Alt.md', add: ['neu'] }],
  ['update_task', { path: 'Extra.md', line: 3, expectedText: 'Aufgabe', text: 'Neues' }],
  ['rename_tag', { from: 'tag', to: 'anders' }],
  ['rename_heading', { path: 'Alt.md', heading: 'Ziel', newHeading: 'Ende' }],
  ['rename_property', { property: 'farbe', newProperty: 'ton' }],
  ['replace_in_notes', { find: 'Text', replace: 'Satz', confirm: 1 }],
  ['add_attachment', { name: 'bild.png', data: base64Of(png), note: 'Alt.md', embed: true }],
  ['move', { path: 'Alt.md', newPath: 'Ordner/Alt.md' }],
  ['merge_notes', { from: 'Ordner/Alt.md', into: 'Neu.md' }],
  ['delete', { path: 'Weg.md' }],
  ['delete', { path: 'Extra.md', permanent: true }],
  ['delete', { path: 'Ordner', recursive: true }],
];

/** Of the token, the client and the type of a file. */
const names = ['test', 'lectern-tests', 'image/png'];
let desk: Desk;

beforeAll(async () => {
  const approval = Object.fromEntries(approvalRisks.map(risk => [risk, 'ask']));
  desk = await Desk.open(files, { approval, approvalSeconds: 60 });
  await desk.speak('de');
  await desk.show('light', 500);
});
afterAll(() => desk.close());
afterEach(() => {
  expect(desk.problems).toEqual([]);
});

/** What the interface says, without the texts of notes. */
const said = async (place: string): Promise<string> =>
  desk.page.$$eval(place, parts =>
    parts
      .map(part => {
        const copy = part.cloneNode(true);
        if (!(copy instanceof HTMLElement)) return '';
        for (const text of copy.querySelectorAll('.lectern-diff-row')) text.remove();
        const labels = [copy, ...copy.querySelectorAll('[aria-label]')].map(
          one => one.getAttribute('aria-label') ?? '',
        );
        for (const end of copy.querySelectorAll('*')) end.append(' ');
        return [copy.textContent, ...labels].join(' ');
      })
      .join(' '),
  );

test('every tool that changes something is tested', () => {
  const tried = new Set([...writes.map(([name]) => name), 'undo_change']);
  const left = tools.filter(({ risk, family, name }) => {
    return risk.name !== 'reads' && family !== 'app' && !tried.has(name);
  });
  for (const { name } of left)
    throw new Error(`Add a row to \`writes\` above: a call of ${name} that changes something.`);
});

async function allowed(tool: string, args: Record<string, unknown>): Promise<void> {
  const client = await desk.lectern.connect();
  const call = client.call(tool, args);
  void call.catch(() => undefined);
  await Promise.race([
    desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])'),
    call.then(({ text }) => Promise.reject(new Error(text))),
  ]);
  const words = await said('.lectern-approval');
  expect(words).toContain('Angefragt von');
  expect([words, englishWordsIn(words, names)]).toEqual([words, []]);
  await desk.press('Erlauben', '.lectern-approval');
  expect((await call).text).not.toContain('"error"');
  expect((await call).isError).toBe(false);
  await desk.waitForGone('.modal');
}

test.each(writes)('%s asks for approval in German only', allowed);

test('an undo by a client asks for approval in German only', async () => {
  const [change] = desk.appInterface.activity.changes.list();
  await allowed('undo_change', { changeId: change?.id });
});

test('the activity and the undo dialog show all changes in German only', async () => {
  await desk.load();
  await desk.openActivity();
  await desk.waitForText('.lectern-list', 'Heute');
  const changes = desk.appInterface.activity.changes.list();
  expect(changes.length).toBe(writes.length + 1);
  for (const [index] of changes.entries()) {
    await desk.page.focus('.lectern-list');
    await desk.page.keyboard.press('Home');
    for (let row = 0; row <= index; row += 1) await desk.page.keyboard.press('ArrowDown');
    await desk.page.keyboard.press('Enter');
    await desk.page.waitForSelector('.lectern-activity-detail .lectern-diff-file');
    const words = await said('.lectern-activity-detail');
    expect([words, englishWordsIn(words, names)]).toEqual([words, []]);
    await desk.page.keyboard.press('Escape');
    await desk.page.waitForSelector('.lectern-list');
  }
  await desk.press('Optionen', '.lectern-activity');
  await desk.chooseItem('Änderungen gruppieren');
  await desk.page.waitForSelector('.lectern-list-row.mod-group');
  const list = await said('.lectern-activity');
  expect([list, englishWordsIn(list, names)]).toEqual([list, []]);
  await desk.page.click('.lectern-list-row.mod-group .lectern-list-mark');
  // What is undone already cannot be undone again.
  await desk.press(`${changes.length - 1} Änderungen rückgängig machen`);
  await desk.waitForText('.lectern-undo', 'rückgängig machen, die neueste zuerst.');
  const preview = await said('.lectern-undo');
  expect([preview, englishWordsIn(preview, names)]).toEqual([preview, []]);
});

test('an English sentence would be found', () => {
  expect(englishWordsIn('„test“: Renames the tag #a in 3 notes. edit_note', names)).toEqual([
    ...['renames', 'the'],
  ]);
});
