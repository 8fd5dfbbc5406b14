/** What every client must find, wherever the server runs. */
import { tools } from '../../src/tools';
import type { Tool } from '../../src/tools/tool';
import type { RunningLectern } from './lectern';
import type { Files } from './files/vault-folder';

/** The vault that the checks ask about. */
export const checkedFiles: Files = { 'a.md': 'one\ntwo\n', 'b.md': 'other\n', 'sub/c.md': 'c\n' };

const unknownTools: readonly (readonly [string, string])[] = [
  ...['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'READ_NOTE'].map(
    name => [name, name] as const,
  ),
  ['the empty name', ''],
  ['a name of 10,000 letters', 'x'.repeat(10_000)],
];

/** Declares the tests; `lectern` is asked when they run. */
export function checkClients(lectern: () => RunningLectern): void {
  describe.each(['2025', '2026'] as const)('a client of %s', era => {
    test('lists the tools in a fixed order', async () => {
      const client = await lectern().connect(era);
      const names = (await client.listTools()).map(({ name }) => name);
      const isListed = ({ offByDefault, needsWindow }: Tool): boolean =>
        offByDefault !== true && needsWindow !== true;
      expect(names).toEqual(tools.filter(isListed).map(({ name }) => name));
      expect((await client.listTools()).map(({ name }) => name)).toEqual(names);
    });

    test('calls a tool and gets structure and text', async () => {
      const client = await lectern().connect(era);
      const { structured, text, isError } = await client.call('read_note', { path: 'a' });
      expect(isError).toBe(false);
      expect(structured).toMatchObject({ path: 'a.md', content: '1→one\n2→two', totalLines: 2 });
      expect(text).toContain('1→one\n2→two');
    });

    test('gets a failure in the same words, after it listed the tools too', async () => {
      const client = await lectern().connect(era);
      await client.listTools();
      const { structured, text, isError } = await client.call('read_note', { path: '../a.md' });
      expect(isError).toBe(true);
      expect(structured).toMatchObject({ error: { code: 'invalid_path' } });
      expect(text).toMatch(/^invalid_path: /);
    });

    test.each(unknownTools)('hears that a tool is unknown: %s', async (_which, name) => {
      const client = await lectern().connect(era);
      await expect(client.call(name)).rejects.toThrow('Unknown tool');
    });
  });

  test('two clients with equal request ids, interleaved, each get their own answers', async () => {
    const [old, modern] = [await lectern().connect('2025'), await lectern().connect('2026')];
    const asked = Array.from({ length: 40 }, (_, index) => ({
      client: index % 2 === 0 ? old : modern,
      path: index % 2 === 0 ? 'a.md' : 'b.md',
    }));
    const answers = await Promise.all(asked.map(({ client, path }) => client.call('read_note', { path })));
    expect(answers.map(({ structured }) => structured['path'])).toEqual(asked.map(({ path }) => path));
  });
}
