import type { TestClient } from '../support/clients';
import { RunningLectern } from '../support/lectern';
import { gardenFiles } from './garden-files';

const files = { ...gardenFiles, 'board.canvas': '{"nodes":[]}' };

let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files });
  await lectern.host.metadataSettled();
  client = await lectern.connect();
});
afterAll(() => lectern.close());

/** Dates, versions and changes differ from run to run. */
const textOf = async (tool: string, args: Record<string, unknown>): Promise<string[]> => {
  const { text } = await client.call(tool, args);
  return text
    .replace(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?!:)/g, () => 'MINUTE')
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
      '(cut; go on with startLine: 4)',
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
      'target_not_found: The note has no headings. Call without a heading: for the whole note, for its lines, or for a block by its id.',
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
    { where: ['status=open'], select: ['frontmatter.due', 'frontmatter.count', 'frontmatter.code', 'tags'] },
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
    { where: ['statu=open'] },
    ['0 notes', 'Hint: No note has a property "statu"; near names: status.'],
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
      'Mentions without a link',
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
  ['check_links', {}, ['1 found', 'Shed.md', '6: [[Gardn]] → Plans/Garden.md?']],
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

describe('the text of a result', () => {
  test.each(cases)('of %s with %j is lines', async (tool, args, lines) => {
    expect(await textOf(tool, args)).toEqual(lines);
  });
});
