/** Headings and properties that get another name, and notes that become one: links follow. */
import { RuledVault, workVault } from '../../rules/vault-with-rules';
import { codeOf, hintsOf } from '../../support/clients';
import { notesOf } from '../../support/files/vault-contents';
import { field } from '../../support/json';

describe('rename_heading', () => {
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
    'Table.base': '{filters: file.hasLink("Plan#Goals")}\n',
  };

  let vault: RuledVault;
  afterEach(() => vault.close());

  async function start(more: Record<string, string> = {}): Promise<Record<string, string>> {
    vault = await RuledVault.start({ ...files, ...more }, { work: { allow: ['Work/**', 'Open/**'] } });
    return notesOf(vault.lectern.folder.path);
  }

  const goals = { path: 'Plan', heading: 'Plan::Goals', newHeading: 'Aims: [what] 50% #1' };
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
    expect(field(answer.structured, 'hints', 0)).toContain('"Table.base"');
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
    expect(vault.text('Table.base')).toBe('{filters: file.hasLink("Plan#Aims")}\n');
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
});

describe('rename_property', () => {
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

describe('merge_notes', () => {
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
  test('appends the text, redirects every link to the other note, and trashes the first one', async () => {
    const before = await start();
    const answer = await vault.as('owner').call('merge_notes', merge);
    expect(answer.structured).toMatchObject({ linksUpdated: 13, filesChanged: 5, trashed: 'vault' });
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
      /^# Work\n## Plans\n\nold\n\n# Later\n\n## Mara O\.\n[^]*\n### Plans\n[^]*\n# Plans\n$/,
    );
  });

  test('puts headings below the given one, also where six levels are few, and leaves code alone', async () => {
    const parts = ['Lead\r\n=\r\n', '## Part\r\n', '```\r\n# code\r\n```\r\n', '###### Deep\r\n', '#\r\n'];
    await start({
      'A.md': parts.join(''),
      'B.md': '# B\n## Sources\nold\n## Next\n',
      'C.md': '# C\n## Sources\n',
      'D.md': '## One\n# Two\n',
      'E.md': '#### Four\n',
      'F.md': '# F\n## Sources\n',
      'G.md': 'Using C #\n===\n##### Five\n###### Six\n##### Seven\n###### Six\n',
      'To G.md': '[[G#Seven#Six]]',
      'To A.md': '[[A#Part]] [[A#Lead#Deep]]',
    });
    const below = (from: string, into: string) =>
      vault.as('owner').call('merge_notes', { from, into, heading: 'Sources' });
    await below('A', 'B');
    expect(vault.text('B.md')).toBe(
      '# B\n## Sources\nold\n\n### Lead\n#### Part\n```\n# code\n```\n##### Deep\n###\n## Next\n',
    );
    expect(vault.text('To A.md')).toBe('[[B#Part|A > Part]] [[B#Lead#Deep|A > Lead > Deep]]');
    await below('D', 'C');
    expect(vault.text('C.md')).toBe('# C\n## Sources\n\n#### One\n### Two\n');
    await below('E', 'C');
    expect(vault.text('C.md')).toBe('# C\n## Sources\n\n#### One\n### Two\n\n#### Four\n');
    await below('G', 'F');
    expect(vault.text('F.md')).toBe(
      '# F\n## Sources\n\n### Using C # #\n#### Five\n##### Six\n#### Seven\n##### Six\n',
    );
    expect(vault.text('To G.md')).toBe('[[F#Seven#Six|G > Seven > Six]]');
  });

  test('reports where no link can distinguish two headings', async () => {
    await start({ 'P/a.md': '# Log\nx\n', 'P/b.md': '# Log\ny\n', 'To a.md': '[[a#Log]]' });
    const to = 'to the first of two equal headings';
    const args = { from: 'P/a', into: 'P/b' };
    const preview = await vault.as('owner').call('merge_notes', { ...args, dryRun: true });
    expect(field(preview.structured, 'hints', 0)).toContain(`1 link would point ${to}`);
    const answer = await vault.as('owner').call('merge_notes', args);
    expect(field(answer.structured, 'hints', 0)).toContain(`1 link now points ${to}`);
    expect(vault.text('To a.md')).toBe('[[b#Log|a > Log]]');
  });

  test.each([
    ['keep', ['"Status"', '"phone"', '"see"', '"tags"'], '"none"'],
    ['add_missing', ['"Status"', '"tags"'], '"phone"'],
  ])('tells with properties %s which values are left behind', async (properties, lost, kept) => {
    await start({
      'People/Mara Okafor.md': '---\nstatus: open\ntags: [a, b]\nnumber: 5\n---\ntext\n',
      'Old/Mara O..md': `${from.slice(0, 5)}tags: [b, c]\nnumber: 5\nnone:\n${from.slice(5)}`,
    });
    const hint = hintsOf(await vault.as('owner').call('merge_notes', { ...merge, properties }));
    for (const name of lost) expect(hint).toContain(name);
    for (const name of [kept, '"number"', '"none"']) expect(hint).not.toContain(name);
  });

  test('compares long lists in the time of one look, and tells of properties that cannot be read', async () => {
    const items = Array.from({ length: 5000 }, (_, index) => `item${index}`);
    const note = (list: readonly string[]): string => `---\nlist: [${list.join(', ')}]\n---\ntext\n`;
    await start({
      'A.md': note(items),
      'B.md': note(items.toReversed()),
      'Broken.md': '---\na: [\n---\ntext\n',
    });
    const preview = (from: string) =>
      vault.as('owner').call('merge_notes', { from, into: 'B', dryRun: true });
    expect((await preview('A')).structured).not.toHaveProperty('hints');
    expect(hintsOf(await preview('Broken'))).toContain('`from`');
  }, 10_000);

  test('names no argument that it lacks where the heading is there twice', async () => {
    await start({ 'People/Mara Okafor.md': '# A\n## Log\n# B\n## Log\n# C\n## X\n## X\n' });
    for (const heading of ['Log', 'X']) {
      const answer = await vault.as('owner').call('merge_notes', { ...merge, heading });
      expect(codeOf(answer)).toBe('target_ambiguous');
      expect(answer.text).not.toContain('`occurrence`');
    }
    expect(codeOf(await vault.as('owner').call('merge_notes', { ...merge, heading: 'A::Log' }))).toBe('ok');
  });

  test('keeps footnotes, block links and headings apart where the text begins with a rule', async () => {
    const body = '\n---\nfn[^1] text ^blk\n\n# H\n\n---\n\n[^1]: from A\n';
    const merged = '---\nfn[^2] text ^blk-2\n\n# H\n\n---\n\n[^2]: from A\n';
    await start({
      'A.md': body,
      'A2.md': `---\nx: 1\n---\n${body.trimStart()}`,
      'B.md': 'b[^1] ^blk\n\n[^1]: of B\n',
      'B2.md': '# S\n\nb[^1] ^blk\n\n[^1]: of B\n# T\n',
      'Empty.md': '',
      'To A.md': '[[A#^blk]] [[A#H]] [[A2#^blk]] [[A2#H]]\n',
      'A3.md': body,
    });
    const owner = vault.as('owner');
    expect(codeOf(await owner.call('merge_notes', { from: 'A', into: 'B' }))).toBe('ok');
    expect(vault.text('B.md')).toBe(`b[^1] ^blk\n\n[^1]: of B\n\n${merged}`);
    const below = { from: 'A2', into: 'B2', heading: 'S' };
    expect(codeOf(await owner.call('merge_notes', below))).toBe('ok');
    expect(vault.text('B2.md')).toBe(
      `# S\n\nb[^1] ^blk\n\n[^1]: of B\n\n${merged.replace('# H', () => '## H')}# T\n`,
    );
    expect(vault.text('To A.md')).toBe(
      '[[B#^blk-2|A > ^blk]] [[B#H|A > H]] [[B2#^blk-2|A2 > ^blk]] [[B2#H|A2 > H]]\n',
    );
    const answer = await owner.call('merge_notes', { from: 'A3', into: 'Empty' });
    expect(answer.structured).not.toHaveProperty('hints');
    expect(vault.text('Empty.md')).toBe(body.trimEnd());
  });

  test('names the folder where other notes have the same name', async () => {
    const links = '---\nx: "[[Roof]]"\n---\n[[Roof]] [a](Roof.md)\n';
    await start({ 'Roof.md': 'x\n', 'In/Notes.md': 'y\n', 'In/Side/Notes.md': '', 'To roof.md': links });
    const answer = await vault.as('owner').call('merge_notes', { from: 'Roof', into: 'In/Notes.md' });
    expect(codeOf(answer)).toBe('ok');
    expect(vault.text('To roof.md')).toBe(
      '---\nx: "[[In/Notes]]"\n---\n[[In/Notes|Roof]] [a](In/Notes.md)\n',
    );
  });

  test('refuses a rule that would make properties of the other note, or a list that would take in a heading', async () => {
    const before = await start({
      'Open.md': '---\n# A\ntext [[B]]\n',
      'Rule.md': 'x\n\n---\ny\n',
      'List.md': '# L\n- item\n',
      'Indented.md': '---\na: 1\n---\n\n  # H\n',
    });
    const refusal = (from: string, into: string) => vault.as('owner').call('merge_notes', { from, into });
    const opened = await refusal('Rule', 'Open');
    expect(codeOf(opened)).toBe('invalid_argument');
    expect(opened.text).toMatch(/line 1/);
    const taken = await refusal('Indented', 'List');
    expect(codeOf(taken)).toBe('target_not_found');
    expect(taken.text).toMatch(/line 5 of `from`/);
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
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
    expect(preview.text).toMatch(
      /^would move [^]* to the vault trash, 13 links to update, would change 5 files · dry run/,
    );
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });

  test('by a token with folder rules redirects links in notes that it does not see, and changes nothing else there', async () => {
    const before = await start();
    const people = vault.as('people');
    const answer = await people.call('merge_notes', {
      from: 'Old/Mara O..md',
      into: 'People/Mara Okafor.md',
    });
    expect(answer.structured).toMatchObject({ linksUpdated: 3, filesChanged: 2 });
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
