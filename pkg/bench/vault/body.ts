/** Generates the body of one note of the benchmark's vault: headings, prose, lists, tasks, callouts, tables, code with fake tags and links. */
import { dateOf } from './frontmatter';
import type { NoteKind } from './places';
import { Random } from './random';
import type { Vocabulary } from './words';

export interface BodyFacts {
  readonly title: string;
  readonly kind: NoteKind;
  /** About so many characters. */
  readonly size: number;
  /** Links, tags and planted words: each goes into some paragraph, in a sentence of its own. */
  readonly extras: readonly string[];
}

interface Writer {
  readonly random: Random;
  /** For the text that is added to tasks: the rest of a note does not depend on it. */
  readonly ofTasks: Random;
  readonly sentence: () => string;
}

export function bodyOf(facts: BodyFacts, random: Random, vocabulary: Vocabulary): string {
  const isScript = facts.kind === 'script';
  const sentence = (): string => (isScript ? vocabulary.scriptSentence(random) : vocabulary.sentence(random));
  const writer: Writer = { random, ofTasks: new Random(`tasks ${facts.title}`), sentence };
  const paragraphs: string[][] = [[sentence()]];
  const blocks: (readonly string[])[] = [[`# ${facts.title}`], paragraphs[0] ?? []];
  let length = 0;
  while (length < facts.size) {
    const block = random.chance(0.55) ? paragraph(writer) : undefined;
    const lines = block ?? furniture(writer, facts);
    if (block !== undefined) paragraphs.push(block);
    blocks.push(lines);
    length += lines.reduce((sum, line) => sum + line.length + 1, 1);
  }
  for (const extra of facts.extras) {
    const target = random.pick(paragraphs);
    target.splice(random.between(1, target.length), 0, extraSentence(extra, sentence()));
  }
  const isParagraph = new Set<readonly string[]>(paragraphs);
  return `${blocks.map(block => block.join(isParagraph.has(block) ? ' ' : '\n')).join('\n\n')}\n`;
}

function extraSentence(extra: string, sentence: string): string {
  return `${sentence.slice(0, -1)} ${extra} ${sentence.slice(-1)}`;
}

/** Sentences. */
function paragraph({ random, sentence }: Writer): string[] {
  return Array.from({ length: random.between(1, 5) }, sentence);
}

/** Lines of anything but paragraphs. */
function furniture(writer: Writer, { title }: BodyFacts): string[] {
  const { random, sentence } = writer;
  const roll = random.next();
  if (roll < 0.35) return [`${'#'.repeat(random.between(2, 4))} ${sentence().slice(0, 40).trim()}`];
  if (roll < 0.6) return list(writer);
  if (roll < 0.75) return tasks(writer);
  if (roll < 0.83)
    return [`> [!${random.pick(['note', 'tip', 'warning'])}] ${sentence()}`, `> ${sentence()}`];
  if (roll < 0.9) return code(random, title);
  if (roll < 0.95)
    return ['| what | how much |', '| --- | ---: |', `| first | ${random.below(100)} |`, '| second | 7 |'];
  if (roll < 0.97) return [`${sentence()} ^block-${random.below(1_000_000).toString(36)}`];
  if (roll < 0.985) return ['$$', 'e = m c^2', '$$'];
  return [`%% ${sentence()} %%`];
}

function list({ random, sentence }: Writer): string[] {
  const mark = random.pick(['-', '*', '1.']);
  return Array.from({ length: random.between(2, 7) }, (_item, at) => {
    const indent = at > 0 && random.chance(0.25) ? '    ' : '';
    return `${indent}${mark} ${sentence()}`;
  });
}

function tasks({ random, ofTasks, sentence }: Writer): string[] {
  return Array.from(
    { length: random.between(1, 5) },
    () => `- [${random.chance(0.4) ? 'x' : ' '}] ${sentence()}${fields(ofTasks)}`,
  );
}

/** Fields of the Tasks plugin in one of its two forms, on half of the tasks. */
function fields(random: Random): string {
  if (random.chance(0.5)) return '';
  const isEmoji = random.chance(0.7);
  const field = (sign: string, key: string, value: string): string =>
    isEmoji ? ` ${sign} ${value}` : `  [${key}:: ${value}]`;
  return [
    random.chance(0.2) ? (isEmoji ? ' ⏫' : '  [priority:: high]') : '',
    random.chance(0.1) ? field('🔁', 'repeat', 'every week') : '',
    random.chance(0.3) ? field('🛫', 'start', dateOf(random)) : '',
    field('📅', 'due', dateOf(random)),
  ].join('');
}

/** Nothing in here counts as a tag or a link. */
function code(random: Random, title: string): string[] {
  const language = random.pick(['ts', 'python', 'dataview', '']);
  return [
    `\`\`\`${language}`,
    '#include <not-a-tag>',
    `const link = "[[${title} that is no link]]"; // #fake/tag`,
    `list(${random.below(1000)}) from #nowhere`,
    '```',
  ];
}
