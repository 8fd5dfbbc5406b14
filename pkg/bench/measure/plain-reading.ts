/** Calls that read or look for one file, beside a plain SDK server that does the same and sends the same result. */
import { join } from 'node:path';
import { operations } from '../operations';
import { McpClient } from '../product/mcp-client';
import type { ServerProcess } from '../product/server-process';
import type { BenchVault } from '../vault/vault-folder';
import { hold, type HeldFiles } from './floors';
import type { EmptyCall } from './offer';
import { inTurns, median, ratio } from './statistics';

const [rounds, runs] = [8, 60];

/** Medians in milliseconds. */
export interface PlainReadingFigures {
  readonly name: string;
  readonly own: number;
  /** Times the product's own empty call. */
  readonly timesEmpty: number;
  readonly plain: number;
  /** The plain server's call, times its own empty call. */
  readonly plainTimesEmpty: number;
  /** The product's call, times the plain server's. */
  readonly timesPlain: number;
}

interface Compared {
  readonly server: ServerProcess;
  readonly reading: ServerProcess;
  readonly vault: BenchVault;
  readonly empty: EmptyCall;
}

const filesOf: Readonly<Record<string, (paths: readonly string[]) => HeldFiles>> = {
  read_note: read => ({ read }),
  'stat of a note': lookFor => ({ lookFor }),
  stat: lookFor => ({ lookFor }),
};

export async function measurePlainReading(compared: Compared): Promise<PlainReadingFigures[]> {
  const rows: PlainReadingFigures[] = [];
  for (const operation of operations) {
    const { name, tool } = operation;
    const files = filesOf[name];
    if (files === undefined) continue;
    const { path, truth } = compared.vault;
    const given = operation.args({ truth, vault: path, run: 0 });
    const names = [given['path'], given['paths']].flat().filter(one => typeof one === 'string');
    const held = files(names.map(one => join(path, one)));
    rows.push({ name, ...(await measured({ tool, args: given }, held, compared)) });
  }
  return rows;
}

async function measured(
  { tool, args }: Pick<EmptyCall, 'tool' | 'args'>,
  files: HeldFiles,
  { server, reading, empty }: Compared,
): Promise<Omit<PlainReadingFigures, 'name'>> {
  const [own, plain] = [new McpClient(server), new McpClient(reading)];
  const timed = (client: McpClient, name: string, given: Record<string, unknown> = {}) => ({
    run: async () => (await client.call(name, given)).milliseconds,
  });
  await hold(reading, await own.ask(tool, args), files);
  const contenders = [
    { name: 'own', ...timed(own, tool, args) },
    { name: 'own empty', ...timed(own, empty.tool, empty.args) },
    { name: 'plain', ...timed(plain, 'held') },
    { name: 'plain empty', ...timed(plain, 'empty') },
  ];
  await inTurns(contenders, 1, runs);
  const times = await inTurns(contenders, rounds, runs);
  own.close();
  plain.close();
  const of = (name: string): number[][] => times.get(name) ?? [];
  return {
    own: median(of('own').flat()),
    timesEmpty: ratio(of('own'), of('own empty')),
    plain: median(of('plain').flat()),
    plainTimesEmpty: ratio(of('plain'), of('plain empty')),
    timesPlain: ratio(of('own'), of('plain')),
  };
}
