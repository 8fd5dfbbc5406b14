import type { IncomingMessage, ServerResponse } from 'node:http';

/** For monitoring: needs no token, and only shows that the server responds. */
const healthRoute = '/health';

const body = '{"status":"ok"}';

/** Whether a request with a valid address and no foreign origin is a health check. */
export function isHealthCheck({ method, url }: IncomingMessage): boolean {
  return url === healthRoute && (method === 'GET' || method === 'HEAD');
}

export function answerHealthCheck(response: ServerResponse): void {
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    // The connection has shown no token, so it is not kept.
    Connection: 'close',
  });
  response.end(body);
}
