/** `npm run bench:peers -- --peers FILE`: other MCP servers beside ours, each over its own copy of the vault. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rareWord } from '../vault/planted';
import { BenchVault } from '../vault/vault-folder';
import { machine, machineText } from '../report/machine';
import { replaceBetween } from '../report/page';
import { compare, type PeerFigures, peersTable } from './compare';
import { parsePeers, type Peer, peerOf } from './peer-file';

const { values } = parseArgs({
  options: {
    peers: { type: 'string' },
    notes: { type: 'string', default: '1000' },
    starts: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    /** Seconds. */
    rest: { type: 'string', default: '20' },
    /** Also writes the table into docs/performance.md. */
    markdown: { type: 'boolean', default: false },
  },
});
if (values.peers === undefined) throw new Error('Name the file of the other servers: --peers FILE');

const vault = BenchVault.open(Number(values.notes));
const folder = mkdtempSync(join(tmpdir(), 'lectern-peers-'));
try {
  const peers = [own(process.cwd()), ...parsePeers(readFileSync(values.peers, 'utf8'))];
  const copies = peers.map((peer, at) => {
    const copy = join(folder, String(at));
    cpSync(vault.path, copy, { recursive: true, preserveTimestamps: true });
    return peerOf(peer, copy);
  });
  const figures = await compare(copies, {
    starts: Number(values.starts),
    rounds: Number(values.rounds),
    calls: 10,
    rest: Number(values.rest) * 1000,
  });
  const report = `${introduction(figures)}\n\n${peersTable(figures)}`;
  process.stdout.write(`${report}\n`);
  if (values.markdown) replaceBetween(join(process.cwd(), 'docs', 'performance.md'), 'bench peers', report);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

function introduction(figures: readonly PeerFigures[]): string {
  const servers = figures.map(({ name, version }) => `${name} (${version})`).join(', ');
  const load = loadavg()[0]?.toFixed(1) ?? '';
  return `${Number(values.notes).toLocaleString('en')} notes, on ${machineText(machine())}; load average ${load} afterwards; jobs begin ${values.rest} s after the servers. ${servers}.`;
}

/** Ours, over standard input and output as most of the others. */
function own(root: string): Peer {
  return {
    name: 'Lectern',
    headers: {},
    command: [process.execPath, join(root, 'dist', 'lectern.mjs'), '{vault}', '--stdio'],
    environment: { XDG_STATE_HOME: join(folder, 'state') },
    calls: {
      'search: rare word': { tool: 'search', arguments: { query: rareWord } },
      'list all paths': { tool: 'list', arguments: { recursive: true, limit: 10_000 } },
      'append a line': {
        tool: 'update_note',
        arguments: { path: vault.truth.scratch[0]?.path, mode: 'append', content: '- entry' },
      },
      'read one note': { tool: 'read_note', arguments: { path: vault.truth.hub.path } },
    },
  };
}
