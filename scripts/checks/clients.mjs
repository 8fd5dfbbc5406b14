// `node scripts/checks/clients.mjs`: real clients list and call tools of the built product, with a token, over HTTP and through a stdio bridge.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { root, startHost } from '../host-process.mjs';
import { installTools } from '../tool-cache.mjs';

const cache = join(root, '.cache', 'clients');
const packages = { '@modelcontextprotocol/inspector': '2.12.0', 'mcp-remote': '0.15.1' };
/** What the inspector asks for. */
const neededNode = [22, 19];
const patience = 60_000;

const info = { name: 'client-check', version: '1.0.0' };
const note = { path: 'Home' };

const node = installTools(cache, packages, neededNode);
const host = await startHost();
let failures = 0;
try {
  for (const era of ['legacy', 'auto']) {
    await check(`inspector, era ${era}: tools/list`, async () =>
      listed((await inspect(era, ['--method', 'tools/list'])).tools),
    );
    await check(`inspector, era ${era}: tools/call read_note`, async () => {
      const call = ['--method', 'tools/call', '--tool-name', 'read_note', '--tool-arg', `path=${note.path}`];
      return read(await inspect(era, call));
    });
  }
  await check('inspector, era auto: without a token it is refused', refused);
  await bridge('1.x SDK', new LegacyClient(info), LegacyStdio);
  await bridge('2.x SDK', new ModernClient(info), ModernStdio);
  await bridge(
    '2.x SDK, era auto',
    new ModernClient(info, { versionNegotiation: { mode: 'auto' } }),
    ModernStdio,
    '2026-07-28',
  );
} finally {
  await host.stop();
}
if (failures > 0) {
  console.error(`clients: ${failures} checks failed`);
  process.exit(1);
}
console.log('clients: every check passed');

/** The file that a package starts by that name. */
function program(name, command) {
  const folder = join(cache, 'node_modules', ...name.split('/'));
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

async function check(title, run) {
  try {
    console.log(`passed    ${title}: ${await run()}`);
  } catch (error) {
    failures += 1;
    console.log(`FAILED    ${title}: ${error.message}`);
  }
}

function listed(tools) {
  const names = tools.map(({ name }) => name);
  for (const name of ['list', 'read_note'])
    if (!names.includes(name)) throw new Error(`${name} is not among ${names.join(', ')}`);
  return `${names.length} tools`;
}

function read({ isError, structuredContent, content }) {
  if (isError === true) throw new Error(JSON.stringify(content));
  if (structuredContent?.path !== 'Home.md') throw new Error('structuredContent.path is not Home.md');
  if (!content[0].text.includes(structuredContent.content)) throw new Error('the text lacks the note');
  return `${structuredContent.totalLines} lines of ${structuredContent.path}`;
}

async function inspect(era, words) {
  const { code, out, errors } = await inspector(era, [
    '--header',
    `Authorization: Bearer ${host.token}`,
    '--format',
    'json',
    ...words,
  ]);
  if (code !== 0) throw new Error(`exit ${code}: ${errors || out}`);
  const answer = JSON.parse(out);
  return answer.result ?? answer;
}

async function refused() {
  const { code, out, errors } = await inspector('auto', ['--stored-auth-only', '--method', 'tools/list']);
  if (code !== 3) throw new Error(`exit ${code}: ${errors || out}`);
  return 'exit 3';
}

function inspector(era, words) {
  const cli = program('@modelcontextprotocol/inspector', 'mcp-inspector');
  const where = ['--cli', host.url, '--transport', 'http', '--protocol-era', era];
  return runNode([cli, ...where, ...words]);
}

/** mcp-remote between a client that knows only stdio and the server. */
async function bridge(title, client, Transport, revision) {
  const transport = new Transport({
    command: node,
    args: [program('mcp-remote', 'mcp-remote'), host.url, '--header', 'Authorization:${AUTH}'],
    env: { ...process.env, AUTH: `Bearer ${host.token}`, MCP_REMOTE_CONFIG_DIR: join(cache, 'bridge') },
    stderr: 'ignore',
  });
  await check(`mcp-remote, ${title}: connect`, async () => {
    await inTime(client.connect(transport));
    const found = client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion ?? '2025 era';
    if (revision !== undefined && found !== revision) throw new Error(`negotiated ${found}`);
    return found;
  });
  await check(`mcp-remote, ${title}: tools/list`, async () =>
    listed((await inTime(client.listTools())).tools),
  );
  await check(`mcp-remote, ${title}: tools/call read_note`, async () =>
    read(await inTime(client.callTool({ name: 'read_note', arguments: note }))),
  );
  await client.close();
}

function inTime(work) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patience / 1000} s`)), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function runNode(args) {
  return new Promise(resolve => {
    const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: patience });
    let [out, errors] = ['', ''];
    child.stdout.on('data', chunk => (out += chunk));
    child.stderr.on('data', chunk => (errors += chunk));
    child.on('close', code => resolve({ code, out, errors }));
  });
}
