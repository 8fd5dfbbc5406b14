// `npm run sign-in`: the sign-in of the built product from outside, behind a proxy with TLS on this computer: the
// protocol's own test of authorization servers, and mcp-remote from its registration to a tool. A script is the browser.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer, request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { root, startHost } from '../host-process.mjs';
import { installTools } from '../tool-cache.mjs';

/** The same as of the checks that install them. */
const suiteCache = join(root, '.cache', 'conformance');
const suites = {
  'suite-2025': 'npm:@modelcontextprotocol/conformance@0.1.16',
  'suite-2026': 'npm:@modelcontextprotocol/conformance@0.2.0-alpha.12',
};
const clientCache = join(root, '.cache', 'clients');
const clients = { '@modelcontextprotocol/inspector': '2.12.0', 'mcp-remote': '0.15.1' };
const callbackPort = 33_417;
const patience = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'lectern-sign-in-'));
const certificate = makeCertificate();
if (certificate === undefined) {
  console.log('!!! SKIPPED: the sign-in from outside needs `openssl`, which is not here.');
  process.exit(0);
}
const node = installTools(suiteCache, suites, [22, 0]);
installTools(clientCache, clients, [22, 19]);

let upstream = 0;
let requests = 0;
const proxy = createServer(certificate, (incoming, outgoing) => {
  requests += 1;
  // As if each came from another computer: the limit of attempts is not what is tried here.
  const headers = { ...incoming.headers, 'x-forwarded-for': `198.51.100.${requests % 250}` };
  const { url: path, method } = incoming;
  const onward = httpRequest({ host: '127.0.0.1', port: upstream, path, method, headers }, answer => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
});
await new Promise(resolve => proxy.listen(0, '127.0.0.1', resolve));
const publicUrl = `https://localhost:${proxy.address().port}`;
const settings = join(folder, 'settings.json');
writeFileSync(settings, JSON.stringify({ publicUrl }));
const host = await startHost('--settings', settings);
upstream = Number(new URL(host.url).port);

let failures = 0;
try {
  await check('conformance authorization', conformance);
  await check('mcp-remote: registration, consent, a tool', mcpRemote);
  await check('mcp-remote: its tokens after a restart of Lectern', mcpRemoteAgain);
  await check('mcp-remote: a refresh when its access token ends', mcpRemoteRefreshed);
  await stopProxy();
  for (const [program, words] of [
    ['nginx', ['-c', nginxFile(), '-e', join(folder, 'error.log'), '-g', 'daemon off;']],
    ['caddy', ['run', '--adapter', 'caddyfile', '--config', caddyFile()]],
  ])
    await check(`mcp-remote through ${program}`, () => mcpRemoteThrough(program, words));
} finally {
  await host.stop();
  await stopProxy();
  rmSync(folder, { recursive: true, force: true });
}
if (failures > 0) process.exit(1);
console.log('sign-in: every check passed');

async function check(title, run) {
  try {
    console.log(`passed    ${title}: ${await run()}`);
  } catch (error) {
    failures += 1;
    console.log(`FAILED    ${title}: ${error.message}`);
  }
}

async function conformance() {
  const pairing = await pair();
  const redirect = `http://127.0.0.1:${callbackPort}/callback`;
  const registered = await send(`${publicUrl}/oauth/register`, {
    method: 'POST',
    type: 'application/json',
    body: JSON.stringify({ client_name: 'conformance', redirect_uris: [redirect] }),
  });
  const { client_id: id } = JSON.parse(registered.text);
  const out = join(folder, 'results');
  const words = ['authorization', '--url', publicUrl, '--client-id', id, '--resource', `${publicUrl}/mcp`];
  const cli = join(suiteCache, 'node_modules', 'suite-2026', 'dist', 'index.js');
  const child = spawn(node, [cli, ...words, '-p', String(callbackPort), '-o', out], { env: trusting() });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', data => (output += data));
    createInterface({ input: stream }).on('line', line => {
      if (line.startsWith(`${publicUrl}/oauth/authorize?`)) void browse(line, pairing.code);
    });
  }
  const code = await inTime(new Promise(resolve => child.once('close', resolve)));
  const total = /Total: (\d+ passed, 0 failed)/.exec(output)?.[1];
  if (code !== 0 || total === undefined) throw new Error(`exit ${code}\n${output}`);
  await pairing.ended;
  return total;
}

/** A person pairs it. */
async function mcpRemote() {
  const pairing = await pair();
  await readHome(address => browse(address, pairing.code));
  if ((await pairing.ended) !== 0) throw new Error('lectern pair did not say that a client was connected.');
  return 'read Home.md';
}

async function mcpRemoteAgain() {
  const { url } = await host.restart();
  upstream = Number(new URL(url).port);
  await readHome(noBrowser);
  return 'read Home.md without a browser';
}

async function mcpRemoteRefreshed() {
  const before = remoteTokens();
  const form = new URLSearchParams({ client_id: before.client, token: before.access_token });
  const type = 'application/x-www-form-urlencoded';
  await send(`${publicUrl}/oauth/revoke`, { method: 'POST', type, body: form.toString() });
  await readHome(noBrowser);
  if (remoteTokens().access_token === before.access_token) throw new Error('It has the same token.');
  return 'read Home.md with a new token';
}

function noBrowser(address) {
  failures += 1;
  console.log(`FAILED    mcp-remote asks a person again: ${address}`);
}

/** A proxy in the place of ours, set up by the words of docs/remote.md but for its port and certificate. */
async function mcpRemoteThrough(program, words) {
  if (spawnSync(program, [program === 'nginx' ? '-v' : 'version']).error !== undefined)
    return '!!! SKIPPED: it is not installed';
  const child = spawn(program, words, { stdio: 'ignore', env: { ...process.env, HOME: folder } });
  const ended = new Promise(resolve => child.once('exit', resolve));
  rmSync(join(folder, 'mcp-remote'), { recursive: true });
  try {
    await isListening(Number(new URL(publicUrl).port));
    return await mcpRemote();
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

function nginxFile() {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  );
  // The name of the request without its port would do at the usual one.
  const location = documented('nginx').replace('$host', () => '$http_host');
  const server = `listen ${new URL(publicUrl).port} ssl;\nssl_certificate ${folder}/cert.pem;\nssl_certificate_key ${folder}/key.pem;\n${location}`;
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  const http = `access_log off;\n${paths.join('\n')}\nserver {\n${server}}\n`;
  return written('nginx.conf', `${user}pid ${folder}/nginx.pid;\nevents {}\nhttp {\n${http}}\n`);
}

function caddyFile() {
  const site = documented('caddyfile').replace(
    'https://notes.example.org {',
    () => `${publicUrl} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
  );
  return written('Caddyfile', `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
}

/** The block of a language in docs/remote.md, with this host's port. */
function documented(language) {
  const page = readFileSync(join(root, 'docs', 'remote.md'), 'utf8');
  const [, after = ''] = page.split(`\`\`\`${language}\n`);
  return after.split('```')[0].replace('127.0.0.1:27150', () => `127.0.0.1:${upstream}`);
}

function written(name, text) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function isListening(port) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isOpen = await new Promise(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error('The proxy does not listen.');
}

async function stopProxy() {
  if (!proxy.listening) return;
  const closed = new Promise(resolve => proxy.close(resolve));
  proxy.closeAllConnections();
  await closed;
}

/** What mcp-remote keeps. */
function remoteTokens() {
  const kept = readdirSync(join(folder, 'mcp-remote'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => [name, JSON.parse(readFileSync(join(parentPath, name), 'utf8'))]);
  const one = end => kept.find(([name]) => name.endsWith(end))?.[1] ?? {};
  return { ...one('tokens.json'), client: one('client_info.json').client_id };
}

/** Reads a note through mcp-remote. @param open gets the address that a person would open */
async function readHome(open) {
  const cli = JSON.parse(
    readFileSync(join(clientCache, 'node_modules', 'mcp-remote', 'package.json'), 'utf8'),
  );
  const program = join(clientCache, 'node_modules', 'mcp-remote', cli.bin['mcp-remote']);
  const transport = new StdioClientTransport({
    command: node,
    args: [program, `${publicUrl}/mcp`],
    // Without a program that opens addresses, it only prints them.
    env: { ...trusting(), MCP_REMOTE_CONFIG_DIR: join(folder, 'mcp-remote'), PATH: dirname(node) },
    stderr: 'pipe',
  });
  createInterface({ input: transport.stderr }).on('line', line => {
    const address = /https:\/\/localhost:\d+\/oauth\/authorize\?\S+/.exec(line)?.[0];
    if (address !== undefined) void open(address);
  });
  const client = new Client({ name: 'sign-in-check', version: '1.0.0' });
  await inTime(client.connect(transport));
  const { structuredContent } = await client.callTool({ name: 'read_note', arguments: { path: 'Home' } });
  await client.close();
  if (structuredContent?.path !== 'Home.md') throw new Error('The note was not read.');
}

/** `lectern pair`, which answers yes. @returns the code, and how it ends */
async function pair() {
  const words = [join(root, 'dist', 'lectern.mjs'), 'pair', host.vault, '--yes', '--json'];
  const state = join(dirname(host.vault), 'state');
  const child = spawn(process.execPath, words, { env: { ...process.env, XDG_STATE_HOME: state } });
  const ended = new Promise(resolve => child.once('close', resolve));
  const first = new Promise(resolve => createInterface({ input: child.stdout }).once('line', resolve));
  const { code } = JSON.parse(await inTime(first));
  return { code, ended };
}

/** A person at a browser: enters the code, waits, and follows to the client's own address. */
async function browse(address, code) {
  const { text } = await send(address);
  const form = /action="([^"]+)"/.exec(text)?.[1].replaceAll('&amp;', () => '&');
  const type = 'application/x-www-form-urlencoded';
  let answer = await send(form, { method: 'POST', type, body: `code=${code}` });
  while (answer.status === 303 || answer.refresh !== undefined) {
    const next = answer.location ?? /^2; url=(.+)$/.exec(answer.refresh)?.[1];
    if (!next.startsWith(publicUrl)) return void (await fetch(next));
    answer = await send(next);
  }
  throw new Error(`${answer.status}: ${answer.text}`);
}

function send(address, { method = 'GET', type, body } = {}) {
  return new Promise((resolve, reject) => {
    const headers = type === undefined ? {} : { 'content-type': type };
    const outgoing = request(address, { method, headers, ca: certificate.cert, agent: false }, incoming => {
      let text = '';
      incoming.on('data', data => (text += data));
      incoming.on('end', () => {
        const { location, refresh } = incoming.headers;
        resolve({ status: incoming.statusCode, location, refresh, text });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function trusting() {
  return { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') };
}

function makeCertificate() {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert];
  const { status } = spawnSync('openssl', [...words, ...subject], { stdio: 'ignore' });
  return status === 0 ? { key: readFileSync(key), cert: readFileSync(cert) } : undefined;
}

function inTime(work) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing within ${patience / 1000} s`)), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
