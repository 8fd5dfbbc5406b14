import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { anyText, listWith, textMatching } from '../../support/matchers';
import type { TestClient } from '../../support/clients';

let lectern: RunningLectern;
let client: TestClient;

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

beforeAll(async () => {
  lectern = await RunningLectern.start({
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
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function read(args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await client.call('read_note', args)).structured;
}

async function codeOf(args: Record<string, unknown>): Promise<unknown> {
  return field(await read(args), 'error', 'code');
}

describe('read_note', () => {
  test('returns the whole note with its version', async () => {
    expect(await read({ path: 'open' })).toEqual({
      path: 'open.md',
      content: '1→no final break',
      totalLines: 1,
      startLine: 1,
      endLine: 1,
      wordCount: 3,
      versionId: textMatching(/^[0-9a-f]{20}$/),
    });
  });

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

  test('numbers the lines of a part as they are numbered in the file', async () => {
    expect(await read({ path: 'Paste', startLine: 11, endLine: 12 })).toMatchObject({
      content: '11→## Rice\n12→Rice flour.',
      startLine: 11,
      endLine: 12,
    });
    expect(await read({ path: 'Paste', startLine: 14, endLine: 900 })).toMatchObject({
      content: '14→Again #glue/rice.',
      endLine: 14,
      totalLines: 14,
    });
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

  test('says 0 for the lines of an empty note', async () => {
    expect(await read({ path: 'empty' })).toMatchObject({
      content: '',
      totalLines: 0,
      startLine: 0,
      endLine: 0,
      wordCount: 0,
    });
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

  test('reads a block', async () => {
    for (const args of [
      { path: 'Paste', block: '^mix' },
      { path: 'Paste', block: 'mix' },
      { path: '[[Paste#^mix]]' },
    ]) {
      expect(await read(args)).toMatchObject({ content: '8→Flour and water. ^mix' });
    }
  });

  test('lists the headings when one is missing or ambiguous', async () => {
    const absent = await read({ path: 'Paste', heading: 'Barley' });
    expect(field(absent, 'error', 'code')).toBe('target_not_found');
    expect(field(absent, 'error', 'candidates')).toEqual(listWith(['Recipes::Rice', 'Recipes::Wheat::Thin']));
    const doubled = await read({ path: 'Paste', heading: 'Wheat' });
    expect(field(doubled, 'error', 'code')).toBe('target_ambiguous');
    expect(JSON.stringify(field(doubled, 'error', 'candidates'))).toMatch(/line 7.*line 13/);
    expect(await codeOf({ path: 'Paste', block: 'none' })).toBe('target_not_found');
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

  test('can leave the text out', async () => {
    expect(await read({ path: 'Paste', withContent: false })).not.toHaveProperty('content');
  });

  test('returns the facts of the note in json', async () => {
    expect(await read({ path: 'Paste', format: 'json', withContent: false })).toMatchObject({
      tags: ['glue', 'glue/rice'],
      frontmatter: { title: 'Paste' },
      stat: { size: Buffer.byteLength(note), created: anyText(), modified: anyText() },
      outgoingLinks: ['sub/other.md'],
      backlinkCount: 1,
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
