import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { NameIndex } from '../../../src/vault/index/names/name-index';
import { takenLinkHints } from '../../../src/vault/links/checks/lost-links';
import { steppingSlicer } from '../../search/slicers';
import { type Answer, codeOf } from '../../support/clients';
import { field } from '../../support/json';
import { textMatching } from '../../support/matchers';
import { narrowToken, vaultForAll, vaultForEach, withNarrow } from '../../support/open-vault';
import { ownersNotes } from '../../vault/reading/owners-notes';

describe('places of a note', () => {
  const note = [
    '---',
    'title: A # comment',
    'tags: [one, two]',
    'id: 007',
    '---',
    '# Top',
    'intro #one',
    '',
    '## Tasks',
    '- [ ] first ^t1',
    '',
    '## Log',
    'entry',
    '# Other',
    '## Log',
    'second',
    '`#one` end #one/nested',
    '',
  ].join('\r\n');

  const vault = vaultForEach({
    files: {
      'n.md': note,
      'broken.md': '---\na: [\n---\ntext #one\n',
      'list.md': '---\n- no map\n---\n',
      'plain.md': 'text\n',
      'data.csv': 'a\n',
    },
  });

  function text(path = 'n.md'): string {
    return readFileSync(join(vault.path, path), 'utf8');
  }

  const patch = {
    path: 'n',
    operation: 'append',
    targetType: 'heading',
    target: 'Tasks',
    content: '- [ ] $1',
  };

  describe('patch_note', () => {
    test.each([
      [{}, '- [ ] first ^t1\r\n', '- [ ] first ^t1\r\n- [ ] $1\r\n'],
      [{ operation: 'prepend' }, '## Tasks\r\n', '## Tasks\r\n- [ ] $1\r\n'],
      [{ target: 'Other::Log', content: 'third' }, 'end #one/nested\r\n', 'end #one/nested\r\nthird\r\n'],
      [{ target: 'Log', occurrence: 1, operation: 'replace' }, 'entry\r\n', '- [ ] $1\r\n'],
      [{ target: 'Top>Log', targetDelimiter: '>' }, 'entry\r\n', 'entry\r\n- [ ] $1\r\n'],
      [
        { targetType: 'block', target: 't1', operation: 'replace', content: '- [x] done' },
        '- [ ] first ^t1',
        '- [x] done ^t1',
      ],
      [
        { targetType: 'frontmatter', target: 'id', operation: 'replace', content: '008' },
        'id: 007',
        'id: "008"',
      ],
    ])('%j changes only its place', async (args, old, fresh) => {
      expect(codeOf(await vault.call('patch_note', { ...patch, ...args }))).toBe('ok');
      expect(text()).toBe(note.split(old).join(fresh));
    });

    test.each([
      [{ target: 'Nowhere' }, 'target_not_found'],
      [{ target: 'Log' }, 'target_ambiguous'],
      [{ targetType: 'block', target: 'none' }, 'target_not_found'],
      [{ value: 1 }, 'invalid_argument'],
      [{ content: undefined }, 'invalid_argument'],
      [{ content: undefined, value: 'x' }, 'invalid_argument'],
      [{ targetType: 'block', target: 't1', occurrence: 1 }, 'invalid_argument'],
      [{ ifMatch: 'old' }, 'version_conflict'],
      [{ path: 'broken', targetType: 'frontmatter', target: 'a' }, 'invalid_frontmatter'],
      [{ path: 'absent' }, 'not_found'],
      [{ path: 'data.csv' }, 'unsupported_file'],
      [{ path: '[[n#Top]]' }, 'invalid_path'],
    ])('%j fails with %s and changes nothing', async (args, expected) => {
      const before = vault.notes();
      expect(codeOf(await vault.call('patch_note', { ...patch, ...args }))).toBe(expected);
      expect(vault.notes()).toEqual(before);
    });

    test('makes a missing target on request', async () => {
      await vault.call('patch_note', {
        ...patch,
        path: 'plain',
        target: 'New::Deep',
        createTargetIfMissing: true,
      });
      expect(text('plain.md')).toBe('text\n\n# New\n## Deep\n- [ ] $1\n');
    });
  });

  test('a missing property is created without an option', async () => {
    const property = { targetType: 'frontmatter', operation: 'replace', target: 'status' };
    await vault.call('patch_note', { path: 'plain', ...property, value: 'done' });
    expect(text('plain.md')).toMatch(/^---\nstatus: done\n---\n/);
  });

  test('a property is the same in any letter case, whichever tool writes it', async () => {
    await vault.call('create_note', {
      path: 'Case.md',
      content: '---\nDue: 2026-01-01\n---\nx\n',
      frontmatter: { due: '2026-02-02' },
    });
    expect(text('Case.md')).toBe('---\nDue: 2026-02-02\n---\nx\n');
    await vault.call('update_frontmatter', { path: 'Case', set: { DUE: '2026-03-03' } });
    expect(text('Case.md')).toBe('---\nDue: 2026-03-03\n---\nx\n');
    const patch = { targetType: 'frontmatter', operation: 'replace', target: 'dUe', content: '2026-04-04' };
    await vault.call('patch_note', { path: 'Case', ...patch });
    expect(text('Case.md')).toBe('---\nDue: 2026-04-04\n---\nx\n');
    expect(await vault.ask('get_frontmatter', { path: 'Case', key: 'due' })).toMatchObject({
      key: 'Due',
      value: '2026-04-04',
    });
    const both = await vault.call('update_frontmatter', { path: 'Case', set: { Due: 1 }, remove: ['due'] });
    expect(codeOf(both)).toBe('invalid_argument');
    await vault.call('update_frontmatter', { path: 'Case', remove: ['due'] });
    expect(text('Case.md')).toBe('x\n');
  });

  describe('update_frontmatter', () => {
    test('changes the lines of its properties only', async () => {
      const answer = await vault.call('update_frontmatter', {
        path: 'n',
        set: { tags: ['two', 'three'], due: '2026-11-21' },
        remove: ['title', 'absent'],
      });
      expect(codeOf(answer)).toBe('ok');
      expect(text()).toBe(
        note
          .split('title: A # comment\r\n')
          .join('')
          .split('[one, two]')
          .join('[one, two, three]')
          .split('id: 007\r\n')
          .join('id: 007\r\ndue: 2026-11-21\r\n'),
      );
    });

    test('accepts a JSON text that clients send', async () => {
      await vault.call('update_frontmatter', {
        path: 'plain',
        set: '{"a": null}',
        remove: '["b"]',
        replace: 'true',
      });
      expect(text('plain.md')).toBe('---\na:\n---\ntext\n');
    });

    test.each([
      [{ path: 'broken', set: { b: 1 } }, 'invalid_frontmatter'],
      [{ path: 'list', set: { b: 1 } }, 'invalid_frontmatter'],
      [{ path: 'n' }, 'invalid_argument'],
      [{ path: 'n', set: { a: 1 }, remove: ['a'] }, 'invalid_argument'],
      [{ path: 'n', set: { tags: { add: ['x'] } } }, 'invalid_argument'],
      [{ path: 'plain', set: { Aliases: '{"$push":"x"}' } }, 'invalid_argument'],
      [{ paths: ['n', 'plain'], set: { cssclass: {} } }, 'invalid_argument'],
    ])('%j fails with %s and changes nothing', async (args, expected) => {
      const before = vault.notes();
      expect(codeOf(await vault.call('update_frontmatter', args))).toBe(expected);
      expect(vault.notes()).toEqual(before);
    });
  });

  describe('tags', () => {
    test('update_tags returns the remaining tags', async () => {
      const structured = await vault.ask('update_tags', { path: 'n', add: ['#three'], remove: ['ONE'] });
      expect(structured['tags']).toEqual(['two', 'three', 'one/nested']);
      expect(text()).toContain('tags: [two, three]');
      expect(text()).toContain('`#one` end #one/nested');
    });

    test('rename_tag changes every note that has it, and no code', async () => {
      const structured = await vault.ask('rename_tag', { from: 'one', to: 'uno' });
      expect(structured).toMatchObject({ filesChanged: 2 });
      expect(text()).toBe(
        note
          .split('[one')
          .join('[uno')
          .split('intro #one')
          .join('intro #uno')
          .split('end #one')
          .join('end #uno'),
      );
      expect(text('broken.md')).toBe('---\na: [\n---\ntext #uno\n');
      expect(codeOf(await vault.call('rename_tag', { from: 'one', to: 'uno' }))).toBe('not_found');
      expect(codeOf(await vault.call('rename_tag', { from: 'uno', to: 'a b' }))).toBe('invalid_argument');
    });
  });

  test('a note that is already as requested is not written', async () => {
    await vault.call('update_note', { path: 'plain', mode: 'append', content: 'x' });
    const before = vault.contents();
    for (const [tool, args] of [
      ['update_frontmatter', { path: 'n', set: { title: 'A' } }],
      ['update_tags', { path: 'n', add: ['one'] }],
      ['edit_note', { path: 'n', edits: [{ oldText: 'entry', newText: 'entry' }] }],
      ['rename_tag', { from: 'two', to: 'two' }],
    ] as const) {
      const structured = await vault.ask(tool, args);
      expect([tool, structured['changeId'], structured['error']]).toEqual([tool, undefined, undefined]);
    }
    expect(vault.contents()).toEqual(before);
  });
});

describe('rows of tables', () => {
  const books =
    '# Books\r\n\r\n## Read\r\n\r\n| Title | **Year** | Ort |\r\n|---|--:|---|\r\n| Dune | 1965 | A |\r\n\r\nAfter.\r\n\r\n## Two\r\n\r\n| A | B |\r\n|---|---|\r\n| 1 | 2 |\r\n\r\n| C | D |\r\n|---|---|\r\n';
  const ids = '# Log\nText\n\n  Day | Note\n  --- | ---\n  Mo | x\n^log\n\nEnd ^end';

  const vault = vaultForAll({
    files: { 'Books.md': books, 'Ids.md': ids, 'Last.md': '# T\n\na|b\n-|-' },
  });
  const { text } = vault;
  const patch = (target: string, value: unknown, more: object = {}): Promise<Answer> =>
    vault.call('patch_note', {
      path: 'Books',
      operation: 'append',
      targetType: 'heading',
      target,
      value,
      ...more,
    });

  interface Case {
    readonly name: string;
    readonly path?: string;
    readonly target: string;
    readonly value: unknown;
    readonly more?: object;
    readonly is: readonly [string, string];
  }

  const cases: readonly Case[] = [
    {
      name: 'below the last row of the table below a heading, with empty cells for other columns',
      target: 'Read',
      value: { title: 'Emma', year: 1815 },
      is: ['| Dune | 1965 | A |\r\n', '| Dune | 1965 | A |\r\n| Emma | 1815 |  |\r\n'],
    },
    {
      name: 'whose pipes and line breaks end no cell',
      target: 'Read',
      value: { Title: '[[a|b]] \\| c\r\nd', ORT: ['x', 'y'], Year: null },
      is: ['| A |\r\n', '| A |\r\n| [[a\\|b]] \\| c<br>d |  | x, y |\r\n'],
    },
    {
      name: 'given as JSON text, beside an empty content',
      target: 'Read',
      value: '{"Title":"Emma"}',
      more: { content: '' },
      is: ['| A |\r\n', '| A |\r\n| Emma |  |  |\r\n'],
    },
    {
      name: 'above the first one',
      target: 'Read',
      value: { Title: 'Emma' },
      more: { operation: 'prepend' },
      is: ['|---|--:|---|\r\n', '|---|--:|---|\r\n| Emma |  |  |\r\n'],
    },
    {
      name: 'of the only table below the heading that has the columns, which ends the note',
      target: 'Two',
      value: { D: 'x' },
      is: ['| C | D |\r\n|---|---|\r\n', '| C | D |\r\n|---|---|\r\n|  | x |\r\n'],
    },
    {
      name: 'of the table with a block id, above the id',
      path: 'Ids',
      target: '^log',
      value: { day: 'Tu' },
      more: { targetType: 'block' },
      is: ['  Mo | x\n', '  Mo | x\n  | Tu |  |\n'],
    },
    {
      name: 'of a table whose last line has no line break',
      path: 'Last',
      target: 'T',
      value: { b: 1, a: true },
      is: ['-|-', '-|-\n| true | 1 |'],
    },
  ];

  test.each(cases)(
    'patch_note adds a row $name',
    async ({ path = 'Books', target, value, more, is: [was, now] }) => {
      const before = text(`${path}.md`);
      const answer = await patch(target, value, { path, ...more });
      expect(codeOf(answer)).toBe('ok');
      expect(text(`${path}.md`)).toBe(before.replace(was, () => now));
      await vault.call('undo_change', { changeId: answer.structured['changeId'] });
      expect(text(`${path}.md`)).toBe(before);
    },
  );

  test.each<[string, string, unknown, object, string]>([
    ['an unknown column', 'Read', { Titel: 'x' }, {}, 'invalid_argument'],
    ['one column twice', 'Read', { Title: 'x', title: 'y' }, {}, 'invalid_argument'],
    ['no column', 'Read', {}, {}, 'invalid_argument'],
    ['an object in a cell', 'Read', { Title: {} }, {}, 'invalid_argument'],
    ['a list instead of columns', 'Read', ['x'], {}, 'invalid_argument'],
    ['a row beside text', 'Read', { Title: 'x' }, { content: 'y' }, 'invalid_argument'],
    ['a row in place of a section', 'Read', { Title: 'x' }, { operation: 'replace' }, 'invalid_argument'],
    ['columns of two tables', 'Two', { A: 1, C: 2 }, {}, 'invalid_argument'],
    ['several tables that fit', 'Same', { A: 1 }, { path: 'Same' }, 'target_ambiguous'],
    ['a section without a table', 'Log', { A: 1 }, { path: 'Plain' }, 'target_not_found'],
    ['a block that is no table', '^end', { A: 1 }, { path: 'Ids', targetType: 'block' }, 'target_not_found'],
  ])('patch_note refuses %s and writes nothing', async (_name, target, value, more, code) => {
    await vault.call('create_notes', {
      notes: [
        { path: 'Same', content: '# Same\n\nA|B\n-|-\n\nA|C\n-|-\n' },
        { path: 'Plain', content: '# Log\nx\n' },
      ],
    });
    const before = [text('Books.md'), text('Ids.md'), text('Same.md'), text('Plain.md')];
    expect(codeOf(await patch(target, value, more))).toBe(code);
    expect([text('Books.md'), text('Ids.md'), text('Same.md'), text('Plain.md')]).toEqual(before);
  });

  test.each([
    [{ C: 1, zz: 6 }, ['"zz"'], ['"C"', 'more than one']],
    [{ C: 1, c: 2, D: 3 }, ['more than one'], ['no column']],
  ])('of several tables the one that fits a row best is told: %j', async (row, said, unsaid) => {
    await vault.call('create_note', { path: 'Best', content: '# T\n\nA|B\n-|-\n\nC|D\n-|-\n' });
    const { structured } = await patch('T', row, { path: 'Best' });
    const message = String(field(structured, 'error', 'message'));
    expect([said, unsaid].map(words => words.filter(word => message.includes(word)))).toEqual([said, []]);
    expect(field(structured, 'error', 'candidates')).toEqual(['C', 'D']);
  });

  test('an unknown column is answered with those that there are', async () => {
    const { structured } = await patch('Read', { Titel: 'x' });
    expect(field(structured, 'error', 'candidates')).toEqual(['Title', '**Year**', 'Ort']);
  });
});

describe('a new note that takes links', () => {
  const vault = vaultForEach({
    isSettled: true,
    ...withNarrow({ deny: ['Diary.md'] }),
    files: {
      'Old/Plan.md': 'Prices.\n',
      'Old/Image.png': 'x',
      'Work/One.md': '[[Plan]] [[Plan#Costs|costs]] [[plan]] ![[Image.png]]\n',
      'Two.md': '[go](Missing.md) [[Old/Plan]] [[Other]]\n',
      'Diary.md': '[[Missing]]\n',
    },
  });
  const hints = async (tool: string, args: Record<string, unknown>, token?: string): Promise<string[]> => {
    const asked = token === undefined ? vault : vault.as(token);
    return z.array(z.string()).parse((await asked.ask(tool, args))['hints'] ?? []);
  };
  const ofLinks = (said: readonly string[]): string[] => said.filter(one => one.startsWith('Links in'));

  test.each([true, false])('is told with the files and both ends (dry run: %s)', async dryRun => {
    const notes = [{ path: 'Work/Plan' }, { path: 'Missing' }, { path: 'Unlinked' }];
    const said = ofLinks(await hints('create_notes', { notes, dryRun }));
    expect(said.toSorted()).toEqual([
      textMatching(/"Diary\.md", "Two\.md".*"Missing\.md"/u),
      textMatching(/"Work\/One\.md".*"Old\/Plan\.md".*"Work\/Plan\.md"/u),
    ]);
    for (const one of said) expect(/\bnow\b/u.test(one)).toBe(!dryRun);
  });

  test('is told without notes that the caller does not see', async () => {
    const said = ofLinks(await hints('create_note', { path: 'Missing', content: 'x' }, narrowToken));
    expect(said).toEqual([textMatching(/in "Two\.md" .*"Missing\.md"/u)]);
  });

  test.each([
    [1, 1],
    [200, 0],
  ])('is told as a whole or not at all: %i ms a note', async (ms, told) => {
    const { app } = vault.lectern.host;
    const { events, files } = ownersNotes(app);
    const context = {
      app,
      files,
      names: new NameIndex(app, events),
      slicer: steppingSlicer(undefined, ms).slicer,
    };
    const call = { dryRun: false, signal: new AbortController().signal };
    expect(await takenLinkHints(['Missing.md'], context, call)).toHaveLength(told);
  });

  test.each(['Work/Deep/Plan', 'Image', 'Two/One', 'Plan costs'])(
    'is not told of %s, to which no link would lead',
    async path => {
      expect(ofLinks(await hints('create_note', { path, content: 'x' }))).toEqual([]);
    },
  );
});
