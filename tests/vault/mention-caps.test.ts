/** A note names itself as often and as long as it likes; looking for all of that in every other note stopped everything. */
import { RunningLectern } from '../support/lectern';
import { field } from '../support/json';

let lectern: RunningLectern | undefined;
afterEach(() => lectern?.close());

/** The mentions of a note with these aliases in notes with these texts. */
async function mentions(aliases: readonly string[], texts: readonly string[]): Promise<unknown[]> {
  const properties = `---\naliases: ${JSON.stringify(aliases)}\n---\n`;
  const notes = texts.map((text, index): [string, string] => [`${index}.md`, `${text}\n`]);
  lectern = await RunningLectern.start({
    files: { 'Named.md': properties, ...Object.fromEntries(notes) },
  });
  const client = await lectern.connect();
  const query = { path: 'Named', direction: 'in', includeUnlinked: true };
  return [(await client.call('get_links', query)).structured['unlinked'] ?? []].flat();
}

/** The texts in which such a mention is found. */
async function found(aliases: readonly string[], texts: readonly string[]): Promise<string[]> {
  const rows = await mentions(aliases, texts);
  return rows.map(row => texts[Number(String(field(row, 'source')).slice(0, -'.md'.length))] ?? '').sort();
}

test('mentions are looked for by the first hundred names of a note', async () => {
  const aliases = Array.from({ length: 150 }, (_item, index) => `alias-${index + 2}`);
  // The name of the file is the first.
  expect(await found(aliases, ['Named', 'alias-2', 'alias-100', 'alias-101', 'alias-151'])).toEqual([
    'Named',
    'alias-100',
    'alias-2',
  ]);
});

test('mentions are looked for by names of up to 200 letters', async () => {
  const [short, long] = ['n'.repeat(200), 'm'.repeat(201)];
  expect(await found([short, long], [short, long])).toEqual([short]);
});

test('of one name, the first twenty places in a note are found', async () => {
  const rows = await mentions(['often'], [Array.from({ length: 30 }, () => 'often').join('\n')]);
  expect(rows.map(row => field(row, 'line'))).toEqual(
    Array.from({ length: 20 }, (_item, index) => index + 1),
  );
});
