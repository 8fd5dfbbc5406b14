import { once } from 'node:events';
import {
  mkdirSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Plugin } from 'obsidian';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';
import { requestUrl } from '../../../pkg/headless/obsidian/plugins/request';
import { manifest } from '../../support/lectern';
import { legacyCodeMirror } from '../../../pkg/headless/plugin-window/legacy-code-mirror';
import { isFunction, property } from '../../../pkg/headless/obsidian/core/unknowns';
import { WebWorker } from '../../../pkg/headless/plugin-window/web-worker';
import { sampleManifest } from './sample-manifest';

describe('services of the host', () => {
  const files = { 'a.md': 'alpha', 'Folder/b.md': 'beta', 'Folder/Deep/c.md': 'gamma' };

  describe('where paths really lead', () => {
    let vault: TemporaryVault;

    beforeEach(async () => {
      vault = await temporaryVault(files, (root, outside) => {
        symlinkSync('Folder', join(root, 'Linked'));
        symlinkSync(join(root, 'a.md'), join(root, 'Folder', 'alias.md'));
        symlinkSync('alias.md', join(root, 'Folder', 'twice.md'));
        symlinkSync(outside, join(root, 'Out'));
        symlinkSync('nowhere', join(root, 'dangling.md'));
      });
    });

    afterEach(() => vault.close());

    const real = (path: string): string => vault.host.services.realPath(path);

    test('is the same path without links', () => {
      for (const path of [
        '',
        '/',
        'a.md',
        'Folder',
        'Folder/Deep/c.md',
        'new.md',
        'New/Deep/new.md',
        'Folder/new.md',
      ]) {
        expect(real(path)).toBe(path);
      }
    });

    test('is the path behind links to files and folders', () => {
      expect(real('Linked')).toBe('Folder');
      expect(real('Linked/b.md')).toBe('Folder/b.md');
      expect(real('Linked/Deep/c.md')).toBe('Folder/Deep/c.md');
      expect(real('Folder/alias.md')).toBe('a.md');
      expect(real('Linked/twice.md')).toBe('a.md');
    });

    test('is found for what does not exist yet', () => {
      expect(real('Linked/new.md')).toBe('Folder/new.md');
      expect(real('Linked/New/deep.md')).toBe('Folder/New/deep.md');
    });

    test('is the same path for links to the outside or to nothing', () => {
      expect(real('Out')).toBe('Out');
      expect(real('Out/canary.md')).toBe('Out/canary.md');
      expect(real('dangling.md')).toBe('dangling.md');
      expect(real('../outside/canary.md')).toBe('../outside/canary.md');
    });

    test('follows links that come, change and go', async () => {
      symlinkSync('Folder/Deep', vault.at('Later'));
      await vault.host.settled();
      expect(real('Later/c.md')).toBe('Folder/Deep/c.md');
      unlinkSync(vault.at('Later'));
      mkdirSync(vault.at('Other'));
      writeFileSync(vault.at('Other/c.md'), 'other');
      symlinkSync('Other', vault.at('Later'));
      expect(real('Later/c.md')).toBe('Other/c.md');
      unlinkSync(vault.at('Later'));
      renameSync(vault.at('Other'), vault.at('Later'));
      await vault.host.settled();
      expect(real('Later/c.md')).toBe('Later/c.md');
    });

    test('follows what is moved through the app', async () => {
      const { vault: app } = vault.host.app;
      const link = app.getAbstractFileByPath('Linked');
      const note = app.getFileByPath('a.md');
      if (link === null || note === null) throw new Error('nothing there');
      await app.rename(link, 'Renamed');
      expect(real('Renamed/b.md')).toBe('Folder/b.md');
      await app.rename(note, 'Renamed/moved.md');
      expect(real('Renamed/moved.md')).toBe('Folder/moved.md');
    });
  });
});

describe('requests', () => {
  /** A server on this computer, and what it was asked. */
  class Asked {
    readonly requests: string[] = [];
    private constructor(private readonly server: Server) {}

    static async start(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Asked> {
      const server = createServer();
      const made = new Asked(server);
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        made.requests.push(`${request.method} ${request.url}`);
        request.resume();
        request.on('end', () => answer(request, response));
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return made;
    }

    get url(): string {
      const address = this.server.address();
      return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
    }

    close(): void {
      this.server.close();
      this.server.closeAllConnections();
    }
  }

  describe('a request of a plugin', () => {
    const open: Asked[] = [];
    const served = async (...given: Parameters<typeof Asked.start>): Promise<Asked> => {
      const server = await Asked.start(...given);
      open.push(server);
      return server;
    };
    afterEach(() => {
      for (const server of open.splice(0)) server.close();
    });
    const elsewhere = (): Promise<Asked> => served((_request, response) => response.end('elsewhere'));

    it.each([301, 302, 303, 307, 308])('is not led elsewhere with its body by %d', async status => {
      const other = await elsewhere();
      const server = await served((_request, response) => {
        response.writeHead(status, { Location: `${other.url}/taken` }).end();
      });
      for (const method of ['POST', 'PUT', 'PATCH'])
        await expect(requestUrl({ url: server.url, method, body: 'secret', throw: false })).rejects.toThrow();
      expect(other.requests).toEqual([]);
      expect(server.requests).toHaveLength(3);
    });

    it('follows a redirect where it has no body', async () => {
      const other = await elsewhere();
      const server = await served((_request, response) => {
        response.writeHead(302, { Location: `${other.url}/taken` }).end();
      });
      expect(await requestUrl(server.url).text).toBe('elsewhere');
      expect(other.requests).toEqual(['GET /taken']);
    });

    it('gives up an answer to its body that does not end', async () => {
      let sent = 0;
      const part = Buffer.alloc(1_000_000, '1,');
      const server = await served((_request, response) => {
        const more = (): void => {
          while (!response.destroyed && response.write(part)) sent += part.length;
          sent += part.length;
        };
        response.on('drain', more);
        more();
      });
      await expect(requestUrl({ url: server.url, method: 'POST', body: 'x' })).rejects.toThrow(/bytes/);
      expect(sent).toBeLessThan(64_000_000);
    }, 20_000);

    it('has an answer of several parts whole', async () => {
      const server = await served((_request, response) => {
        response.write('{"a":');
        setImmediate(() => response.end('"é"}'));
      });
      const answer = requestUrl({ url: server.url, method: 'POST', body: 'x' });
      expect(await answer.json).toEqual({ a: 'é' });
    });
  });
});

describe('stored data', () => {
  class Sample extends Plugin {}

  let vault: TemporaryVault;
  afterEach(() => vault.close());

  describe('the data of a plugin', () => {
    const folder = `.obsidian/plugins/${manifest.id}`;
    const file = `${folder}/data.json`;

    let plugin: { loadData(): Promise<unknown>; saveData(data: unknown): Promise<void> };

    beforeEach(async () => {
      vault = await temporaryVault();
      ({ instance: plugin } = await vault.host.loadPlugin(Sample, manifest));
    });

    function store(text: string): void {
      mkdirSync(vault.at(folder), { recursive: true });
      writeFileSync(vault.at(file), text);
    }

    test('is null where there is no file', async () => {
      expect(await plugin.loadData()).toBeNull();
    });

    test.each([
      ['is empty', ''],
      ['is cut off', '{"port": 27'],
      ['holds no JSON', 'port: 27'],
    ])('is undefined, without an error, where the file %s', async (_how, text) => {
      store(text);
      expect(await plugin.loadData()).toBeUndefined();
    });

    test('is undefined, without an error, where the file cannot be read', async () => {
      mkdirSync(vault.at(file), { recursive: true });
      expect(await plugin.loadData()).toBeUndefined();
    });

    test.each([['null'], ['{"port":27}'], ['[1]'], ['"text"']])('is what the file holds: %s', async text => {
      store(text);
      expect(JSON.stringify(await plugin.loadData())).toBe(text);
    });

    test('is gone again once its file is', async () => {
      await plugin.saveData({ port: 27 });
      rmSync(vault.at(file));
      expect(await plugin.loadData()).toBeNull();
    });

    test('is saved without an error where the file cannot be written', async () => {
      mkdirSync(vault.at(file), { recursive: true });
      await plugin.saveData({ port: 27 });
      rmSync(vault.at(folder), { recursive: true });
      expect(existsSync(vault.at(file))).toBe(false);
      await plugin.saveData({ port: 28 });
      expect(readFileSync(vault.at(file), 'utf8')).toBe('{\n  "port": 28\n}');
    });
  });

  describe('the secret storage', () => {
    beforeEach(async () => {
      vault = await temporaryVault();
    });

    const secrets = () => vault.host.app.secretStorage;
    const file = () => join(vault.state, 'secrets.json');

    test('keeps secrets outside the vault, readable by the user only', () => {
      secrets().setSecret('lectern-default', 'value');
      expect(statSync(file()).mode & 0o777).toBe(0o600);
      expect(statSync(vault.state).mode & 0o777).toBe(0o700);
      expect(existsSync(vault.at('.obsidian'))).toBe(false);
    });

    test('returns stored values, and null for others', () => {
      secrets().setSecret('one', '1');
      secrets().setSecret('two-2', '2');
      secrets().setSecret('one', 'again');
      expect(secrets().getSecret('one')).toBe('again');
      expect(secrets().getSecret('constructor')).toBeNull();
      expect(secrets().listSecrets()).toEqual(['one', 'two-2']);
    });

    test.each(['', 'K', 'a_b', 'a b', '-a', 'a-', 'ä', '../x'])('refuses the id %j', id => {
      expect(() => secrets().setSecret(id, 'value')).toThrow('lowercase');
      expect(existsSync(file())).toBe(false);
    });

    test('sets a damaged file aside instead of overwriting it', () => {
      writeFileSync(file(), '{"one": "1"');
      expect(secrets().getSecret('one')).toBeNull();
      secrets().setSecret('two', '2');
      expect(readFileSync(`${file()}.damaged`, 'utf8')).toBe('{"one": "1"');
      expect(secrets().listSecrets()).toEqual(['two']);
    });

    test('shares the file with what plugins keep for this device only by its folder', () => {
      vault.host.app.saveLocalStorage('port', 27_151);
      expect(vault.host.app.loadLocalStorage('port')).toBe(27_151);
      vault.host.app.saveLocalStorage('port', null);
      expect(vault.host.app.loadLocalStorage('port')).toBeNull();
      expect(secrets().listSecrets()).toEqual([]);
    });
  });
});

describe('the window', () => {
  const mirror = legacyCodeMirror();

  function call(object: unknown, name: string, ...values: unknown[]): unknown {
    const method = property(object, name);
    if (!isFunction(method)) throw new Error(`${name} is no function`);
    const answer: unknown = method(...values);
    return answer;
  }

  /** A line as CodeMirror hands it to a mode. */
  class Line {
    start = 0;
    pos = 0;

    constructor(private readonly text: string) {}

    skipToEnd(): void {
      this.pos = this.text.length;
    }

    /** Reads the rest of one character, or one character. */
    run(character: string): boolean {
      const isOne = this.text[this.pos] === character;
      while (this.pos < this.text.length && (this.text[this.pos] === character) === isOne) this.pos += 1;
      return isOne;
    }

    tokens(mode: unknown): unknown[] {
      const state = call(mirror, 'startState', mode);
      const found: unknown[] = [];
      while (this.pos < this.text.length) {
        this.start = this.pos;
        const style = call(mode, 'token', this, state);
        found.push([this.text.slice(this.start, this.pos), style]);
      }
      return found;
    }
  }

  const marks = (character: string, style: string): object => ({
    token: (line: Line) => (line.run(character) ? style : null),
  });

  test('the legacy CodeMirror stores helpers by type and name', () => {
    call(mirror, 'registerHelper', 'wordChars', 'one', 1);
    call(mirror, 'registerHelper', 'wordChars', 'two', 2);
    expect(property(mirror, 'wordChars')).toEqual({ one: 1, two: 2 });
  });

  test('the legacy CodeMirror takes members of a plugin, and names what it lacks', () => {
    const own = (): null => null;
    Reflect.set(mirror, 'customOverlayMode', own);
    expect(property(mirror, 'customOverlayMode')).toBe(own);
    const look = (): unknown => Reflect.get(mirror, 'fromTextArea');
    expect(look).toThrow('CodeMirror.fromTextArea');
  });

  test.each([
    [
      false,
      [
        ['a', null],
        ['b', 'low'],
        ['c', 'high'],
      ],
    ],
    [
      true,
      [
        ['a', null],
        ['b', 'low'],
        ['c', 'low high'],
      ],
    ],
  ])(
    'overlays a mode on another, and splits where either ends a token; combined: %s',
    (combine, expected) => {
      const low = { token: (line: Line) => (line.run('a') ? null : 'low') };
      const mode = call(mirror, 'overlayMode', low, marks('c', 'high'), combine);
      expect(new Line('abc').tokens(mode)).toEqual(expected);
    },
  );

  test('a web worker runs strict code that sets `onmessage` without declaring it', async () => {
    const code = `'use strict'; onmessage = ({ data }) => postMessage(data + 1);`;
    const worker = new WebWorker(`data:text/javascript,${encodeURIComponent(code)}`);
    const answer = await new Promise(resolve => {
      worker.onmessage = event => resolve(Reflect.get(event, 'data'));
      worker.onerror = event => resolve(Reflect.get(event, 'message'));
      worker.postMessage(1);
    });
    worker.terminate();
    expect(answer).toBe(2);
  });

  describe('members of the window', () => {
    let vault: TemporaryVault;
    beforeEach(async () => {
      vault = await temporaryVault();
    });
    afterEach(() => vault.close());

    const source = `
  const { Plugin } = require('obsidian');
  module.exports = class extends Plugin {
    onload() {
      this.seen = [window === globalThis, [1, 2].last(), [1, 1].unique().length, 'abc'.contains('b'),
        '{0}-{1}'.format('a', 'b'), Math.clamp(9, 1, 3), Object.isEmpty({}), typeof sleep];
      try { activeDocument.createElement('p'); } catch (error) { this.seen.push(error.message); }
    }
  };`;

    test('a plugin finds the app’s globals on the window, and no document if there is none', async () => {
      mkdirSync(vault.at('.obsidian/plugins/sample'), { recursive: true });
      const file = vault.at('.obsidian/plugins/sample/main.js');
      writeFileSync(file, source);
      const { instance } = await vault.host.loadPlugin(file, sampleManifest);
      expect(Reflect.get(instance, 'seen')).toEqual([
        true,
        2,
        1,
        true,
        'a-b',
        3,
        true,
        'function',
        'The headless host does not imitate activeDocument.createElement.',
      ]);
    });
  });
});
