/** `tags: a, b` as one text, and `Tags:` in another letter case. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../support/clients';
import { RunningLectern } from '../support/lectern';
import { textWith } from '../support/matchers';

const start = (files: Readonly<Record<string, string>>): Promise<RunningLectern> =>
  RunningLectern.start({ files });

async function withVault(
  files: Readonly<Record<string, string>>,
  look: (lectern: RunningLectern) => Promise<void>,
): Promise<void> {
  const lectern = await start(files);
  try {
    await look(lectern);
  } finally {
    await lectern.close();
  }
}

const read = (lectern: RunningLectern, path: string): string =>
  readFileSync(join(lectern.folder.path, path), 'utf8');

test('several names in one text count as in the app, with a hint', () =>
  withVault(
    { 't.md': '---\ntags: foo, bar\n---\nx #foo\n', 'one.md': '---\ntags: solo\n---\n' },
    async lectern => {
      const client = await lectern.connect();
      const { structured } = await client.call('get_tags', { path: 't.md' });
      expect(structured).toMatchObject({ tags: ['foo'], frontmatterTags: [], hints: [textWith('tags')] });
      expect((await client.call('get_tags', { path: 'one.md' })).structured['hints']).toBeUndefined();
    },
  ));

test('renaming leaves the text alone and names the note', () =>
  withVault(
    { 't.md': '---\ntags: foo, bar\n---\nx #foo\n', 'u.md': '---\nTAGS: "x foo/in"\n---\n' },
    async lectern => {
      const client = await lectern.connect();
      const { structured } = await client.call('rename_tag', { from: 'foo', to: 'baz' });
      expect(structured['hints']).toEqual([textWith('`t.md`, `u.md`')]);
      expect(read(lectern, 't.md')).toBe('---\ntags: foo, bar\n---\nx #baz\n');
      const none = await client.call('rename_tag', { from: 'bar', to: 'baz' });
      expect(codeOf(none)).toBe('not_found');
      expect(none.text).toContain('`t.md`');
    },
  ));

test.each([
  ['tags: foo, bar', { add: ['new'] }, 'tags:\n  - foo\n  - bar\n  - new'],
  ['tags: foo bar', { add: ['new'] }, 'tags:\n  - foo\n  - bar\n  - new'],
  ['tags: "#foo #bar/in,x"', { add: ['New', 'FOO'] }, 'tags:\n  - foo\n  - bar/in\n  - x\n  - New'],
  ["Tags: 'foo, bar' # mine", { add: ['new'] }, 'Tags: # mine\n  - foo\n  - bar\n  - new'],
  ['tags: foo, bar', { remove: ['foo'] }, 'tags:\n  - bar'],
  ['tags: foo, bar', { remove: ['other'] }, 'tags: foo, bar'],
  ['tags: foo, bar', { add: ['bar'] }, 'tags: foo, bar'],
  ['tags: foo', { add: ['new'] }, 'tags:\n  - foo\n  - new'],
  ['Tags: [alpha]', { add: ['beta'] }, 'Tags: [alpha, beta]'],
  ['TAGS:\n  - alpha', { add: ['alpha', 'beta'] }, 'TAGS:\n  - alpha\n  - beta'],
  ['Tags: [alpha, beta]', { remove: ['alpha'] }, 'Tags: [beta]'],
])('%s changed by %j', (property, change, expected) =>
  withVault({ 't.md': `---\n${property}\nkeep: 1\n---\nbody\n` }, async lectern => {
    const client = await lectern.connect();
    const answer = await client.call('update_tags', { path: 't.md', location: 'frontmatter', ...change });
    expect(codeOf(answer)).toBe('ok');
    expect(read(lectern, 't.md')).toBe(`---\n${expected}\nkeep: 1\n---\nbody\n`);
  }),
);

test('tags and aliases in any letter case are read where they are written', () =>
  withVault(
    {
      'a.md': '---\nTags: [alpha]\nALIASES: [Firstborn]\n---\n[[Nowhere]] #inline\n',
      'b.md': '---\ntags: [alpha]\nTags: [other]\n---\n[[Firstborm]]\n',
    },
    async lectern => {
      const client = await lectern.connect();
      const of = async (tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> =>
        (await client.call(tool, args)).structured;
      expect(await of('get_tags', { path: 'a' })).toMatchObject({
        tags: ['alpha', 'inline'],
        frontmatterTags: ['alpha'],
      });
      expect(await of('update_tags', { path: 'a', add: ['beta'], dryRun: true })).toMatchObject({
        tags: ['alpha', 'beta', 'inline'],
      });
      expect(await of('list_tags', {})).toMatchObject({
        tags: [
          { tag: 'alpha', count: 2 },
          { tag: 'inline', count: 1 },
        ],
      });
      expect(await of('search', { query: 'tag:alpha' })).toMatchObject({ totalCount: 2 });
      expect(await of('query_notes', { where: ['tags=alpha'] })).toMatchObject({ totalCount: 2 });
      expect(await of('query_notes', { where: ['aliases=Firstborn'] })).toMatchObject({ totalCount: 1 });
      expect(await of('query_notes', { where: ['tags=inline'], select: ['tags', 'aliases'] })).toMatchObject({
        rows: [{ path: 'a.md', tags: ['alpha', 'inline'], aliases: ['Firstborn'] }],
      });
      expect(await of('rename_tag', { from: 'alpha', to: 'gamma' })).toMatchObject({ filesChanged: 2 });
      expect(read(lectern, 'a.md')).toBe(
        '---\nTags: [gamma]\nALIASES: [Firstborn]\n---\n[[Nowhere]] #inline\n',
      );
      const broken = await of('check_links', { path: 'b.md' });
      expect(broken).toMatchObject({ items: [{ link: 'Firstborm', suggestions: ['a.md'] }] });
      const absent = await client.call('read_note', { path: 'Firstborn' });
      expect(absent.text).toContain('a.md');
    },
  ));
