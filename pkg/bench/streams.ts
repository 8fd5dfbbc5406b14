/**
 * Measures what connected clients cost the thread that draws the app: a thousand subscribed resources under a
 * burst of ten thousand changes, and ten thousand abandoned sessions. Run by `node pkg/bench/streams.mjs`.
 */
import { McpServer } from '@modelcontextprotocol/server';
import { fork } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { now, sha256, yieldToLoop } from '../../src/platform';
import { listen } from '../../src/server/http/http-server';
import { createProtocol, type Opening } from '../../src/server/mcp/protocol';
import { idleTime, checkInterval } from '../../src/server/sessions/sessions';
import type { WatchServices } from '../../src/server/sessions/watch';
import { createTimeSlicer } from '../../src/utils/slicing/time-slicer';
import type { VaultChange } from '../../src/vault/app/change-feed';
import { askIn, askModern, type Exchange, openSession, streamOf } from '../../tests/support/http/mcp-stream';

const resources = 1000;
const changes = 10_000;
const abandoned = 10_000;

const token = 'lct_a-token-for-measuring';
const rules = { allow: [], allowWrite: [], deny: [], disabledTools: [] };
const entries = [
  {
    valueHash: sha256(token),
    expires: undefined,
    grant: { token: 'bench', rights: 'full' as const, ...rules },
  },
];
const sight: WatchServices = {
  resources: {
    pathOf: uri => uri.slice('vault:///'.length),
    sees: () => true,
    mayHaveSeen: () => true,
  },
  vaultOverview: { isGuide: () => false },
  promptNotes: { holds: () => false },
};
const feeds = new Set<(change: VaultChange) => void>();
const reportBug = (where: string, error: unknown): void => console.error(where, error);

/** Processor time of each slice: on a busy machine the clock includes other programs' work. */
const slices = {
  began: process.cpuUsage(),
  longest: 0,
  count: 0,
  async yieldToLoop(): Promise<void> {
    const { user, system } = process.cpuUsage(this.began);
    this.longest = Math.max(this.longest, user + system);
    this.count += 1;
    await yieldToLoop();
    this.began = process.cpuUsage();
  },
};

function createServer({ watch }: Opening): McpServer {
  const capabilities = { resources: { listChanged: true, subscribe: true }, tools: { listChanged: true } };
  const mcp = new McpServer({ name: 'streams', version: '1.0.0' }, { capabilities });
  mcp.server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    watch?.add(uri, sight);
    return {};
  });
  return mcp;
}

const protocol = createProtocol({
  createServer,
  servicesFor: () => sight,
  entries: () => entries,
  clock: Date.now,
  changes: feed => {
    feeds.add(feed);
    return () => feeds.delete(feed);
  },
  slicer: createTimeSlicer({ now, yieldToLoop: () => slices.yieldToLoop(), othersWaiting: () => false }),
  reportBug,
});

const wait = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds));
const uriOf = (index: number): string => `vault:///folder/note ${index}.md`;
const updates = (stream: Exchange): number => stream.told('notifications/resources/updated').length;

/** Bytes in use after a full collection. */
async function heap(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await wait(50);
  }
  return process.memoryUsage().heapUsed;
}

/** Both kinds of clients, in a process of their own: the time to read their messages is not measured. */
async function listenAsClient(url: string): Promise<void> {
  const endpoint = { url, token };
  const uris = Array.from({ length: resources }, (_nothing, index) => uriOf(index));
  const session = await openSession(endpoint);
  for (const uri of uris) await askIn(endpoint, session, 'resources/subscribe', { uri });
  const streams = [
    await streamOf(endpoint, session),
    await askModern(endpoint, 'subscriptions/listen', { notifications: { resourceSubscriptions: uris } }),
  ];
  process.send?.('listening');
  while (streams.some(stream => updates(stream) < resources)) await wait(20);
  await wait(1000);
  process.send?.(streams.map(updates).join(' and '), undefined, undefined, () => process.exit());
}

async function burst(url: string): Promise<void> {
  const before = await heap();
  const client = fork(__filename, [url]);
  const said = (): Promise<unknown> => new Promise(resolve => client.once('message', resolve));
  await said();
  await wait(500);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await wait(2000);
  const idle = delay.max;
  delay.reset();
  const started = process.cpuUsage();
  const told = said();
  slices.longest = 0;
  slices.count = 0;
  for (let count = 0; count < changes; count += 1) {
    const path = uriOf(count % resources).slice('vault:///'.length);
    for (const feed of feeds) feed({ path, kind: 'contents', isNote: true });
    if (count % 100 === 0) await yieldToLoop();
  }
  slices.began = process.cpuUsage();
  const times = String(await told);
  delay.disable();
  const { user } = process.cpuUsage(started);
  console.log(
    `${changes} changes of ${resources} resources: two clients told ${times} times; longest block ` +
      `${(delay.max / 1e6).toFixed(1)} ms (${(idle / 1e6).toFixed(1)} ms while nothing happened), CPU ${(user / 1000).toFixed(0)} ms ` +
      `in all, at most ${(slices.longest / 1000).toFixed(1)} ms in each of ${slices.count} slices`,
  );
  await wait(500);
  console.log(
    `  memory before and after: ${inMegabytes(before)} and ${inMegabytes(await heap())}; ` +
      `${protocol.open().subscriptions} streams still open`,
  );
}

async function abandon(url: string): Promise<void> {
  const before = await heap();
  let most = 0;
  for (let count = 0; count < abandoned; count += 1) {
    await openSession({ url, token });
    most = Math.max(most, protocol.open().sessions);
  }
  const after = await heap();
  await wait(idleTime + 2 * checkInterval - 1000);
  console.log(
    `${abandoned} sessions opened and left: at most ${most} open at once; memory before ${inMegabytes(before)}, after ` +
      `${inMegabytes(after)}, within a minute ${inMegabytes(await heap())}; ${protocol.open().sessions} still open`,
  );
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

async function measure(): Promise<void> {
  console.log('Measuring; this takes two minutes.');
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    allowedOrigins: [],
    entries: () => entries,
    clock: Date.now,
    fetchFor: protocol.fetchFor,
    reportBug,
  });
  const url = `http://127.0.0.1:${listener.port}/mcp`;
  await burst(url);
  await abandon(url);
  await protocol.close();
  await listener.close();
}

const [, , url] = process.argv;
void (url === undefined ? measure() : listenAsClient(url));
