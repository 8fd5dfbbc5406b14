/** Notes that make one answer about one of them costly: long needles, repeated names, drawings. */

const needle = 49_001;
const line = 90_000;

/** For `text` and `heading`: a search that compares from one end reads nearly all of it at each place. */
export const longNeedles = {
  'of one letter': 'a'.repeat(needle),
  'that differs in its middle': `${'a'.repeat(needle / 2)}b${'a'.repeat(needle / 2)}`,
  'that differs at its end': `${'a'.repeat(needle - 1)}b`,
} as const;

export const nameText = 'ab '.repeat(2_500_000);

/** Of three letters, so that many fit into the YAML of one note. */
function aliasNote(note: number, count: number): string {
  const names = Array.from({ length: count }, (_item, index) =>
    (note * count + index).toString(36).padStart(3, '0'),
  );
  return `---\naliases: [${names.join(',')}]\n---\n`;
}

function drawing(kind: 'json' | 'compressed-json', scene: string): string {
  return `---\nexcalidraw-plugin: parsed\n---\n## Drawing\n\`\`\`${kind}\n${scene}\n\`\`\`\n`;
}

/** What lz-string would make of characters that never repeat: each is spelt out, and makes two entries. */
function packedCharacters(length: number): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const written: string[] = [];
  let [digit, bits] = [0, 0];
  const put = (value: number, width: number): void => {
    for (let bit = 0; bit < width; bit += 1) {
      digit = (digit << 1) | ((value >> bit) & 1);
      bits += 1;
      if (bits < 6) continue;
      written.push(digits.charAt(digit));
      [digit, bits] = [0, 0];
    }
  };
  let [width, left] = [2, 1];
  for (let index = 0; written.length < length; index += 1) {
    put(0, width);
    put(32 + (index % 64), 8);
    for (let entry = index === 0 ? 1 : 2; entry > 0; entry -= 1) {
      left -= 1;
      if (left > 0) continue;
      left = 2 ** width;
      width += 1;
    }
  }
  return written.join('');
}

const elements = Array.from({ length: 150_000 }, (_item, index) => `{"type":"text","text":"t${index}"}`);

export const costlyNotes: Readonly<Record<string, () => string>> = {
  'long-tasks': () => `- [ ] ${'a'.repeat(line)}\n`.repeat(20),
  'long-headings': () => `# ${'a'.repeat(line)}\n\n`.repeat(20),
  'long-headings-marked': () => `# ${'*ä_'.repeat(line / 3)}\n\n`.repeat(20),
  ab: () => 'A note of a short name.\n',
  'repeated-names': () => 'x '.repeat(3_000_000),
  ...Object.fromEntries(
    Array.from({ length: 6 }, (_item, index) => [`aliases-${index}`, () => aliasNote(index, 15_000)]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 900 }, (_item, index) => [`few-aliases-${index}`, () => aliasNote(index, 100)]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_item, index) => [
      `run-${index}`,
      () => (index % 2 === 0 ? 'a' : 'a-').repeat(64_000),
    ]),
  ),
  'drawing-openings': () => drawing('json', '## Drawing\n```json\n'.repeat(1_000_000)),
  'drawing-elements': () => drawing('json', `{"elements":[${elements.join(',')}]}`),
  'drawing-quotes': () =>
    drawing('json', `{"elements":[{"type":"text","text":"${'\\"'.repeat(3_900_000)}"}]}`),
  'drawing-slashes': () =>
    drawing('json', `{"elements":[{"type":"text","text":"${'\\'.repeat(7_800_000)}"}]}`),
  'drawing-packed': () => drawing('compressed-json', packedCharacters(7_000_000)),
  ...Object.fromEntries(
    Array.from({ length: 100 }, (_item, index) => [
      Array.from({ length: index + 1 }, () => 'x').join(' '),
      () => 'A note of a name of many words.\n',
    ]),
  ),
};

/** @param name a key of `costlyNotes` */
export function costlyPath(name: string): string {
  return `Costly/${name}.md`;
}
