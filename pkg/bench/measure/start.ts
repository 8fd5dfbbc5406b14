/** The time from spawning a process to its first right result. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Figures } from '../limits';
import { timesReference } from '../operations/operation';
import { answerOf, McpClient, resultOf } from '../product/mcp-client';
import { bundledFile, type Product } from '../product/product';
import { ServerProcess } from '../product/server-process';
import { rareWord } from '../vault/planted';
import { median } from './statistics';

/** Until caches are written, milliseconds. */
const forCaches = 2_000;
/** In addition to that, for each note. */
const forCachesOfNote = 0.8;
/** Milliseconds for `referenceNotes`, in proportion for larger vaults. */
const forAnswer = 30_000;
/** Between two requests, milliseconds. */
const searchPause = 2;
const metadataPause = 50;

export interface StartPlan {
  readonly product: Product;
  readonly notes: number;
  /** Starts of each kind. */
  readonly runs: number;
}

/** Cold is a start without anything kept from an earlier one; the files are always in the system's cache. */
export async function measureStart({ product, notes, runs }: StartPlan): Promise<Figures> {
  const kept = product.freshState();
  await fillCaches(product, kept, notes);
  const plainServer = { words: [bundledFile('plain-server.mjs')] };
  const times = {
    own: Array<number>(),
    plain: Array<number>(),
    warm: Array<number>(),
    cold: Array<number>(),
  };
  // In turns, so that a slow minute of the machine slows all of them.
  for (let run = 0; run < runs; run += 1) {
    times.own.push(await firstList(await product.start(kept)));
    times.plain.push(await firstList(await ServerProcess.start(plainServer)));
    times.warm.push(await firstSearch(await product.start(kept), notes));
    times.cold.push(await firstSearch(await product.start(product.freshState()), notes));
  }
  return {
    start: { value: median(times.own) / median(times.plain) },
    warmSearch: { value: median(times.warm) },
    coldSearch: { value: median(times.cold) },
  };
}

async function fillCaches(product: Product, state: string, notes: number): Promise<void> {
  const server = await product.start(state);
  await untilIndexed(server, notes);
  await sleep(Math.max(forCaches, forCachesOfNote * notes));
  await server.stop();
}

async function firstList(server: ServerProcess): Promise<number> {
  const client = new McpClient(server);
  resultOf(await client.post('tools/list'));
  const took = performance.now() - server.spawnedAt;
  client.close();
  await server.stop();
  return took;
}

/** Until a search for the rare word finds all notes that have it; repeated until then. */
async function firstSearch(server: ServerProcess, notes: number): Promise<number> {
  const client = new McpClient(server);
  const isRight = async (): Promise<boolean> => {
    const { structured } = answerOf(await client.call('search', { query: rareWord }));
    return structured['totalCount'] === 10;
  };
  const took = await sinceStart(server, isRight, { pause: searchPause, notes });
  client.close();
  await server.stop();
  return took;
}

const indexed = z.object({ index: z.object({ notesIndexed: z.int() }) });

async function untilIndexed(server: ServerProcess, notes: number): Promise<void> {
  const client = new McpClient(server);
  const isIn = async (): Promise<boolean> => {
    const { structured } = answerOf(await client.call('get_vault_info'));
    // It may be too busy to respond.
    return (indexed.safeParse(structured).data?.index.notesIndexed ?? 0) >= notes;
  };
  await sinceStart(server, isIn, { pause: metadataPause, notes });
  client.close();
}

/** Milliseconds since the start when it first held; `Infinity` if it never did. */
async function sinceStart(
  { spawnedAt }: ServerProcess,
  isSo: () => Promise<boolean>,
  { pause, notes }: { readonly pause: number; readonly notes: number },
): Promise<number> {
  const end = performance.now() + forAnswer * timesReference(notes);
  while (performance.now() < end) {
    if (await isSo()) return performance.now() - spawnedAt;
    await sleep(pause);
  }
  return Infinity;
}
