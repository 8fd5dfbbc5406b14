import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

let lectern: RunningLectern;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files: { 'Note.md': 'one\n' } });
});
afterAll(() => lectern.close());

describe.each(['2025', '2026'] as const)('large arguments of a client of %s', era => {
  test('arrive whole', async () => {
    const client = await lectern.connect(era);
    const content = 'A line.\n'.repeat(20_000);
    const { isError } = await client.call('create_note', { path: `Long ${era}`, content });
    expect(isError).toBe(false);
    const file = lectern.host.app.vault.getFileByPath(`Long ${era}.md`);
    expect(file && (await lectern.host.app.vault.read(file))).toBe(content);
  });

  test('are checked by the tool', async () => {
    const client = await lectern.connect(era);
    const set = Object.fromEntries(Array.from({ length: 10_001 }, (_item, index) => [`key${index}`, index]));
    const { structured } = await client.call('update_frontmatter', { path: 'Note', set });
    expect(field(structured, 'error', 'message')).toBe('`set` has more than 10000 entries.');
  });

  test('are not read from a field with the name of their placeholder', async () => {
    const client = await lectern.connect(era);
    const { structured } = await client.call('create_note', {
      sealed: { value: { path: 'a', content: 'b' } },
    });
    expect(field(structured, 'error', 'code')).toBe('invalid_argument');
  });
});
