import { Lines } from '../../../src/markdown/text/lines';
import { countBodyWords } from '../../../src/markdown/text/word-count';
import type { TestClient } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';

/** 21 MB, with a line of 100,000 characters among the others. */
const lines = Array.from({ length: 370_000 }, (_item, index) =>
  index === 200_000 ? 'long '.repeat(20_000) : `Line ${index} of a very large note, with é and 😀 in it.`,
);
const note = `---\ntitle: Log\n---\n${lines.join('\r\n')}\r\n`;
const whole = new Lines(note);

let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files: { 'Log.md': note } });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function read(args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await client.call('read_note', { path: 'Log', ...args })).structured;
}

describe('a note of more than 20 MB', () => {
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
