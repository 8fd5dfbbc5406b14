/**
 * Measures `check_links` where a vault has many broken links: all pages with their suggestions, as a client asks for
 * them. Run by `node pkg/bench/links/run.mjs`, with the folder of another build to measure that one. The digest of
 * all suggestions shows whether two builds suggest the same.
 */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InsideView } from '../measure/inside';
import { measureSettling } from '../measure/settling';
import { median } from '../measure/statistics';
import { recordsOf } from '../operations/operation';
import { McpClient } from '../product/mcp-client';
import { Product } from '../product/product';
import { makeBrokenVault } from './broken-vault';

/** Milliseconds of processor time of all threads. */
const goal = 300;
const rounds = 15;
const maxSettling = 120_000;

async function allPages(client: McpClient): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let cursor: unknown;
  do {
    const { structured } = await client.ask('check_links', { limit: 1000, ...(cursor ? { cursor } : {}) });
    rows.push(...recordsOf(structured['items']));
    cursor = structured['nextCursor'];
  } while (cursor !== undefined);
  return rows;
}

const vault = makeBrokenVault();
const product = new Product({ folder: resolve(process.argv[2] ?? '.'), vault: vault.folder });
const server = await product.start(product.freshState(), true);
const client = new McpClient(server);
try {
  const inside = new InsideView(server.child);
  await measureSettling(
    {
      call: async () => (await client.call('stat', { paths: [] })).milliseconds,
      used: () => inside.used(),
      now: () => performance.now(),
      sleep,
    },
    maxSettling,
  );
  const rows = await allPages(client);
  if (rows.length !== vault.broken) throw new Error(`${rows.length} links, not ${vault.broken}.`);
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16);
  const [times, blocks]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const { longestWork, processorTime } = await inside.during(() => allPages(client));
    times.push(processorTime);
    blocks.push(longestWork);
  }
  const middle = median(times);
  console.log(
    `check_links, ${rows.length} broken links, all pages with suggestions: median ${middle.toFixed(0)} ms of ` +
      `processor time of ${rounds} (${middle <= goal ? 'within' : 'beyond'} ${goal}), least ` +
      `${Math.min(...times).toFixed(0)}, longest work ${Math.max(...blocks).toFixed(0)} ms; suggestions ${digest}`,
  );
} finally {
  client.close();
  await server.stop();
  product.remove();
  rmSync(vault.folder, { recursive: true, force: true });
}
