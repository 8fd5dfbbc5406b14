import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { serve } from '../../../src/server/http/node-adapter';

test('an answer whose client left between two of its pieces is let go at once', async () => {
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
    fetch: () => Promise.resolve(answer),
    timeout: 3_600_000,
    hold,
  });
  expect(isReleased).toBe(true);
});
