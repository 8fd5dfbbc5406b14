/** The outline of a note, and what is found below a heading. */
import { codeOf } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { pagesOf, vaultForAll } from '../../support/open-vault';

describe('get_outline', () => {
  const headingCount = 600;

  const long = Array.from({ length: headingCount }, (_, index) => `# Heading ${index}\ntext ^id${index}\n`);
  const vault = vaultForAll({
    files: {
      'Plan.md':
        '---\nstatus: open\n---\n## Spring\nsow ^sow\n### Beds\n#### Peas\n- [ ] dig ^dig\n### Frames\n## Autumn\n### Beds\nrake\n',
      'Long.md': long.join(''),
      'Keys.md': `---\n${Array.from({ length: 900 }, (_, index) => `key${index}: 1\n`).join('')}---\n`,
    },
  });

  async function outline(args: Record<string, unknown>): Promise<Record<string, unknown>> {
    return await vault.ask('get_outline', { path: 'Plan', ...args });
  }

  function named(rows: unknown, key: string): unknown[] {
    return [rows].flat().map(row => field(row, key));
  }
  test.each([
    [{ depth: 1 }, ['Spring', 'Autumn'], ['sow', 'dig']],
    [{ depth: 2 }, ['Spring', 'Beds', 'Frames', 'Autumn', 'Beds'], ['sow', 'dig']],
    [{ heading: 'Spring' }, ['Spring', 'Beds', 'Peas', 'Frames'], ['sow', 'dig']],
    [{ heading: '## Spring', depth: 2 }, ['Spring', 'Beds', 'Frames'], ['sow', 'dig']],
    [{ heading: 'Autumn::Beds' }, ['Beds'], []],
    [{ heading: 'Spring::Beds', depth: 1 }, ['Beds'], ['dig']],
    [{ heading: 'Spring::Beds', depth: 2 }, ['Beds', 'Peas'], ['dig']],
  ])('of %j shows these headings and blocks', async (args, headings, blocks) => {
    const answer = await outline(args);
    expect(named(answer['headings'], 'heading')).toEqual(headings);
    expect(named(answer['blocks'], 'id')).toEqual(blocks);
    expect(answer['totalCount']).toBe(headings.length + blocks.length);
  });

  test.each([
    ['Beds', 'target_ambiguous', ['Spring::Beds (line 6)', 'Autumn::Beds (line 11)']],
    ['Sprig', 'target_not_found', ['Spring']],
  ])('refuses the heading %j with those that may be meant', async (heading, code, candidates) => {
    const { error } = await outline({ heading });
    expect(field(error, 'code')).toBe(code);
    expect([field(error, 'candidates')].flat().slice(0, candidates.length)).toEqual(candidates);
  });

  test('returns at most 8 kB, in complete pages', async () => {
    const pages = await pagesOf(vault, 'get_outline', { path: 'Long' });
    for (const page of pages) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(8000);
    const headings = pages.flatMap(page => named(page['headings'], 'heading'));
    const blocks = pages.flatMap(page => named(page['blocks'], 'id'));
    const numbers = Array.from({ length: headingCount }, (_, index) => index);
    expect(headings).toEqual(numbers.map(index => `Heading ${index}`));
    expect(blocks).toEqual(numbers.map(index => `id${index}`));
  });

  test('returns more on request', async () => {
    const page = await outline({ path: 'Long', limit: 5000 });
    expect([page['headings']].flat()).toHaveLength(headingCount);
    expect(page['hasMore']).toBe(false);
  });

  test('reports how many property names it leaves out', async () => {
    const page = await outline({ path: 'Keys' });
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(8000);
    const shown = [page['frontmatterKeys']].flat().length;
    expect(shown).toBeGreaterThan(100);
    expect(page['frontmatterKeysOmitted']).toBe(900 - shown);
  });

  test('is lines in the order of the note as text', async () => {
    const { text, structured } = await vault.call('get_outline', { path: 'Plan', heading: 'Spring' });
    expect(text.split('\n')).toEqual([
      'Plan.md · 12 lines · 1 open task and 0 done · 0 links · 0 embeds',
      `versionId: ${String(structured['versionId'])}`,
      'Properties: status',
      '6 headings and blocks',
      '4-9 ## Spring (64 characters)',
      '5 ^sow',
      '6-8 ### Beds (34 characters)',
      '7-8 #### Peas (25 characters)',
      '8 ^dig',
      '9 ### Frames (11 characters)',
    ]);
  });
});

describe('a heading as it stands in the file, with closing marks and doubled blanks', () => {
  const note = '##  Two  blanks\nx\n## Closed ##\ny\n### Nested #\n- [ ] task\n## C#\nz\n';

  const vault = vaultForAll({ files: { 'n.md': note } });

  test.each([
    ['Two blanks', 'x'],
    ['Two  blanks', 'x'],
    ['## Two   blanks', 'x'],
    ['two\tblanks', 'x'],
    ['## Closed ##', 'y'],
    ['Closed', 'y'],
    ['closed ###', 'y'],
    ['Closed ##::Nested #', 'task'],
    ['### nested ###', 'task'],
    ['C#', 'z'],
    ['## C#', 'z'],
  ])('%j', async (heading, line) => {
    const read = await vault.call('read_note', { path: 'n', heading });
    expect([codeOf(read), read.text.includes(line)]).toEqual(['ok', true]);
    const patch = { path: 'n', operation: 'append', targetType: 'heading', target: heading, content: 'more' };
    expect(codeOf(await vault.call('patch_note', { ...patch, dryRun: true }))).toBe('ok');
    const renamed = await vault.call('rename_heading', {
      path: 'n',
      heading,
      newHeading: 'New',
      dryRun: true,
    });
    expect(codeOf(renamed)).toBe('ok');
  });

  test.each(['Nested', '### Nested #', 'nested ##'])('tasks and searches below %j', async heading => {
    expect((await vault.ask('list_tasks', { heading }))['totalCount']).toBe(1);
    expect((await vault.ask('search', { query: 'task', heading }))['totalCount']).toBe(1);
  });

  test('what is no heading is still not found', async () => {
    for (const heading of ['C', 'Twoblanks', 'Closed ## x'])
      expect(codeOf(await vault.call('read_note', { path: 'n', heading }))).toBe('target_not_found');
  });
});

const files = { 'a.md': '# Log\n\none\n\n# Log\n\ntwo\n', 'b.md': '# A\n## Log\none\n# B\n## Log\ntwo\n' };

test.each([
  ['a.md', false],
  ['b.md', true],
])('in %s a path helps: %s', async (path, helps) => {
  const lectern = await RunningLectern.start({ files });
  const client = await lectern.connect();
  const answers = [
    await client.call('patch_note', { path, operation: 'append', heading: 'Log', content: 'x' }),
    await client.call('read_note', { path, heading: 'Log' }),
  ];
  for (const { structured } of answers) {
    expect(field(structured, 'error', 'code')).toBe('target_ambiguous');
    expect(field(structured, 'error', 'hint')).toContain('`occurrence`');
    expect(String(field(structured, 'error', 'hint')).includes('full path')).toBe(helps);
  }
  await lectern.close();
});
