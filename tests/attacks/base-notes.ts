/** Notes whose frontmatter is as large as it may be, each of another kind: what hostile bases read. */

/** Just below the limit of YAML. */
const size = 60_000;

/** As many pieces as fit. */
function filled(piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let index = 0, length = 0; length < size; index += 1) {
    const text = piece(index);
    pieces.push(text);
    length += text.length;
  }
  return pieces.join('');
}

const short = (index: number): string => index.toString(36);
const note = (frontmatter: string, text = 'Text.'): string => `---\n${frontmatter}\n---\n${text}\n`;

/** By the names of the notes, which are in a folder of their own. */
export const baseNotes: Readonly<Record<string, () => string>> = {
  map: () => note(`big:\n${filled(index => ` k${short(index)}: 1\n`)}`),
  keys: () => note(filled(index => `k${short(index)}: 1\n`)),
  list: () => note(`big: [${filled(index => `${index % 10},`)}]`),
  texts: () => note(`big: [${filled(index => `a${short(index)},`)}]`),
  links: () => note(`big: [${filled(index => `"[[${short(index)}]]",`)}]`),
  dates: () => note(`big: [${filled(index => `2026-01-${String((index % 28) + 1).padStart(2, '0')},`)}]`),
  tags: () => note(`tags: [${filled(index => `t${short(index)}/u,`)}]`),
  text: () => note(`big: ${'a'.repeat(size)}`),
  alias: () =>
    note(
      `a: &a [${'1,'.repeat(2000)}]\n${Array.from({ length: 45 }, (_item, index) => `k${index}: *a`).join('\n')}`,
    ),
  nested: () => note(`big: ${'['.repeat(20)}${filled(index => `[${index % 10}],`)}${']'.repeat(20)}`),
  wikilinks: () =>
    note('big: 1', Array.from({ length: 40_000 }, (_item, index) => `[[${short(index)}]]`).join(' ')),
};

export function pathOfBaseNote(kind: keyof typeof baseNotes): string {
  return `Bases/${kind}.md`;
}
