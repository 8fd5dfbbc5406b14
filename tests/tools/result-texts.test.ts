/** The text of results, which repeats nothing. */
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
      'list',
      { recursive: true, includes: ['*.md'] },
      [
        '3 of 3 items',
        'Plans/Garden.md · 162 B · modified MINUTE',
        'Mint.md · 34 B · modified MINUTE',
        'Shed.md · 93 B · modified MINUTE',
      ],
    ],
    [
      'list_notes',
      {},
      [
        '3 of 3 notes',
        'Plans/Garden.md · 11 words · modified MINUTE #garden #mint',
        'Mint.md · 6 words · modified MINUTE #garden',
        'Shed.md · The shed · 5 words · modified MINUTE',
      ],
    ],
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
      { path: 'Garden', heading: 'Log' },
      [
        'Plans/Garden.md · lines 13–16 of 16 · 11 words · VERSION',
        '13→## Log',
        '14→',
        '15→- sown',
        '16→- [ ] water it ^w1',
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
      'read_note',
      { path: 'Garden', maxChars: 40 },
      [
        'Plans/Garden.md · lines 1–3 of 16 · 11 words · VERSION',
        '1→---',
        '2→status: open',
        '3→due: 2026-12-01',
        '(cut; continue with startLine: 4)',
      ],
    ],
    [
      'read_notes',
      { paths: ['Mint', 'Shedd'], withLineNumbers: false },
      [
        '== Mint.md · VERSION',
        'Mint grows near the Shed. #garden',
        '',
        '== Shedd · not_found: There is no note at the path "Shedd". Use one of the candidates, or find the path with `list`. Candidates: Shed.md',
      ],
    ],
    [
      'get_outline',
      { path: 'Garden' },
      [
        'Plans/Garden.md · 16 lines · 1 open task and 0 done · 1 link · 0 embeds',
        'VERSION',
        'Properties: status, due, count, code, tags, aliases',
        '3 headings and blocks',
        '9-16 # Garden (74 characters)',
        '13-16 ## Log (34 characters)',
        '16 ^w1',
      ],
    ],
    [
      'get_outline',
      { path: 'Mint', heading: 'Log' },
      [
        'target_not_found: The note has no headings. Leave the heading out to use the whole note, or name lines or a block id instead.',
      ],
    ],
    ['read_attachment', { path: 'board.canvas' }, ['board.canvas · 12 B · application/json · VERSION', '']],
    [
      'query_notes',
      { where: ['status=open'], select: ['path', 'frontmatter.due', 'frontmatter.count'] },
      ['1 note', 'path · frontmatter.due · frontmatter.count', 'Plans/Garden.md · 2026-12-01 · 3'],
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
      { where: ['status'], groupBy: 'frontmatter.status', aggregate: ['count', 'sum(frontmatter.count)'] },
      [
        '2 groups',
        'group: notes · count · sum(frontmatter.count)',
        'done: 1 note · 1 · 0 (1 value left out)',
        'open: 1 note · 1 · 3',
      ],
    ],
    [
      'query_notes',
      { path: 'Plans', aggregate: ['max(modified)', 'min(created)'] },
      ['1 note', 'max(modified) = MINUTE', 'min(created) = MINUTE', 'Plans/Garden.md'],
    ],
    [
      'query_notes',
      { where: ['statu=open'] },
      ['0 notes', 'Hint: No note has a property "statu"; similar names: status.'],
    ],
    ['list_tags', {}, ['2 tags', '#garden · 2 notes', '#mint · 1 note']],
    [
      'list_properties',
      { property: 'status' },
      ['2 values', 'done · 1 note: Shed.md', 'open · 1 note: Plans/Garden.md'],
    ],
    [
      'get_frontmatter',
      { path: 'Garden' },
      [
        'Plans/Garden.md · VERSION',
        'status: open',
        'due: 2026-12-01',
        'count: 3',
        'code: "12"',
        'tags: ["garden"]',
        'aliases: ["Beds"]',
      ],
    ],
    ['get_frontmatter', { path: 'Shed', key: 'NEAR' }, ['Shed.md · VERSION', 'near: [[Garden]]']],
    ['get_frontmatter', { path: 'Mint' }, ['Mint.md · VERSION · no properties']],
    [
      'get_tags',
      { path: 'Garden' },
      ['Plans/Garden.md · 2 tags', 'Frontmatter: #garden', 'Text: #mint (line 11)'],
    ],
    [
      'get_links',
      { path: 'Garden', includeUnlinked: true },
      [
        'Plans/Garden.md · 4 links',
        'Links in it',
        '11 → Shed.md: Plant #mint in the [[Shed]].',
        'Links to it in properties',
        'Shed.md:4: near',
        'Links to it',
        'Shed.md:6: Tools. See [[Garden]] and [[Gardn]].',
        'Unlinked mentions',
        'Mint.md:1: Mint grows near the Shed. #garden',
      ],
    ],
    [
      'get_links',
      { path: 'Mint', withContext: false },
      [
        'Mint.md · 0 links',
        'Links in it: none',
        'Links to it: none',
        'Hint: Nothing links to it, and it links to nothing. Search for its name to find unlinked mentions.',
      ],
    ],
    ['check_links', {}, ['1 broken link', 'Shed.md', '6: Gardn → Plans/Garden.md?']],
    [
      'explore_graph',
      { path: 'Garden', to: 'Mint' },
      [
        '2 notes, 2 links',
        'Shortest path: none',
        '0 Plans/Garden.md',
        '1 Shed.md · The shed',
        'Links:',
        'Plans/Garden.md → Shed.md',
        'Shed.md → Plans/Garden.md',
      ],
    ],
    ['resolve_link', { link: '[[Garden#Log]]' }, ['Plans/Garden.md · lines 13–16']],
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

describe('the text of search results repeats nothing', () => {
  const vault = vaultForAll({ files: gardenFiles, isSettled: true });

  const cases: readonly (readonly [query: string, lines: readonly string[]])[] = [
    [
      'mint',
      [
        '2 notes, 3 matches',
        '',
        'Mint.md · DAY',
        '1: Mint grows near the Shed. #garden',
        '',
        'Plans/Garden.md · DAY',
        '11: Plant #mint in the [[Shed]].',
      ],
    ],
    [
      'garden',
      [
        '3 notes, 6 matches',
        '',
        'Plans/Garden.md · DAY',
        '6: tags: [garden]',
        '',
        'Mint.md · DAY',
        '1: Mint grows near the Shed. #garden',
        '',
        'Shed.md · The shed · DAY',
        '6: Tools. See [[Garden]] and [[Gardn]].',
        '(1 more)',
      ],
    ],
    [
      'mint tools',
      [
        '3 notes with some of the words',
        '',
        'Mint.md · DAY · partial, missing: tools',
        '1: Mint grows near the Shed. #garden',
        '',
        'Shed.md · The shed · DAY · partial, missing: mint',
        '6: Tools. See [[Garden]] and [[Gardn]].',
        '',
        'Plans/Garden.md · DAY · partial, missing: tools',
        '11: Plant #mint in the [[Shed]].',
        '',
        'Hint: Each word occurs, but no note has all of them: the notes shown have some of them.',
      ],
    ],
    [
      'how does mint grow near what we sowed in the shed',
      [
        '2 notes with some of the words',
        '',
        'Mint.md · DAY · partial, missing: sowed',
        '1: Mint grows near the Shed. #garden',
        '',
        'Plans/Garden.md · DAY · partial, missing: sowed, grow, near',
        '11: Plant #mint in the [[Shed]].',
        '',
        'Hint: No note has "sowed".',
      ],
    ],
    ['beds', ['1 note, 1 match', '', 'Plans/Garden.md · DAY', '7: aliases: [Beds]']],
    ['sown', ['1 note, 1 match', '', 'Plans/Garden.md · DAY', '15: (Log) - sown']],
  ];
  test.each(cases)('for %s', async (query, lines) => {
    const { text } = await vault.call('search', { query });
    expect(text.replace(/· \d{4}-\d{2}-\d{2}(?= · |$)/gm, () => '· DAY').split('\n')).toEqual(lines);
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
    ['check_links', { path: 'One.md', kind: 'orphans' }, 'The note has a link from another note.'],
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
