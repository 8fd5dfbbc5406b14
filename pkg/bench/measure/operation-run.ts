/** Measures one row: times, the longest block of the event loop, and whether the result is right. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Occasion, type Operation } from '../operations/operation';
import { answerOf, McpClient, type ToolResult } from '../product/mcp-client';
import type { ServerProcess } from '../product/server-process';
import type { BenchVault } from '../vault/vault-folder';
import { blockOf, type InsideView } from './inside';
import { median, percentile, series } from './statistics';

/** All times in milliseconds. */
export interface OperationFigures {
  readonly operation: Operation;
  /** The very first call of this kind in the process. */
  readonly first: number;
  readonly p50: number;
  readonly p95: number;
  /** Longest block of the event loop in a call, in processor time where the system tells it. */
  readonly block: number;
  readonly problem: string | undefined;
}

export interface Bench {
  readonly vault: BenchVault;
  readonly server: ServerProcess;
  readonly inside: InsideView;
  /** Whether a row has few calls. */
  readonly isShort: boolean;
}

/** Milliseconds for the timed calls of a row, their number, and how many are watched from inside. */
const whole = { budget: 1_500, fewest: 12, most: 200, watched: 5 };
const short = { budget: 50, fewest: 4, most: 40, watched: 2 };
/** For files of a row to be read, milliseconds. */
const forReading = 60_000;
const readingPause = 100;

interface Checked {
  readonly milliseconds: number;
  readonly problem: string | undefined;
}

export class OperationRun {
  private runs = 0;
  private readonly client: McpClient;

  constructor(
    private readonly operation: Operation,
    private readonly bench: Bench,
  ) {
    this.client = new McpClient(bench.server);
  }

  async measure(): Promise<OperationFigures> {
    const blocks = [await this.withFiles()];
    const first = await this.checked();
    const warm = median(await series(3, () => this.call()));
    const { budget, fewest, most, watched } = this.bench.isShort ? short : whole;
    const calls = Math.ceil(Math.min(most, Math.max(fewest, budget / warm)));
    const times = await series(calls, () => this.call());
    const last = await this.checked();
    for (let call = 0; call < watched; call += 1) blocks.push(await this.watched(() => this.call()));
    if (this.operation.isPaired === true && this.runs % 2 === 1) await this.call();
    this.client.close();
    return {
      operation: this.operation,
      first: first.milliseconds,
      p50: median(times),
      p95: percentile(times, 0.95),
      block: Math.max(...blocks),
      problem: first.problem ?? last.problem,
    };
  }

  /** Writes the row's own files and waits until the product knows them. @returns the longest block meanwhile */
  private async withFiles(): Promise<number> {
    const { files } = this.operation;
    if (files === undefined) return 0;
    for (const [path, text] of Object.entries(files(this.occasion(0)))) {
      const file = join(this.bench.vault.path, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return this.watched(async () => {
      const end = performance.now() + forReading;
      while ((await this.checked()).problem !== undefined && performance.now() < end)
        await sleep(readingPause);
    });
  }

  private async watched(work: () => Promise<unknown>): Promise<number> {
    return blockOf(await this.bench.inside.during(work));
  }

  private async call(): Promise<number> {
    return (await this.client.call(this.operation.tool, this.args())).milliseconds;
  }

  private args(): Record<string, unknown> {
    const args = this.operation.args(this.occasion(this.runs));
    this.runs += 1;
    return args;
  }

  private occasion(run: number): Occasion {
    const { vault } = this.bench;
    return { truth: vault.truth, vault: vault.path, run };
  }

  private async checked(): Promise<Checked> {
    const run = this.runs;
    const args = this.args();
    const reply = await this.client.call(this.operation.tool, args);
    const answer = answerOf(reply);
    const all = this.operation.isPaged === true ? await this.withLaterPages(answer, args) : answer;
    const problem =
      all.error === undefined ? this.operation.wrong(all, this.occasion(run)) : `it failed with ${all.error}`;
    return { milliseconds: reply.milliseconds, problem };
  }

  /** The first page with the rows of all others. */
  private async withLaterPages(first: ToolResult, args: Record<string, unknown>): Promise<ToolResult> {
    const rows = new Map<string, unknown[]>();
    let page = first;
    for (;;) {
      for (const [key, value] of Object.entries(page.structured))
        if (Array.isArray(value))
          rows.set(key, [...(rows.get(key) ?? []), ...z.unknown().array().parse(value)]);
      const cursor = page.structured['nextCursor'];
      if (page.error !== undefined || typeof cursor !== 'string')
        return { ...page, structured: { ...page.structured, ...Object.fromEntries(rows) } };
      page = await this.client.ask(this.operation.tool, { ...args, cursor });
    }
  }
}
