import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import type { TestClient } from '../../support/clients';

let lectern: RunningLectern;
let client: TestClient;

const headingCount = 600;

beforeAll(async () => {
  const long = Array.from({ length: headingCount }, (_, index) => `# Heading ${index}\ntext ^id${index}\n`);
  lectern = await RunningLectern.start({
    files: {
      'Plan.md':
        '---\nstatus: open\n---\n## Spring\nsow ^sow\n### Beds\n#### Peas\n- [ ] dig ^dig\n### Frames\n## Autumn\n### Beds\nrake\n',
      'Long.md': long.join(''),
      'Keys.md': `---\n${Array.from({ length: 900 }, (_, index) => `key${index}: 1\n`).join('')}---\n`,
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function outline(args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await client.call('get_outline', { path: 'Plan', ...args })).structured;
}

function named(rows: unknown, key: string): unknown[] {
  return [rows].flat().map(row => field(row, key));
}

describe('get_outline', () => {
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
    const headings: unknown[] = [];
    const blocks: unknown[] = [];
    let cursor: unknown;
    do {
      const page = await outline({ path: 'Long', ...(cursor === undefined ? {} : { cursor }) });
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(8000);
      headings.push(...named(page['headings'], 'heading'));
      blocks.push(...named(page['blocks'], 'id'));
      cursor = page['nextCursor'];
    } while (cursor !== undefined);
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
    const { text, structured } = await client.call('get_outline', { path: 'Plan', heading: 'Spring' });
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
