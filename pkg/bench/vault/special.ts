/** Notes with known contents: hubs, islands, broken links, odd files, and some to write to. */
import { folderSize, islandCount } from './planted';
import { Random } from './random';
import type { Vocabulary } from './words';

export interface SpecialFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

export interface BrokenLink {
  readonly source: string;
  readonly line: number;
  readonly link: string;
}

export const hubNames = ['Grand Hub', 'Second Hub', 'Third Hub'] as const;
export const hubPath = `Hubs/${hubNames[0]}.md`;
export const islandFolder = 'Islands';
export const plainFolder = 'Reference';
export const scratchTag = 'scratch';
export const samplePath = `${plainFolder}/Entry 01.md`;

export function hubs(vocabulary: Vocabulary): SpecialFile[] {
  return hubNames.map(name => ({ path: `Hubs/${name}.md`, content: proseNote(name, 900, vocabulary) }));
}

export function islands(vocabulary: Vocabulary): SpecialFile[] {
  return numbered(islandCount).map(number => ({
    path: `${islandFolder}/Island ${number}.md`,
    content: proseNote(`Island ${number}`, 400, vocabulary),
  }));
}

/** Notes without links, tags or properties, in one folder. */
export function plainNotes(vocabulary: Vocabulary): SpecialFile[] {
  return numbered(folderSize).map(number => ({
    path: `${plainFolder}/Entry ${number}.md`,
    content: proseNote(`Entry ${number}`, 2_000, vocabulary),
  }));
}

export function bigNotes(vocabulary: Vocabulary): SpecialFile[] {
  return [400_000, 200_000, 200_000].map((size, at) => ({
    path: `Library/Long read ${at + 1}.md`,
    content: proseNote(`Long read ${at + 1}`, size, vocabulary),
  }));
}

/** Notes that only the benchmark writes to. */
export function scratchNotes(): SpecialFile[] {
  const head = `---\ntags: [${scratchTag}]\nstatus: idle # kept as it is\ncount: 0\n---\n`;
  return ['Append', 'Properties', 'Edit', 'Patch'].map(name => ({
    path: `Scratch/${name}.md`,
    content: `${head}# ${name}\n\nFirst line.\n\n## Log\n\n- nothing yet\n\n## End\n\nLast line.\n`,
  }));
}

export function brokenLinks(): { files: SpecialFile[]; broken: BrokenLink[] } {
  const files: SpecialFile[] = [];
  const broken: BrokenLink[] = [];
  for (const number of numbered(4)) {
    const source = `Odd/Broken links ${number}.md`;
    const lines = ['# Broken links', ''];
    for (const item of numbered(10)) {
      const link = `Missing ${number}-${item}`;
      lines.push(`Leads nowhere: [[${link}]].`);
      broken.push({ source, line: lines.length, link });
    }
    files.push({ path: source, content: `${lines.join('\n')}\n` });
  }
  return { files, broken };
}

/** Notes that tools must survive. None of them has tags, properties or links that count. */
export function oddNotes(): SpecialFile[] {
  const latin1 = new Uint8Array([...new TextEncoder().encode('# Latin\n\nCaf'), 0xe9, 0x20, 0xff, 0x0a]);
  return [
    { path: 'Odd/Empty 1.md', content: '' },
    { path: 'Odd/Empty 2.md', content: '' },
    { path: 'Odd/Bad YAML 1.md', content: '---\nkey: [one, two\nother: "open\n---\n\n# Bad YAML\n' },
    { path: 'Odd/Bad YAML 2.md', content: '---\n\tkey: tab\n---\n\nText.\n' },
    { path: 'Odd/Bad YAML 3.md', content: '---\na: b: c\n---\n\nText.\n' },
    { path: 'Odd/Not UTF-8 1.md', content: latin1 },
    { path: 'Odd/Not UTF-8 2.md', content: new Uint8Array([0xff, 0xfe, 0x41, 0x00, 0x0a, 0x00]) },
    { path: 'Odd/Windows lines.md', content: '# Windows\r\n\r\nFirst.\r\nSecond.\r\n' },
    { path: 'Odd/Byte order mark.md', content: '\ufeff# Marked\n\nText.\n' },
    { path: 'Odd/Unclosed.md', content: '---\ntitle: never closed\n\nText.\n' },
    { path: 'Odd/One line.md', content: `${'long '.repeat(8_000)}\n` },
  ];
}

/** A note of prose of about so many characters. */
function proseNote(title: string, size: number, vocabulary: Vocabulary): string {
  const random = new Random(`special ${title}`);
  const blocks = [`# ${title}`];
  let length = 0;
  while (length < size) {
    const sentences = Array.from({ length: random.between(2, 6) }, () => vocabulary.sentence(random));
    const block = random.chance(0.2) ? `## ${vocabulary.title(random)}` : sentences.join(' ');
    blocks.push(block);
    length += block.length + 2;
  }
  return `${blocks.join('\n\n')}\n`;
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_item, at) => String(at + 1).padStart(2, '0'));
}
