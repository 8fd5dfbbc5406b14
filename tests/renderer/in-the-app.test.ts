import { Console } from 'node:console';
import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import promises from 'node:timers/promises';
import { runInThisContext } from 'node:vm';
import { type Host, openVault } from '../../pkg/headless/host';
import { stateFolderPath } from '../../pkg/headless/state-folder';
import { withPage } from '../headless/page';
import { clients } from '../support/clients';
import { VaultFolder } from '../support/files/vault-folder';
import { manifest, RunningLectern, testToken } from '../support/lectern';
import { builtProduct } from '../support/process/built-product';
import { SpawnedLectern } from '../support/process/spawned-lectern';
import { inApp } from '../support/renderer/in-app';
import { Renderer } from '../support/renderer/renderer';
import { eventually } from '../support/time/waiting';
import { RendererAbortSignal } from '../support/renderer/abort';
import { temporaryVault } from '../headless/temporary-vault';

describe('a reload', () => {
  withPage();

  const before = { 'a.md': 'one\n', 'b.md': 'one\n' };
  const folderOfPlugin = `.obsidian/plugins/${manifest.id}`;

  const written = new PassThrough();
  const renderer = new Renderer(new Console(written, written));
  let folder: VaultFolder;
  const open: { close(): Promise<void> }[] = [];

  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
    folder.remove();
    expect(String(written.read() ?? '')).toBe('');
  });

  function freePort(): Promise<number> {
    return new Promise(resolve => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
      });
    });
  }

  /** The same device each time: the state folder of the command. */
  async function openHost(): Promise<Host> {
    const environment = { XDG_STATE_HOME: join(folder.parent, 'state') };
    const stateFolder = stateFolderPath(realpathSync(folder.path), environment);
    const host = await openVault(folder.path, { stateFolder, watch: false, quiet: true });
    open.push(host);
    return host;
  }

  const texts = (): string[] =>
    Object.keys(before).map(path => readFileSync(join(folder.path, path), 'utf8'));

  /** One of two notes is written, and the end of the change is not recorded. */
  function breakOff(): void {
    const journal = join(folder.path, folderOfPlugin, 'journal');
    for (const name of readdirSync(journal).filter(one => one.endsWith('.jsonl'))) {
      const lines = readFileSync(join(journal, name), 'utf8').split('\n');
      writeFileSync(join(journal, name), lines.filter(line => !line.includes('"done"')).join('\n'));
    }
    folder.write('b.md', before['b.md']);
  }

  /**
   * A reload of the app throws its page away without `onunload`: nothing is stopped or put away, and the sockets go when
   * the old page is gone. A process that is killed is that page.
   */
  test('after a reload without onunload, the plugin waits for its port and rolls back the unfinished change', async () => {
    const { command, mainFile } = builtProduct();
    const plugin = renderer.pluginClass(mainFile);
    const port = await freePort();
    folder = new VaultFolder({ ...before, [`${folderOfPlugin}/data.json`]: JSON.stringify({ port }) });
    const first = await openHost();
    await first.loadPlugin(plugin, manifest, { acceptsStored: true, settings: { autoStart: false } });
    await first.close();

    const old = await SpawnedLectern.start(command, folder, {}, ['--port', String(port)]);
    open.push({ close: () => old.kill() });
    const edits = [{ oldText: 'one', newText: 'two' }];
    const changes = Object.keys(before).map(path => ({ path, edits }));
    expect((await old.client.call('edit_notes', { changes })).isError).toBe(false);
    breakOff();
    expect(texts()).toEqual(['two\n', 'one\n']);

    const host = await openHost();
    const { control } = await host.loadPlugin(inApp(plugin), manifest);
    await eventually(() => control?.status().state === 'waiting');
    await old.kill();
    const status = await control?.started();
    expect(status).toMatchObject({ state: 'listening', url: `http://127.0.0.1:${port}/mcp` });
    expect(host.notices).toEqual([]);
    expect(texts()).toEqual(['one\n', 'one\n']);
    const client = await clients['2026']({ url: status?.url ?? '', token: status?.token ?? '' });
    open.push(client);
    expect((await client.call('list_changes')).structured).toMatchObject({ changes: [] });
    expect((await client.call('edit_notes', { changes })).isError).toBe(false);
  }, 60_000);
});

describe('an old installer', () => {
  /** Came after Chromium 106, which the oldest installers have that the app still runs on. */
  const newer: readonly (readonly [owner: string, members: readonly string[]])[] = [
    ['String.prototype', ['isWellFormed', 'toWellFormed']],
    ['Array.prototype', ['toSorted', 'toReversed', 'toSpliced', 'with']],
    ['Object', ['groupBy']],
    ['Promise', ['withResolvers']],
    ['Array', ['fromAsync']],
    [
      'Set.prototype',
      ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
    ],
  ];

  /** Came after Chromium 120, which installer 1.5.8 has: the oldest that Lectern runs on. */
  const newerThanSupported: typeof newer = [
    ['Array', ['fromAsync']],
    ['Set.prototype', ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf']],
    ['Set.prototype', ['isSupersetOf', 'isDisjointFrom']],
    ['Promise', ['try']],
    ['RegExp', ['escape']],
    ['Math', ['f16round', 'sumPrecise']],
    ['Error', ['isError']],
    ['Uint8Array', ['fromBase64', 'fromHex']],
    ['Uint8Array.prototype', ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']],
    ['Object.getPrototypeOf(Object.getPrototypeOf([].values()))', ['map', 'filter', 'take', 'drop']],
    ['Object.getPrototypeOf(Object.getPrototypeOf([].values()))', ['flatMap', 'reduce', 'toArray']],
    ['Object.getPrototypeOf(Object.getPrototypeOf([].values()))', ['forEach', 'some', 'every', 'find']],
    ['URL', ['parse']],
  ];

  /** Takes members away; what it answers puts them back. */
  function without(owner: object, members: readonly string[]): () => void {
    const kept = members.map(name => [name, Object.getOwnPropertyDescriptor(owner, name)] as const);
    for (const name of members) Reflect.deleteProperty(owner, name);
    return () => {
      for (const [name, member] of kept) if (member !== undefined) Object.defineProperty(owner, name, member);
    };
  }

  /** The names of the plugin's world, which is not that of this test. */
  function ownerOf(name: string): object {
    const owner: unknown = runInThisContext(name);
    if (typeof owner === 'function' || (typeof owner === 'object' && owner !== null)) return owner;
    throw new Error(`There is no ${name}.`);
  }

  /** One member of several that are missing together on such an installer is enough to be refused. */
  const lacking: readonly (readonly [what: string, missing: typeof newer])[] = [
    ['everything that came since', [...newer, ['AbortSignal', ['any']]]],
    ['String.prototype.isWellFormed alone', [['String.prototype', ['isWellFormed']]]],
    ['Array.prototype.toSorted alone', [['Array.prototype', ['toSorted']]]],
    ['AbortSignal.any alone', [['AbortSignal', ['any']]]],
  ];

  const overlay = {
    settings: { port: 0 },
    tokens: [{ name: 'test', value: testToken, rights: 'full' as const }],
  };

  test.each(lacking)(
    'on an installer without %s, the plugin says what to do, and starts nothing',
    async (_what, missing) => {
      const written = new PassThrough();
      const renderer = new Renderer(new Console(written, written));
      const vault = await temporaryVault({ 'a.md': 'one' });
      const restore = missing.map(([name, members]) =>
        without(name === 'AbortSignal' ? RendererAbortSignal : ownerOf(name), members),
      );
      try {
        const plugin = renderer.pluginClass(builtProduct().mainFile);
        const { control, instance } = await vault.host.loadPlugin(plugin, manifest, overlay);
        expect(await control?.started()).toMatchObject({ state: 'off' });
        await instance.onExternalSettingsChange?.();
        instance.onUserEnable();
      } finally {
        for (const put of restore) put();
      }
      expect(vault.host.notices).toEqual([
        expect.stringContaining('Download the installer from obsidian.md'),
      ]);
      expect(vault.host.internals.commands.listCommands()).toEqual([]);
      expect([renderer.pendingTimers, String(written.read() ?? '')]).toEqual([0, '']);
      await vault.close();
    },
  );

  test('on the oldest supported installer, the plugin reads, searches by words and by pattern, edits, moves, undoes, asks for approval and queries Dataview', async () => {
    const written = new PassThrough();
    const renderer = new Renderer(new Console(written, written));
    const restore = newerThanSupported.map(([name, members]) => without(ownerOf(name), members));
    let lectern: RunningLectern | undefined;
    const approved: string[] = [];
    try {
      lectern = await RunningLectern.start({
        files: {
          'Home.md': '---\ntags: [one]\n---\nSee [[Plan]].',
          'Plan.md': '# Plan\nwords',
          'rows.csv': 'a,b\n1,2\n',
        },
        settings: { approval: { delete: 'ask' } },
        approver: question => {
          approved.push(question);
          return Promise.resolve(true);
        },
        communityPlugins: ['dataview'],
        plugin: renderer.pluginClass(builtProduct().mainFile),
      });
      for (const era of ['2026', '2025'] as const) {
        const client = await lectern.connect(era);
        const path = `New ${era}`;
        const created = await client.call('create_note', { path, content: 'first [[Plan]]' });
        const { changeId } = created.structured;
        const asked: readonly (readonly [string, Record<string, unknown>])[] = [
          ['read_note', { path }],
          ['search', { query: 'words' }],
          ['get_links', { path: 'Plan.md' }],
          ['get_outline', { path: 'Plan.md' }],
          ['check_links', {}],
          ['list_tags', {}],
          ['get_frontmatter', { path: 'Home.md' }],
          ['search', { query: 'w.rds', mode: 'regex' }],
          ['read_attachment', { path: 'rows.csv' }],
          ['query_dataview', { query: 'TABLE tags FROM #one' }],
          ['list_changes', {}],
          ['undo_change', { changeId }],
          ['edit_note', { path: 'Plan.md', edits: [{ oldText: '# Plan', newText: `# Plan of ${era}` }] }],
          ['move', { path: 'Home.md', newPath: 'House.md' }],
          ['move', { path: 'House.md', newPath: 'Home.md' }],
        ];
        expect([created.isError, changeId]).toEqual([false, expect.any(String)]);
        for (const [tool, args] of asked)
          expect([tool, await client.call(tool, args)]).toMatchObject([tool, { isError: false }]);
        await client.call('create_note', { path: 'Gone', content: 'text' });
        expect((await client.call('delete', { path: 'Gone.md' })).isError).toBe(false);
      }
      expect(approved.filter(question => question.includes('Gone.md'))).toHaveLength(2);
    } finally {
      await lectern?.close();
      for (const put of restore) put();
    }
    expect([renderer.pendingTimers, String(written.read() ?? '')]).toEqual([0, '']);
  });
});

describe('the simulation', () => {
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
});
