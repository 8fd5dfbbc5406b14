/** An unknown tool is answered with the tool that is meant, also where the caller's list lacks it. */
import { z } from 'zod';
import { RunningLectern } from '../support/lectern';

const tokens = [
  { name: 'Core', value: 'lct_core-token-with-full-rights-0', rights: 'full', profile: 'core' },
  { name: 'Reader', value: 'lct_reader-token-of-core-tools-00', rights: 'read', profile: 'core' },
  { name: 'All', value: 'lct_all-token-with-full-rights-00', rights: 'full' },
];
let lectern: RunningLectern;
beforeAll(async () => {
  lectern = await RunningLectern.start({ settings: { tokens } });
});
afterAll(() => lectern.close());

async function refusalOf(tool: string, token: string): Promise<string> {
  const client = await lectern.connect('2026', token);
  return client.call(tool).then(
    () => 'none',
    (error: unknown) => String(error),
  );
}

test.each([
  ['rename_tags', 'rename_tag'],
  ['renameTag', 'rename_tag'],
  ['update_tag', 'update_tags'],
  ['check_link', 'check_links'],
  ['get-outline', 'get_outline'],
])('`%s` with the core list names `%s` and where the list is set', async (tool, expected) => {
  const core = await refusalOf(tool, 'lct_core-token-with-full-rights-0');
  expect(core).toContain(expected);
  expect(core).toContain('Connections');
  const all = await refusalOf(tool, 'lct_all-token-with-full-rights-00');
  expect(all).toContain(expected);
  expect(all).not.toContain('Connections');
});

test('a tool that the token may not use is not named', async () => {
  expect(await refusalOf('rename_tags', 'lct_reader-token-of-core-tools-00')).not.toContain('rename_tag');
  expect(await refusalOf('check_link', 'lct_reader-token-of-core-tools-00')).toContain('check_links');
});

test.each([
  ['complete_task', ['update_task']],
  ['manage_tags', ['update_tags', 'rename_tag']],
  ['finish-todo', ['update_task']],
])('`%s` is matched by its words with %j', async (tool, expected) => {
  const refusal = await refusalOf(tool, 'lct_core-token-with-full-rights-0');
  for (const name of expected) expect(refusal).toContain(name);
});

test('the first answer about the vault names the tools that the list leaves out', async () => {
  const namesFor = async (token: string): Promise<string[]> => {
    const client = await lectern.connect('2026', token);
    const listed = (await client.listTools()).map(({ name }) => name);
    const { structured, text } = await client.call('get_vault_info');
    const others = z.array(z.string()).default([]).parse(structured['otherTools']);
    for (const one of others) expect(text).toContain(one);
    const names = others.map(one => one.replace(/\(.*$/u, () => ''));
    for (const name of names) expect(listed).not.toContain(name);
    return names;
  };
  const core = await namesFor('lct_core-token-with-full-rights-0');
  expect(core).toEqual(expect.arrayContaining(['update_task', 'rename_tag', 'list_tags', 'query_base']));
  expect(core).not.toContain('open_note');
  const reader = await namesFor('lct_reader-token-of-core-tools-00');
  expect(reader).toEqual(expect.arrayContaining(['list_tags', 'query_base']));
  expect(reader).not.toContain('rename_tag');
  expect(await namesFor('lct_all-token-with-full-rights-00')).toEqual([]);
});

test('an unknown tool near to none names none', async () => {
  expect(await refusalOf('xyzzy', 'lct_core-token-with-full-rights-0')).not.toContain('Connections');
});
