// `node scripts/release/try/try-proxies.mjs`: real clients through nginx and Caddy over TLS, set up by the files in
// examples/server with only the name, the ports and the certificate changed. Skips a proxy that is not installed.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, startHost } from '../../host-process.mjs';

const name = 'localhost';
const folder = mkdtempSync(join(tmpdir(), 'lectern-proxies-'));
const [key, certificate] = ['key.pem', 'certificate.pem'].map(file => join(folder, file));

if (process.env.PROXY_FOLDER === undefined) {
  // Node reads the certificates that it trusts when it starts.
  makeCertificate();
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate, PROXY_FOLDER: folder };
  const { status } = spawnSync(process.execPath, [process.argv[1]], { env, stdio: 'inherit' });
  rmSync(folder, { recursive: true, force: true });
  process.exit(status ?? 1);
}

const work = process.env.PROXY_FOLDER;
rmSync(folder, { recursive: true, force: true });
const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
const legacy = await import('@modelcontextprotocol/sdk/client/index.js');
const legacyHttp = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
const host = await startHost();
const upstream = new URL(host.url).host;
try {
  await through(
    'nginx',
    ['nginx', ['-c', nginxFile(18443), '-e', join(work, 'error.log'), '-g', 'daemon off;']],
    18443,
  );
  await through('caddy', ['caddy', ['run', '--adapter', 'caddyfile', '--config', caddyFile(18444)]], 18444);
} finally {
  await host.stop();
}

function makeCertificate() {
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const words = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    certificate,
  ];
  const { status, stderr } = spawnSync('openssl', [...words, ...subject], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

function nginxFile(port) {
  const site = readFileSync(join(root, 'examples', 'server', 'nginx.conf'), 'utf8')
    .replaceAll('/etc/ssl/lectern', () => work)
    .replaceAll('notes.example.com', () => name)
    .replaceAll('listen 443', () => `listen 127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:27150', () => upstream);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    each => `${each}_temp_path ${work}/${each};`,
  );
  const file = join(work, 'nginx.conf');
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;\n' : ''}pid ${work}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${paths.join('\n')}\n${site}}\n`,
  );
  return file;
}

function caddyFile(port) {
  const site = readFileSync(join(root, 'examples', 'server', 'Caddyfile'), 'utf8')
    .replaceAll('127.0.0.1:27150', () => upstream)
    .replace(
      /^notes\.example\.com \{/m,
      () => `https://${name}:${port} {\n\ttls ${work}/certificate.pem ${work}/key.pem`,
    );
  const file = join(work, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
  return file;
}

async function through(title, [program, words], port) {
  if (spawnSync(program, [title === 'nginx' ? '-v' : 'version']).error !== undefined) {
    console.log(`!!! SKIPPED ${title}: it is not installed`);
    return;
  }
  const proxy = spawn(program, words, { stdio: 'ignore', env: { ...process.env, HOME: work } });
  const ended = new Promise(resolve => proxy.once('exit', resolve));
  try {
    await listening(port);
    await tryAt(`https://${name}:${port}`);
    console.log(`passed    ${title}: both eras, a long stream, a large note, health, and nothing else`);
  } finally {
    proxy.kill('SIGTERM');
    await ended;
  }
}

async function tryAt(base) {
  const options = { requestInit: { headers: { Authorization: `Bearer ${host.token}` } } };
  const old = new legacy.Client({ name: 'proxy-check', version: '1.0.0' });
  await old.connect(new legacyHttp.StreamableHTTPClientTransport(new URL(`${base}/mcp`), options));
  const modern = new Client(
    { name: 'proxy-check', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  await modern.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`), options));
  assert.equal(modern.getNegotiatedProtocolVersion(), '2026-07-28');
  // The older client's own stream tells of the change while nothing else is asked.
  const told = new Promise(resolve => {
    old.fallbackNotificationHandler = async ({ method }) => {
      if (method === 'notifications/resources/updated') resolve(method);
    };
  });
  await old.subscribeResource({ uri: 'vault:///Home.md' });
  const content = `${'A long line of a large note.\n'.repeat(100_000)}`;
  const path = `Large ${new URL(base).port}.md`;
  await modern.callTool({ name: 'create_note', arguments: { path, content } });
  const read = await old.callTool({ name: 'read_note', arguments: { path, maxChars: 5_000_000 } });
  assert.equal(read.structuredContent.totalLines >= 100_000, true);
  await modern.callTool({
    name: 'update_note',
    arguments: { path: 'Home', mode: 'append', content: 'more' },
  });
  await told;
  await old.close();
  await modern.close();
  const health = await fetch(`${base}/health`);
  assert.deepEqual([health.status, await health.text()], [200, '{"status":"ok"}']);
  assert.equal((await fetch(`${base}/mcp`, { method: 'POST' })).status, 401);
  assert.equal((await fetch(`${base}/other`)).status, 404);
  await assert.rejects(() => statusFor(base, 'evil.example'));
}

/** The status for another name; rejects where nothing is answered. */
function statusFor(base, other) {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const headers = { Host: other, Authorization: `Bearer ${host.token}` };
    const sent = request(
      { hostname, port, path: '/mcp', method: 'POST', headers, servername: hostname },
      response => {
        response.resume();
        // Caddy answers a name it does not serve with nothing but an empty 200.
        if (response.statusCode === 200 && response.headers['content-length'] === '0')
          reject(new Error('nothing'));
        else resolve(response.statusCode);
      },
    );
    sent.on('error', reject);
    sent.end('{}');
  });
}

async function listening(port) {
  for (let tries = 0; tries < 100; tries += 1) {
    const isThere = await new Promise(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
    });
    if (isThere) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error(`Nothing listens on ${port}.`);
}
