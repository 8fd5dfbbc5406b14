import { field } from '../../support/json';
import { vaultForEach } from '../../support/open-vault';
import { codeOf } from '../../support/clients';

/** Links to headings, and headings in arguments, by the characters that the app compares. */
describe('links to headings', () => {
  const note = `# Chapter 3: Reanalysis
## Method
### Fit
## C++ & C# code #reproducible
## **Bold**: yes
## Cost (EUR)
## Twice: a
One.
## Twice a
Two.
## Twice, A
Three.
# ???
## Below
`;
  const links = [
    ['Chapter 3 Reanalysis', 1],
    ['chapter 3 reanalysis', 1],
    ['C++ & C code reproducible', 4],
    ['Bold yes', 5],
    ['Cost EUR', 6],
    ['Chapter 3 Reanalysis#Fit', 3],
    ['Chapter 3 Reanalysis#Method#Fit', 3],
  ] as const;

  const vault = vaultForEach({
    files: {
      'Note.md': note,
      'Links.md': links.map(([subpath]) => `[[Note#${subpath}]]\n`).join(''),
      'Doubled.md': '# alpha\n\n## Sub\n\n# Alpha\n\n## Only\n\n## Sub\n\n# C\n\n# C++\n',
    },
  });

  test('the links of these tests are valid ones', async () => {
    expect((await vault.call('check_links', { path: 'Links' })).structured['totalCount']).toBe(0);
  });

  test.each(['C++', 'a > b'])('text for `%s` goes below no other heading', async target => {
    await vault.call('update_note', { path: 'Note', mode: 'append', content: '## a < b\n\n## C#\n' });
    const before = vault.text('Note.md');
    const given = { path: 'Note', targetType: 'heading', operation: 'replace', content: 'New.' };
    expect(codeOf(await vault.call('patch_note', { ...given, target }))).toBe('target_not_found');
    expect(vault.text('Note.md')).toBe(before);
  });

  test.each(['[[Note#Method ##]]', '[[Note## Method]]'])('%s leads to its heading too', async link => {
    expect((await vault.call('resolve_link', { link })).structured).toMatchObject({ startLine: 2 });
    expect((await vault.call('read_note', { path: link })).structured).toMatchObject({ startLine: 2 });
  });

  test.each(links)('`%s` leads to its heading in every tool that takes the link', async (subpath, line) => {
    const link = `[[Note#${subpath}]]`;
    expect((await vault.call('resolve_link', { link })).structured).toMatchObject({ startLine: line });
    expect((await vault.call('read_note', { path: link })).structured).toMatchObject({ startLine: line });
    const heading = subpath.split('#').join('::');
    const read = await vault.call('read_note', { path: 'Note', heading });
    expect(read.structured).toMatchObject({ startLine: line });
  });

  test('a link leads to the first of two headings of its name, as in the app', async () => {
    const path = 'Doubled.md';
    for (const [subpath, line] of [
      ['Alpha', 1],
      ['alpha', 1],
      ['Sub', 3],
      ['Alpha#Sub', 3],
      ['Alpha#Only', 7],
      ['C++', 11],
    ] as const) {
      const link = `[[Doubled#${subpath}]]`;
      const there = { path, startLine: line };
      expect((await vault.call('resolve_link', { link })).structured).toMatchObject(there);
      expect((await vault.call('read_note', { path: link })).structured).toMatchObject(there);
    }
    const second = await vault.call('read_note', { path: '[[Doubled#Sub]]', occurrence: 2 });
    expect(second.structured).toMatchObject({ startLine: 9 });
    expect(codeOf(await vault.call('read_note', { path, heading: 'Sub' }))).toBe('target_ambiguous');
    const patch = { path, targetType: 'heading', target: 'Sub', operation: 'append', content: 'x' };
    expect(codeOf(await vault.call('patch_note', patch))).toBe('target_ambiguous');
  });

  test('a heading is named in arguments as in links', async () => {
    const outline = await vault.call('get_outline', { path: 'Note', heading: 'Chapter 3 Reanalysis' });
    expect(codeOf(outline)).toBe('ok');
    const patched = await vault.call('patch_note', {
      path: 'Note',
      operation: 'append',
      targetType: 'heading',
      target: 'Cost EUR',
      content: 'Ten.',
    });
    expect(codeOf(patched)).toBe('ok');
    expect(vault.text('Note.md')).toContain('## Cost (EUR)\nTen.\n');
    const renamed = { path: 'Note', heading: 'Bold yes', newHeading: 'Plain' };
    expect(codeOf(await vault.call('rename_heading', renamed))).toBe('ok');
    expect(vault.text('Links.md')).toContain('[[Note#Plain]]');
  });

  test('an exact name comes first, and one that fits several is ambiguous', async () => {
    const exact = await vault.call('read_note', { path: 'Note', heading: 'Twice a' });
    expect(exact.structured).toMatchObject({ startLine: 9 });
    const several = await vault.call('read_note', { path: 'Note', heading: 'Twice; a' });
    expect(field(several.structured, 'error', 'code')).toBe('target_ambiguous');
    for (const heading of ['!!!', 'Nothing', 'Fit::!!!', 'Method::Cost EUR'])
      expect(codeOf(await vault.call('read_note', { path: 'Note', heading }))).toBe('target_not_found');
  });

  test.each([
    ['Cost [EUR]', /## Cost \(EUR\)\nTen\.\n/u],
    ['Cost++', /\n# Cost\+\+\nTen\.\n$/u],
  ])(
    'the heading `%s` is added only where a call that adds none does not find it',
    async (target, expected) => {
      await vault.call('patch_note', {
        path: 'Note',
        operation: 'append',
        targetType: 'heading',
        target,
        content: 'Ten.',
        createTargetIfMissing: true,
      });
      expect(vault.text('Note.md')).toMatch(expected);
    },
  );
});
