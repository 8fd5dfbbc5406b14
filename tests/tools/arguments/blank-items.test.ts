/** Items of lists that are null or blank, which programs add, are no items. */
import * as z from 'zod';
import { tools } from '../../../src/tools';
import { readArguments } from '../../../src/tools/arguments';
import { bare, flagsOf } from '../../../src/tools/field-flags';
import { codeOf } from '../../support/clients';
import { textWith } from '../../support/matchers';
import { vaultForEach } from '../../support/open-vault';

interface ListOfTexts {
  readonly tool: string;
  readonly name: string;
  readonly schema: z.ZodObject;
  readonly isOfFiles: boolean;
}

const lists = tools.flatMap(({ name: tool, input: { shape } }): ListOfTexts[] =>
  Object.entries<z.core.$ZodType>(shape).flatMap(([name, field]) => {
    const type = bare(field);
    if (!(type instanceof z.ZodArray) || !(type.element instanceof z.ZodString)) return [];
    const isOfFiles = flagsOf(type.element).names !== undefined;
    return [{ tool, name, schema: z.strictObject({ [name]: z.clone(type) }), isOfFiles }];
  }),
);
const all = lists.map(list => [list.tool, list.name, list] as const);

test('the lists are those of many tools', () => {
  const found = lists.map(({ tool, name }) => `${tool}.${name}`);
  expect(found).toEqual(expect.arrayContaining(['stat.paths', 'read_notes.paths', 'update_tags.remove']));
});

test.each(all)('%s: null and blank items of `%s` are left out', (_tool, name, { schema }) => {
  for (const items of [['a.md', null], [null, '', ' \n', 'a.md'], '["a.md",null,""]'])
    expect(readArguments(schema, { [name]: items })).toEqual({ [name]: ['a.md'] });
});

describe('calls', () => {
  const vault = vaultForEach({ files: { 'a.md': '---\ntags: [one, two]\n---\na\n', 'b.md': 'b\n' } });

  test.each(all.filter(([, , { isOfFiles }]) => isOfFiles))(
    '%s refuses `%s` without any item, and names it',
    async (tool, name) => {
      for (const items of [[null], ['', ' '], '[null]', ' ']) {
        const { error } = await vault.ask(tool, { [name]: items, add: ['x'], set: { x: 1 }, tag: 'one' });
        expect(error).toMatchObject({ code: 'invalid_argument', message: textWith(`\`${name}\``) });
      }
    },
  );

  test.each([
    ['stat', { paths: ['a', null, 'b'] }, { items: [{ path: 'a.md' }, { path: 'b.md' }] }],
    ['read_notes', { paths: [null, 'a', ''] }, { notes: [{ path: 'a.md' }] }],
    ['update_tags', { paths: ['a', ' '], remove: ['one', null, ''] }, { files: [{ path: 'a.md' }] }],
    ['update_frontmatter', { path: 'a', remove: ['tags', null] }, { path: 'a.md', changed: true }],
    ['edit_note', { path: 'b', edits: [null, { oldText: 'b', newText: 'c' }] }, { changed: true }],
    ['move', { moves: [{ path: 'a', newPath: 'c' }, null] }, { moves: [{ newPath: 'c.md' }] }],
    ['list', { includes: [' ', 'b*'] }, { items: [{ path: 'b.md' }] }],
    ['query_notes', { where: [null, 'tags=one', ' '], select: ['size', null] }, { rows: [{ size: 27 }] }],
  ])('%s %j', async (tool, args, expected) => {
    const answer = await vault.call(tool, args);
    expect([codeOf(answer), answer.structured]).toMatchObject(['ok', expected]);
  });

  test('a list of files without one never widens a change to what filters select', async () => {
    await vault.call('update_tags', { paths: [null], tag: 'one', remove: ['two'], expectedCount: 1 });
    expect(vault.text('a.md')).toContain('two');
  });

  test('a required list of objects without one names itself', async () => {
    const { error } = await vault.ask('edit_note', { path: 'b', edits: [null] });
    expect(error).toMatchObject({ code: 'invalid_argument', message: textWith('`edits`') });
  });
});
