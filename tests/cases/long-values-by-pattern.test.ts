/** Properties that are too long for a pattern in a query: only their beginning is searched, and the answer says so. */
import { type Answer, type TestClient } from '../support/clients';
import { RunningLectern } from '../support/lectern';

const long = `${'word '.repeat(1_000)}needle`;
const files = {
  'long.md': `---\nsummary: ${long}\n---\nText.\n`,
  'list.md': `---\nsummary:\n  - short\n  - ${long}\n---\nText.\n`,
  'lines.md': `---\nsummary: |\n${'  word\n'.repeat(1_000)}  needle\n---\nText.\n`,
  'short.md': '---\nsummary: a needle\n---\nText.\n',
};
let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

const search = (query: string): Promise<Answer> => client.call('search', { query });
const hintsOf = ({ structured }: Answer): string => JSON.stringify(structured['hints'] ?? []);

test.each([
  '[summary:/(needle|thread|pin){1,20}/]',
  'text [summary:/(needle|thread|pin){1,20}/]',
  '-[summary:/(needle|thread|pin){1,20}/]',
  '[summary:/(needle|thread|pin){1,20}/] OR needle',
  '[summary:(/(needle|thread|pin){1,20}/ OR none)]',
])('the answer to %s names the notes whose values were searched only in part', async query => {
  const hints = hintsOf(await search(query));
  expect(hints).toContain('long.md');
  expect(hints).toContain('list.md');
  expect(hints).toContain('lines.md');
  expect(hints).not.toContain('short.md');
});

test('the answer names none where no pattern asks for the values', async () => {
  expect(hintsOf(await search('[summary:needle]'))).not.toContain('.md');
});
