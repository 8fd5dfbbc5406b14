import { request } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { type HttpListener, listen } from '../../../src/server/http/http-server';
import { sha256 } from '../../../src/platform';
import type { Grant } from '../../../src/vault/access/access';
import { eventually } from '../../support/time/waiting';

const token = 'lct_under-way';
const grant: Grant = {
  ...{ token: 'a', allow: [], allowWrite: [], deny: [], disabledTools: [] },
  rights: 'read',
};

/** A server whose answers wait until they are let go. */
async function serverWithWaitingAnswers(): Promise<{
  listener: HttpListener;
  started: () => number;
  answer: () => void;
}> {
  let started = 0;
  let answer: () => void = () => undefined;
  const asked = new Promise<void>(resolve => (answer = resolve));
  const listener = await listen({
    ...{ host: '127.0.0.1', port: 0, allowedOrigins: [], clock: () => 0, reportBug: () => undefined },
    entries: () => [{ valueHash: sha256(token), expires: undefined, grant }],
    fetchFor: () => async () => {
      started += 1;
      await asked;
      return new Response('{}', { headers: { 'Content-Type': 'application/json' } });
    },
  });
  return { listener, started: () => started, answer };
}

function post(port: number, method: string): Promise<{ status: number; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, path: '/mcp', method: 'POST' },
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      },
      response => {
        response.resume();
        response.on('close', () =>
          resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method }));
  });
}

describe('a server that stops', () => {
  test('completes the calls under way first, and each response ends its connection', async () => {
    const { listener, started, answer } = await serverWithWaitingAnswers();
    const call = post(listener.port, 'tools/call');
    await eventually(() => started() === 1);
    let isDrained = false;
    const drained = listener.drain().then(() => (isDrained = true));
    await turn();
    expect(isDrained).toBe(false);
    answer();
    expect(await call).toEqual({ status: 200, connection: 'close' });
    await drained;
    await listener.close();
  });

  test('takes no new connection meanwhile', async () => {
    const { listener, started, answer } = await serverWithWaitingAnswers();
    const call = post(listener.port, 'tools/call');
    await eventually(() => started() === 1);
    const drained = listener.drain();
    await expect(post(listener.port, 'tools/call')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    answer();
    await Promise.all([call, drained]);
    await listener.close();
  });

  test('does not wait for a subscription, which has no end', async () => {
    const { listener, started } = await serverWithWaitingAnswers();
    const subscription = post(listener.port, 'subscriptions/listen').catch((error: unknown) => error);
    await eventually(() => started() === 1);
    await listener.drain();
    await listener.close();
    expect(await subscription).toMatchObject({ code: 'ECONNRESET' });
  });
});
