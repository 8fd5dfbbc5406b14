/** Measures servers in turns: the time to start, and of each job. */
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../measure/statistics';
import type { Peer } from './peer-file';
import { PeerServer } from './peer-server';

export interface PeerFigures {
  readonly name: string;
  /** What the server reports as its name and version. */
  readonly version: string;
  /** To the first list of tools, milliseconds. */
  readonly listed: number;
  /** By job: the first call and the median of the others, milliseconds; the error if it failed. */
  readonly jobs: ReadonlyMap<string, { readonly first: number; readonly later: number } | string>;
}

export interface Turns {
  /** Starts of each server. */
  readonly starts: number;
  /** Rounds, in each of which every server does every job so many times. */
  readonly rounds: number;
  readonly calls: number;
  /** Time for all servers together before their first jobs, milliseconds: some read the vault in the background. */
  readonly rest: number;
}

/** One server after the other in each round, so that a slow minute of the machine slows all of them alike. */
export async function compare(peers: readonly Peer[], turns: Turns): Promise<PeerFigures[]> {
  const starts = peers.map((): number[] => []);
  for (let round = 1; round < turns.starts; round += 1)
    for (const [at, peer] of peers.entries()) {
      const server = await PeerServer.start(peer);
      starts[at]?.push(server.listed);
      await server.stop();
    }
  const servers: PeerServer[] = [];
  try {
    for (const [at, peer] of peers.entries()) {
      const server = await PeerServer.start(peer);
      servers.push(server);
      starts[at]?.push(server.listed);
    }
    await sleep(turns.rest);
    const jobs = await jobsOf(peers, servers, turns);
    return peers.map(({ name }, at) => ({
      name,
      version: servers[at]?.version ?? '',
      listed: median(starts[at] ?? []),
      jobs: jobs[at] ?? new Map(),
    }));
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function jobsOf(
  peers: readonly Peer[],
  servers: readonly PeerServer[],
  { rounds, calls }: Turns,
): Promise<PeerFigures['jobs'][]> {
  const figures = peers.map(() => new Map<string, { first: number; later: number } | string>());
  for (const job of new Set(peers.flatMap(peer => Object.keys(peer.calls)))) {
    const times = peers.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [at, server] of servers.entries()) {
        const call = peers[at]?.calls[job];
        if (call === undefined || typeof figures[at]?.get(job) === 'string') continue;
        try {
          for (let time = 0; time < calls; time += 1)
            times[at]?.push(await server.call(call.tool, call.arguments));
        } catch (error) {
          figures[at]?.set(job, error instanceof Error ? error.message : String(error));
        }
      }
    for (const [at, [first, ...later]] of times.entries())
      if (first !== undefined && !figures[at]?.has(job))
        figures[at]?.set(job, { first, later: median(later) });
  }
  return figures;
}

/** Of all servers, each beside the first of them. */
export function peersTable(figures: readonly PeerFigures[]): string {
  const [own] = figures;
  const jobs = [...new Set(figures.flatMap(({ jobs: ofPeer }) => [...ofPeer.keys()]))];
  const rows = [
    ['start to the first list of tools', ...figures.map(({ listed }) => cell(listed, own?.listed))],
    ...jobs.flatMap(job => [
      [`${job}, first`, ...figures.map(peer => jobCell(peer, own, job, 'first'))],
      [`${job}, later`, ...figures.map(peer => jobCell(peer, own, job, 'later'))],
    ]),
  ];
  const head = ['milliseconds (times the first column)', ...figures.map(({ name }) => name)];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_cell, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
}

function jobCell(
  peer: PeerFigures,
  own: PeerFigures | undefined,
  job: string,
  which: 'first' | 'later',
): string {
  const figure = peer.jobs.get(job);
  if (figure === undefined) return '–';
  if (typeof figure === 'string') return `failed: ${figure.split('\n')[0]?.slice(0, 60) ?? ''}`;
  const beside = own?.jobs.get(job);
  return cell(figure[which], typeof beside === 'object' ? beside[which] : undefined);
}

function cell(value: number, own: number | undefined): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return own === undefined || own === value || own === 0
    ? value.toFixed(digits)
    : `${value.toFixed(digits)} (× ${(value / own).toFixed(2)})`;
}
