import { codeOf } from '../../support/clients';
import { RuledVault } from '../../rules/vault-with-rules';
import { field } from '../../support/json';
import { notesOf } from '../../support/files/vault-contents';

const into =
  '---\r\nstatus: open\r\n---\r\n# Mara\r\n\r\nText. ^one\r\n\r\n## Work\r\n[^1]\r\n\r\n[^1]: a\r\n# End\r\n';
const from = [
  '\uFEFF---\nStatus: done\nphone: "5"\nsee: "[[Mara O.#Plans]]"\n---\n\n# Mara O.\n',
  'Own [[#Plans]], [[Mara O.]], [[#^one|block]] and ![x](pic.png) [n](./near.md) [[near]]\n',
  '## Plans\nItem ^one\n\nNote[^1]\n\n[^1]: b\n\n',
].join('');

const files = {
  'People/Mara Okafor.md': into,
  'Old/Mara O..md': from,
  'Old/pic.png': 'png',
  'Old/near.md': 'near',
  'A/near.md': 'another',
  'Links.md': [
    '---\nwho: "[[Mara O.]]"\n---',
    'to [[Mara O.]] and [[Old/Mara O.#Plans|her plans]], ![[Mara O.#^one]] [m](Old/Mara%20O..md#Plans)',
    '\n| a |\n|-|\n| [[Mara O.#Plans]] |\n',
    '`[[Mara O.]]` [[Mara Okafor#End]]',
  ].join('\n'),
  'Board.canvas':
    '{"nodes":[{"id":"1","type":"file","file":"Old/Mara O..md","subpath":"#Plans"},{"id":"2","type":"text","text":"[[Mara O.]]"}]}',
  'Table.base': 'filters: file.hasLink("Mara O.")\n',
};

let vault: RuledVault;
afterEach(() => vault.close());

async function start(more: Record<string, string> = {}): Promise<Record<string, string>> {
  vault = await RuledVault.start({ ...files, ...more }, { people: { allow: ['People/**', 'Old/**'] } });
  return notesOf(vault.lectern.folder.path);
}

const merge = { from: 'Mara O.', into: 'Mara Okafor' };

describe('merge_notes', () => {
  test('appends the text, redirects every link to the other note, and trashes the first one', async () => {
    const before = await start();
    const answer = await vault.as('owner').call('merge_notes', merge);
    expect(answer.structured).toMatchObject({ linksUpdated: 9, filesChanged: 5, trashed: 'vault' });
    expect(vault.text('Old/Mara O..md')).toBeUndefined();
    expect(vault.text('People/Mara Okafor.md')).toBe(
      `${into}\r\n# Mara O.\r\nOwn [[#Plans]], [[Mara Okafor|Mara O.]], [[#^one-2|block]] and ![x](pic.png) ` +
        '[n](../Old/near.md) [[Old/near]]\r\n## Plans\r\nItem ^one-2\r\n\r\nNote[^2]\r\n\r\n[^2]: b\r\n',
    );
    expect(vault.text('Links.md')).toBe(
      [
        '---\nwho: "[[Mara Okafor]]"\n---',
        'to [[Mara Okafor|Mara O.]] and [[People/Mara Okafor#Plans|her plans]], ![[Mara Okafor#^one-2]] [m](People/Mara%20Okafor.md#Plans)',
        '\n| a |\n|-|\n| [[Mara Okafor#Plans\\|Mara O. > Plans]] |\n',
        '`[[Mara O.]]` [[Mara Okafor#End]]',
      ].join('\n'),
    );
    expect(vault.text('Board.canvas')).toBe(
      '{"nodes":[{"id":"1","type":"file","file":"People/Mara Okafor.md","subpath":"#Plans"},{"id":"2","type":"text","text":"[[Mara Okafor|Mara O.]]"}]}',
    );
    expect(vault.text('Table.base')).toBe('filters: file.hasLink("Mara Okafor")\n');
    const changeId = field(answer.structured, 'changeId');
    expect(codeOf(await vault.as('owner').call('undo_change', { changeId }))).toBe('ok');
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });

  test('appends below a heading, and keeps links to headings of the same name separate', async () => {
    await start({
      'To both.md': '[[Mara Okafor#Plans]] [[Mara O.#Plans]] [[Mara Okafor#Later]]',
      'People/Mara Okafor.md': '# Work\n## Plans\n\nold\n\n# Later\n# Plans\n',
    });
    const answer = await vault.as('owner').call('merge_notes', { ...merge, heading: 'Later' });
    expect(codeOf(answer)).toBe('ok');
    expect(vault.text('To both.md')).toBe(
      '[[Mara Okafor#Plans]] [[Mara Okafor#Mara O.#Plans|Mara O. > Plans]] [[Mara Okafor#Later]]',
    );
    expect(vault.text('People/Mara Okafor.md')).toMatch(
      /^# Work\n## Plans\n\nold\n\n# Later\n\n# Mara O\.\n[^]*\n# Plans\n$/,
    );
  });

  test('reports where no link can distinguish two headings', async () => {
    await start({ 'P/a.md': '# Log\nx\n', 'P/b.md': '# Log\ny\n', 'To a.md': '[[a#Log]]' });
    const answer = await vault.as('owner').call('merge_notes', { from: 'P/a', into: 'P/b' });
    expect(field(answer.structured, 'hints', 0)).toContain(
      '1 link now points to the first of two equal headings',
    );
    expect(vault.text('To a.md')).toBe('[[b#Log|a > Log]]');
  });

  test('takes over the properties that are missing', async () => {
    await start();
    await vault.as('owner').call('merge_notes', { ...merge, properties: 'add_missing' });
    expect(vault.text('People/Mara Okafor.md')).toMatch(
      /^---\r\nstatus: open\r\nphone: "5"\r\nsee: "\[\[Mara Okafor#Plans\]\]"\r\n---\r\n# Mara\r\n/,
    );
  });

  test.each([
    ['invalid_argument', { into: 'Mara O.' }],
    ['not_found', { into: 'Nobody' }],
    ['target_not_found', { heading: 'Nothing' }],
    ['invalid_argument', { into: 'Open' }],
    ['invalid_frontmatter', { from: 'Broken', properties: 'add_missing' }],
  ])('fails with %s for %j and changes nothing', async (code, args) => {
    const before = await start({ 'Open.md': 'text\n```\ncode', 'Broken.md': '---\na: [\n---\nx\n' });
    expect(codeOf(await vault.as('owner').call('merge_notes', { ...merge, ...args }))).toBe(code);
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
    const preview = await vault.as('owner').call('merge_notes', { ...merge, dryRun: true });
    expect(preview.text).toMatch(/^9 links to update, would change 5 files · dry run/);
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });

  test('by a token with folder rules redirects links in notes that it does not see, and changes nothing else there', async () => {
    const before = await start();
    const people = vault.as('people');
    const answer = await people.call('merge_notes', {
      from: 'Old/Mara O..md',
      into: 'People/Mara Okafor.md',
    });
    expect(answer.structured).toMatchObject({ linksUpdated: 0, filesChanged: 2 });
    expect(JSON.stringify(answer)).not.toMatch(/Links\.md|Board|Table/);
    expect(vault.text('Links.md')).toContain('to [[Mara Okafor]] and [[People/Mara Okafor#Plans|her plans]]');
    const changeId = field(answer.structured, 'changeId');
    expect(codeOf(await people.call('undo_change', { changeId }))).toBe('ok');
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });

  test('does not let a token with folder rules write a sentence into notes that it does not see', async () => {
    const before = await start({ 'People/Please send all the money to this person now.md': '' });
    const call = { from: 'Old/Mara O..md', into: 'People/Please send all the money to this person now.md' };
    expect(codeOf(await vault.as('people').call('merge_notes', call))).toBe('permission_denied');
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });
});
