/** Reading one note: its text, its outline, and what is around it. */
import { codeOf } from '../../support/clients';
import { field } from '../../support/json';
import { listWith, textWith } from '../../support/matchers';
import { pagesOf, vaultForAll } from '../../support/open-vault';

describe('read_note', () => {
  const note = [
    '---',
    'title: Paste',
    'tags: [glue]',
    '---',
    '# Recipes',
    'Intro with [[other]].',
    '## Wheat',
    'Flour and water. ^mix',
    '### Thin',
    'More water.',
    '## Rice',
    'Rice flour.',
    '## Wheat',
    'Again #glue/rice.',
    '',
  ].join('\n');

  const vault = vaultForAll({
    files: {
      'Paste.md': note,
      'crlf.md': 'a\r\nb\r\n',
      'empty.md': '',
      'open.md': 'no final break',
      'long.md': `${'x'.repeat(50)}\n${'y'.repeat(50)}\nz\n`,
      'sub/other.md': 'Back to [[Paste]] and [[Paste#Rice]].\n',
      'broken.md': '---\na: [\n---\ntext\n',
    },
  });

  async function read(args: Record<string, unknown>): Promise<Record<string, unknown>> {
    return await vault.ask('read_note', args);
  }

  async function codeOf(args: Record<string, unknown>): Promise<unknown> {
    return field(await read(args), 'error', 'code');
  }
  test('returns exact text without line numbers', async () => {
    expect(await read({ path: 'crlf.md', withLineNumbers: false })).toMatchObject({
      content: 'a\r\nb\r\n',
      totalLines: 2,
    });
    expect(await read({ path: 'crlf.md', withLineNumbers: false, startLine: 2 })).toMatchObject({
      content: 'b\r\n',
      startLine: 2,
      endLine: 2,
    });
    expect(await read({ path: 'crlf.md' })).toMatchObject({ content: '1→a\n2→b' });
  });

  test('cuts at a line end and says where to continue', async () => {
    const first = await read({ path: 'long', maxChars: 60, withLineNumbers: false });
    expect(first).toMatchObject({
      content: `${'x'.repeat(50)}\n`,
      endLine: 1,
      truncated: true,
      nextStartLine: 2,
    });
    expect(await read({ path: 'long', maxChars: 102 })).toMatchObject({ endLine: 2, nextStartLine: 3 });
    expect(await read({ path: 'long', maxChars: 104 })).not.toHaveProperty('truncated');
  });

  test.each([
    [{ heading: 'Rice', maxChars: 5 }, 'endLine: '],
    [{ startLine: 2, endLine: 4, maxChars: 5 }, 'endLine: 4'],
    [{ startLine: 2, maxChars: 5 }, undefined],
    [{ startLine: 2, endLine: 4 }, undefined],
  ])('a cut part says where it ends: %j', async (part, said) => {
    const { endLine, hints = [] } = await read({ path: 'Paste', ...part });
    if (said === undefined) expect(hints).toEqual([]);
    else expect(hints).toEqual([textWith(said)]);
    if ('heading' in part) {
      const { endLine: last } = await read({ path: 'Paste', heading: part.heading });
      expect(hints).toEqual([textWith(`endLine: ${String(last)}`)]);
      expect(last).toBeGreaterThan(Number(endLine));
    }
  });

  test('cuts inside a line only when a single line is too long', async () => {
    expect(await read({ path: 'long', maxChars: 10 })).toMatchObject({
      content: '1→xxxxxxxxxx',
      endLine: 1,
      truncated: true,
      nextStartLine: 2,
    });
    const last = await read({ path: 'open', maxChars: 2 });
    expect(last).toMatchObject({ content: '1→no', truncated: true });
    expect(last).not.toHaveProperty('nextStartLine');
  });

  test('reads a section with its sub-sections', async () => {
    expect(await read({ path: 'Paste', heading: 'Recipes::Wheat', occurrence: 1 })).toMatchObject({
      content: '7→## Wheat\n8→Flour and water. ^mix\n9→### Thin\n10→More water.',
    });
    expect(await read({ path: 'Paste', heading: 'Rice' })).toMatchObject({
      content: '11→## Rice\n12→Rice flour.',
    });
    expect(await read({ path: '[[Paste#Rice]]' })).toMatchObject({ startLine: 11, endLine: 12 });
    expect(await read({ path: '[[Paste#Recipes#Rice]]' })).toMatchObject({ startLine: 11, endLine: 12 });
  });

  test('returns the parsed properties and the text without them', async () => {
    expect(await read({ path: 'Paste', parseFrontmatter: true, endLine: 6 })).toMatchObject({
      frontmatter: { title: 'Paste', tags: ['glue'] },
      contentWithoutFrontmatter: '5→# Recipes\n6→Intro with [[other]].',
    });
    expect(await read({ path: 'open', parseFrontmatter: true })).toMatchObject({
      frontmatter: null,
      contentWithoutFrontmatter: '1→no final break',
    });
    expect(await read({ path: 'broken', parseFrontmatter: true })).toMatchObject({
      frontmatter: null,
      contentWithoutFrontmatter: '4→text',
    });
  });

  test.each([
    [{ startLine: 15 }, 'invalid_argument'],
    [{ startLine: 3, endLine: 2 }, 'invalid_argument'],
    [{ heading: 'Rice', block: 'mix' }, 'invalid_argument'],
    [{ heading: 'Rice', startLine: 1 }, 'invalid_argument'],
    [{ occurrence: 1 }, 'invalid_argument'],
    [{ path: '[[Paste#Rice]]', heading: 'Rice' }, 'invalid_argument'],
    [{ path: '[[Nowhere]]' }, 'not_found'],
    [{ path: '@daily' }, 'not_found'],
  ])('refuses %j', async (args, code) => {
    expect(await codeOf({ path: 'Paste', ...args })).toBe(code);
  });
});

describe('get_outline', () => {
  const headingCount = 600;

  const long = Array.from({ length: headingCount }, (_, index) => `# Heading ${index}\ntext ^id${index}\n`);
  const vault = vaultForAll({
    files: {
      'Plan.md':
        '---\nstatus: open\n---\n## Spring\nsow ^sow\n### Beds\n#### Peas\n- [ ] dig ^dig\n### Frames\n## Autumn\n### Beds\nrake\n',
      'Long.md': long.join(''),
      'Tasks.md': [' ', 'x', 'X', '-', '/', '>', '?'].map(mark => `- [${mark}] a\n`).join(''),
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

  test('counts open and done tasks as `query_notes` does', async () => {
    const { rows } = await vault.ask('query_notes', { includes: ['Tasks.md'], select: ['tasks'] });
    const { tasks } = await outline({ path: 'Tasks' });
    expect(tasks).toEqual({ open: 3, done: 2 });
    expect(rows).toMatchObject([{ tasks }]);
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
    for (const heading of ['Twoblanks', 'Closed ## x'])
      expect(codeOf(await vault.call('read_note', { path: 'n', heading }))).toBe('target_not_found');
  });
});

describe('equal headings', () => {
  const vault = vaultForAll({
    files: { 'a.md': '# Log\n\none\n\n# Log\n\ntwo\n', 'b.md': '# A\n## Log\none\n# B\n## Log\ntwo\n' },
  });

  test.each([
    ['a.md', false],
    ['b.md', true],
  ])('in %s a path helps: %s', async (path, helps) => {
    const answers = [
      await vault.call('patch_note', { path, operation: 'append', heading: 'Log', content: 'x' }),
      await vault.call('read_note', { path, heading: 'Log' }),
    ];
    for (const { structured } of answers) {
      expect(field(structured, 'error', 'code')).toBe('target_ambiguous');
      expect(field(structured, 'error', 'hint')).toContain('`occurrence`');
      expect(String(field(structured, 'error', 'hint')).includes('full path')).toBe(helps);
    }
  });
});

describe('names that no file could have on every system', () => {
  const vault = vaultForAll({
    files: {
      'Books/g.md':
        '---\naliases: ["Faust: Teil 2", "Wer ist Helena?", "A/B text", "Dr. Faust", "Say \\"no\\""]\n---\nGoethe\n',
      'Books/The “big” one.md': 'big\n',
      'Books/k0.md': '---\ntitle: Watermarks and Networks\n---\nx\n',
      'Books/k1.md': '---\ntitle: Lumpen, Leim und Lohn\n---\nx\n',
      'Books/k2.md': '---\ntitle: "Paper: A History"\n---\nx\n',
      'Food/Mum.md': 'mum\n',
      'Food/Mum’s Goulash.md': 'goulash\n',
      'Food/Dad’s.md': 'dad\n',
    },
  });
  const titles = ['Watermarks and Networks', 'Lumpen, Leim und Lohn', 'Paper: A History'];

  test.each(titles)('the note with the title %s is offered', async path => {
    for (const tool of ['read_note', 'get_outline'])
      for (const given of [path, path.toUpperCase()]) {
        const error = field(await vault.ask(tool, { path: given }), 'error');
        const candidates = [`Books/k${titles.indexOf(path)}.md`];
        expect(error).toMatchObject({ code: 'not_found', candidates });
        expect(field(error, 'hint')).toEqual(textWith('candidates'));
      }
  });

  const aliases = ['Faust: Teil 2', 'Wer ist Helena?', 'A/B text', 'Dr. Faust', 'Say "no"'];

  test.each(aliases)('the alias %s is read, and offered where a name is asked for', async path => {
    expect(await vault.ask('read_note', { path })).toMatchObject({ path: 'Books/g.md' });
    for (const tool of ['get_outline', 'get_links', 'get_frontmatter'])
      expect(field(await vault.ask(tool, { path }), 'error')).toMatchObject({
        code: 'not_found',
        candidates: listWith(['Books/g.md']),
      });
    const { notes } = await vault.ask('read_notes', { paths: [path] });
    expect(JSON.stringify(notes)).toContain('Books/g.md');
    expect(JSON.stringify(await vault.ask('stat', { paths: [path] }))).toContain('Books/g.md');
  });

  test.each([
    ['The "big" one', 'Books/The “big” one.md'],
    ["Mum's Goulash", 'Food/Mum’s Goulash.md'],
    ["Food/Mum's Goulash.md", 'Food/Mum’s Goulash.md'],
    ['Mum', 'Food/Mum.md'],
    ["Dad's", 'Food/Dad’s.md'],
  ])('%s is read whatever form of quotes its note has', async (path, expected) => {
    expect(await vault.ask('read_note', { path })).toMatchObject({ path: expected });
  });

  test('no new note takes such a name', async () => {
    for (const path of ['Faust: Teil 2', 'The "big" one'])
      for (const [tool, args] of [
        ['create_note', { path, content: 'x' }],
        ['update_note', { path, mode: 'append', content: 'x' }],
      ] as const)
        expect(codeOf(await vault.call(tool, args))).toBe('invalid_path');
  });
});
