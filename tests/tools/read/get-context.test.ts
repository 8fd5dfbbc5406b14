import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf, type TestClient } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { textMatching } from '../../support/matchers';

const files = {
  'Boiler.md':
    '---\ntags: [house]\n---\n# Boiler\n\nLast serviced in May by [[Ana]].\n\n- [ ] Call Ana 📅 2026-12-01\n- [ ] Find the manual\n- [x] Pay\n',
  'Ana.md': '---\nphone: 1\n---\n# Ana\n\nAna repairs heating.\nShe is in [[Boiler|the cellar]] often.\n',
  'Diary.md': 'A day.\n\n- Cold again, see [[Boiler]].\n- Read a book.\n',
  'Long.md': `${'A line about the pressure of water.\n'.repeat(2000)}[[Boiler]]\n`,
  'Gutter.md':
    '---\ntags: [house]\naliases: [Drain]\nwho: ["[[Ana]]"]\ndue: 2027-05-01\nblocked: false\nempty:\n---\n\n\n# Gutter\n\nRepair it in spring.\n\n## Gutter of the shed\n\nRepair it too.\n',
  'Owners meeting.md':
    '# Owners meeting\n\n## Decisions\n\nThe stairs are painted.\n\n# Another\n\nNothing of the kind.\n',
  'Okapi.md':
    '# Okapi\n\n## What\n\n```sh\n# a comment\n```\n\nBehind it.\n\n# Other\n\nNothing of the kind.\n',
  'Quagga.md': `# Quagga\n\n## Habitat\n\n${'Grass and more grass. '.repeat(100)}\n\n## Quagga today\n\nExtinct.\n`,
  'Lines.md': `# Axolotl\n\n${'\n'.repeat(500_001)}`,
  'Tapir.md': 'Tapir\n=====\n\n## What\n\nIt swims.\n',
  'Person.md': `---\nnumber: 12345678901234567890\n${'abcdefgh'
    .split('')
    .map(name => `${name}: ${name.repeat(60)}\n`)
    .join('')}phone: coelacanth\n---\n${'Words and words and '.repeat(40)}\n`,
  'Roof.md': `---\nnotes: ${'word '.repeat(200)}quetzal\ncost: 90\n---\nSlates of the chimney. Slates, chimney.\n`,
  'Chimney.md': '---\nmaterial: slates of the chimney\n---\nNothing else.\n',
  'Other.md': 'Nothing to do with it.\n',
  'Pier.md':
    '# Pier rebuild\n\n## Goal\n\nFinish the pier rebuild.\n\n## Steps\n\nOffer for the pier rebuild.\n\n## Hazards\n\nTides.\n',
  'Anchors.md': [
    'A film: Anchors 17, the kedge and the grapnel.',
    '## The kedge anchor\n\nHolds in sand.',
    '## The grapnel anchor\n\nHolds among rocks.',
    '### Differences in plain words\n\n- **Kedge anchor**: like a hook.\n- **Grapnel anchor**: like a claw.',
    '## Storage\n\nEach anchor has a different locker, and each locker its anchor.\n',
  ].join('\n\n'),
  'Rules.md': `${'## Rule\n\nThe one of the many in the shed.\n\n'.repeat(30)}## Lending the trailer\n\nTwo days.\n`,
};

const meetings = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [
    `Talks/${at}.md`,
    `---\ndate: 2026-10-0${at}\nwith: "[[Tutor]]"\ntype: talk\n---\nShe spoke of dendrochronology.\n`,
  ]),
);

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({ files: { ...files, 'Tutor.md': 'Office 3.\n', ...meetings } });
  await lectern.host.metadataSettled();
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function context(args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await client.call('get_context', args)).structured;
}

describe('get_context of a note', () => {
  test('returns its text, the paragraphs that link to it, open tasks and linked notes', async () => {
    const { structured, text } = await client.call('get_context', { path: 'Boiler' });
    expect(structured).toEqual({
      path: 'Boiler.md',
      versionId: textMatching(/^[0-9a-f]{20}$/),
      totalLines: 10,
      content: textMatching(/^1→---\n[^]*\n6→Last serviced in May by \[\[Ana\]\]\.\n/),
      linkedFrom: [
        {
          path: 'Ana.md',
          line: 7,
          text: 'Ana repairs heating.\nShe is in [[Boiler|the cellar]] often.',
        },
        { path: 'Diary.md', line: 3, text: '- Cold again, see [[Boiler]].' },
        { path: 'Long.md', line: 2001, text: '[[Boiler]]' },
      ],
      tasks: [
        { line: 8, text: 'Call Ana', due: '2026-12-01' },
        { line: 9, text: 'Find the manual' },
      ],
      neighbours: [
        { path: 'Ana.md', direction: 'both', text: 'Ana repairs heating.' },
        { path: 'Diary.md', direction: 'in', text: 'A day.' },
        { path: 'Long.md', direction: 'in', text: 'A line about the pressure of water.' },
      ],
      omitted: [],
    });
    expect(text).toContain('\n\nLinked from:\nAna.md:7\n  Ana repairs heating.\n  She is in');
    expect(text).toContain('\n\nOpen tasks:\n8 [ ] Call Ana · due 2026-12-01\n9 [ ] Find the manual\n\n');
    expect(text).toContain('\n\nLinked notes:\n↔ Ana.md · Ana repairs heating.\n← Diary.md · A day.\n');
  });

  test('says where to continue reading when the note does not fit', async () => {
    const { content, omitted } = await context({ path: 'Long', maxChars: 2000 });
    const lines = String(content).split('\n').length;
    expect(omitted).toEqual([`The note continues at line ${lines + 1}.`]);
  });

  test.each([500, 1000, 12_000])('has at most %d characters, texts of all parts together', async maxChars => {
    for (const path of ['Boiler', 'Long', 'Ana']) {
      const { content, linkedFrom, tasks, neighbours } = await context({ path, maxChars });
      const rows = [linkedFrom, tasks, neighbours]
        .flat(2)
        .flatMap(row => Object.values<unknown>({ ...z.looseObject({}).parse(row) }));
      expect(`${String(content)}${rows.join('')}`.length).toBeLessThanOrEqual(maxChars);
    }
  });

  test('reports what was left out of each part, and how to get it', async () => {
    expect((await context({ path: 'Boiler', maxChars: 500 }))['omitted']).toEqual(
      expect.arrayContaining([
        '2 more links to it: `get_links` with `direction: in`.',
        '1 more linked note: `get_links`.',
      ]),
    );
  });
});

describe('get_context of a note that properties link to', () => {
  test('shows their lines, not the properties around them', async () => {
    const { linkedFrom } = await context({ path: 'Tutor' });
    expect(linkedFrom).toHaveLength(10);
    expect(linkedFrom).toContainEqual({ path: 'Talks/4.md', line: 3, text: 'with: "[[Tutor]]"' });
  });
});

describe('get_context of a question', () => {
  test('keeps the blank lines of what it shows, also as text', async () => {
    const content = '# Music\n\n## Strings\n\nPlucked ones.\n\nThe zither among them.\n';
    await client.call('create_note', { path: 'Zithers', content });
    const { structured, text } = await client.call('get_context', { query: 'zither' });
    const shown = String(field(structured, 'sections', 0, 'text')).split('\n');
    expect(shown).toContain('');
    const lines = shown.map(line => (line === '' ? '' : `  ${line}`));
    expect(text).toContain(lines.join('\n'));
  });

  test('gives the sections of more than a few notes where they fit', async () => {
    const { sections } = await context({ query: 'who spoke of dendrochronology' });
    expect(sections).toHaveLength(10);
  });

  test('returns the best sections, and the surroundings of the best note', async () => {
    const { sections, path, tasks, content } = await context({ query: 'who serviced the boiler' });
    expect(path).toBe('Boiler.md');
    expect([sections].flat()[0]).toMatchObject({ path: 'Boiler.md', text: textMatching(/serviced in May/) });
    expect(tasks).toHaveLength(2);
    expect(content).toBeUndefined();
  });

  test('gives each note once with the properties that the question may ask for', async () => {
    const { structured, text } = await client.call('get_context', { query: 'repair the gutter' });
    const { sections } = z
      .object({ sections: z.array(z.looseObject({ path: z.string() })) })
      .parse(structured);
    expect(sections.filter(({ path }) => path === 'Gutter.md')).toMatchObject([
      { line: 11, properties: { who: ['[[Ana]]'], due: '2027-05-01', blocked: false } },
      { line: 15 },
    ]);
    expect(sections[1]).not.toHaveProperty('properties');
    expect(text).toContain('\nProperties: {"who":["[[Ana]]"],"due":"2027-05-01","blocked":false}\n');
  });

  test('leaves out properties that are long or already shown', async () => {
    const { sections } = z
      .object({ sections: z.array(z.looseObject({ path: z.string() })) })
      .parse(await context({ query: 'slates chimney' }));
    expect(sections).toEqual([
      {
        path: 'Chimney.md',
        line: 4,
        text: 'Nothing else.',
        properties: { material: 'slates of the chimney' },
      },
      { path: 'Roof.md', line: 5, text: textMatching(/^Slates/), properties: { cost: 90 } },
    ]);
  });

  test('shows what is below a heading that stands alone, once, and up to the next of its level', async () => {
    const { sections } = z
      .object({ sections: z.array(z.looseObject({ path: z.string() })) })
      .parse(await context({ query: 'owners meeting decisions' }));
    expect(sections).toEqual([
      {
        path: 'Owners meeting.md',
        line: 1,
        heading: 'Owners meeting',
        text: '# Owners meeting\n\n## Decisions\n\nThe stairs are painted.',
      },
    ]);
  });

  test('takes comments in code for no headings, and finds underlined ones', async () => {
    const sections = async (query: string) =>
      z.object({ sections: z.array(z.looseObject({})) }).parse(await context({ query })).sections;
    expect(await sections('okapi')).toMatchObject([
      { line: 1, text: '# Okapi\n\n## What\n\n```sh\n# a comment\n```\n\nBehind it.' },
    ]);
    expect(await sections('tapir')).toMatchObject([{ text: 'Tapir\n=====\n\n## What\n\nIt swims.' }]);
  });

  test('leaves no section out for one whose text was cut above it', async () => {
    const sections = z
      .object({ sections: z.array(z.looseObject({ path: z.string(), text: z.string() })) })
      .parse(await context({ query: 'quagga', maxChars: 2000 })).sections;
    expect(sections.map(({ text }) => text)).toEqual([
      textMatching(/^# Quagga\n\n## Habitat\n[^]*…$/),
      textMatching(/^## Quagga today\n\nExtinct\.$/),
    ]);
  });

  test('answers where a note has too many lines to be parsed', async () => {
    const { sections } = await context({ query: 'axolotl' });
    expect([sections].flat()).toEqual([expect.objectContaining({ path: 'Lines.md' })]);
  });

  test('marks what is cut, and shows first the properties that match', async () => {
    const query = { query: 'coelacanth', maxChars: 1000 };
    const { sections } = z.object({ sections: z.array(z.looseObject({})) }).parse(await context(query));
    expect(sections).toMatchObject([
      {
        path: 'Person.md',
        line: 13,
        text: textMatching(/^Words .{100,150}…$/),
        properties: { phone: 'coelacanth' },
      },
    ]);
    expect(sections[0]).not.toHaveProperty('properties.number');
  });

  test('means the note whose file name is asked for', async () => {
    const { sections, hints } = await context({ query: 'Person.md' });
    expect([[sections].flat(), hints]).toEqual([[expect.objectContaining({ path: 'Person.md' })], undefined]);
  });

  test('prefers a section with the rare words of the question to those with common words', async () => {
    const { sections } = await context({ query: 'lending the trailer' });
    expect([sections].flat()[0]).toMatchObject({ path: 'Rules.md', text: textMatching(/Two days/) });
  });

  test('prefers a section that has the words in its heading and text to those with some of them', async () => {
    const { sections } = await context({ query: 'difference between kedge and grapnel anchors' });
    const texts = z
      .array(z.looseObject({ text: z.string() }))
      .parse(sections)
      .map(({ text }) => text);
    expect(texts).toContainEqual(textMatching(/^### Differences[^]*a claw\.$/));
  });

  test('gives more sections of the best note than of others', async () => {
    const parts = (word: string): string =>
      `## One\n\n${word} a.\n\n## Two\n\n${word} b.\n\n## Three\n\n${word} c.\n`;
    for (const [path, word] of [
      ['Sextant', 'Sextant'],
      ['Aside', 'The sextant'],
    ] as const)
      await client.call('create_note', { path, content: parts(word) });
    const { sections } = await context({ query: 'sextant' });
    const paths = z
      .array(z.looseObject({ path: z.string() }))
      .parse(sections)
      .map(({ path }) => path);
    expect(paths).toEqual([...Array.from({ length: 3 }, () => 'Sextant.md'), 'Aside.md', 'Aside.md']);
  });

  test('gives the section that has what the name of the note lacks, wherever it stands', async () => {
    const { sections } = await context({ query: 'what are the hazards of the pier rebuild' });
    expect([sections].flat()).toContainEqual(
      expect.objectContaining({ path: 'Pier.md', text: textMatching(/^## Hazards\n\nTides/) }),
    );
  });

  test.each([
    'coelacanth',
    'slates of the chimney',
    'Gutter',
    'Quagga',
    'Tapir',
    'words',
    'Rule',
    'dendrochronology',
  ])('gives for %s lines of the text that it quotes', async query => {
    const { sections } = await context({ query });
    const rows = z
      .array(z.looseObject({ path: z.string(), line: z.int(), text: z.string() }))
      .parse(sections);
    expect(rows.length).toBeGreaterThan(0);
    for (const { path, line, text } of rows) {
      const own = readFileSync(join(lectern.folder.path, path), 'utf8').split('\n')[line - 1];
      expect([path, line, text]).toEqual([path, line, expect.stringContaining(own?.slice(0, 50) ?? '?')]);
      expect(own?.trim()).not.toBe('');
    }
  });

  test.each<[string, unknown[]]>([
    ['shed', [expect.stringMatching(/^`search` .*`matchesPerNote` shows up to 27 more matches/u)]],
    ['coelacanth', []],
    ['quetzal', ['Long properties that match are left out for "Roof.md": read the note.']],
    ['axolotl', []],
  ])('says for %s what it left out of the notes that it shows', async (query, omitted) => {
    expect((await context({ query }))['omitted']).toEqual(omitted);
  });

  test('gives a reason when it is empty', async () => {
    const { sections, omitted, hints } = await context({ query: 'zzyzx' });
    expect([sections, omitted]).toEqual([[], []]);
    expect(hints).toEqual([textMatching(/zzyzx/)]);
  });

  test('gives the same result twice', async () => {
    const [first, second] = [await context({ query: 'pressure' }), await context({ query: 'pressure' })];
    expect(first).toEqual(second);
  });
});

test('get_context takes either a note or a question', async () => {
  expect(codeOf(await client.call('get_context', {}))).toBe('invalid_argument');
  expect(codeOf(await client.call('get_context', { path: 'Ana', query: 'x' }))).toBe('invalid_argument');
});
