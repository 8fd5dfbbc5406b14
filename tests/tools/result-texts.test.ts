/** The text of results, which repeats nothing. */
import { shortDiff } from '../../src/tools/shared/short-diff';
import { vaultForAll } from '../support/open-vault';
import { gardenFiles } from './garden-files';

describe('the text of a result', () => {
  const files = { ...gardenFiles, 'board.canvas': '{"nodes":[]}' };

  const vault = vaultForAll({ files, isSettled: true });

  /** Dates, versions and changes differ from run to run. */
  const textOf = async (tool: string, args: Record<string, unknown>): Promise<string[]> => {
    const { text } = await vault.call(tool, args);
    return text
      .replace(/\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC/g, () => 'MINUTE')
      .replace(/· \d{4}-\d{2}-\d{2}$/gm, () => '· DAY')
      .replace(/versionId:? \w+/g, () => 'VERSION')
      .replace(/changeId \S+/g, () => 'CHANGE')
      .split('\n');
  };

  const cases: readonly (readonly [string, Record<string, unknown>, readonly string[]])[] = [
    [
      'stat',
      { paths: ['Garden', 'Plans', 'Shed', 'None', 'board.canvas', '../x'] },
      [
        'Plans/Garden.md · 162 B · modified MINUTE · created MINUTE · VERSION · #garden #mint · aliases: Beds',
        'Plans/ · folder',
        'Shed.md · The shed · 93 B · modified MINUTE · created MINUTE · VERSION',
        'None · does not exist',
        'board.canvas · 12 B · modified MINUTE · created MINUTE',
        '../x · invalid_path: The path leaves its folder with "..". Give a path inside the vault, such as "Folder/Note.md".',
      ],
    ],
    [
      'read_note',
      { path: 'Garden', withContent: false, format: 'json' },
      [
        'Plans/Garden.md · 16 lines · 11 words · VERSION',
        'Properties: {"status":"open","due":"2026-12-01","count":3,"code":"12","tags":["garden"],"aliases":["Beds"]}',
        'Tags: #garden #mint',
        '162 B · modified MINUTE · created MINUTE',
        'Links to: Shed.md',
        '1 backlink',
      ],
    ],
    [
      'get_outline',
      { path: 'Mint', heading: 'Log' },
      ['target_not_found: The note has no headings. Leave the heading out to use the whole note.'],
    ],
    [
      'query_notes',
      {
        where: ['status=open'],
        select: ['frontmatter.due', 'frontmatter.count', 'frontmatter.code', 'tags'],
      },
      [
        '1 note',
        'path · frontmatter.due · frontmatter.count · frontmatter.code · tags',
        'Plans/Garden.md · 2026-12-01 · 3 · "12" · ["garden","mint"]',
      ],
    ],
    [
      'query_notes',
      { path: 'Plans', aggregate: ['max(modified)', 'min(created)'] },
      ['1 note', 'max(modified) = MINUTE', 'min(created) = MINUTE', 'Plans/Garden.md'],
    ],
    [
      'create_folder',
      { path: 'New', dryRun: true },
      ['would create folder New · dry run, nothing was written'],
    ],
  ];
  test.each(cases)('of %s with %j is lines', async (tool, args, lines) => {
    expect(await textOf(tool, args)).toEqual(lines);
  });
});

describe('titles', () => {
  const titled = (title: string): string => `---\ntitle: ${title}\n---\n`;

  const vault = vaultForAll({
    files: {
      'Music/DC.md': titled('AC/DC'),
      'Music/Named.md': titled('Named'),
      'Music/Ending.md': titled('Ending.md'),
      'Music/Beginning.md': titled('Begin'),
      'Music/Plain.md': '',
    },
  });

  test.each([
    ['list_notes', { path: 'Music' }],
    ['search', { query: 'path:Music' }],
  ])('%s shows a title beside the path unless it is the name of the file', async (tool, args) => {
    const lines = (await vault.call(tool, args)).text.split('\n').filter(line => line.startsWith('Music/'));
    // A number of words or a date follows.
    expect(lines.map(line => line.split(/ · (?=\d)/)[0]).sort()).toEqual([
      'Music/Beginning.md · Begin',
      'Music/DC.md · AC/DC',
      'Music/Ending.md',
      'Music/Named.md',
      'Music/Plain.md',
    ]);
  });
});

describe('one of anything', () => {
  const vault = vaultForAll({
    files: { 'One.md': '# One\n[[Two]]\n', 'Two.md': '- [ ] task [[One]]' },
  });

  /** One of anything is not counted as several, in any sentence that a model reads. */
  test.each([
    ['check_links', { path: 'One.md' }, 'The note has no broken link.'],
    ['check_links', {}, 'None of the 2 notes has a broken link.'],
    ['check_links', { path: 'One.md', kind: 'orphans' }, 'The note has a link from another file.'],
    ['check_links', { path: 'Two.md', kind: 'deadends' }, 'The note has a link to another note.'],
    ['read_note', { path: 'Two.md', startLine: 5 }, 'the note has 1 line.'],
    ['read_note', { path: 'One.md', heading: 'One', occurrence: 2 }, 'has only 1 heading with this name'],
    ['get_outline', { path: 'One.md' }, '1 heading or block'],
    ['get_outline', { path: 'Two.md' }, '1 line · 1 open task and 0 done · 1 link · 0 embeds'],
    [
      'query_notes',
      { path: '', where: ['name=One'], filter: { '>': [{ var: 'size' }, 99] } },
      '1 note matches',
    ],
    [
      'edit_note',
      { path: 'Two.md', edits: [{ startLine: 3, endLine: 3, newText: '' }], ifMatch: '@' },
      '1 line.',
    ],
  ])('%s %j says "%s"', async (tool, args, expected) => {
    const { versionId } = await vault.ask('read_note', { path: 'Two.md' });
    const { text } = await vault.call(tool, 'ifMatch' in args ? { ...args, ifMatch: versionId } : args);
    expect(text).toContain(expected);
  });
});

describe('the changed lines of a note with CRLF', () => {
  const vault = vaultForAll({ files: { 'Crlf.md': 'a\r\nb\r\n' } });

  test('are shown without carriage returns, which nobody should copy', async () => {
    const edits = [{ oldText: 'b', newText: 'new' }];
    const { text } = await vault.call('edit_note', { path: 'Crlf', edits, dryRun: true, diffLines: 9 });
    expect(text.split('\n')).toEqual(expect.arrayContaining(['-b', '+new']));
  });

  test('have them where a line gets another line break', () => {
    const diff = '@@ -1 +1 @@\n-a\r\n+a';
    expect(shortDiff(diff)).toEqual(['@1', '-a\\r', '+a']);
  });
});

describe('texts of notes in rows', () => {
  const vault = vaultForAll({
    files: {
      'list.md': '- Projects\n\t- Widget plan\n\t- [ ] nested\n',
      'Widget.md': '# A, b\n# C\n',
      'lines.md': '---\nsummary: |\n  one\n  two\nend: "trail "\ntitle: Real · 9 words\n---\n',
      'tasks.md': '- [ ] pay · due 2020-01-01\n[[nope → A]]\n',
      'about.md': '# Zebra\nzebra question\nProperties: {"a":1}\n',
    },
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['suggest_links', { path: 'list' }, '2→\t- [[Widget]] plan'],
    [
      'update_task',
      { path: 'list', line: 3, expectedText: 'nested', status: 'done', dryRun: true },
      '\t- [x] nested',
    ],
    ['get_frontmatter', { path: 'lines' }, 'summary: "one\\ntwo\\n"'],
    ['get_frontmatter', { path: 'lines' }, 'end: "trail "'],
    ['query_notes', { groupBy: 'summary', where: ['summary'] }, '"one\\ntwo\\n": 1 note'],
    ['list_notes', { where: ['summary'] }, 'lines.md · "Real · 9 words" · '],
    ['list_tasks', { path: 'tasks.md' }, '1 - [ ] "pay · due 2020-01-01"'],
    ['check_links', { path: 'tasks.md' }, '2: "nope → A"'],
    ['get_context', { query: 'zebra question' }, '\n  Properties: {"a":1}'],
    [
      'patch_note',
      { path: 'Widget', targetType: 'heading', target: 'zzz', operation: 'append', content: 'x' },
      'Candidates: "A, b", C',
    ],
  ])('%s %j tells %j', async (tool, args, expected) => {
    expect((await vault.call(tool, args)).text).toContain(expected);
  });
});
