/** Measures one row: times beside their floor, the event loop, and whether the result is right. */
import { z } from 'zod';
import { type Operation, referenceNotes } from '../operations/operation';
import { answerOf, McpClient, type ToolResult } from '../product/mcp-client';
import type { ServerProcess } from '../product/server-process';
import type { BenchVault } from '../vault/vault-folder';
import { hold, serialising, type Serialising, type TextFloor } from './floors';
import type { InsideView } from './inside';
import type { EmptyCall } from './offer';
import { pingsDuring } from './pings';
import { inTurns, median, ratio, series, type Summary, summary } from './statistics';

export interface OperationFigures {
  readonly name: string;
  readonly tool: string;
  /** The very first call of this kind in the process. */
  readonly first: number;
  readonly time: Summary;
  readonly emptyCall: number;
  readonly timesEmptyCall: number;
  readonly floor: number;
  readonly timesFloor: number;
  readonly serialising: Serialising;
  /** The same response built, serialised and sent by HTTP alone; measured if the floor is serialising. */
  readonly bare: number | undefined;
  /** How many times longer it takes than that. */
  readonly timesBare: number | undefined;
  readonly bytes: number;
  /** Longest block of the event loop in a call, seen from inside: the median and the worst of some calls. */
  readonly block: { readonly median: number; readonly worst: number };
  /** Longest wait of a cheap call beside it. */
  readonly ping: { readonly median: number; readonly worst: number };
  readonly problem: string | undefined;
  readonly verdict: 'met' | 'missed' | undefined;
}

export interface Bench {
  readonly vault: BenchVault;
  readonly server: ServerProcess;
  readonly bare: ServerProcess;
  readonly inside: InsideView;
  readonly texts: TextFloor;
  readonly empty: EmptyCall;
}

/** Milliseconds for the measurements of a row, and the number of calls that gives. */
const budget = 1_500;
const [fewest, most, rounds] = [12, 200, 4];
const watchedCalls = 5;
const unsent = { bare: undefined, timesBare: undefined };

export class OperationRun {
  private runs = 0;
  private readonly client: McpClient;
  private readonly beside: McpClient;

  constructor(
    private readonly operation: Operation,
    private readonly bench: Bench,
  ) {
    this.client = new McpClient(bench.server);
    this.beside = new McpClient(bench.server);
  }

  async measure(): Promise<OperationFigures> {
    const first = await this.checked();
    const warm = median(await series(3, () => this.call()));
    const calls = Math.ceil(Math.min(most, Math.max(fewest, budget / warm)) / rounds);
    const { empty } = this.bench;
    const times = await inTurns(
      [
        { name: 'operation', run: () => this.call() },
        { name: 'empty', run: async () => (await this.client.call(empty.tool, empty.args)).milliseconds },
      ],
      rounds,
      calls,
    );
    const [own, cheap] = [times.get('operation') ?? [], times.get('empty') ?? []];
    const last = await this.checked();
    const { block, ping } = await this.watched();
    const figures = {
      ...{ name: this.operation.name, tool: this.operation.tool, first: first.milliseconds },
      ...{ time: summary(own.flat()), bytes: last.bytes, block, ping },
      emptyCall: median(cheap.flat()),
      timesEmptyCall: ratio(own, cheap),
      ...(await this.floors(last.answer, median(own.flat()), ratio(own, cheap), median(cheap.flat()))),
      problem: first.problem ?? last.problem,
    };
    if (this.operation.isPaired === true && this.runs % 2 === 1) await this.call();
    this.client.close();
    this.beside.close();
    return { ...figures, verdict: this.verdict(figures) };
  }

  private async call(): Promise<number> {
    return (await this.client.call(this.operation.tool, this.args())).milliseconds;
  }

  private args(): Record<string, unknown> {
    const args = this.operation.args(this.occasion(this.runs));
    this.runs += 1;
    return args;
  }

  private occasion(run: number): Parameters<Operation['args']>[0] {
    const { vault } = this.bench;
    return { truth: vault.truth, vault: vault.path, run };
  }

  private async checked(): Promise<{
    milliseconds: number;
    bytes: number;
    answer: ToolResult;
    problem: string | undefined;
  }> {
    const run = this.runs;
    const args = this.args();
    const reply = await this.client.call(this.operation.tool, args);
    const answer = answerOf(reply);
    const whole = this.operation.isPaged === true ? await this.withLaterPages(answer, args) : answer;
    const problem =
      whole.error === undefined
        ? this.operation.wrong(whole, this.occasion(run))
        : `it failed with ${whole.error}`;
    return { milliseconds: reply.milliseconds, bytes: Buffer.byteLength(reply.body), answer, problem };
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

  private async watched(): Promise<Pick<OperationFigures, 'block' | 'ping'>> {
    const { inside, empty } = this.bench;
    const [blocks, waits]: [number[], number[]] = [[], []];
    for (let call = 0; call < watchedCalls; call += 1) {
      blocks.push((await inside.during(() => this.call())).longestBlock);
      waits.push(Math.max(...(await pingsDuring(this.beside, empty, () => this.call()))));
    }
    return {
      block: { median: median(blocks), worst: Math.max(...blocks) },
      ping: { median: median(waits), worst: Math.max(...waits) },
    };
  }

  private async floors(
    answer: ToolResult,
    own: number,
    timesEmptyCall: number,
    emptyCall: number,
  ): Promise<Pick<OperationFigures, 'floor' | 'timesFloor' | 'serialising' | 'bare' | 'timesBare'>> {
    const cost = serialising(answer);
    switch (this.operation.floor) {
      case 'empty call':
        return { floor: emptyCall, timesFloor: timesEmptyCall, serialising: cost, ...unsent };
      case 'scanning': {
        const { query, mode } = this.operation.args(this.occasion(this.runs));
        const word = typeof query === 'string' && mode !== 'regex' ? query.replaceAll('*', '') : undefined;
        const floor = this.bench.texts.scanning(word);
        return { floor, timesFloor: own / floor, serialising: cost, ...unsent };
      }
      case 'serialising': {
        const bare = await this.sentBare(answer);
        return {
          floor: cost.message,
          timesFloor: own / cost.message,
          serialising: cost,
          bare,
          timesBare: own / bare,
        };
      }
    }
  }

  private async sentBare(answer: ToolResult): Promise<number> {
    await hold(this.bench.bare, answer);
    const client = new McpClient(this.bench.bare);
    const times = await series(15, async () => (await client.call('held')).milliseconds);
    client.close();
    return median(times.slice(3));
  }

  private verdict(figures: Omit<OperationFigures, 'verdict'>): OperationFigures['verdict'] {
    const { goal } = this.operation;
    if (goal === undefined || this.bench.vault.truth.notes !== referenceNotes) return undefined;
    const { milliseconds = Infinity, timesFloor = Infinity } = goal;
    const { timesBare = Infinity, beyondEmptyCall = Infinity } = goal;
    const isMet =
      figures.time.p50 <= milliseconds &&
      figures.timesFloor <= timesFloor &&
      (figures.timesBare ?? 0) <= timesBare &&
      figures.time.p50 - figures.emptyCall <= beyondEmptyCall;
    return isMet ? 'met' : 'missed';
  }
}
