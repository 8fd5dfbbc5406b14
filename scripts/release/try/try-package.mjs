// `npm run release:try`: the packed product as its users meet it: installed from its tarball into an empty folder, with an
// empty home and nothing else, run, connected to real clients and removed; on each Node that it is made for.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { unzipSync } from 'fflate';
import { nodes } from './nodes.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const release = join(root, 'dist', 'release');
const info = { name: 'release-check', version: '1.0.0' };
const eras = {
  2025: { Client: LegacyClient, Http: LegacyHttp, Stdio: LegacyStdio, options: {} },
  2026: {
    ...{ Client: ModernClient, Http: ModernHttp, Stdio: ModernStdio },
    options: { versionNegotiation: { mode: 'auto' } },
  },
};

const base = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-release-')));
const [home, project, vault] = ['home', 'project', 'My Vault'].map(each => join(base, each));
const command = join(project, 'node_modules', name, 'dist', 'lectern.mjs');
const available = nodes(join(root, '.cache', 'nodes'), ['20', '22', '24', '26']);
const open = [];

try {
  prepare();
  step('install', install);
  for (const node of available) await stepWith(`Node ${node.version}`, () => tryOn(node));
  await stepWith('connect', connect);
  await stepWith('extension', tryExtension);
  step('remove', remove);
} finally {
  for (const client of open.splice(0)) await client.close().catch(() => undefined);
  rmSync(base, { recursive: true, force: true });
}
console.log('release: the package can be installed, used and removed');

function prepare() {
  mkdirSync(home);
  mkdirSync(project);
  cpSync(join(root, 'examples', 'vault'), vault, { recursive: true });
  mkdirSync(join(vault, '.obsidian'), { recursive: true });
  writeFileSync(join(vault, '.obsidian', 'app.json'), '{}');
}

/** Nothing of this environment but where programs are. */
function environment(node = process.execPath) {
  const path = [dirname(node), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  return { PATH: path, HOME: home, USERPROFILE: home };
}

function run(program, words, { node, cwd = project } = {}) {
  const { status, stdout, stderr } = spawnSync(program, words, {
    ...{ cwd, env: environment(node), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  });
  assert.equal(status, 0, `${program} ${words.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

/** Offline: a package that needed another one could not be installed. */
function install() {
  const tarball = join(release, `${name}-${version}.tgz`);
  writeFileSync(join(project, 'package.json'), '{"private":true}');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball]);
  const installed = readdirSync(join(project, 'node_modules')).filter(each => !each.startsWith('.'));
  assert.deepEqual(installed, [name]);
  for (const bin of ['lectern', 'lectern-mcp'])
    assert.equal(run('npx', ['--offline', bin, '--version']).trim(), version);
  return readdirSync(join(project, 'node_modules', '.bin')).join(', ');
}

async function tryOn({ program, version: node }) {
  const lectern = words => run(program, [command, ...words], { node: program });
  assert.equal(lectern(['--version']).trim(), version);
  lectern(['install', vault, '--force']);
  for (const file of ['main.js', 'manifest.json', 'styles.css'])
    assert.deepEqual(
      readFileSync(join(vault, '.obsidian', 'plugins', 'lectern-mcp', file)),
      readFileSync(join(release, file)),
    );
  const host = await serve(program);
  const counts = [];
  for (const [era, { Client, Http, Stdio, options }] of Object.entries(eras)) {
    const headers = { Authorization: `Bearer ${host.token}` };
    const http = new Http(new URL(host.url), { requestInit: { headers } });
    counts.push(await use(new Client(info, options), http, `${era} over HTTP on ${node}`));
    const own = { command: program, args: [command, vault, '--stdio'] };
    await use(
      new Client(info, options),
      stdio(Stdio, own),
      `${era} over standard input and output on ${node}`,
    );
  }
  const doctor = spawnSync(program, [command, 'doctor', vault, '--port', String(host.port)], {
    ...{ env: { ...environment(program), LECTERN_TOKEN: host.token }, encoding: 'utf8' },
  });
  assert.equal(doctor.status, 0, doctor.stdout);
  assert.match(doctor.stdout, /Lectern answers on port/);
  assert.equal(await host.stop(), 0);
  return `ready after ${host.milliseconds} ms, ${counts[0]} tools`;
}

/** @returns the running host, and how long its start took */
async function serve(program) {
  const started = performance.now();
  const child = spawn(program, [command, vault, '--port', '0', '--json'], {
    ...{ env: environment(program), stdio: ['ignore', 'pipe', 'pipe'] },
  });
  const ended = new Promise(resolve => child.once('exit', code => resolve(code)));
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    new Promise(resolve => lines.once('line', resolve)),
    ended.then(code => Promise.reject(new Error(`The host ended with ${code}.`))),
  ]);
  const { url, token } = JSON.parse(line);
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url, token, port: new URL(url).port, stop, milliseconds: Math.round(performance.now() - started) };
}

function stdio(Transport, { command: program, args, env = {} }) {
  return new Transport({ command: program, args, env: { ...environment(), ...env }, stderr: 'ignore' });
}

/** Lists tools, reads a note and writes one. @returns how many tools there are */
async function use(client, transport, title) {
  open.push(client);
  await client.connect(transport);
  const { tools } = await client.listTools();
  const read = await client.callTool({ name: 'read_note', arguments: { path: 'Home' } });
  assert.equal(read.structuredContent?.path, 'Home.md', title);
  const path = `Made/${title}.md`;
  const written = await client.callTool({ name: 'create_note', arguments: { path, content: title } });
  assert.notEqual(written.isError, true, JSON.stringify(written.content));
  assert.equal(readFileSync(join(vault, path), 'utf8'), title);
  await client.close();
  return tools.length;
}

/** What `lectern connect` wrote is started as the client would. */
async function connect() {
  const file = join(home, '.cursor', 'mcp.json');
  const before = '{\n  // mine\n  "mcpServers": {}\n}\n';
  mkdirSync(dirname(file));
  writeFileSync(file, before);
  const lectern = words => run(process.execPath, [command, ...words]);
  lectern(['connect', 'cursor', vault, '--yes']);
  const text = readFileSync(file, 'utf8');
  assert.match(text, /\/\/ mine/);
  const { lectern: entry } = JSON.parse(text.replace('// mine', () => '')).mcpServers;
  await use(new ModernClient(info), stdio(ModernStdio, entry), 'as Cursor');
  lectern(['connect', 'cursor', '--remove', '--yes']);
  assert.equal(readFileSync(file, 'utf8').replace(/\s/g, ''), before.replace(/\s/g, ''));
  assert.equal(readFileSync(`${file}.before-lectern`, 'utf8'), before);
  lectern(['connect', 'codex', vault, '--yes']);
  return 'cursor, codex';
}

/** The extension, unpacked and started as its manifest says. */
async function tryExtension() {
  const folder = join(base, 'extension');
  const files = unzipSync(readFileSync(join(release, `${name}-${version}.mcpb`)));
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  const { server } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  assert.ok(existsSync(join(folder, server.entry_point)));
  const filled = text =>
    text
      .replace('${__dirname}', () => folder)
      .replace('${user_config.vault}', () => vault)
      .replace('${user_config.rights}', () => 'write');
  const { args, env } = server.mcp_config;
  const own = {
    command: process.execPath,
    args: args.map(filled),
    env: Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value)])),
  };
  const count = await use(new LegacyClient(info), stdio(LegacyStdio, own), 'as Claude Desktop');
  return `${Object.keys(files).length} files, ${count} tools`;
}

function remove() {
  run('npm', ['uninstall', '--offline', '--no-audit', '--no-fund', name]);
  assert.equal(existsSync(join(project, 'node_modules', name)), false);
  assert.equal(existsSync(join(vault, 'Home.md')), true);
  return 'the vault stays';
}

function step(title, work) {
  const started = performance.now();
  report(title, work(), started);
}

async function stepWith(title, work) {
  const started = performance.now();
  report(title, await work(), started);
}

function report(title, result, started) {
  console.log(`${title}: ${result} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}
