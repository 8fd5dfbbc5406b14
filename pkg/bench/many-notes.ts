/**
 * Times changes of many notes in the built product, by the clock and by the processor, each with the longest work
 * between two turns of its event loop: a text replaced in 500 notes, a heading renamed with 300 links in 200 notes, a
 * property renamed in 500, a note merged that 200 link to. Each is undone before the next round. Run by
 * `node pkg/bench/many-notes.mjs`, with words of the jobs that are wanted.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { answerOf, McpClient, type ToolResult } from './product/mcp-client';
import { Product } from './product/product';
import type { ServerProcess } from './product/server-process';

const notes = 2_000;
const rounds = 5;

interface Job {
  readonly name: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** Milliseconds. */
  readonly goal: number;
}

const jobs: readonly Job[] = [
  {
    // The floor of the others on a busy machine: it also changes a place in 500 notes.
    name: 'rename_tag: 500 notes',
    tool: 'rename_tag',
    args: { from: 'client', to: 'customer' },
    goal: 1_500,
  },
  {
    name: 'replace_in_notes: 500 notes, preview',
    tool: 'replace_in_notes',
    args: { find: 'Acme', replace: 'Globex', maxFiles: 500 },
    goal: 1_500,
  },
  {
    name: 'replace_in_notes: 500 notes',
    tool: 'replace_in_notes',
    args: { find: 'Acme', replace: 'Globex', maxFiles: 500, confirm: 1_000 },
    goal: 1_500,
  },
  {
    name: 'replace_in_notes: 500 notes, pattern',
    tool: 'replace_in_notes',
    args: { find: '(A)cm(?<e>e)', replace: '$<e>$1', regex: true, maxFiles: 500, confirm: 1_000 },
    goal: 1_500,
  },
  {
    name: 'rename_heading: 300 links in 200 notes',
    tool: 'rename_heading',
    args: { path: 'Hub', heading: 'Goals', newHeading: 'Aims' },
    goal: 500,
  },
  {
    name: 'rename_property: 500 notes',
    tool: 'rename_property',
    args: { property: 'due', newProperty: 'deadline' },
    goal: 1_500,
  },
  {
    name: 'merge_notes: 300 links in 200 notes',
    tool: 'merge_notes',
    args: { from: 'Hub', into: 'Notes/1999' },
    goal: 500,
  },
];

const report = z.object({ longestWork: z.number(), processorTime: z.number() });

/** About 4 kB; the first 500 name a client and have a property, the next 200 link to the hub. */
function textOf(index: number): string {
  const filler = 'Some words of an ordinary note, with a [[Notes/7|link]] and a #tag in it.\n'.repeat(50);
  if (index < 500)
    return `---\ndue: 2026-01-01\n---\n# Note ${index}\nAcme paid. #client\n${filler}Then Acme went.\n`;
  if (index < 600) return `# Note ${index}\nSee [[Hub#Goals]] and [[Hub#Goals|them]].\n${filler}`;
  return index < 700 ? `# Note ${index}\nSee [m](../Hub.md#Goals).\n${filler}` : `# Note ${index}\n${filler}`;
}

function makeVault(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-many-'));
  mkdirSync(join(folder, 'Notes'));
  writeFileSync(join(folder, 'Hub.md'), '# Hub\n## Goals\ntext\n');
  for (let index = 0; index < notes; index += 1)
    writeFileSync(join(folder, 'Notes', `${index}.md`), textOf(index));
  return folder;
}

function ask(server: ServerProcess, question: 'watch' | 'report'): Promise<unknown> {
  return new Promise(resolve => {
    server.child.once('message', resolve);
    server.child.send(question);
  });
}

interface Timing {
  /** Milliseconds, by the clock. */
  readonly ms: number;
  /** Milliseconds of processor time: in all, and the longest between two turns of the loop. */
  readonly processor: number;
  readonly block: number;
}

async function timed(server: ServerProcess, client: McpClient, job: Job): Promise<Timing> {
  await ask(server, 'watch');
  const reply = await client.call(job.tool, job.args);
  const { longestWork, processorTime } = report.parse(await ask(server, 'report'));
  const answer: ToolResult = answerOf(reply);
  if (answer.error !== undefined) throw new Error(`${job.name}: ${answer.text}`);
  const { changeId } = answer.structured;
  if (changeId !== undefined) await client.ask('undo_change', { changeId });
  // Reading the notes after an undo is not the next round's work: these calls wait for it.
  await client.ask('list_notes', { tag: 'client', limit: 1 });
  await client.ask('search', { query: 'ordinary' });
  return { ms: reply.milliseconds, processor: processorTime, block: longestWork };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

const vault = makeVault();
const product = new Product({ folder: process.cwd(), vault });
const server = await product.start(product.freshState(), true);
const client = new McpClient(server);
try {
  await client.ask('search', { query: 'ordinary' });
  const words = process.argv.slice(2);
  for (const job of jobs.filter(({ name }) => words.every(word => name.includes(word)))) {
    const timings: Timing[] = [];
    for (let round = 0; round < rounds; round += 1) timings.push(await timed(server, client, job));
    const ms = median(timings.map(one => one.ms));
    const processor = median(timings.map(one => one.processor));
    const block = Math.max(...timings.map(one => one.block));
    const verdict = ms <= job.goal ? 'within' : 'beyond';
    console.log(
      `${job.name}: median ${ms.toFixed(0)} ms of ${rounds} (${verdict} ${job.goal}), ` +
        `${processor.toFixed(0)} of processor, longest work ${block.toFixed(0)} ms`,
    );
  }
} finally {
  client.close();
  await server.stop();
  product.remove();
  rmSync(vault, { recursive: true, force: true });
}
