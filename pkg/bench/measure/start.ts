/** The time from spawning a process to its first right result. */
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { answerOf, McpClient, resultOf } from '../product/mcp-client';
import type { Product } from '../product/product';
import type { ServerProcess } from '../product/server-process';
import { rareWord } from '../vault/planted';
import { timesReference } from '../operations/operation';
import { startFloor } from './floors';
import { Offer } from './offer';
import { type Summary, summary, timed } from './statistics';

/** Milliseconds for `referenceNotes`, in proportion for larger vaults. */
const forSettling = 8_000;
const forAnswer = 30_000;
/** Between two requests, milliseconds. */
const [searchPause, metadataPause] = [2, 50];

export interface StartFigures {
  /** Nothing kept from an earlier start; the files themselves are in the system's cache. */
  readonly cold: Summary;
  readonly warm: Summary;
  /** Until the product prints that it listens, warm. */
  readonly listening: Summary;
  readonly emptyNode: number;
  /** The same for a plain SDK server, not bundled. */
  readonly sdk: Summary;
  readonly coldSearch: Summary | undefined;
  readonly warmSearch: Summary | undefined;
  /** Until all metadata is loaded; undefined if the product does not report it. */
  readonly coldMetadata: number | undefined;
  readonly warmMetadata: number | undefined;
}

export async function measureStart(product: Product, notes: number, runs: number): Promise<StartFigures> {
  const kept = product.freshState();
  const timeout = forAnswer * timesReference(notes);
  const canSearch = await settle(product, kept, notes);
  const series: Record<'cold' | 'warm' | 'listening' | 'sdk', number[]> = {
    cold: [],
    warm: [],
    listening: [],
    sdk: [],
  };
  for (let run = 0; run < runs; run += 1) {
    series.cold.push((await firstList(() => product.start(product.freshState()))).listed);
    const warm = await firstList(() => product.start(kept));
    series.warm.push(warm.listed);
    series.listening.push(warm.listening);
    series.sdk.push((await firstList(() => startFloor('sdk'))).listed);
  }
  return {
    cold: summary(series.cold),
    warm: summary(series.warm),
    listening: summary(series.listening),
    sdk: summary(series.sdk),
    emptyNode: timed(() => spawnSync(process.execPath, ['-e', '0']), 3),
    coldSearch: canSearch ? await noteSearch(() => product.start(product.freshState()), timeout) : undefined,
    warmSearch: canSearch ? await noteSearch(() => product.start(kept), timeout) : undefined,
    coldMetadata: await metadataIn(await product.start(product.freshState()), notes),
    warmMetadata: await metadataIn(await product.start(kept), notes),
  };
}

/** Fills the caches. @returns whether the product can search */
async function settle(product: Product, state: string, notes: number): Promise<boolean> {
  const server = await product.start(state);
  const client = new McpClient(server);
  const offer = await Offer.of(client);
  client.close();
  await untilIndexed(server, notes);
  // A first start gets time to write its caches before it is stopped.
  await sleep(forSettling * timesReference(notes));
  await server.stop();
  return offer.has('search');
}

async function firstList(
  start: () => Promise<ServerProcess>,
): Promise<{ listening: number; listed: number }> {
  const server = await start();
  const listening = performance.now() - server.spawnedAt;
  const client = new McpClient(server);
  resultOf(await client.post('tools/list'));
  const listed = performance.now() - server.spawnedAt;
  client.close();
  await server.stop();
  return { listening, listed };
}

/** Until a search for the rare word finds all notes that have it; repeated until then. */
async function noteSearch(start: () => Promise<ServerProcess>, timeout: number): Promise<Summary> {
  const times: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const server = await start();
    const client = new McpClient(server);
    const isRight = async (): Promise<boolean> => {
      const { structured } = answerOf(await client.call('search', { query: rareWord }));
      return structured['totalCount'] === 10;
    };
    times.push(await sinceStart(server, isRight, { pause: searchPause, timeout }));
    client.close();
    await server.stop();
  }
  return summary(times);
}

const indexed = z.object({ index: z.object({ notesIndexed: z.int() }) });

async function metadataIn(server: ServerProcess, notes: number): Promise<number | undefined> {
  const took = await untilIndexed(server, notes);
  await server.stop();
  return took;
}

/** @returns undefined at once if the product does not report it */
export async function untilIndexed(server: ServerProcess, notes: number): Promise<number | undefined> {
  const client = new McpClient(server);
  const isReported = (await Offer.of(client)).has('get_vault_info');
  const isIn = async (): Promise<boolean> => {
    const { structured } = answerOf(await client.call('get_vault_info'));
    // It may be too busy to respond.
    return (indexed.safeParse(structured).data?.index.notesIndexed ?? 0) >= notes;
  };
  const timeout = forAnswer * timesReference(notes);
  const took = isReported ? await sinceStart(server, isIn, { pause: metadataPause, timeout }) : undefined;
  client.close();
  return took;
}

/** Milliseconds since the start when it first held; `Infinity` if it never did. */
async function sinceStart(
  { spawnedAt }: ServerProcess,
  isSo: () => Promise<boolean>,
  { pause, timeout }: { readonly pause: number; readonly timeout: number },
): Promise<number> {
  const end = performance.now() + timeout;
  while (performance.now() < end) {
    if (await isSo()) return performance.now() - spawnedAt;
    await sleep(pause);
  }
  return Infinity;
}
