/** Notes for the naive model: made from their parts, so that nothing has to read Markdown to know the parts. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

export type PartKind = 'line' | 'block' | 'section' | 'task' | 'task-todo' | 'task-done';
export type PropertyValue = string | number | null | readonly string[];

export interface NaiveNote {
  readonly path: string;
  readonly title: string;
  /** As it is in the file. */
  readonly text: string;
  /** Without `#`. */
  readonly tags: readonly string[];
  readonly properties: Readonly<Record<string, PropertyValue>>;
  /** In UTF-16 units of the text; lines are told from the text. */
  readonly parts: Readonly<Record<Exclude<PartKind, 'line'>, readonly Span[]>>;
}

/** A paragraph of lines, or a task by its box and its lines. */
type Block = readonly string[] | { readonly box: ' ' | 'x' | '-'; readonly lines: readonly string[] };

interface Description {
  readonly path: string;
  readonly properties?: Readonly<Record<string, PropertyValue>>;
  readonly tags?: readonly string[];
  /** The first has no heading where `heading` is left out. */
  readonly sections: readonly { readonly heading?: string; readonly blocks: readonly Block[] }[];
}

/** Writes a note and records where each of its parts is. */
function naiveNote({ path, properties = {}, tags = [], sections }: Description): NaiveNote {
  const parts: Record<Exclude<PartKind, 'line'>, Span[]> = {
    ...{ block: [], section: [], task: [] },
    ...{ 'task-todo': [], 'task-done': [] },
  };
  let text = '';
  const write = (lines: readonly string[], gap: string): Span => {
    const start = text.length;
    text += lines.join('\n');
    const span = { start, end: text.length };
    text += gap;
    parts.block.push(span);
    return span;
  };
  const yaml = Object.entries(properties).map(([name, value]) => `${name}: ${yamlOf(value)}`);
  if (yaml.length > 0) parts.section.push(write(['---', ...yaml, '---'], '\n'));
  for (const { heading, blocks } of sections) {
    const start = text.length;
    if (heading !== undefined) write([`# ${heading}`], '\n\n');
    for (const block of blocks) {
      if (!('box' in block)) {
        write(block, '\n\n');
        continue;
      }
      const [first = '', ...more] = block.lines;
      const task = write([`- [${block.box}] ${first}`, ...more.map(line => `  ${line}`)], '\n\n');
      parts.task.push(task);
      parts[block.box === ' ' ? 'task-todo' : 'task-done'].push(task);
    }
    parts.section.push({ start, end: text.length });
  }
  const title = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/u, () => '');
  return { path, title, text, tags, properties, parts };
}

function yamlOf(value: PropertyValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? `[${value.join(', ')}]` : String(value);
}

const words = ['dog', 'Dog', 'cat', 'hotdog', 'mix', 'Mix', 'flour', 'work', 'draft'];
const folders = ['', 'Work/', 'work/plan/', 'Dog/'];
const statuses: readonly (PropertyValue | undefined)[] = ['Draft', 'draft dog', 'Done', null, undefined];
const ranks: readonly (PropertyValue | undefined)[] = [3, 12, undefined];
const tagged: readonly (readonly string[])[] = [[], ['work'], ['work/plan'], ['Dog', 'working']];

/** Notes of a few words each, so that queries of a few words tell them apart: always the same ones. */
export function naiveNotes(count: number): NaiveNote[] {
  let state = 18;
  const below = (end: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * end);
  };
  const oneOf = <Value>(values: readonly Value[]): Value | undefined => values[below(values.length)];
  const line = (): string => Array.from({ length: 1 + below(3) }, () => oneOf(words)).join(' ');
  const lines = (): string[] => Array.from({ length: 1 + below(2) }, line);
  const block = (): Block => {
    const box = oneOf([' ', 'x', '-', undefined, undefined, undefined] as const);
    return box === undefined ? lines() : { box, lines: lines() };
  };
  return Array.from({ length: count }, (_, index) => {
    const tags = oneOf(tagged) ?? [];
    const inText = tags.slice(below(2));
    const known = { status: oneOf(statuses), rank: oneOf(ranks), tags: without(tags, inText) };
    const properties = Object.fromEntries(
      Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    );
    const sections = Array.from({ length: 1 + below(3) }, (_2, at) => ({
      ...(at === 0 ? {} : { heading: line() }),
      blocks: Array.from({ length: 1 + below(2) }, block),
    }));
    const [first] = sections;
    if (first !== undefined && inText.length > 0) first.blocks.push([inText.map(tag => `#${tag}`).join(' ')]);
    return naiveNote({ path: `${oneOf(folders) ?? ''}${line()} ${index}.md`, properties, tags, sections });
  });
}

function without(tags: readonly string[], others: readonly string[]): readonly string[] | undefined {
  const left = tags.filter(tag => !others.includes(tag));
  return left.length === 0 ? undefined : left;
}
