import { connect, type Socket } from 'node:net';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';
import { ToolFailure } from '../../src/errors';
import { CallSlots, type Slot } from '../../src/server/calls/call-slots';
import type { Effect } from '../../src/vault/activity/call-record';
import { yieldToLoop } from '../../src/platform';
import { Timers } from '../support/time/timers';
import { CallLog } from '../../src/server/calls/call-log';
import type { CallRecord } from '../../src/vault/activity/call-record';
import type { Incoming } from '../../src/server/http/node-adapter';
import { requestText, sendRaw } from '../support/http/raw-http';
import { eventually } from '../support/time/waiting';
import { type RunningServer, WaitingServer, waitingTokens } from '../support/process/waiting-server';
import { type ProgressReport, ProgressReports, reportInterval } from '../../src/server/mcp/mcp-server';
import { defineTool, READS } from '../../src/tools/tool';
import type { Progress } from '../../src/utils/call-hooks';

describe('calls', () => {
  const never = new AbortController().signal;

  function slots(): { readonly slots: CallSlots; readonly timers: Timers } {
    const timers = new Timers();
    return { slots: new CallSlots(timers.after), timers };
  }

  /** Asks for slots in turn; `held` grows as they are given. */
  function askFor(from: CallSlots, count: number, kind: Effect, token = 'one'): { readonly held: Slot[] } {
    const held: Slot[] = [];
    for (let number = 0; number < count; number += 1)
      // Node warns of more than ten listeners on one signal.
      void from.take(token, kind, new AbortController().signal).then(
        slot => held.push(slot),
        () => undefined,
      );
    return { held };
  }

  function codeOf(error: unknown): string {
    return error instanceof ToolFailure ? error.code : String(error);
  }

  test('those that have a slot are counted', async () => {
    const { slots: all } = slots();
    const first = await all.take('one', 'reads', never);
    const second = await all.take('two', 'writes', never);
    expect(all.running).toBe(2);
    first.leave();
    expect(all.running).toBe(1);
    second.leave();
    expect(all.running).toBe(0);
  });

  test('16 reads of a token run at once, and the next one starts when one of them ends', async () => {
    const { slots: all } = slots();
    const { held } = askFor(all, 17, 'reads');
    await yieldToLoop();
    expect(held).toHaveLength(16);
    held[0]?.leave();
    await yieldToLoop();
    expect(held).toHaveLength(17);
  });

  test('waiting calls start in the order of their arrival', async () => {
    const { slots: all } = slots();
    const { held } = askFor(all, 16, 'reads');
    const order: number[] = [];
    for (const number of [1, 2, 3]) void all.take('one', 'reads', never).then(() => order.push(number));
    await yieldToLoop();
    for (const slot of held.slice(0, 3)) slot.leave();
    await yieldToLoop();
    expect(order).toEqual([1, 2, 3]);
  });

  test('a read never waits for writes', async () => {
    const { slots: all } = slots();
    askFor(all, 50, 'writes');
    const { held } = askFor(all, 1, 'reads');
    await yieldToLoop();
    expect(held).toHaveLength(1);
  });

  test('the writes of four tokens leave slots for the reads of a fifth', async () => {
    const { slots: all } = slots();
    for (const token of ['a', 'b', 'c', 'd', 'e', 'f']) askFor(all, 20, 'writes', token);
    const { held } = askFor(all, 1, 'reads', 'g');
    await yieldToLoop();
    expect(held).toHaveLength(1);
  });

  test('the 201st waiting call of a token is busy', async () => {
    const { slots: all } = slots();
    askFor(all, 216, 'reads');
    await expect(all.take('one', 'reads', never).catch(codeOf)).resolves.toBe('busy');
  });

  test('a call that has waited 20 seconds is busy and leaves the queue', async () => {
    const { slots: all, timers } = slots();
    const { held } = askFor(all, 16, 'reads');
    const late = all.take('one', 'reads', never).catch(codeOf);
    timers.pass(20_000);
    await expect(late).resolves.toBe('busy');
    held[0]?.leave();
    expect(askFor(all, 1, 'reads').held).toEqual([]);
    await yieldToLoop();
    expect(timers.count).toBe(0);
  });

  test('a cancelled call leaves the queue and frees its slot', async () => {
    const { slots: all, timers } = slots();
    const { held } = askFor(all, 16, 'reads');
    const client = new AbortController();
    const cancelled = all.take('one', 'reads', client.signal).catch(codeOf);
    const next = askFor(all, 1, 'reads');
    client.abort(new ToolFailure('budget_exceeded', 'The client disconnected.'));
    await expect(cancelled).resolves.toBe('budget_exceeded');
    held[0]?.leave();
    await yieldToLoop();
    expect(next.held).toHaveLength(1);
    expect(timers.count).toBe(0);
  });

  const record = (time: number): CallRecord => ({
    ...{ time, token: 'test', tool: 'list', effect: 'reads', outcome: 'ok', milliseconds: 1 },
  });
  const times = (log: CallLog): number[] => log.all.map(({ time }) => time);

  describe('the log of calls', () => {
    test('keeps the newest, and puts those of earlier runs before them', () => {
      const log = new CallLog(3);
      log.add(record(10));
      log.restore([record(1), record(2), record(3)]);
      expect(times(log)).toEqual([2, 3, 10]);
      log.add(record(11));
      expect(times(log)).toEqual([3, 10, 11]);
    });

    test('notifies subscribers of calls as they end, not of earlier runs, and not after they unsubscribe', () => {
      const log = new CallLog();
      const told: number[] = [];
      const end = log.subscribe(({ time }) => told.push(time));
      log.restore([record(1)]);
      log.add(record(2));
      end();
      log.add(record(3));
      expect(told).toEqual([2]);
    });

    test('counts what is under way, and says when it or the list changed', () => {
      const log = new CallLog();
      const seen: string[] = [];
      log.watch(() => seen.push(`${log.running.reads}/${log.running.writes}/${log.all.length}`));
      const ended = log.begin('writes');
      ended();
      log.restore([record(1)]);
      log.clear();
      expect(seen).toEqual(['0/1/0', '0/0/0', '0/0/1', '0/0/0']);
    });
  });
});

describe('streams', () => {
  describe('streams', () => {
    const running: RunningServer[] = [];
    const sockets: Socket[] = [];
    afterEach(async () => {
      for (const socket of sockets.splice(0)) socket.destroy();
      for (const server of running.splice(0)) await server.close();
    });

    const timeout = { headers: 10_000, request: 30_000, keepAlive: 65_000, check: 2_000, stalled: 300 };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

    /** Each chunk is there as soon as it is asked for. */
    function chunks(count: number, chunk: Uint8Array, onPull: () => void = () => undefined): ReadableStream {
      let left = count;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          onPull();
          if (left === 0) controller.close();
          else controller.enqueue(chunk);
          left -= 1;
        },
      });
    }

    async function start(stream: () => ReadableStream): Promise<RunningServer> {
      const fetch = (): Promise<Response> => Promise.resolve(new Response(stream()));
      const server = await WaitingServer.start({ timeout, fetch });
      running.push(server);
      return server;
    }

    function request(port: number, token: string = waitingTokens[0]): string {
      const head = [
        `Host: 127.0.0.1:${port}`,
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ];
      return requestText('POST', '/mcp', head, body);
    }

    test('a stream of many messages pauses for other work', async () => {
      let atOnce = 0;
      let most = 0;
      const { port } = await start(() =>
        chunks(2000, new TextEncoder().encode('data: x\n\n'), () => {
          if (atOnce === 0) setImmediate(() => (atOnce = 0));
          atOnce += 1;
          most = Math.max(most, atOnce);
        }),
      );
      const answer = await sendRaw(port, request(port));
      expect(answer.body.match(/data: x/g)).toHaveLength(2000);
      expect(most).toBeGreaterThan(1);
      expect(most).toBeLessThan(70);
    });

    describe('a client that does not read its response', () => {
      const large = new Uint8Array(1_000_000);

      async function stall(port: number): Promise<{ socket: Socket; isClosed: () => boolean }> {
        let isClosed = false;
        const socket = connect(port, '127.0.0.1');
        sockets.push(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => (isClosed = true));
        await new Promise<void>(resolve => socket.write(request(port), () => resolve()));
        return { socket: socket.pause(), isClosed: () => isClosed };
      }

      it('is disconnected, and its response is dropped', async () => {
        let pulls = 0;
        let isCancelled = false;
        const endless = new ReadableStream<Uint8Array>({
          pull(controller) {
            pulls += 1;
            controller.enqueue(large);
          },
          cancel: () => void (isCancelled = true),
        });
        const { server, port } = await start(() => endless);
        const { socket, isClosed } = await stall(port);
        await eventually(() => isCancelled);
        expect(pulls).toBeLessThan(50);
        socket.resume();
        await eventually(isClosed);
        expect(server.bugs).toEqual([]);
      });
    });

    test('large responses that are not read count against the memory limit of their token, until their client disconnects', async () => {
      const large = new Uint8Array(12_000_000);
      const fetch = (): Promise<Response> => Promise.resolve(new Response(large));
      const bodyLimits = { perToken: 20_000_000, inAll: 40_000_000 };
      const server = await WaitingServer.start({ fetch, bodyLimits });
      running.push(server);
      const taken = await sendRaw(server.port, request(server.port));
      expect(taken.body.length).toBeGreaterThanOrEqual(large.length);
      const socket = connect(server.port, '127.0.0.1').pause();
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.write(request(server.port));
      await eventually(async () => (await sendRaw(server.port, request(server.port))).status === 503);
      const refused = await sendRaw(server.port, request(server.port));
      expect(refused.headers).toMatchObject({ 'content-type': 'application/json', 'retry-after': '1' });
      expect((await sendRaw(server.port, request(server.port, waitingTokens[1]))).status).toBe(200);
      socket.destroy();
      await eventually(async () => (await sendRaw(server.port, request(server.port))).status === 200);
      expect(server.server.bugs).toEqual([]);
    });

    test('a stream whose client disconnected before it began is dropped', async () => {
      let isAsked = false;
      let isCancelled = false;
      const fetch = async ({ request: { signal } }: Incoming): Promise<Response> => {
        isAsked = true;
        await new Promise(resolve => signal.addEventListener('abort', resolve));
        return new Response(new ReadableStream({ cancel: () => void (isCancelled = true) }));
      };
      const server = await WaitingServer.start({ fetch });
      running.push(server);
      const socket = connect(server.port, '127.0.0.1');
      sockets.push(socket);
      socket.write(request(server.port));
      await eventually(() => isAsked);
      socket.destroy();
      await eventually(() => isCancelled);
      expect(server.server.bugs).toEqual([]);
    });
  });

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
});
