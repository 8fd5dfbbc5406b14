import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import timers from 'node:timers';
import { yieldToLoop } from '../../../src/platform';
import { serve } from '../../../src/server/http/node-adapter';
import { LoopTurns } from '../../../src/utils/slicing/loop-turns';

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
