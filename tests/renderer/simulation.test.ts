import promises from 'node:timers/promises';
import { Renderer } from '../support/renderer/renderer';

/** The simulation is worth something only if code that forgets the renderer fails in it. */
const renderer = new Renderer(console);

describe('code written for Node fails in the simulated renderer', () => {
  test.each(['setTimeout', 'globalThis.setTimeout', 'window.setTimeout'])(
    'when it unrefs what %s returned',
    async name => {
      const value = renderer.valueOf(`${name}(() => undefined, 0).unref()`);
      await expect(value).rejects.toThrow('unref is not a function');
    },
  );

  test('when it walks a body with `for await`', async () => {
    const walk = `(async () => { for await (const chunk of new Response('text').body) return chunk; })()`;
    await expect(renderer.valueOf(walk)).rejects.toThrow('is not async iterable');
  });

  test.each([
    [`require('node:stream').Readable.from(['a'])`, '[object Object]'],
    [`require('node:stream/web').ReadableStream.from(['a'])`, '[object ReadableStream]'],
  ])('when it gives a request the stream of %s, which becomes %j', async (stream, text) => {
    const init = `{ method: 'POST', duplex: 'half', body: ${stream} }`;
    expect(await renderer.valueOf(`new Request('http://a.example', ${init}).text()`)).toBe(text);
  });

  test('when it gives a request a signal that is not of the window', async () => {
    const foreign = `new (require('node:vm').runInThisContext('AbortController'))().signal`;
    const value = renderer.valueOf(`new Request('http://a.example', { signal: ${foreign} })`);
    await expect(value).rejects.toThrow("not of type 'AbortSignal'");
  });

  test.each([
    [`require('node:events').setMaxListeners(5, new AbortController().signal)`, 'ERR_INVALID_ARG_TYPE'],
    [`require('node:stream').Readable.fromWeb(new ReadableStream())`, 'ERR_INVALID_ARG_TYPE'],
  ])('when it passes its classes to Node: %s', async (call, code) => {
    await expect(renderer.valueOf(call)).rejects.toMatchObject({ code });
  });

  test.each([
    'Host',
    'Origin',
    'Cookie',
    'Content-Length',
    'Accept-Encoding',
    'Connection',
    'Sec-Fetch-Site',
  ])('when it looks for %s in a web request', async name => {
    const headers = `{ headers: new Headers({ ${JSON.stringify(name)}: '1', Authorization: 'a' }) }`;
    const names = `[...new Request('http://a.example', ${headers}).headers.keys()]`;
    expect(await renderer.valueOf(names)).toEqual(['authorization']);
  });

  test.each(['stdin', 'stdout', 'stderr'])('when it uses process.%s', async stream => {
    for (const object of ['process', `require('node:process')`])
      await expect(renderer.valueOf(`${object}.${stream}.isTTY`)).rejects.toThrow('of undefined');
  });

  test('when it waits for a timer of the window while the page is hidden', async () => {
    const ran: string[] = [];
    const wait = (timer: string): Promise<unknown> =>
      renderer.valueOf(`new Promise(resolve => ${timer}(resolve, 1))`).then(() => ran.push(timer));
    renderer.isHidden = true;
    const late = wait('setTimeout');
    await wait(`require('node:timers').setTimeout`);
    await wait(`require('node:timers').setTimeout`);
    expect(ran).not.toContain('setTimeout');
    renderer.isHidden = false;
    await late;
    expect(renderer.pendingTimers).toBe(0);
  });

  test('when it waits for a timer of `node:timers/promises`, which does not wake the loop', async () => {
    const ran: string[] = [];
    const wait = (code: string): Promise<unknown> => renderer.valueOf(code).then(() => ran.push(code));
    const asleep = [
      wait(`require('node:timers/promises').setTimeout(1)`),
      wait(`require('timers/promises').setImmediate()`),
    ];
    // Begun later, and awake.
    await Promise.all([promises.setTimeout(1), promises.setImmediate()]);
    expect(ran).toEqual([]);
    await renderer.valueOf(`require('node:timers').setTimeout(() => undefined, 0).hasRef()`);
    await Promise.all(asleep);
    expect(ran).toHaveLength(2);
  });

  test('when it calls a timer as a method of its own object', async () => {
    await expect(renderer.valueOf(`({ setTimeout }).setTimeout(() => undefined, 0)`)).rejects.toThrow(
      'Illegal invocation',
    );
  });
});

describe('of two windows', () => {
  afterEach(() => renderer.focus('main'));

  test('only the one with the focus can copy, and code that ignores this fails', async () => {
    renderer.focus('second');
    const forgetful = renderer.valueOf(`navigator.clipboard.writeText('lost')`);
    await expect(forgetful).rejects.toThrow('Document is not focused.');
    await renderer.valueOf(`activeWindow.navigator.clipboard.writeText('kept')`);
    expect(renderer.copied).toEqual(['kept']);
  });

  test('the active one and its document follow the focus while code runs', async () => {
    const code = `(() => { const before = activeWindow === window && activeDocument.hasFocus();
      return () => [before, activeWindow === window, document.hasFocus(), activeDocument.hasFocus()]; })()`;
    const later = await renderer.valueOf(code);
    renderer.focus('second');
    expect(typeof later === 'function' && Reflect.apply(later, undefined, [])).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

describe('code written for a window runs in the simulated renderer', () => {
  test('with numbers for timers, which are forgotten when they run or are cleared', async () => {
    expect(await renderer.valueOf(`typeof setTimeout(() => undefined, 0)`)).toBe('number');
    await renderer.valueOf(`new Promise(resolve => setTimeout(resolve, 5, 'done'))`);
    await renderer.valueOf(`clearInterval(setInterval(() => undefined, 1))`);
    expect(renderer.pendingTimers).toBe(0);
  });

  test('with signals that follow, join and time out', async () => {
    const followed = `(() => { const own = new AbortController();
      const { signal } = new Request('http://a.example', { signal: own.signal });
      own.abort('why'); return [signal.aborted, signal.reason]; })()`;
    expect(await renderer.valueOf(followed)).toEqual([true, 'why']);
    expect(await renderer.valueOf(`AbortSignal.any([AbortSignal.abort(1)]).reason`)).toBe(1);
    const late = `new Promise(done => { const signal = AbortSignal.timeout(1);
      signal.addEventListener('abort', () => done(signal.reason.name)); })`;
    expect(await renderer.valueOf(late)).toBe('TimeoutError');
  });

  test('with one window under all its names, over what it shares with Node', async () => {
    const same = `[window, self, global].every(name => name === globalThis && name.Request === Request)`;
    expect(await renderer.valueOf(same)).toBe(true);
    const kinds = `[typeof URL, typeof crypto.randomUUID, typeof Buffer, typeof setImmediate, process.type]`;
    expect(await renderer.valueOf(kinds)).toEqual([
      'function',
      'function',
      'function',
      'function',
      'renderer',
    ]);
  });

  test('with bodies that are read with a reader, whole, and once', async () => {
    const read = `new Response('é').body.getReader().read().then(({ value }) => [...value])`;
    expect(await renderer.valueOf(read)).toEqual([0xc3, 0xa9]);
    expect(await renderer.valueOf(`Response.json({ a: 1 }).json()`)).toEqual({ a: 1 });
    const twice = `(async () => { const one = new Response('a'); await one.text(); return one.text(); })()`;
    await expect(renderer.valueOf(twice)).rejects.toThrow('already read');
  });
});
