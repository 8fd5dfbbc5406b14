/** Notes of about 10 MB, each the worst of its kind. Made by a function each, so that they need not be held together. */

const size = 10_000_000;

function repeated(piece: string, total = size): string {
  return piece.repeat(Math.floor(total / piece.length));
}

function numbered(line: (index: number) => string, total = size): string {
  const lines: string[] = [];
  for (let length = 0, index = 0; length < total; index += 1) {
    const text = line(index);
    lines.push(text);
    length += text.length + 1;
  }
  return lines.join('\n');
}

/** Twelve levels deep, over and over. */
function nestedItems(index: number): string {
  return `${'  '.repeat(index % 12)}- item ${index}`;
}

const aliases = Array.from({ length: 40 }, (_item, index) => `key${index}: *long`).join('\n');

export const hostileNotes: Readonly<Record<string, () => string>> = {
  headings: () => numbered(index => `# h${index}`),
  'nested-headings': () => numbered(index => `${'#'.repeat((index % 6) + 1)} same`),
  'empty-headings': () => repeated('#\n'),
  'nested-items': () => numbered(nestedItems),
  'short-items': () => repeated('- a\n'),
  tasks: () => numbered(index => `- [ ] task ${index}`),
  quotes: () => numbered(index => `${'>'.repeat((index % 20) + 1)} q`),
  'one-letter': () => 'a'.repeat(size),
  'one-paragraph': () => repeated('words in a line\n'),
  'blank-lines': () => '\n'.repeat(size),
  tags: () => numbered(index => `#tag${index % 700_000}`),
  'deep-tags': () => repeated(`#${'a/'.repeat(3000)}b\n`),
  links: () => numbered(index => `[[note ${index}]]`),
  brackets: () => '['.repeat(size),
  'bracket-pairs': () => repeated('[]'),
  backticks: () => repeated('`a'),
  formulas: () => repeated('$a$ '),
  blocks: () => numbered(index => `text ^id${index}\n`),
  tables: () => `| a | b |\n| - | - |\n${repeated('| [[x]] | b |\n')}`,
  'yaml-aliases': () =>
    `---\nbase: &long "${'x'.repeat(20_000)}"\n${aliases}\n---\n${repeated('some words here\n')}`,
  html: () => repeated('<b a="1">x</b>\n'),
  'ordinary-20mb': () =>
    numbered(
      index => (index % 40 === 0 ? `\n## Part ${index}\n` : `Line ${index} of an ordinary note, with words.`),
      19_500_000,
    ),
};

export function pathOf(kind: keyof typeof hostileNotes): string {
  return `Hostile/${kind}.md`;
}
