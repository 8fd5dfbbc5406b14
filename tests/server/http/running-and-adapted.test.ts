import { request, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import timers from 'node:timers';
import { setImmediate as turn } from 'node:timers/promises';
import { type HttpListener, listen } from '../../../src/server/http/http-server';
import { sha256, yieldToLoop } from '../../../src/platform';
import type { Grant } from '../../../src/vault/access/access';
import { eventually } from '../../support/time/waiting';
import { serve } from '../../../src/server/http/node-adapter';
import { LoopTurns } from '../../../src/utils/slicing/loop-turns';
import { type Body, parseBody } from '../../../src/server/http/request-body';
import { refusals } from '../../../src/server/http/refusals';

describe('requests that run', () => {
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
});

describe('the adapter', () => {
  describe('answers of the adapter', () => {
    afterEach(() => jest.restoreAllMocks());

    const loopTurns = new LoopTurns({ yieldToLoop });

    test('a response whose client disconnects between two pieces is dropped at once', async () => {
      const request = Object.assign(new IncomingMessage(new Socket()), { method: 'POST', url: '/mcp' });
      const response = new ServerResponse(request);
      let isReleased = false;
      const hold = (): (() => void) => {
        response.destroy();
        return () => {
          isReleased = true;
        };
      };
      const answer = new Response('x'.repeat(1_000_000));
      await serve(request, response, {
        body: {},
        isStream: false,
        fetch: () => Promise.resolve(answer),
        timeout: 3_600_000,
        turns: loopTurns,
        hold,
      });
      expect(isReleased).toBe(true);
    });

    class WatchedResponse extends ServerResponse {
      private tell: () => void = () => undefined;
      /** Resolves when the headers are sent by themselves. */
      readonly headersAlone = new Promise<void>(resolve => (this.tell = resolve));
      wereAlone = false;

      override flushHeaders(): void {
        this.wereAlone = true;
        this.tell();
        super.flushHeaders();
      }
    }

    const turns = async (count: number): Promise<void> => {
      for (let turn = 0; turn < count; turn += 1) await new Promise(resolve => setImmediate(resolve));
    };

    describe('the headers of an answer', () => {
      const request = (): IncomingMessage =>
        Object.assign(new IncomingMessage(new Socket()), { method: 'POST', url: '/mcp' });
      const serving = {
        ...{ body: {}, isStream: false, timeout: 3_600_000, turns: loopTurns },
        hold: () => () => undefined,
      };

      test('are sent with its first message, even if that takes some turns of the loop', async () => {
        // However long five turns take, no timer ends. Fake timers replace the global ones, not those of `node:timers`.
        const { setTimeout: start } = timers;
        jest.spyOn(timers, 'setTimeout').mockImplementation(run => start(run, 3_600_000));
        const response = new WatchedResponse(request());
        const answer = new ReadableStream({
          async pull(controller) {
            await turns(5);
            controller.enqueue(new TextEncoder().encode('{}'));
            controller.close();
          },
        });
        await serve(request(), response, { ...serving, fetch: () => Promise.resolve(new Response(answer)) });
        expect([response.wereAlone, response.headersSent]).toEqual([false, true]);
      });

      const silent = (
        isStream: boolean,
      ): { response: WatchedResponse; end: () => void; served: Promise<void> } => {
        const response = new WatchedResponse(request());
        let end = (): void => undefined;
        const answer = new ReadableStream({ start: controller => void (end = () => controller.close()) });
        const fetch = (): Promise<Response> => Promise.resolve(new Response(answer));
        return { response, served: serve(request(), response, { ...serving, isStream, fetch }), end };
      };

      test('are sent alone within a few turns of the loop if the client requested a stream', async () => {
        const { response, end, served } = silent(true);
        await turns(5);
        const { wereAlone } = response;
        end();
        await served;
        expect(wereAlone).toBe(true);
      });

      test('are sent alone if the response has no content yet', async () => {
        const { response, end, served } = silent(false);
        await response.headersAlone;
        end();
        await served;
        expect(response.headersSent).toBe(true);
      });
    });
  });

  const parseJson = (body: Uint8Array): Promise<Body> => parseBody(body);

  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  describe('a request body', () => {
    test('is parsed when it is JSON in UTF-8, with or without a byte order mark', async () => {
      expect(await parseJson(bytes('{"a":[1,"é"]}'))).toEqual({ value: { a: [1, 'é'] } });
      expect(await parseJson(bytes('\ufeff{"a":1}'))).toEqual({ value: { a: 1 } });
    });

    test.each(['', '{', '<x>', 'NaN', '{"a":1,}', '{"a":1}{"b":2}', '// comment\n{}', "{'a':1}"])(
      'is refused when it is not JSON: %j',
      async text => {
        expect(await parseJson(bytes(text))).toEqual({ refusal: refusals.notJson });
      },
    );

    test('is refused when it is not UTF-8', async () => {
      expect(await parseJson(new Uint8Array([0x22, 0xc3, 0x28, 0x22]))).toEqual({
        refusal: refusals.notJson,
      });
      expect(await parseJson(new Uint8Array(Buffer.from('{"a":1}', 'utf16le')))).toEqual({
        refusal: refusals.notJson,
      });
    });

    test('may nest 64 levels and no deeper', async () => {
      expect(await parseJson(bytes('['.repeat(64) + ']'.repeat(64)))).toHaveProperty('value');
      expect(await parseJson(bytes('['.repeat(65) + ']'.repeat(65)))).toEqual({
        refusal: refusals.tooComplex,
      });
      expect(await parseJson(bytes('['.repeat(200_000)))).toEqual({ refusal: refusals.tooComplex });
    });

    test('may hold 20,000 keys in one object and no more, however many in others', async () => {
      const object = (keys: number): string =>
        `{${Array.from({ length: keys }, (_item, index) => `"k${index}":0`).join(',')}}`;
      expect(await parseJson(bytes(object(20_000)))).toHaveProperty('value');
      expect(await parseJson(bytes(`[${object(15_000)},{"a":${object(15_000)}}]`))).toHaveProperty('value');
      expect(await parseJson(bytes(`{"a":[${object(20_001)}]}`))).toEqual({ refusal: refusals.tooComplex });
    });

    test('may hold 100,000 values and no more', async () => {
      const list = (count: number): Uint8Array => bytes(`[${Array<string>(count).fill('1').join(',')}]`);
      expect(await parseJson(list(100_000))).toHaveProperty('value');
      expect(await parseJson(list(100_002))).toEqual({ refusal: refusals.tooComplex });
    });

    test('ignores the content of strings, whatever they escape', async () => {
      const text = `${'"'.repeat(2000)}${'[{,'.repeat(100_000)}\\"\\\\`;
      const json = JSON.stringify({ text });
      expect(await parseJson(bytes(json))).toEqual({ value: { text } });
    });

    test.each([0, 1, 2, 3, 4])('ends a string after %i backslashes where JSON ends it', async count => {
      const text = '\\'.repeat(count);
      const deep = '['.repeat(64) + ']'.repeat(64);
      expect(await parseJson(bytes(`[${JSON.stringify(text)},${deep}]`))).toEqual({
        refusal: refusals.tooComplex,
      });
      const quoted = [`${text}"${'['.repeat(65)}`];
      expect(await parseJson(bytes(JSON.stringify(quoted)))).toEqual({ value: quoted });
    });

    test.each(['{"__proto__":1}', '{"a":[{"__proto__":{}}]}', '{"\\u005f_proto__":1}'])(
      'is refused when a key is __proto__: %s',
      async text => {
        expect(await parseJson(bytes(text))).toEqual({ refusal: refusals.tooComplex });
      },
    );
  });
});
