/** Runs the scripted jobs over a fresh copy of their vault, and counts what a model would pay for. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { McpClient, toolListBytes } from '../product/mcp-client';
import { ServerProcess } from '../product/server-process';
import type { Call, Job } from './job';
import { agentFiles, writeAgentVault } from './vault/agent-vault';

export interface Cost {
  readonly calls: number;
  /** Bytes of the tools' names and of their arguments as compact JSON. */
  readonly bytesIn: number;
  /** Bytes of the text blocks of the results; errors too. */
  readonly bytesOut: number;
}

export interface JobCost extends Cost {
  readonly name: string;
}

export interface Costs {
  readonly jobs: readonly JobCost[];
  /** Bytes of `tools/list` as a model reads it (names, descriptions, input schemas), by profile. */
  readonly toolLists: Readonly<Record<string, number>>;
}

export interface Drive {
  /** A folder with `main.js`, `manifest.json` and `dist/lectern.mjs`. */
  readonly product: string;
  /** Whose lists of tools are counted. */
  readonly profiles: readonly string[];
  readonly jobs: readonly Job[];
}

/** A token for each profile, and one without a profile for the jobs, which use the default. */
const tokenOf = (profile: string): string => `lct_benchmark-token-of-this-run-only-${profile}`;
const usual = 'usual';

const tokens = (profiles: readonly string[]): object[] =>
  [usual, ...profiles].map(profile => ({
    name: profile,
    rights: 'write',
    value: tokenOf(profile),
    ...(profile === usual ? {} : { profile }),
  }));

/** @throws Error that names every failed job */
export async function drive({ product, profiles, jobs }: Drive): Promise<Costs> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-agent-'));
  const vault = join(folder, 'vault');
  const files = agentFiles();
  writeAgentVault(vault, files);
  const settings = join(folder, 'settings.json');
  writeFileSync(settings, JSON.stringify({ port: 0, tokens: tokens(profiles) }));
  const server = await ServerProcess.start({
    words: [join(product, 'dist', 'lectern.mjs'), vault, '--json', '--settings', settings],
    environment: { XDG_STATE_HOME: join(folder, 'state') },
  });
  const { url } = server;
  const client = new McpClient({ url, token: tokenOf(usual) });
  try {
    await untilKnown(client, files.filter(({ path }) => path.endsWith('.md')).length);
    const costs: JobCost[] = [];
    const failed: string[] = [];
    for (const job of jobs) {
      const { cost, problems } = await doJob(job, { client, vault });
      costs.push(cost);
      failed.push(...problems.map(problem => `${job.name}: ${problem}`));
    }
    if (failed.length > 0) throw new Error(`Jobs that were not done:\n${failed.join('\n')}`);
    return { jobs: costs, toolLists: await listsOf(url, profiles) };
  } finally {
    client.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function doJob(
  job: Job,
  { client, vault }: { readonly client: McpClient; readonly vault: string },
): Promise<{ cost: JobCost; problems: string[] }> {
  const seen: string[] = [];
  const cost = { name: job.name, calls: 0, bytesIn: 0, bytesOut: 0 };
  const problems: string[] = [];
  const ask = async ({ tool, args }: Call): Promise<void> => {
    const { text, error } = await client.ask(tool, args);
    // The folder of this run is in no real result.
    const shown = text.replaceAll(vault, () => '/vault');
    seen.push(shown);
    cost.calls += 1;
    cost.bytesIn += Buffer.byteLength(tool) + Buffer.byteLength(JSON.stringify(args));
    cost.bytesOut += Buffer.byteLength(shown);
    if (error !== undefined) problems.push(`${tool} answered ${shown}`);
  };
  for (const step of job.calls) {
    const calls = typeof step === 'function' ? step(seen) : [step];
    for (const one of calls) await ask(one);
  }
  const file = (path: string): string | undefined => textOf(join(vault, path));
  return { cost, problems: [...problems, ...job.problems({ seen, file })] };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const indexed = z.object({ index: z.object({ notesIndexed: z.int() }) });

async function untilKnown(client: McpClient, notes: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { structured } = await client.ask('get_vault_info');
    if ((indexed.safeParse(structured).data?.index.notesIndexed ?? 0) >= notes) return;
    await sleep(50);
  }
  throw new Error('The notes of the vault were not all read within half a minute.');
}

async function listsOf(url: string, profiles: readonly string[]): Promise<Record<string, number>> {
  const lists: Record<string, number> = {};
  for (const profile of profiles) {
    const client = new McpClient({ url, token: tokenOf(profile) });
    lists[profile] = await toolListBytes(client);
    client.close();
  }
  return lists;
}
