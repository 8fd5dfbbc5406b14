import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Answer, codeOf, hintsOf } from '../../support/clients';
import { vaultForEach, vaultForAll } from '../../support/open-vault';
import { givenTexts, type SampleText, sampleTexts } from '../../support/files/note-texts';

/** Values of properties are written as they are meant, and read back equal. */
describe('JSON that a client sends as a text', () => {
  const files = {
    'n.md': 'x\n',
    'held.md': [
      '---',
      'rating: 3',
      'done: false',
      'tags: [a]',
      'counts: [1, 2]',
      'title: "12"',
      'query: \'{"a":1}\'',
      'empty:',
      'link: x',
      'stars: "3"',
      '---',
      '',
    ].join('\n'),
    'others/1.md': '---\nstars: 4\nread: true\nisbn: "978"\n---\n',
    'others/2.md': '---\nstars: 5\nread: false\nisbn: "979"\n---\n',
    '.obsidian/types.json':
      '{"types":{"Price":"number","paid":"checkbox","stars-text":"text","isbn":"text"}}',
  };

  const vault = vaultForAll({ files });
  beforeEach(async () => {
    for (const path of ['n.md', 'held.md'] as const) vault.lectern.folder.write(path, files[path]);
    await vault.lectern.host.settled();
    await vault.lectern.host.metadataSettled();
  });

  const text = (path: string): string | undefined => vault.contents()[path];
  const set = (path: string, target: string, value: unknown, operation = 'replace'): Promise<Answer> =>
    vault.call('patch_note', { path, operation, targetType: 'frontmatter', target, value });

  test.each<[target: string, value: unknown, yaml: string]>([
    ['tags', '["x","y"]', 'tags:\n  - x\n  - y'],
    ['aliases', '[]', 'aliases: []'],
    ['sizes', ' [1, 2] ', 'sizes:\n  - 1\n  - 2'],
    ['author', '{"name":"Ana"}', 'author:\n  name: Ana'],
    ['stars', '5', 'stars: 5'],
    ['read', 'true', 'read: true'],
    ['price', '9.5', 'price: 9.5'],
    ['paid', 'false', 'paid: false'],
    ['isbn', '980', 'isbn: "980"'],
    ['stars-text', '5', 'stars-text: "5"'],
    ['code', '5', 'code: "5"'],
    ['flag', 'true', 'flag: "true"'],
    ['related', '[[Note]]', 'related: "[[Note]]"'],
    ['pattern', '[ab]*', 'pattern: "[ab]*"'],
    ['said', '"quoted"', 'said: "\\"quoted\\""'],
    ['nothing', 'null', 'nothing: "null"'],
    ['list', ['1', 'true'], 'list:\n  - "1"\n  - "true"'],
    ['number', 5, 'number: 5'],
  ])('a new property `%s` set to %j', async (target, value, yaml) => {
    expect(codeOf(await set('n.md', target, value))).toBe('ok');
    expect(text('n.md')).toBe(`---\n${yaml}\n---\nx\n`);
  });

  test.each<[target: string, value: unknown, operation: string, before: string, after: string]>([
    ['rating', '5', 'replace', 'rating: 3', 'rating: 5'],
    ['Rating', '4.5', 'replace', 'rating: 3', 'rating: 4.5'],
    ['rating', 'high', 'replace', 'rating: 3', 'rating: high'],
    ['done', 'true', 'replace', 'done: false', 'done: true'],
    ['done', '5', 'replace', 'done: false', 'done: "5"'],
    ['tags', '["b"]', 'replace', 'tags: [a]', 'tags: [b]'],
    ['tags', '["b"]', 'append', 'tags: [a]', 'tags: [a, b]'],
    ['tags', '5', 'append', 'tags: [a]', 'tags: [a, "5"]'],
    ['counts', '3', 'append', 'counts: [1, 2]', 'counts: [1, 2, 3]'],
    ['title', '13', 'replace', 'title: "12"', 'title: "13"'],
    ['query', '{"b":2}', 'replace', 'query: \'{"a":1}\'', 'query: "{\\"b\\":2}"'],
    ['link', '["x","y"]', 'replace', 'link: x', 'link:\n  - x\n  - y'],
    ['stars', '3', 'replace', 'stars: "3"', 'stars: 3'],
    ['stars', '4', 'replace', 'stars: "3"', 'stars: 4'],
    ['stars', 'three', 'replace', 'stars: "3"', 'stars: three'],
  ])('`%s` with %j to %s', async (target, value, operation, before, after) => {
    expect(codeOf(await set('held.md', target, value, operation))).toBe('ok');
    expect(text('held.md')).toBe(files['held.md'].replace(before, () => after));
  });

  test.each<[target: string, value: unknown, before: string, after: string]>([
    ['tags', '["b"]', 'tags: [a]', 'tags: [b]'],
    ['Tags', '[b, c]', 'tags: [a]', 'tags: [b, c]'],
    ['tags', '[b]', 'tags: [a]', 'tags: [b]'],
    ['counts', '[3]', 'counts: [1, 2]', 'counts: [3]'],
    ['link', '["x","y"]', 'link: x', 'link:\n  - x\n  - y'],
    ['query', '{"b":2}', 'query: \'{"a":1}\'', 'query: "{\\"b\\":2}"'],
    ['rating', '5', 'rating: 3', 'rating: "5"'],
    ['link', '[[Note]]', 'link: x', 'link: "[[Note]]"'],
  ])('`%s` set to the text %j, in one note or several', async (name, value, before, after) => {
    const args = { set: { [name]: value }, replace: true };
    for (const place of [{ path: 'held.md' }, { paths: ['held.md'] }]) {
      expect(codeOf(await vault.call('update_frontmatter', { ...place, ...args }))).toBe('ok');
      expect(text('held.md')).toBe(files['held.md'].replace(before, () => after));
      vault.lectern.folder.write('held.md', files['held.md']);
      await vault.lectern.host.settled();
    }
  });

  test.each<[target: string, content: string, operation: string, before: string, after: string]>([
    ['tags', '["b","c"]', 'replace', 'tags: [a]', 'tags: [b, c]'],
    ['counts', '[3]', 'append', 'counts: [1, 2]', 'counts: [1, 2, 3]'],
    ['link', '["x"]', 'replace', 'link: x', 'link: "[\\"x\\"]"'],
  ])('`%s` with the content %j to %s', async (target, content, operation, before, after) => {
    const args = { path: 'held.md', operation, targetType: 'frontmatter', target, content };
    expect(codeOf(await vault.call('patch_note', args))).toBe('ok');
    expect(text('held.md')).toBe(files['held.md'].replace(before, () => after));
  });

  test('of a new note is a list too', async () => {
    const properties = { tags: '["a","b"]', aliases: '["B"]', related: '[[Note]]', n: '5' };
    const yaml = 'tags:\n  - a\n  - b\naliases:\n  - B\nrelated: "[[Note]]"\nn: "5"';
    const dry = await vault.ask('create_note', { path: 'new', properties, dryRun: true });
    expect(dry['diff']).toContain(yaml.split('\n').join('\n+'));
  });

  test('tags that a text has as a list in quotes are told of', async () => {
    const content = `---\ntags: '["a"]'\n---\n`;
    const answer = await vault.call('create_note', { path: 'new', content, dryRun: true });
    expect(hintsOf(answer)).toContain('line 2');
  });

  test('a dry run shows the same value', async () => {
    const args = {
      path: 'n.md',
      operation: 'replace',
      targetType: 'frontmatter',
      target: 'tags',
      dryRun: 'true',
    };
    const structured = await vault.ask('patch_note', { ...args, value: '["x"]' });
    expect(structured['diff']).toContain('+  - x');
    expect(text('n.md')).toBe('x\n');
  });

  test('text below a heading is never decoded', async () => {
    const args = { path: 'n.md', operation: 'append', targetType: 'heading', target: 'Log' };
    const content = '["x","y"]';
    expect(codeOf(await vault.call('patch_note', { ...args, content, createTargetIfMissing: true }))).toBe(
      'ok',
    );
    expect(text('n.md')).toContain('["x","y"]');
  });

  test('numbers, switches, lists and objects of other tools are taken as texts', async () => {
    const edits = '[{"oldText":"x","newText":"[1]","replaceAll":"true"}]';
    expect(codeOf(await vault.call('edit_note', { path: 'n.md', edits, diffLines: '3' }))).toBe('ok');
    expect(text('n.md')).toBe('[1]\n');
    const props = { path: 'n.md', set: '{"tags":["a"],"n":"5"}', remove: '["z"]' };
    expect(codeOf(await vault.call('update_frontmatter', props))).toBe('ok');
    expect(text('n.md')).toBe('---\ntags:\n  - a\nn: "5"\n---\n[1]\n');
    const listed = await vault.call('list', { includes: '["*.md"]', limit: '2', recursive: 'true' });
    expect(listed.structured['items']).toHaveLength(2);
  });
});

describe('a blank beyond ASCII', () => {
  const blanks = ['\u00a0', '\u3000', '\u2003', '\u202f', '\u1680', '\u205f'];

  const vault = vaultForEach({ files: { 'n.md': '---\na: x\nkeep: 1 # mine\n---\nbody\n' } });

  test.each(blanks)('%j at an end', async blank => {
    const set = {
      a: `${blank}text`,
      b: `text${blank}`,
      c: [`${blank}one`, `two${blank}`],
      d: blank,
      [`${blank}e`]: 1,
    };
    const answer = await vault.call('update_frontmatter', { path: 'n', set, replace: true });
    expect(codeOf(answer)).toBe('ok');
    const structured = await vault.ask('get_frontmatter', { path: 'n' });
    expect(structured['frontmatter']).toEqual({ ...set, keep: 1 });
    const patch = {
      path: 'n',
      operation: 'replace',
      targetType: 'frontmatter',
      target: 'a',
      value: `${blank}${blank}z`,
    };
    expect(codeOf(await vault.call('patch_note', patch))).toBe('ok');
    const created = await vault.call('create_note', { path: 'm', content: '', properties: set });
    expect(codeOf(created)).toBe('ok');
    expect((await vault.ask('get_frontmatter', { path: 'm' }))['frontmatter']).toEqual(set);
  });
});

/** Every writer through its tool: whatever the note holds, bytes outside of what was asked for stay. */
describe('every other byte', () => {
  const run = { seed: 20_261_121, numRuns: 8 };

  const vault = vaultForAll({ files: { 'n.md': '', 'Other.md': 'other\n' } });

  interface Case {
    /** What is in the note where the writer works, ending in a line break where something follows. */
    readonly target: string;
    readonly tool: string;
    readonly args: (given: string) => Record<string, unknown>;
    /** What is there afterwards, line breaks aside. */
    readonly result: (given: string) => string;
  }

  const patch = { path: 'n', targetType: 'heading', target: 'Target' };
  const cases: Readonly<Record<string, Case>> = {
    edit_note: {
      target: 'here is OLD text\n',
      tool: 'edit_note',
      args: given => ({ path: 'n', edits: [{ oldText: 'OLD', newText: given }] }),
      result: given => `here is ${given} text\n`,
    },
    'edit_note of all places': {
      target: 'OLD and OLD\n',
      tool: 'edit_note',
      args: given => ({ path: 'n', edits: [{ oldText: 'OLD', newText: given, replaceAll: true }] }),
      result: given => `${given} and ${given}\n`,
    },
    edit_notes: {
      target: 'here is OLD text\n',
      tool: 'edit_notes',
      args: given => ({ changes: [{ path: 'n', edits: [{ oldText: 'OLD', newText: given }] }] }),
      result: given => `here is ${given} text\n`,
    },
    'patch_note below a heading': {
      target: '# Target\nold\n# Next\n',
      tool: 'patch_note',
      args: given => ({ ...patch, operation: 'prepend', content: given }),
      result: given => `# Target\n${given}\nold\n# Next\n`,
    },
    'patch_note at the end of a section': {
      target: '# Target\nold\n\n# Next\n',
      tool: 'patch_note',
      args: given => ({ ...patch, operation: 'append', content: given }),
      result: given => `# Target\nold\n${given}\n\n# Next\n`,
    },
    'patch_note of a whole section': {
      target: 'Target\n===\nold\n\nolder\n# Next\n',
      tool: 'patch_note',
      args: given => ({ ...patch, operation: 'replace', content: given }),
      result: given => `Target\n===\n${given}\n# Next\n`,
    },
    'patch_note of a block': {
      target: 'a block ^blk\n\n',
      tool: 'patch_note',
      args: given => ({ path: 'n', targetType: 'block', target: 'blk', operation: 'append', content: given }),
      result: given => `a block ^blk\n\n${given}\n\n`,
    },
    update_tags: {
      target: 'some #gone tag\n',
      tool: 'update_tags',
      args: () => ({ path: 'n', remove: ['gone'] }),
      result: () => 'some tag\n',
    },
    rename_tag: {
      target: 'some #gone tag, #gone/deep\n',
      tool: 'rename_tag',
      args: () => ({ from: 'gone', to: 'fresh' }),
      result: () => 'some #fresh tag, #fresh/deep\n',
    },
  };

  function bytes(): string {
    return readFileSync(join(vault.path, 'n.md'), 'utf8');
  }

  async function put(text: string): Promise<void> {
    vault.lectern.folder.write('n.md', text);
    await vault.lectern.host.settled();
    await vault.lectern.host.metadataSettled();
  }

  function unbroken(text: string): string {
    return text.replaceAll('\r\n', '\n');
  }

  async function change(tool: string, args: Record<string, unknown>): Promise<unknown> {
    const { structured, isError, text } = await vault.call(tool, args);
    if (isError) throw new Error(text);
    return structured['changeId'];
  }

  /** The change can be taken back to the byte, and so can that. */
  async function expectUndoable(changeId: unknown, before: string): Promise<void> {
    const after = bytes();
    const undo = await change('undo_change', { changeId });
    expect(bytes()).toBe(before);
    await change('undo_change', { changeId: undo });
    expect(bytes()).toBe(after);
  }

  function around({ head, above }: SampleText, mark: string): string {
    return head + above + mark;
  }

  describe.each(Object.entries(cases))('%s', (_name, { target, tool, args, result }) => {
    test('changes its place and no other byte', async () => {
      await fc.assert(
        fc.asyncProperty(sampleTexts, givenTexts, async (sample, given) => {
          const newline = around(sample, '').includes('\r\n') ? '\r\n' : '\n';
          const before = around(sample, target.split('\n').join(newline) + sample.below);
          await put(before);
          const changeId = await change(tool, args(given));
          const after = bytes();
          const start = around(sample, '');
          expect(after.slice(0, start.length)).toBe(start);
          expect(after.slice(after.length - sample.below.length)).toBe(sample.below);
          expect(unbroken(after.slice(start.length, after.length - sample.below.length))).toBe(result(given));
          await expectUndoable(changeId, before);
        }),
        run,
      );
    });
  });

  describe('update_note', () => {
    test('appends behind every byte', async () => {
      await fc.assert(
        fc.asyncProperty(sampleTexts, givenTexts, async (sample, given) => {
          const before = around(sample, sample.below);
          await put(before);
          const changeId = await change('update_note', { path: 'n', mode: 'append', content: given });
          expect(bytes().slice(0, before.length)).toBe(before);
          const added = unbroken(bytes().slice(before.length));
          // A line break where there is none, and an empty line where the texts would join.
          expect(added.replace(given, () => '')).toMatch(/^\n{0,3}$/u);
          await expectUndoable(changeId, before);
        }),
        run,
      );
    });

    test('prepends between the properties and the text', async () => {
      await fc.assert(
        fc.asyncProperty(sampleTexts, givenTexts, async (sample, given) => {
          const before = around(sample, sample.below);
          await put(before);
          const changeId = await change('update_note', { path: 'n', mode: 'prepend', content: given });
          const rest = sample.above + sample.below;
          expect(bytes().slice(0, sample.head.length)).toBe(sample.head);
          expect(bytes().slice(bytes().length - rest.length)).toBe(rest);
          const added = unbroken(bytes().slice(sample.head.length, bytes().length - rest.length));
          expect(added.replace(given, () => '')).toMatch(/^\n{0,3}$/u);
          await expectUndoable(changeId, before);
        }),
        run,
      );
    });
  });

  test('update_frontmatter and update_tags leave the text below the properties', async () => {
    await fc.assert(
      fc.asyncProperty(sampleTexts, givenTexts, async (sample, given) => {
        const body = `${sample.above}text\n${sample.below}`;
        await put(sample.head + body);
        const set = await change('update_frontmatter', { path: 'n', set: { fresh: given } });
        expect(bytes().slice(-body.length)).toBe(body);
        const structured = await vault.ask('get_frontmatter', { path: 'n', key: 'fresh' });
        expect(structured['value']).toBe(given);
        const tag = await change('update_tags', { path: 'n', add: ['x/y'] });
        expect(bytes().slice(-body.length)).toBe(body);
        await change('undo_change', { changeId: tag });
        await expectUndoable(set, sample.head + body);
      }),
      run,
    );
  });

  test('move changes nothing but the links of other notes', async () => {
    let name = 'Other';
    await fc.assert(
      fc.asyncProperty(sampleTexts, async sample => {
        const written = (target: string): string =>
          around(sample, `a [[${target}#H|x]] and ![[${target}]]\n${sample.below}`)
            .split('[[Other|')
            .join(`[[${target}|`)
            .split('![[Other#')
            .join(`![[${target}#`)
            .split('(Other.md)')
            .join(`(${target}.md)`);
        await put(written(name));
        const newName = name === 'Other' ? 'Renamed' : 'Other';
        await change('move', { path: name, newPath: newName });
        expect(bytes()).toBe(written(newName));
        name = newName;
      }),
      run,
    );
  });
});

describe('a map that another one replaces', () => {
  const vault = vaultForEach({ files: { 'a.md': '---\nk: { a: 1, b: 2, c: 3 }\n---\n' } });

  test.each([
    [{ set: { k: { a: 2 } } }, ['b', 'c']],
    [{ set: { K: { b: 1, d: 1 } } }, ['a', 'c']],
    [{ set: { k: { a: 1, b: 2, c: 3, d: 4 } } }, []],
    [{ set: { k: { a: 2 } }, replace: true }, []],
  ])('update_frontmatter with %j tells which names of a map are gone', async (change, gone) => {
    const { hints } = await vault.ask('update_frontmatter', { path: 'a', ...change });
    const said = JSON.stringify(hints ?? '');
    expect(['a', 'b', 'c'].filter(name => said.includes(`\\"${name}\\"`))).toEqual(gone);
  });
});
