import { RunningLectern } from '../../support/lectern';
import type { TestClient } from '../../support/clients';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Birds/Hawk.md': '---\ntags: [kestrel, project/alpha]\nrating: 4\n---\nA hawk.\n',
      'Birds/Owl.md': 'An owl sleeps by day. #night\n',
      'Notes/Plan.md': '# Calls\n- [ ] Call Ana #home\n- [ ] Write to Bo\n',
      'Empty/Shed.md': 'Nothing here.\n',
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function hintsOf(tool: string, args: Record<string, unknown>): Promise<string[]> {
  const { structured, text } = await client.call(tool, args);
  const hints = [structured['hints'] ?? []].flat().map(String);
  for (const hint of hints) expect(text).toContain(hint);
  return hints;
}

const baseOf = (filters: unknown, order: readonly string[] = ['file.name']): Record<string, unknown> => ({
  source: JSON.stringify({ filters, views: [{ type: 'table', name: 'A', order }] }),
});

describe('an empty result of a base says which name the vault does not have', () => {
  test.each([
    [`file.hasTag('kestrels')`, 'No note has the tag "#kestrels"; near tags: #kestrel.'],
    [`file.tags.contains('kestrels')`, 'No note has the tag "#kestrels"; near tags: #kestrel.'],
    [`file.inFolder('Brids')`, 'There is no folder "Brids"; near folders: Birds.'],
    ['ratng > 3', 'No note has a property "ratng"; near names: rating.'],
    ['note.ratng > 3', 'No note has a property "ratng"; near names: rating.'],
    ['note["ratng"] > 3', 'No note has a property "ratng"; near names: rating.'],
    [{ or: ['ratng > 3', { and: [`file.hasTag('kestrels')`] }] }, 'No note has the tag "#kestrels"'],
    ['rating > 9', '`list_properties` with `property: "rating"` lists its values.'],
    ['file.name == "x"', 'No file matches all filters; try them one by one.'],
  ])('%j', async (filters, expected) => {
    expect((await hintsOf('query_base', baseOf(filters))).join('\n')).toContain(expected);
  });

  test('names a column of the given YAML that no note has', async () => {
    expect(await hintsOf('query_base', baseOf('rating > 3', ['file.name', 'ratng']))).toEqual([
      'No note has a property "ratng"; near names: rating.',
    ]);
  });

  test.each([
    ['rating > 3', ['file.name', 'rating']],
    [{ not: [`file.hasTag('nothing')`] }, ['file.name']],
    [`!file.inFolder('Nowhere')`, ['file.name']],
  ])('and says nothing of %j', async (filters, order) => {
    expect(await hintsOf('query_base', baseOf(filters, order))).toEqual([]);
  });
});

describe('lists that are empty give a reason', () => {
  test.each([
    ['list_tags', { path: 'Empty' }, 'No note in "Empty" has a tag.'],
    ['list_tags', { path: 'Notes', prefix: 'kes' }, 'No note in "Notes" has a tag that begins with "#kes".'],
    ['list_tags', { prefix: 'nigt' }, 'No note has a tag that begins with "#nigt"; near tags: #night.'],
    ['list_tasks', { tag: 'hom' }, 'No task here has the tag "#hom"; tags of tasks here: #home.'],
    ['list_tasks', { tag: 'x', path: 'Notes' }, 'No task here has the tag "#x"; tags of tasks here: #home.'],
    ['list_tasks', { heading: 'Cals' }, 'No task here is below a heading "Cals"; headings here: Calls.'],
    ['list_tasks', { dueBefore: '2026-01-01' }, 'No task here has a date `due`.'],
    ['list_tasks', { priority: 'high' }, 'No task here has a priority.'],
    ['list_tasks', { text: 'zzz' }, 'No task here matches `text`.'],
  ])('%s %j', async (tool, args, expected) => {
    expect((await hintsOf(tool, args)).join('\n')).toContain(expected);
  });
});
