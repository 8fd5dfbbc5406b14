/** Every tool answers the same over a vault with and without what the caller may not see, after changes and undos too. */
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { base64Of, png } from '../support/files/sample-files';
import type { ToolListing } from '../support/clients';
import type { Files } from '../support/files/vault-folder';
import { RuledVault } from './vault-with-rules';
import { random, type Random } from './random';

/** For each tool; more by hand: `LECTERN_RULE_QUESTIONS=20 LECTERN_RULE_SEEDS=10 npx jest tests/rules/same-answers`. */
const questionsEach = Number(process.env['LECTERN_RULE_QUESTIONS'] ?? 4);

const open: Files = {
  'Open/o.md':
    '---\ntags: [x, shared]\n---\n# H\nsee [[n]] and [[merger]] #shared\n- [ ] text #shared 📅 2026-01-01\n',
  'Open/n.md': '# H\nn [[o]] [m](merger.md) text\n',
  'Open/Deep/d.md': 'deep [[Open/n]] text\n',
  'Mine/m.md': 'mine [[d]]\n',
  'pic.png': 'x',
  'Open/board.canvas': JSON.stringify({
    nodes: [
      { id: 'a', type: 'text', text: 'see [[merger]]', x: 0, y: 0, width: 9, height: 9 },
      { id: 'b', type: 'file', file: 'Open/n.md', x: 0, y: 0, width: 9, height: 9 },
    ],
    edges: [{ id: 'e', fromNode: 'a', toNode: 'b' }],
  }),
};
const closed: Files = {
  'Secret/merger.md': '# H\nCANARY [[n]] [[o]] [[m]] #shared #secret\n- [ ] CANARY #shared\n',
  'Secret/Takeover/n.md': 'CANARY namesake [[d]]\n',
  'Secret/links.md': '[[Open/n]] [[Mine/m]] [x](../Open/o.md) CANARY\n',
  'Secret/pic.png': 'CANARY',
  'Secret/board.canvas': '{"nodes":[{"id":"1","type":"file","file":"Open/n.md"}]}',
};
const paths = [
  ...[
    'Open/o',
    'Open/n.md',
    'Open/Deep/d',
    'Mine/m',
    'Mine/merger',
    'Open/new',
    'n',
    'merger',
    'Open',
    'Mine',
  ],
  ...[
    'Secret/merger',
    'Secret',
    'Secret/absent',
    'SECRET/merger.md',
    '[[n]]',
    '[[merger]]',
    'Mine/links',
    'absent',
  ],
];
const texts = ['text', 'CANARY', 'shared', 'n', 'H', '[[merger]]', 'x'];

const propertySchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
});
const inputSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

const boards = ['Open/board.canvas', 'board', 'Secret/board.canvas', 'Secret/absent.canvas', 'absent.canvas'];
const images = ['pic.png', 'Secret/pic.png', 'Secret/absent.png'];

function canvasOperation(draw: Random): Record<string, unknown> {
  const file = draw.of(paths);
  return draw.of([
    { action: 'add_node', fields: { type: 'file', file } },
    { action: 'add_node', fields: { type: 'text', text: draw.of(texts) } },
    { action: 'add_node', fields: { type: 'group', background: draw.of(images) } },
    { action: 'update_node', id: 'b', fields: { file } },
    { action: 'add_edge', fields: { fromNode: 'a', toNode: draw.of(['b', 'absent']) } },
    { action: 'remove_node', id: draw.of(['a', 'b']) },
  ]);
}

function valueOf(name: string, schema: unknown, draw: Random): unknown {
  if (name === 'operations') return [canvasOperation(draw)];
  const { type, enum: choices, items } = propertySchema.parse(schema ?? {});
  if (choices !== undefined) return draw.of(choices);
  if (name === 'data') return base64Of(png);
  if (name === 'mediaType') return 'image/png';
  if (name === 'name') return draw.of(['pic.png', 'Open/pic.png', 'Secret/pic.png', 'pic']);
  if (type === 'boolean') return draw.of([true, false]);
  if (type === 'integer' || type === 'number') return 1 + draw.below(4);
  if (type === 'array') return [valueOf(name, items, draw)];
  if (type === 'object') {
    const hasFields = z.looseObject({ properties: z.unknown() }).safeParse(schema).success;
    return hasFields ? argumentsOf(schema, draw) : { k: draw.of(texts) };
  }
  return /path|note|from|template|link/i.test(name) ? draw.of(paths) : draw.of(texts);
}

function argumentsOf(schema: unknown, draw: Random): Record<string, unknown> {
  const { properties, required } = inputSchema.parse(schema);
  const chosen = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (name !== 'dryRun' && draw.below(10) < 3),
  );
  return Object.fromEntries(chosen.map(([name, property]) => [name, valueOf(name, property, draw)]));
}

type Question = readonly [string, Record<string, unknown>];

function questionsFor(tools: readonly ToolListing[], seed: number): Question[] {
  const draw = random(seed);
  const questions: Question[] = [];
  for (let round = 0; round < questionsEach; round += 1)
    for (const { name, inputSchema: schema } of tools) {
      const args = argumentsOf(schema, draw);
      questions.push([name, name === 'edit_canvas' ? { ...args, path: draw.of(boards) } : args]);
      if (draw.below(6) === 0) questions.push(['move', { path: draw.of(paths), newPath: draw.of(paths) }]);
      if (draw.below(6) === 0) questions.push(['undo_change', {}], ['list_changes', {}]);
    }
  return questions;
}

function plain(answer: unknown): string {
  return JSON.stringify(answer)
    .replace(/[0-9a-z]{9}-[0-9a-z]{4}-[0-9a-z]+/g, () => 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, () => 'TIME')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, () => 'TIME')
    .replace(/(nextCursor[\\":]+|More with cursor: )[\w-]+/g, (_found, name: string) => `${name}CURSOR`)
    .replace(/http:\/\/127\.0\.0\.1:\d+\/upload\/[\w-]+/g, () => 'UPLOAD')
    .replace(/lectern-test-\w+/g, () => 'FOLDER');
}

const stamp = new Date('2026-01-01T00:00:00Z');

async function start(files: Files): Promise<RuledVault> {
  return RuledVault.start(
    files,
    { agent: { deny: ['Secret'] } },
    {
      prepare: folder => {
        for (const path of Object.keys(files)) utimesSync(join(folder.path, path), stamp, stamp);
      },
    },
  );
}

async function answersOf(files: Files, { seed, isReversed }: Drawing): Promise<string[]> {
  const entries = Object.entries(files);
  const vault = await start(Object.fromEntries(isReversed ? entries.reverse() : entries));
  const client = vault.as('agent');
  const found: string[] = [];
  let last: unknown;
  const questions = questionsFor(await client.listTools(), seed);
  for (const [tool, args] of isReversed ? questions.reverse() : questions) {
    const isUndo = tool === 'undo_change' && last !== undefined;
    const answer = await client.call(tool, isUndo ? { ...args, changeId: last } : args);
    last = answer.structured['changeId'] ?? last;
    found.push(`${tool} ${JSON.stringify(args)} ${plain([answer.isError, answer.structured, answer.text])}`);
  }
  await vault.close();
  return found;
}

interface Drawing {
  readonly seed: number;
  /** Both the files of the vault and the calls come in reverse. */
  readonly isReversed: boolean;
}

/** With a number of seeds given, each is drawn in both orders. */
const seeds = Number(process.env['LECTERN_RULE_SEEDS'] ?? 2);
const drawings: readonly Drawing[] = Array.from({ length: seeds }, (_item, index) => index + 1).flatMap(
  seed =>
    process.env['LECTERN_RULE_SEEDS'] === undefined
      ? [{ seed, isReversed: seed % 2 === 0 }]
      : [
          { seed, isReversed: false },
          { seed, isReversed: true },
        ],
);

test.each(drawings)(
  'tools give the same results with and without hidden notes, for seed $seed, reversed: $isReversed',
  async drawing => {
    const having = await answersOf({ ...closed, ...open }, drawing);
    const lacking = await answersOf(open, drawing);
    expect(having.length).toBeGreaterThan(questionsEach * 30);
    expect(having.filter((answer, index) => answer !== lacking[index])).toEqual([]);
    expect(having.filter(answer => answer.includes('Takeover'))).toEqual([]);
  },
  600_000,
);
