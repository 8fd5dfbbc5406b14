import type { IncomingMessage, ServerResponse } from 'node:http';

/** For whoever watches over the server: it needs no token, and says nothing but that the server answers. */
export const healthRoute = '/health';

const body = '{"status":"ok"}';

/** Whether a request that came to a right address, from no foreign page, asks for nothing but a sign of life. */
export function isHealthCheck({ method, url }: IncomingMessage): boolean {
  return url === healthRoute && (method === 'GET' || method === 'HEAD');
}

export function answerHealthCheck(response: ServerResponse): void {
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    // It has shown no token, so it keeps no place among the connections.
    Connection: 'close',
  });
  response.end(body);
}
