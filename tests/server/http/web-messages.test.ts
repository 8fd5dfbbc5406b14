/** The messages that the bundle has in the place of the platform's: both must say the same. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const bothSchema = z.object({ own: z.unknown(), platform: z.unknown() });

const own = pathToFileURL(join(__dirname, '..', '..', '..', 'scripts', 'light', 'web-messages.mjs')).href;

/** @param expression of `Headers`, `Request`, `Response` and `streamOf`; awaited @returns its JSON with either kind */
function bothOf(expression: string): { readonly own: unknown; readonly platform: unknown } {
  const program = `
    import * as light from '${own}';
    const streamOf = (...texts) => new ReadableStream({ start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    } });
    const run = async ({ Headers, Request, Response }) => (${expression});
    const [own, platform] = [await run(light), await run(globalThis)];
    console.log(JSON.stringify({ own, platform }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program]);
  if (stdout.length === 0) throw new Error(stderr.toString());
  return bothSchema.parse(JSON.parse(stdout.toString()));
}

test.each([
  ['headers of an object', "[...new Headers({ 'X-One': 'a', 'x-two': 'b' })]"],
  ['headers of others', "[...new Headers(new Headers([['One', 'a']])).entries()]"],
  [
    'a header in any case, and one that is not there',
    "[new Headers({ One: 'a' }).get('oNE'), new Headers().get('x')]",
  ],
  [
    'two values of one header',
    "(() => { const h = new Headers(); h.append('a', '1'); h.append('A', '2'); return h.get('a'); })()",
  ],
  [
    'a header taken away',
    "(() => { const h = new Headers({ a: '1' }); h.delete('A'); return h.has('a'); })()",
  ],
  [
    'a request',
    "(r => [r.url, r.method, r.headers.get('a'), r.signal.aborted])(new Request('http://a/mcp?b', { method: 'post', headers: { A: '1' }, body: '{}' }))",
  ],
  ['a request whose client left', "new Request('http://a/', { signal: AbortSignal.abort() }).signal.aborted"],
  [
    'an answer of JSON',
    "(async r => [r.status, r.ok, r.headers.get('content-type'), await r.text()])(Response.json({ a: 'ü' }, { status: 400, headers: { b: 'c' } }))",
  ],
  [
    'an answer without a body',
    '(async r => [r.status, r.body, await r.text()])(new Response(null, { status: 202 }))',
  ],
  ['an answer of text', "(async r => [r.headers.get('content-type'), await r.text()])(new Response('ü'))"],
  [
    'an answer of a stream',
    "new Response(streamOf('a', 'ü'), { headers: { 'content-type': 'text/event-stream' } }).text()",
  ],
  [
    'the bytes of a body',
    "(async reader => [[...(await reader.read()).value], await reader.read()])(new Response('aü').body.getReader())",
  ],
])('%s behaves like the platform’s', (_what, expression) => {
  const both = bothOf(expression);
  expect(both.own).toEqual(both.platform);
});
