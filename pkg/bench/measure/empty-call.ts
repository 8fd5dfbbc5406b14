/** The product's cheapest call in turns with its floors. */
import { type Era, McpClient } from '../product/mcp-client';
import type { ServerProcess } from '../product/server-process';
import { hold } from './floors';
import type { EmptyCall } from './offer';
import { type Contender, inTurns, ratio, type Summary, summary } from './statistics';

const [rounds, runs] = [8, 100];

export interface Floors {
  readonly sdk: ServerProcess;
  readonly express: ServerProcess;
  readonly bare: ServerProcess;
  readonly reading: ServerProcess;
}

export interface EmptyCallFigures {
  readonly call: string;
  readonly rows: readonly (Summary & { readonly name: string; readonly timesSdk: number })[];
}

export async function measureEmptyCall(
  server: ServerProcess,
  floors: Floors,
  call: EmptyCall,
): Promise<EmptyCallFigures> {
  const open: McpClient[] = [];
  const contender = (name: string, target: ServerProcess, tool: string, args = {}, era?: Era): Contender => {
    const client = new McpClient(target, era);
    open.push(client);
    return { name, run: async () => (await client.call(tool, args)).milliseconds };
  };
  const contenders = [
    contender('Lectern, 2025-11-25', server, call.tool, call.args),
    contender('SDK on node:http', floors.sdk, 'empty'),
    contender('SDK on Express', floors.express, 'empty'),
    contender('Lectern, 2026-07-28', server, call.tool, call.args, '2026-07-28'),
    contender('SDK on node:http, 2026-07-28', floors.sdk, 'empty', {}, '2026-07-28'),
    contender('HTTP alone', floors.bare, 'empty'),
  ];
  await hold(floors.bare, { structured: {}, text: '{}' });
  await inTurns(contenders, 2, runs);
  const times = await inTurns(contenders, rounds, runs);
  for (const client of open) client.close();
  const ofEra = (name: string): number[][] =>
    times.get(name.endsWith('2026-07-28') ? 'SDK on node:http, 2026-07-28' : 'SDK on node:http') ?? [];
  const rows = [...times].map(([name, series]) => ({
    name,
    ...summary(series.flat()),
    timesSdk: ratio(series, ofEra(name)),
  }));
  return { call: call.name, rows };
}
