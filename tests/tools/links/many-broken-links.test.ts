/** A page of very many broken links is answered, and compares only the first names with those of notes. */
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import type { TestClient } from '../../support/clients';

const number = (index: number): string => String(index).padStart(4, '0');
const aliases = (note: number): string =>
  Array.from({ length: 1_000 }, (_item, index) => `${note}x${number(index)}`).join(',');

let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  const links = Array.from({ length: 300 }, (_item, index) => `[[Garden plan ${number(index)}]]`);
  lectern = await RunningLectern.start({
    files: {
      'A links.md': `${links.join('\n')}\n[[Known alias]]\n[[Long lost namme]]\n`,
      'Garden plans.md': 'a\n',
      'Known.md': '---\naliases: [known alias]\n---\n',
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_item, note) => [
          `Many/${note}.md`,
          `---\naliases: [${aliases(note)}]\n---\n`,
        ]),
      ),
      'Long.md': '---\naliases: [long lost name]\n---\n',
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function suggested(args: Record<string, unknown>): Promise<Map<unknown, unknown>> {
  const { items } = (await client.call('check_links', args)).structured;
  return new Map([items].flat().map(item => [field(item, 'link'), field(item, 'suggestions')]));
}

test('the first hundred names have near names, the others notes that have them as an alias', async () => {
  const found = await suggested({ limit: 1000 });
  expect(found.get('Garden plan 0099')).toEqual(['Garden plans.md']);
  expect(found.get('Garden plan 0100')).toEqual([]);
  expect(found.get('Known alias')).toEqual(['Known.md']);
});

test.each([
  [1000, true],
  [100, false],
])('a page of %i says so: %j', async (limit, says) => {
  const { hints } = (await client.call('check_links', { limit })).structured;
  expect(hints !== undefined).toBe(says);
});

test('a near alias is found among very many others', async () => {
  const second = (await client.call('check_links', { limit: 250 })).structured['nextCursor'];
  const found = await suggested({ limit: 100, cursor: second });
  expect(found.get('Long lost namme')).toEqual(['Long.md']);
});
