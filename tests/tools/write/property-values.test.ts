/** Values of properties are written as they are meant, and read back equal. */
import { type Answer, codeOf } from '../../support/clients';
import { vaultForEach } from '../../support/open-vault';

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
      '---',
      '',
    ].join('\n'),
    'others/1.md': '---\nstars: 4\nread: true\nisbn: "978"\n---\n',
    'others/2.md': '---\nstars: 5\nread: false\nisbn: "979"\n---\n',
    '.obsidian/types.json':
      '{"types":{"Price":"number","paid":"checkbox","stars-text":"text","isbn":"text"}}',
  };

  const vault = vaultForEach({ files });

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
  ])('`%s` with %j to %s', async (target, value, operation, before, after) => {
    expect(codeOf(await set('held.md', target, value, operation))).toBe('ok');
    expect(text('held.md')).toBe(files['held.md'].replace(before, () => after));
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
