import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';
import type { TestClient } from '../support/clients';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'latin1.md': new Uint8Array([0x23, 0x74, 0x20, 0x63, 0x61, 0x66, 0xe9]),
      'long line.md': `first\n${'x'.repeat(500)}\nlast\n`,
      'large properties.md': `---\nlist: [${'item, '.repeat(20_000)}end]\n---\n`,
      'back\\slash.md': 'nobody can name it',
      'plain.md': 'plain',
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

test.each(['get_tags', 'get_links', 'explore_graph', 'find_related', 'get_frontmatter', 'get_outline'])(
  '%s refuses a note that is not UTF-8 instead of returning nothing',
  async tool => {
    const { structured } = await client.call(tool, { path: 'latin1.md' });
    expect(field(structured, 'error', 'code')).toBe('unsupported_file');
  },
);

test('properties beyond the limit are too large, not invalid', async () => {
  const { structured } = await client.call('get_frontmatter', { path: 'large properties.md' });
  expect(structured['error']).toMatchObject({ code: 'too_large' });
  expect(field(structured, 'error', 'message')).toContain('65536');
});

test('a read without the text is not cut', async () => {
  const { structured, text } = await client.call('read_note', {
    path: 'long line.md',
    withContent: false,
    maxChars: 10,
  });
  expect(structured).not.toHaveProperty('truncated');
  expect(structured).not.toHaveProperty('nextStartLine');
  expect(structured).toMatchObject({ startLine: 1, endLine: 3 });
  expect(text).not.toContain('cut');
});

test('a line that was cut inside says how to read it whole', async () => {
  const args = { path: 'long line.md', startLine: 2, withLineNumbers: false };
  const { structured, text } = await client.call('read_note', { ...args, maxChars: 10 });
  expect(structured).toMatchObject({ truncated: true, nextStartLine: 3, cutLineChars: 501 });
  expect(text).toContain('startLine: 2, endLine: 2, maxChars: 501');
  const whole = await client.call('read_note', { ...args, endLine: 2, maxChars: structured['cutLineChars'] });
  expect(whole.structured).toMatchObject({ content: `${'x'.repeat(500)}\n` });
  expect(whole.structured).not.toHaveProperty('truncated');
});

test('files that no path can name are not listed', async () => {
  const listed = await client.call('list', { recursive: true });
  expect(listed.text).not.toContain('slash');
  expect(listed.structured['totalCount']).toBe(4);
  expect((await client.call('list_notes')).structured['totalNotes']).toBe(4);
  expect((await client.call('search', { query: 'nobody' })).structured['totalCount']).toBe(0);
});
