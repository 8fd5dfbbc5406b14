/** What is larger than one answer is cut, or refused with the way to its parts. */
import { RunningLectern } from '../support/lectern';
import type { TestClient } from '../support/clients';

let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Long line.md': `${'x'.repeat(600_000)}\nlast\n`,
      'Wide.md': `${'文字'.repeat(500)}\n`.repeat(1000),
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

test('a line that no answer holds is cut, and no way is named to read it whole', async () => {
  const { structured, text } = await client.call('read_note', { path: 'Long line.md', maxChars: 500_000 });
  expect(structured).toMatchObject({ truncated: true, cutLineChars: 600_001, nextStartLine: 2 });
  expect(text.slice(-200)).not.toContain('maxChars');
});

test('a read ends at a whole line where its bytes do', async () => {
  const args = { path: 'Wide.md', maxChars: 500_000, parseFrontmatter: true };
  const { structured } = await client.call('read_note', args);
  expect(Buffer.byteLength(JSON.stringify(structured))).toBeLessThanOrEqual(2_000_000);
  expect(structured).toMatchObject({ truncated: true });
  expect(structured['nextStartLine']).toBe(Number(structured['endLine']) + 1);
});
