import { codeOf } from '../../support/clients';
import { type RuledVault, workVault } from '../../rules/vault-with-rules';
import { field } from '../../support/json';
import { notesOf } from '../../support/files/vault-contents';

const files = {
  'a.md': '\uFEFF---\r\n# the day\r\nDue: 2026-01-01   # soon\r\ndues: [due, Due]\r\n---\r\nDue: x  \r\n',
  'Work/b.md': '---\n"due": &d [1,  2]\nother: *d\n---\ndue\n',
  'Work/c.md': `---\n'due' :\n  - 'it''s'\n\n  # kept\n---\n`,
  'Work/d.md': '---\n? due\n: |\n  due: text\n  more\nz: 1\n---\n',
  'Work/e.md': '---\n{ due: 1, x: {due: 2} }\n---\n',
  'none.md': '---\nx: due\n---\n',
  'broken.md': '---\ndue: [\n---\n',
};

let vault: RuledVault;
afterEach(() => vault.close());

async function start(more: Record<string, string> = {}): Promise<Record<string, string>> {
  vault = await workVault({ ...files, ...more });
  return notesOf(vault.lectern.folder.path);
}

const due = { property: 'due', newProperty: 'deadline' };

describe('rename_property', () => {
  test('changes the name alone, under any letter case, between its quotes', async () => {
    const before = await start();
    const answer = await vault.as('owner').call('rename_property', due);
    expect(answer.structured).toMatchObject({ filesChanged: 5, unreadable: ['broken.md'] });
    const expected = {
      ...files,
      'a.md': files['a.md'].replace('Due: 2026', () => 'deadline: 2026'),
      'Work/b.md': files['Work/b.md'].replace('"due"', () => '"deadline"'),
      'Work/c.md': files['Work/c.md'].replace(`'due'`, () => `'deadline'`),
      'Work/d.md': files['Work/d.md'].replace('? due', () => '? deadline'),
      'Work/e.md': files['Work/e.md'].replace('{ due', () => '{ deadline'),
    };
    for (const [path, text] of Object.entries(expected))
      expect([path, vault.text(path)]).toEqual([path, text]);
    const changeId = field(answer.structured, 'changeId');
    expect(codeOf(await vault.as('owner').call('undo_change', { changeId }))).toBe('ok');
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });

  test.each([
    ['Due', 'Due'],
    ['no: yes', '"no: yes"'],
    ['#1 "x"', '"#1 \\"x\\""'],
    ['5', '5'],
    ['Größe (m²)', 'Größe (m²)'],
  ])('writes %j so that it reads back', async (newProperty, written) => {
    await start({ 'x/one.md': '---\ndue: 1\nb: 2\n---\n' });
    await vault.as('owner').call('rename_property', { ...due, newProperty, path: 'x' });
    expect(vault.text('x/one.md')).toBe(`---\n${written}: 1\nb: 2\n---\n`);
  });

  test.each([
    ['already_exists', {}, { 'both.md': '---\ndue: 1\nDeadline: 2\n---\n' }, ['both.md']],
    ['already_exists', {}, { 'twice.md': '---\ndue: 1\nDUE: 2\n---\n' }, ['twice.md']],
    ['not_found', { property: 'dead' }, { 'near.md': '---\ndeaf: 1\n---\n' }, ['deaf']],
    ['invalid_argument', { newProperty: ' ' }, {}, undefined],
  ])('fails with %s and changes nothing: %j', async (code, args, more, candidates) => {
    const before = await start(more);
    const answer = await vault.as('owner').call('rename_property', { ...due, ...args });
    expect(codeOf(answer)).toBe(code);
    if (candidates !== undefined)
      expect(field(answer.structured, 'error', 'candidates')).toEqual(expect.arrayContaining(candidates));
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });

  test('by a token with folder rules changes the notes that it sees, and none if it may not write all of them', async () => {
    const before = await start();
    expect(codeOf(await vault.as('reader').call('rename_property', due))).toBe('permission_denied');
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
    const { structured } = await vault.as('work').call('rename_property', { ...due, dryRun: true });
    expect(structured).toMatchObject({ filesChanged: 4 });
  });
});
