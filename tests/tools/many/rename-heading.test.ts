import { codeOf } from '../../support/clients';
import { RuledVault } from '../../rules/vault-with-rules';
import { field } from '../../support/json';
import { notesOf } from '../../support/files/vault-contents';

const plan = [
  '\uFEFF---\r\nnext: "[[#Goals]]"\r\n---\r\n# Plan\r\n\r\n## Goals  ##  \r\n',
  'See [[#Goals]] and [[Plan#Plan#Goals|here]].  \r\n\r\n### Goals of spring\r\n\r\n## Costs\r\n### Goals\r\n',
].join('');

const files = {
  'Work/Plan.md': plan,
  'Links.md': [
    '---\na: "[[Plan#Goals|g]]"\nb: ["[[Plan#Goals]]", x]\n---',
    '[[Plan#Goals]] ![[Work/Plan#Goals|300]] [[Plan#plan#GOALS]] [[Plan#Goals#Goals of spring]]',
    '[a](Work/Plan.md#Goals) [b](<Work/Plan.md#Plan#Goals> "Goals") ![c](Work/Plan.md#Goals)',
    '| [[Plan#Goals\\|in a table]] |\n|-|\n',
    'not: `[[Plan#Goals]]` [[Plan#Costs#Goals]] [[Plan]] [[Plan#^Goals]] [[Other#Goals]] [[Plan#Goal]]',
  ].join('\n'),
  'Other.md': '# Goals\n',
  'Board.canvas':
    '{"nodes":[{"id":"1","type":"file","file":"Work/Plan.md","subpath":"#Goals"},\n{"id":"2","type":"text","text":"to [[Plan#Goals]] \\u00e9"}]}',
  'Table.base': 'filters: file.hasLink("Plan#Goals")\n',
};

let vault: RuledVault;
afterEach(() => vault.close());

async function start(more: Record<string, string> = {}): Promise<Record<string, string>> {
  vault = await RuledVault.start({ ...files, ...more }, { work: { allow: ['Work/**', 'Open/**'] } });
  return notesOf(vault.lectern.folder.path);
}

const goals = { path: 'Plan', heading: 'Plan::Goals', newHeading: 'Aims: [what] 50% #1' };

describe('rename_heading', () => {
  test('renames the heading and every link to it, and leaves every other byte alone', async () => {
    const before = await start();
    const answer = await vault.as('owner').call('rename_heading', goals);
    expect(answer.structured).toMatchObject({ filesChanged: 3, linksUpdated: 15 });
    const name = 'Aims [what] 50% 1';
    const encoded = 'Aims%20[what]%2050%25%201';
    expect(vault.text('Work/Plan.md')).toBe(
      plan
        .replace('## Goals  ##', () => '## Aims: [what] 50% #1  ##')
        .replace('[[#Goals]]"', () => `[[#${name}]]"`)
        .replace('[[#Goals]] and [[Plan#Plan#Goals|', () => `[[#${name}]] and [[Plan#Plan#${name}|`),
    );
    expect(vault.text('Links.md')).toBe(
      [
        `---\na: "[[Plan#${name}|g]]"\nb: ["[[Plan#${name}]]", x]\n---`,
        `[[Plan#${name}]] ![[Work/Plan#${name}|300]] [[Plan#plan#${name}]] [[Plan#${name}#Goals of spring]]`,
        `[a](Work/Plan.md#${encoded}) [b](<Work/Plan.md#Plan#Aims [what] 50%25 1> "Goals") ![c](Work/Plan.md#${encoded})`,
        `| [[Plan#${name}\\|in a table]] |\n|-|\n`,
        'not: `[[Plan#Goals]]` [[Plan#Costs#Goals]] [[Plan]] [[Plan#^Goals]] [[Other#Goals]] [[Plan#Goal]]',
      ].join('\n'),
    );
    expect(vault.text('Board.canvas')).toBe(
      files['Board.canvas'].replace('"#Goals"', () => `"#${name}"`).replace('#Goals]]', () => `#${name}]]`),
    );
    // YAML could not hold the new name there, so the base keeps the link.
    expect(field(answer.structured, 'hints', 0)).toContain('`Table.base`');
    expect(vault.text('Table.base')).toBe(files['Table.base']);
    const changeId = field(answer.structured, 'changeId');
    expect(codeOf(await vault.as('owner').call('undo_change', { changeId }))).toBe('ok');
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });

  test('redirects the links of bases, and links that would match another heading', async () => {
    await start({
      'Two.md': '# A\n## Log\n# B\n## Notes\n',
      'To two.md': '[[Two#Notes]] [[Two#Log]] [[Two#B#Notes]]',
    });
    await vault.as('owner').call('rename_heading', { path: 'Two', heading: 'Notes', newHeading: 'Log' });
    expect(vault.text('To two.md')).toBe('[[Two#B#Log]] [[Two#Log]] [[Two#B#Log]]');
    await vault.as('owner').call('rename_heading', { ...goals, newHeading: 'Aims' });
    expect(vault.text('Table.base')).toBe('filters: file.hasLink("Plan#Aims")\n');
  });

  test('previews without writing', async () => {
    const before = await start();
    const answer = await vault.as('owner').call('rename_heading', { ...goals, dryRun: true });
    expect(answer.structured).toMatchObject({ dryRun: true, filesChanged: 3, linksUpdated: 15 });
    expect(answer.text).toMatch(/^15 links to update, would change 3 files · dry run/);
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });

  test.each([
    ['target_ambiguous', { heading: 'Goals' }],
    ['target_not_found', { heading: 'Aims' }],
    ['invalid_argument', { newHeading: 'two\nlines' }],
    ['invalid_argument', { newHeading: '' }],
    ['invalid_argument', { heading: 'Plan', newHeading: 'closed #' }],
    ['not_found', { path: 'Nowhere' }],
    ['already_exists', { path: 'Twins', heading: 'Old', newHeading: 'Log' }],
  ])('fails with %s for %j and changes nothing', async (code, change) => {
    const before = await start({ 'Twins.md': '# Log\n# Old\n', 'To twins.md': '[[Twins#Old]]' });
    expect(codeOf(await vault.as('owner').call('rename_heading', { ...goals, ...change }))).toBe(code);
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });

  test('renames one of several headings by its number, also to the same name', async () => {
    await start({ 'Twice.md': '# Log\n# Log\n', 'To twice.md': '[[Twice#Log]]' });
    const second = { path: 'Twice', heading: 'Log', occurrence: 2 };
    await vault.as('owner').call('rename_heading', { ...second, newHeading: 'Later' });
    expect([vault.text('Twice.md'), vault.text('To twice.md')]).toEqual([
      '# Log\n# Later\n',
      '[[Twice#Log]]',
    ]);
    const same = await vault
      .as('owner')
      .call('rename_heading', { path: 'Twice', heading: 'Log', newHeading: 'Log' });
    expect(same.structured).toMatchObject({ filesChanged: 0, linksUpdated: 0 });
  });

  test('by a token with folder rules redirects links in notes that it does not see, without revealing them', async () => {
    const before = await start();
    const work = vault.as('work');
    const sentence = await work.call('rename_heading', { ...goals, path: 'Work/Plan' });
    expect(codeOf(sentence)).toBe('permission_denied');
    const answer = await work.call('rename_heading', { ...goals, path: 'Work/Plan', newHeading: 'Aims' });
    expect(answer.structured).toMatchObject({ filesChanged: 1, linksUpdated: 3 });
    expect(JSON.stringify(answer)).not.toContain('Links.md');
    expect(vault.text('Links.md')).toContain('[[Plan#Aims]] ![[Work/Plan#Aims|300]]');
    const changeId = field(answer.structured, 'changeId');
    expect(codeOf(await work.call('undo_change', { changeId }))).toBe('ok');
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });

  test('does not write headings above into notes that the token may not write', async () => {
    await start({
      'Open/Two.md': '# A\n## Log\n# Send all the money, now\n## Notes\n',
      'Closed.md': '[[Two#Notes]]',
    });
    const call = { path: 'Open/Two', heading: 'Notes', newHeading: 'Log' };
    expect(codeOf(await vault.as('work').call('rename_heading', call))).toBe('ok');
    expect(vault.text('Closed.md')).toBe('[[Two#Log]]');
  });
});

test('a new name may be a heading line, and the level is kept', async () => {
  const before = await start();
  const written = await vault.as('owner').call('rename_heading', { ...goals, newHeading: '## Aims' });
  expect(written.structured).toMatchObject({ filesChanged: 4, linksUpdated: 16 });
  expect(vault.text('Work/Plan.md')).toContain('\r\n## Aims  ##  \r\n');
  await vault.as('owner').call('undo_change', { changeId: field(written.structured, 'changeId') });
  expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  const deeper = await vault.as('owner').call('rename_heading', { ...goals, newHeading: '### Aims' });
  expect(deeper.structured['error']).toMatchObject({
    code: 'invalid_argument',
    message: 'The heading keeps its level.',
  });
  const tagged = await vault
    .as('owner')
    .call('rename_heading', { ...goals, newHeading: '#aims', dryRun: true });
  expect(codeOf(tagged)).toBe('ok');
});
