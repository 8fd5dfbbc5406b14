import { readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { clients } from '../../support/clients';
import { closing } from '../../support/left-open';
import { NamedFolders, SeveralVaults } from '../../support/process/several-vaults';

const folders = new NamedFolders({
  work: { 'A.md': 'work', 'Long.md': 'a line of the long note\n'.repeat(40_000) },
  home: { 'A.md': 'home' },
});
let front: SeveralVaults;

beforeAll(async () => (front = await SeveralVaults.start(folders)), 60_000);
afterAll(async () => {
  await front.stop();
  folders.remove();
});

/** Megabytes of memory that a process has, now or at most. */
function memory(which: 'VmRSS' | 'VmHWM'): number {
  const row = readFileSync(`/proc/${front.pid}/status`, 'utf8')
    .split('\n')
    .find(text => text.startsWith(which));
  return Number(row?.replace(/\D+/g, '')) / 1024;
}

function resetPeak(): void {
  writeFileSync(`/proc/${front.pid}/clear_refs`, '5');
}

test('fifty clients with ten calls each lose none', async () => {
  const connected = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      front.connect(at % 4 < 2 ? '2025' : '2026', at % 2 === 0 ? 'work' : 'home'),
    ),
  );
  const answers = await Promise.all(
    connected.map(async (client, at) => {
      const vault = at % 2 === 0 ? 'work' : 'home';
      const found: boolean[] = [];
      for (let call = 0; call < 10; call += 1)
        found.push((await client.call('read_note', { path: 'A.md' })).text.includes(vault));
      return found;
    }),
  );
  expect(answers.flat().filter(Boolean)).toHaveLength(500);
  await Promise.all(connected.map(client => client.close()));
  expect(memory('VmRSS')).toBeLessThan(90);
}, 60_000);

test('five hundred calls at the one entry leave the front small', async () => {
  const client = await clients['2026']({ url: `${front.origin}/mcp`, token: front.token });
  for (let call = 0; call < 500; call += 1) {
    const vault = call % 2 === 0 ? 'work' : 'home';
    expect((await client.call('read_note', { path: 'A.md', vault })).text).toContain(vault);
  }
  await client.close();
  expect(memory('VmRSS')).toBeLessThan(90);
}, 60_000);

test('an upload of 40 MB passes through', async () => {
  const client = await front.connect('2026', 'home');
  const { structured } = await client.call('add_attachment', { name: 'big.png' });
  await client.close();
  const { uploadUrl } = z.looseObject({ uploadUrl: z.string() }).parse(structured);
  const body = Buffer.alloc(40_000_000, 1);
  Buffer.from('89504e470d0a1a0a', 'hex').copy(body);
  const before = memory('VmRSS');
  resetPeak();
  const answer = await fetch(uploadUrl, { method: 'PUT', body });
  expect(answer.status).toBe(201);
  expect(memory('VmHWM') - before).toBeLessThan(30);
  const { path } = z.looseObject({ path: z.string() }).parse(await answer.json());
  expect(readFileSync(join(folders.parent, 'home', path)).equals(body)).toBe(true);
}, 30_000);

/** A client that asks for a long answer and takes none of it. */
function silentReader(): Promise<Socket> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'read_note', arguments: { path: 'Long.md', maxChars: 500_000 } },
  });
  const lines = [
    'POST /work/mcp HTTP/1.1',
    `Host: 127.0.0.1:${front.port}`,
    `Authorization: Bearer ${front.token}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(front.port, '127.0.0.1', () => {
      socket.pause();
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
      resolve(socket);
    });
    socket.on('error', reject);
    closing('A reader', () => Promise.resolve(socket.destroy()));
  });
}

test('thirty readers that do not read hold little, and nobody else up', async () => {
  const before = memory('VmRSS');
  resetPeak();
  const readers = await Promise.all(Array.from({ length: 30 }, silentReader));
  await sleep(1500);
  const client = await front.connect('2026', 'work');
  expect((await client.call('read_note', { path: 'A.md' })).text).toContain('work');
  await client.close();
  expect(memory('VmHWM') - before).toBeLessThan(40);
  for (const reader of readers) reader.destroy();
}, 30_000);
