/** Results so large that a token may have one of them on the way: the next one waits until its client has taken that. */
import { connect, type Socket } from 'node:net';
import { field } from '../support/json';
import { RunningLectern, testToken } from '../support/lectern';
import { requestText } from '../support/http/raw-http';

const text = `${'x'.repeat(100_000)}\n`.repeat(130);
const reading = { path: 'Large.md', maxChars: 20_000_000, withLineNumbers: false };

let lectern: RunningLectern;
beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: { 'Large.md': text, 'Small.md': 'Small.' },
    settings: { callSeconds: 300 },
  });
});
afterAll(() => lectern.close());

/** A client that asks for the note and takes no more than the beginning of the answer. */
function slowClient(): Promise<Socket> {
  const body = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'read_note', arguments: reading },
  });
  const head = [
    `Host: 127.0.0.1:${lectern.port}`,
    `Authorization: Bearer ${testToken}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${body.length}`,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(lectern.port, '127.0.0.1');
    let received = 0;
    socket.on('error', reject);
    socket.on('data', data => {
      received += data.length;
      // More than the head, which may go out before the result is there.
      if (received < 10_000) return;
      socket.removeAllListeners('data').pause();
      resolve(socket);
    });
    socket.write(requestText('POST', '/mcp', head, body));
  });
}

test('a large result waits for the one before it and arrives whole, and small ones arrive meanwhile', async () => {
  const slow = await slowClient();
  let isOver = false;
  const waiting = (await lectern.connect()).call('read_note', reading).finally(() => (isOver = true));
  const small = await (await lectern.connect()).call('stat', { paths: ['Small.md'] });
  expect([small.isError, isOver]).toEqual([false, false]);
  slow.resume();
  expect(field((await waiting).structured, 'content') === text).toBe(true);
  slow.destroy();
}, 240_000);

test('a client that disconnects delays nothing', async () => {
  const slow = await slowClient();
  const waiting = (await lectern.connect()).call('read_note', reading);
  slow.destroy();
  expect(field((await waiting).structured, 'content') === text).toBe(true);
}, 240_000);
