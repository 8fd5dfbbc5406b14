/** Three hundred notes and some other files, which depend on nothing but their numbers. */
import { Random } from '../../pkg/bench/vault/random';
import type { Files } from '../support/files/vault-folder';
import { base64Of, pdf, png } from '../support/files/sample-files';

const count = 300;
const words =
  `harbour ledger mussel copper lantern ferry gravel willow barley compass anchor kettle ribbon saddle thimble
  orchard quarry pebble rafter sickle timber velvet walnut yarrow zinc amber bellows candle dairy ember flint
  walked walking mended mending books book boats boat lamp lamps café naïve Übung straße überall don't wasn't`.split(
    /\s+/u,
  );
const folders = [
  'Fields',
  'Fields/North',
  'Fields/North/Far',
  'Sea',
  'Sea/Boats',
  'Projects',
  'Closed',
  'Closed/Deep',
];
const statuses = ['open', 'done', 'waiting'];
const tags = ['field', 'field/north', 'sea', 'sea/boat', 'log', 'Log/Old', 'größe'];
const taskEnds = [
  '',
  ' 📅 2026-10-20',
  ' ⏫ 📅 2026-10-01',
  ' 🔁 every week 📅 2026-10-18',
  ' ⏳ 2026-10-17 🛫 2026-10-10',
  ' #field 🔽',
];

const noteName = (nth: number): string => `Note ${String(nth).padStart(3, '0')}`;

function pathOf(nth: number): string {
  return `Generated/${folders[nth % folders.length] ?? ''}/${noteName(nth)}.md`;
}

function sentence(random: Random): string {
  return `${Array.from({ length: random.between(5, 12) }, () => random.pick(words)).join(' ')}.`;
}

function properties(nth: number, random: Random): string[] {
  if (nth % 11 === 0) return [];
  if (nth % 92 === 5) return ['---', 'status: [broken', '---'];
  const month = String(random.between(1, 12)).padStart(2, '0');
  return [
    '---',
    `status: ${random.pick(statuses)}`,
    `rating: ${random.between(1, 5)}`,
    ...(nth % 3 === 0 ? [`due: 2026-${month}-0${random.between(1, 9)}`] : []),
    ...(nth % 5 === 0 ? [`aliases: [Alias ${nth}, "Other: ${nth}"]`] : []),
    ...(nth % 4 === 0 ? [`parent: "[[${noteName((nth * 7) % count)}]]"`] : []),
    ...(nth % 2 === 0 ? ['tags:', `  - ${random.pick(tags)}`, `  - ${random.pick(tags)}`] : []),
    '---',
  ];
}

function body(nth: number, random: Random): string[] {
  const link = (): string => noteName(random.below(count));
  return [
    `# ${noteName(nth)}`,
    '',
    `${sentence(random)} See [[${link()}]] and [[${link()}#Tasks|the tasks]]. #${random.pick(tags)}`,
    '',
    '## Tasks',
    '',
    `- [ ] ${sentence(random)}${random.pick(taskEnds)}`,
    `- [x] ${sentence(random)} ✅ 2026-10-0${random.between(1, 9)}`,
    ...(nth % 6 === 0 ? [`    - [/] nested ${random.pick(words)}`] : []),
    '',
    '## Log',
    '',
    ...Array.from({ length: random.between(1, 4) }, () => `${sentence(random)}\n`),
    ...(nth % 9 === 0
      ? ['```js', `const ${random.pick(['lamp', 'boat', 'book'])} = 1; // #code [[Code]]`, '```', '']
      : []),
    ...(nth % 13 === 0 ? [`A paragraph with an id. ^id-${nth}`, ''] : []),
    ...(nth % 17 === 0 ? [`[[Missing ${nth}]] and [[${noteName(nth)}#Nowhere]]`, ''] : []),
    ...(nth % 19 === 0 ? ['## Log', '', 'The second log.', ''] : []),
  ];
}

function noteOf(nth: number): string {
  const random = new Random(`note ${nth}`);
  return [...properties(nth, random), ...body(nth, random)].join('\n');
}

const canvas = JSON.stringify(
  {
    nodes: [
      {
        id: 'a',
        type: 'text',
        text: 'A card about the harbour [[Note 001]]',
        x: 0,
        y: 0,
        width: 200,
        height: 100,
      },
      { id: 'b', type: 'file', file: 'Generated/Sea/Note 003.md', x: 300, y: 0, width: 200, height: 100 },
    ],
    edges: [{ id: 'ab', fromNode: 'a', toNode: 'b', label: 'leads to' }],
  },
  undefined,
  '\t',
);

const base = `filters:
  and:
    - file.inFolder("Generated")
    - status == "open"
formulas:
  twice: rating * 2
views:
  - type: table
    name: Open ones
    order: [file.name, rating, formula.twice, due]
    sort:
      - property: rating
        direction: DESC
    limit: 20
  - type: table
    name: Grouped
    groupBy: { property: rating, direction: ASC }
    order: [file.name]
    limit: 10
`;

const others: Files = {
  'Generated/Map.canvas': canvas,
  'Generated/Open.base': base,
  'Generated/With base.md': `# With base\n\n\`\`\`base\n${base}\`\`\`\n`,
  'Generated/plan.pdf': pdf,
  'Generated/picture.png': png,
  'Generated/table.csv': 'name,number\nharbour,1\nledger,2\n',
  'Generated/data.json': `{"picture":"${base64Of(png)}"}`,
  'Generated/Old bytes.md': Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]),
  'Generated/Crlf.md': '# Crlf\r\n\r\n- [ ] a task\r\n\r\n## End\r\n\r\nlast\r\n',
  'Generated/Empty.md': '',
  'Generated/Long.md': `# Long\n\n${Array.from({ length: 400 }, (_, line) => `Line ${line} of the harbour ledger.`).join('\n')}\n`,
  'Prompts/Weekly plan.md':
    '---\ndescription: Plan a week\narguments:\n  - name: goal\n    description: What for\n    required: true\n---\nPlan a week for {{goal}}.\n',
};

export const generatedFiles: Files = {
  ...Object.fromEntries(Array.from({ length: count }, (_, nth) => [pathOf(nth), noteOf(nth)])),
  ...others,
};
