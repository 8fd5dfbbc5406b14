/** Notes that are larger than an answer, than what is parsed, or than what is searched. */
import { Lines } from '../../src/markdown/text/lines';
import { countBodyWords } from '../../src/markdown/text/word-count';
import { codeOf } from '../support/clients';
import { field } from '../support/json';
import { narrowToken, vaultForAll, vaultForEach, withNarrow } from '../support/open-vault';

const mebibytes = 1024 * 1024;

/** Text of that many bytes, of lines so long that they cost little. */
function longText(size: number): string {
  const line = `${'words of a long log line, '.repeat(40)}and its end\n`;
  return line.repeat(size / line.length);
}

describe('a note of more than 20 MB', () => {
  /** 21 MB, with a line of 100,000 characters among the others. */
  const lines = Array.from({ length: 370_000 }, (_item, index) =>
    index === 200_000 ? 'long '.repeat(20_000) : `Line ${index} of a very large note, with é and 😀 in it.`,
  );
  const note = `---\ntitle: Log\n---\n${lines.join('\r\n')}\r\n`;
  const whole = new Lines(note);

  const vault = vaultForAll({ files: { 'Log.md': note } });

  async function read(args: Record<string, unknown>): Promise<Record<string, unknown>> {
    return await vault.ask('read_note', { path: 'Log', ...args });
  }
  test('is read by lines, with its number of lines and words', async () => {
    const { content, versionId, ...rest } = await read({
      startLine: 123_456,
      endLine: 123_458,
      withLineNumbers: false,
    });
    expect(Buffer.byteLength(note)).toBeGreaterThan(20 * 1024 * 1024);
    expect(content).toBe(whole.slice(123_456, 123_458));
    expect(versionId).toMatch(/^[0-9a-f]{20}$/);
    expect(rest).toEqual({
      path: 'Log.md',
      totalLines: whole.count,
      startLine: 123_456,
      endLine: 123_458,
      wordCount: countBodyWords(note),
    });
  });

  test('has the numbers of the file before its lines', async () => {
    const { content } = await read({ startLine: 300_000, endLine: 300_001 });
    expect(content).toBe(`300000→${whole.textOf(300_000)}\n300001→${whole.textOf(300_001)}`);
  });

  test('is cut at whole lines, and says where to continue', async () => {
    const { content, endLine, truncated, nextStartLine } = await read({
      maxChars: 1000,
      withLineNumbers: false,
    });
    expect({ truncated, nextStartLine }).toEqual({ truncated: true, nextStartLine: Number(endLine) + 1 });
    expect(content).toBe(whole.slice(1, Number(endLine)));
  });

  test('is cut inside a single line that is too long, and says how long it is', async () => {
    const line = 200_004;
    expect(await read({ startLine: line, maxChars: 100, withLineNumbers: false })).toMatchObject({
      content: whole.textOf(line).slice(0, 100),
      truncated: true,
      nextStartLine: line + 1,
      cutLineChars: whole.slice(line, line).length,
    });
  });

  test('has its properties and links, and its text below the properties', async () => {
    const { frontmatter, outgoingLinks, content, ...rest } = await read({
      ...{ format: 'json', parseFrontmatter: true, withLineNumbers: false, endLine: 4 },
    });
    expect([frontmatter, outgoingLinks]).toEqual([{ title: 'Log' }, []]);
    expect(content).toBe(whole.slice(1, 4));
    expect(rest['contentWithoutFrontmatter']).toBe(whole.slice(4, 4));
  });

  test('is not read by heading, and lines past its end are refused', async () => {
    expect(field(await read({ heading: 'Part' }), 'error', 'code')).toBe('too_large');
    expect(field(await read({ startLine: 400_000 }), 'error', 'message')).toContain('past the end');
  });
});

describe('what is larger than one answer', () => {
  const vault = vaultForAll({
    files: {
      'Long line.md': `${'x'.repeat(600_000)}\nlast\n`,
      'Wide.md': `${'文字'.repeat(500)}\n`.repeat(1000),
    },
  });

  test('a line that no answer holds is cut, and no way is named to read it whole', async () => {
    const { structured, text } = await vault.call('read_note', { path: 'Long line.md', maxChars: 500_000 });
    expect(structured).toMatchObject({ truncated: true, cutLineChars: 600_001, nextStartLine: 2 });
    expect(text.slice(-200)).not.toContain('maxChars');
  });

  test('a read ends at a whole line where its bytes do', async () => {
    const args = { path: 'Wide.md', maxChars: 500_000, parseFrontmatter: true };
    const structured = await vault.ask('read_note', args);
    expect(Buffer.byteLength(JSON.stringify(structured))).toBeLessThanOrEqual(2_000_000);
    expect(structured).toMatchObject({ truncated: true });
    expect(structured['nextStartLine']).toBe(Number(structured['endLine']) + 1);
  });
});

describe('a note of more than 2 MB of text is not parsed, and nothing makes a note so large', () => {
  const head =
    '---\ntitle: Log\ntags: [old]\n---\n# Log\n\nSee [[Other]] and #old here. ^block\n\n- [ ] Call Ana\n\n';
  const tail = '\n\n## End\n\nthe last line\n';
  const filler = longText(2.2 * mebibytes);
  const large = head + filler + tail;
  const nearlyLarge = longText(1.9 * mebibytes);

  const noText = Buffer.alloc(7 * mebibytes, 0xff);

  const files = { 'Log.md': large, 'Nearly.md': nearlyLarge, 'Other.md': 'other\n', 'Bytes.md': noText };
  const vault = vaultForAll({ files });
  const { text: textOf } = vault;

  test.each<[string, string, Record<string, unknown>]>([
    [
      'a patch below a heading',
      'patch_note',
      { path: 'Log', operation: 'append', targetType: 'heading', target: 'End', content: 'x' },
    ],
    [
      'a patch of a block',
      'patch_note',
      { path: 'Log', operation: 'replace', targetType: 'block', target: 'block', content: 'x' },
    ],
    ['its outline', 'get_outline', { path: 'Log' }],
    ['reading below a heading', 'read_note', { path: 'Log', heading: 'End' }],
    ['suggested links', 'suggest_links', { path: 'Log' }],
    [
      'an append that makes a note so large',
      'update_note',
      { path: 'Nearly', mode: 'append', content: filler },
    ],
    ['a new note that is so large', 'create_note', { path: 'New', content: large }],
  ])('%s is too large', async (_what, tool, args) => {
    const answer = await vault.call(tool, args);
    expect([answer.isError, codeOf(answer)]).toEqual([true, 'too_large']);
    expect(textOf('Log.md')).toBe(large);
    expect(textOf('Nearly.md')).toBe(nearlyLarge);
  });

  test.each([
    [{ endLine: 6 }, 1, '# Log\n\n'],
    [{ endLine: 2 }, 1, ''],
    [{ startLine: 3, endLine: 5 }, 3, '# Log\n'],
    [{ startLine: 6, endLine: 7 }, 6, '\nSee [[Other]] and #old here. ^block\n'],
  ])('lines %j of it are read without its properties', async (lines, startLine, below) => {
    const read = await vault.call('read_note', {
      ...{ path: 'Log', withContent: false, parseFrontmatter: true, withLineNumbers: false },
      ...lines,
    });
    expect(read.structured).toMatchObject({
      ...{ startLine, endLine: lines.endLine, contentWithoutFrontmatter: below },
      frontmatter: { title: 'Log', tags: ['old'] },
    });
  });

  test('a heading of a note that is too large for it is refused without reading the note', async () => {
    expect(codeOf(await vault.call('read_note', { path: 'Bytes', heading: 'End' }))).toBe('too_large');
    expect(codeOf(await vault.call('read_note', { path: 'Bytes', endLine: 1 }))).toBe('unsupported_file');
  });

  test('a part of it is read, added, edited and found as ever', async () => {
    const read = await vault.call('read_note', {
      path: 'Log',
      startLine: 5,
      endLine: 7,
      withLineNumbers: false,
    });
    expect(read.structured['content']).toBe('# Log\n\nSee [[Other]] and #old here. ^block\n');
    expect(
      (await vault.call('update_note', { path: 'Log', mode: 'append', content: 'more\n' })).isError,
    ).toBe(false);
    const edits = [{ oldText: 'the last line', newText: 'a line' }];
    expect((await vault.call('edit_note', { path: 'Log', edits })).isError).toBe(false);
    expect(textOf('Log.md')).toBe(`${large.replace('the last line', () => 'a line')}more\n`);
    expect((await vault.call('search', { query: 'last OR more' })).structured['totalCount']).toBe(1);
  });

  test('its properties, and the links, tags and tasks that a change follows, are written in their places', async () => {
    const before = textOf('Log.md');
    const done = async (tool: string, args: Record<string, unknown>): Promise<void> =>
      expect([tool, codeOf(await vault.call(tool, args))]).toEqual([tool, 'ok']);
    await done('update_frontmatter', { path: 'Log', set: { title: 'Book' } });
    await done('rename_tag', { from: 'old', to: 'new' });
    await done('move', { path: 'Other.md', newPath: 'Moved/Else.md' });
    await done('update_task', { path: 'Log', line: 9, expectedText: '- [ ] Call Ana', status: 'done' });
    const expected = head
      .replace('title: Log', () => 'title: Book')
      .replace('[old]', () => '[new]')
      .replace('#old', () => '#new')
      .replace('[[Other]]', () => '[[Else]]')
      .replace('[ ] Call', () => '[x] Call');
    expect(textOf('Log.md')).toBe(expected + before.slice(head.length));
  });
});

describe('tags of a note of more than 2 MB', () => {
  const size = 2.2 * mebibytes;
  const line = '#many words\n';
  const manyTags = line.repeat(size / line.length);
  const words = longText(size);
  const log = (properties: string, text: string): string =>
    `---\n${properties}---\n${text}\n\`#old\` is code.\n${words}`;
  const parts = '## Part\n\nwords of a long part\n\n'.repeat(size / 31);
  const book = (tag: string): string => `#${tag}\n\n${parts}`;
  const files = {
    'Log.md': log('tags: [old]\n', 'See #old here, #Old/deep, **#old**'),
    'Few.md': line,
    'Many.md': manyTags,
    'Book.md': book('early'),
  };

  describe('tags of notes of megabytes', () => {
    const { 'Log.md': large, 'Few.md': small } = files;
    const vault = vaultForEach({ files: { 'Log.md': large, 'Few.md': small } });
    const { text: textOf } = vault;

    test('are taken out of the text, and added to the properties', async () => {
      const edit = { path: 'Log', add: ['new'], remove: ['old'], location: 'both' };
      const answer = await vault.call('update_tags', edit);
      expect(answer.structured).toMatchObject({ tags: ['new', 'Old/deep'], changed: true });
      expect(textOf('Log.md')).toBe(log('tags: [new]\n', 'See here, #Old/deep,'));
    });

    test('are taken out of several notes at once', async () => {
      const edit = {
        paths: ['Log.md', 'Few.md'],
        remove: ['old', 'many'],
        location: 'both',
        expectedCount: 2,
      };
      expect(codeOf(await vault.call('update_tags', edit))).toBe('ok');
      expect(textOf('Log.md')).toBe(log('', 'See here, #Old/deep,').replace('---\n---\n', () => ''));
      expect(textOf('Few.md')).toBe('words\n');
    });
  });

  const vault = vaultForAll({ files });
  const { text: textOf } = vault;

  describe('are written only where the app has found them', () => {
    test('none is added at the end of the text, where something may be open', async () => {
      const answer = await vault.call('update_tags', { path: 'Log', add: ['end'], location: 'inline' });
      expect(codeOf(answer)).toBe('too_large');
      expect(textOf('Log.md')).toBe(files['Log.md']);
    });

    test('a note of which the app has not read all tags is named, and none is renamed', async () => {
      const answer = await vault.call('rename_tag', { from: 'many', to: 'more' });
      expect([codeOf(answer), answer.text.includes('Many.md')]).toEqual(['too_large', true]);
      expect([textOf('Few.md'), textOf('Many.md')]).toEqual([line, manyTags]);
    });
  });

  test('they are renamed one after another', async () => {
    const rename = async (from: string, to: string): Promise<void> =>
      expect(codeOf(await vault.call('rename_tag', { from, to }))).toBe('ok');
    await rename('old', 'much-older');
    await rename('much-older', 'new');
    expect(textOf('Log.md')).toBe(log('tags: [new]\n', 'See #new here, #new/deep, **#new**'));
  });

  test('they are known in a note with very many parts', async () => {
    expect(codeOf(await vault.call('rename_tag', { from: 'early', to: 'late' }))).toBe('ok');
    expect(codeOf(await vault.call('update_tags', { path: 'Book', add: ['new'] }))).toBe('ok');
    expect(textOf('Book.md')).toBe(`---\ntags:\n  - new\n---\n${book('late')}`);
  });
});

describe('a note of more than 2 MB that an answer may lack', () => {
  const words = longText(2.2 * mebibytes);
  const named = { unreadable: ['Logs/Log.md'], unreadableCount: 1, tooLargeCount: 1 };

  const vault = vaultForAll({
    files: {
      'Logs/Log.md': `---\ntags: [old]\n---\n- [ ] Call Ana\n\n${words}`,
      'Other/Few.md': '---\ntags: [old]\n---\n- [ ] Call Bo\n\nwords\n',
    },
  });

  test.each<[string, Record<string, unknown>]>([
    ['list_tasks', {}],
    ['list_tasks', { path: 'Logs' }],
    ['replace_in_notes', { find: 'Call', replace: 'Ask' }],
    ['replace_in_notes', { find: 'Call', replace: 'Ask', tag: 'old' }],
    ['replace_in_notes', { find: 'Call', replace: 'Ask', scope: 'code' }],
  ])('%s with %j names it', async (tool, args) => {
    expect(await vault.ask(tool, args)).toMatchObject(named);
  });

  test.each<[string, Record<string, unknown>]>([
    ['list_tasks', { path: 'Other' }],
    ['replace_in_notes', { find: 'Call', replace: 'Ask', path: 'Other' }],
    ['replace_in_notes', { find: 'Call', replace: 'Ask', scope: 'all' }],
    ['replace_in_notes', { find: 'not there', replace: 'Ask' }],
  ])('%s with %j does not', async (tool, args) => {
    expect(await vault.ask(tool, args)).not.toHaveProperty('unreadable');
  });

  test('its text is replaced where code makes no difference', async () => {
    const asked = { find: 'Call', replace: 'Ask', scope: 'all' };
    expect(await vault.ask('replace_in_notes', asked)).toMatchObject({ count: 2, filesChanged: 2 });
  });
});

describe('a canvas that is too large for its links to be known', () => {
  const nodes = [
    { id: 'a', type: 'file', file: 'A.md', x: 0, y: 0, width: 1, height: 1 },
    { id: 't', type: 'text', text: 'word '.repeat(900_000), x: 0, y: 0, width: 1, height: 1 },
  ];
  const vault = vaultForAll({
    files: { 'A.md': 'A', 'F/Large.canvas': JSON.stringify({ nodes, edges: [] }) },
    ...withNarrow({ deny: ['F'] }),
  });

  test.each<[string, Record<string, unknown>]>([
    ['check_links', { kind: 'orphans' }],
    ['check_links', { kind: 'broken' }],
    ['get_links', { path: 'A' }],
    ['list', { recursive: true, where: ['backlinks=0'] }],
    ['query_notes', { where: ['backlinks=0'] }],
  ])('%s with %j names it, and not where it is hidden', async (tool, args) => {
    expect(await vault.ask(tool, args)).toMatchObject({ unreadable: ['F/Large.canvas'], tooLargeCount: 1 });
    expect(await vault.as(narrowToken).ask(tool, args)).not.toHaveProperty('unreadable');
  });

  test.each<[string, Record<string, unknown>]>([
    ['check_links', { kind: 'broken', path: 'A.md' }],
    ['get_links', { path: 'A', direction: 'out' }],
    ['query_notes', { where: ['title=A'] }],
  ])('%s with %j does not', async (tool, args) => {
    expect(await vault.ask(tool, args)).not.toHaveProperty('unreadable');
  });
});
