// `npm run smoke`: starts the built product over the example vault, calls it over plain HTTP in both protocol eras, stops it.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { startHost } from '../host-process.mjs';

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'smoke', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** How each era says what it asks. */
const eras = {
  '2025-11-25': { params: params => params, headers: () => ({}) },
  '2026-07-28': {
    params: params => ({ ...params, _meta: modernMeta }),
    headers: (method, { name }) => ({
      'Mcp-Method': method,
      ...(name === undefined ? {} : { 'Mcp-Name': name }),
    }),
  },
};

const host = await startHost();
try {
  assert.match(host.url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  const stranger = await post(
    '2025-11-25',
    'tools/list',
    {},
    { Authorization: 'Bearer nobody-knows-this-one' },
  );
  assert.equal(stranger.status, 401, 'a stranger is let in');
  for (const era of Object.keys(eras)) await tryEra(era);
} finally {
  const { code, milliseconds } = await host.stop();
  // Windows has no signals: there, being asked to stop is being ended.
  if (process.platform !== 'win32') assert.equal(code, 0, 'the exit code after SIGTERM');
  assert.ok(milliseconds < 2000, `stopping took ${milliseconds} ms`);
  assert.equal(await isListening(), false, 'the port is still taken');
  console.log(`stopped in ${milliseconds} ms`);
}
console.log('smoke test: all good');

async function tryEra(era) {
  const { tools } = await ask(era, 'tools/list', {});
  const names = tools.map(({ name }) => name);
  assert.ok(
    names.includes('list') && names.includes('read_note'),
    `tools/list in ${era}: ${names.join(', ')}`,
  );
  const listing = await ask(era, 'tools/call', { name: 'list', arguments: {} });
  assert.ok(
    listing.structuredContent.items.some(({ path }) => path === 'Home.md'),
    `list in ${era} lacks Home.md`,
  );
  const note = await ask(era, 'tools/call', { name: 'read_note', arguments: { path: 'Home' } });
  assert.equal(note.structuredContent.path, 'Home.md');
  const absent = await ask(era, 'tools/call', { name: 'read_note', arguments: { path: 'No such note' } });
  assert.equal(absent.structuredContent.error.code, 'not_found');
  console.log(`${era}: listed and called ${names.join(', ')}`);
}

async function ask(era, method, params) {
  const response = await post(era, method, params, { Authorization: `Bearer ${host.token}` });
  const text = await response.text();
  assert.equal(response.status, 200, `${method} in ${era}: ${text}`);
  const message = JSON.parse(
    response.headers.get('content-type').startsWith('text/event-stream') ? lastEvent(text) : text,
  );
  assert.equal(message.error, undefined, `${method} in ${era}: ${text}`);
  return message.result;
}

function post(era, method, params, headers) {
  const wording = eras[era];
  return fetch(host.url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': era,
      ...wording.headers(method, params),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: wording.params(params) }),
  });
}

function lastEvent(text) {
  const data = text.split('\n').filter(line => line.startsWith('data: '));
  return data.at(-1).slice('data: '.length);
}

function isListening() {
  const { hostname, port } = new URL(host.url);
  return new Promise(resolve => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
