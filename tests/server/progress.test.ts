import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';
import { type ProgressReport, ProgressReports, reportInterval } from '../../src/server/mcp/mcp-server';
import { defineTool, READS } from '../../src/tools/tool';
import type { Progress } from '../../src/utils/call-hooks';
import { type RunningServer, WaitingServer, waitingTokens } from '../support/process/waiting-server';

let late: Progress | undefined;

/** Reports its steps as fast as it can, and once more after its answer. */
const countUp = defineTool({
  name: 'count_up',
  title: 'Count up',
  summary: 'A tool of a test.',
  family: 'browse',
  risk: READS,
  description: 'Counts.',
  input: z.strictObject({}),
  output: z.object({ done: z.boolean() }),
  failures: [],
  run: (_input, { progress }) => {
    for (let done = 1; done <= 1000; done += 1) progress(done, 1000, 'Counting.');
    late = progress;
    return { done: true };
  },
  text: () => 'done',
});

const info = { name: 'lectern-tests', version: '1.0.0' };
const call = { name: 'count_up', arguments: {} };
const requestInit = { headers: { Authorization: `Bearer ${waitingTokens[0]}` } };

type Reported = { progress: number; total?: number | undefined; message?: string | undefined };

async function countWith(url: URL, era: string): Promise<Reported[]> {
  const reports: Reported[] = [];
  const options = { onprogress: (report: Reported) => void reports.push(report) };
  if (era === '2025') {
    const client = new LegacyClient(info);
    await client.connect(new LegacyTransport(url, { requestInit }));
    await client.callTool(call, undefined, options);
    await client.close();
  } else {
    const client = new ModernClient(info, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new ModernTransport(url, { requestInit }));
    await client.callTool(call, options);
    await client.close();
  }
  return reports;
}

describe('a client that asks for progress', () => {
  let running: RunningServer;

  beforeAll(async () => {
    running = await WaitingServer.start({ tools: [countUp] });
  });
  afterAll(() => running.close());

  it.each(['2025', '2026'])('gets its progress, in %s', async era => {
    const reports = await countWith(new URL(`http://127.0.0.1:${running.port}/mcp`), era);
    expect(reports[0]).toEqual({ progress: 1, total: 1000, message: 'Counting.' });
    expect(reports.at(-1)).toEqual({ progress: 1000, total: 1000, message: 'Counting.' });
    expect(reports.length).toBeLessThan(20);
    expect(late).toBeDefined();
    late?.(2000, 2000);
    expect(running.server.bugs).toEqual([]);
  });
});

describe('the reports of a call', () => {
  function reporting(): { reports: ProgressReports; sent: ProgressReport[]; clock: { time: number } } {
    const sent: ProgressReport[] = [];
    const clock = { time: 0 };
    const send = (report: ProgressReport): Promise<void> => Promise.resolve(void sent.push(report));
    return { reports: new ProgressReports({ send, now: () => clock.time }), sent, clock };
  }

  it('are not sent more often than a client can use, save the last', async () => {
    const { reports, sent, clock } = reporting();
    for (let done = 1; done <= 1000; done += 1) {
      clock.time += 1;
      reports.report(done, 1000);
    }
    await reports.end();
    expect(sent.map(({ progress }) => progress)).toEqual([
      1, 101, 201, 301, 401, 501, 601, 701, 801, 901, 1000,
    ]);
  });

  it('never decrease', async () => {
    const { reports, sent, clock } = reporting();
    for (const done of [1, 3, 3, 2, Number.NaN, Number.POSITIVE_INFINITY, 4]) {
      clock.time += reportInterval;
      reports.report(done);
    }
    await reports.end();
    expect(sent).toEqual([{ progress: 1 }, { progress: 3 }, { progress: 4 }]);
  });

  it('end with the result', async () => {
    const { reports, sent, clock } = reporting();
    reports.report(1);
    await reports.end();
    clock.time += reportInterval;
    reports.report(2, 2);
    await reports.end();
    expect(sent).toEqual([{ progress: 1 }]);
  });

  it('cause no error if they cannot be sent', async () => {
    const reports = new ProgressReports({ send: () => Promise.reject(new Error('gone')), now: () => 0 });
    reports.report(1);
    await expect(reports.end()).resolves.toBeUndefined();
  });
});
