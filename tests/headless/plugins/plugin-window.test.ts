import { mkdirSync, writeFileSync } from 'node:fs';
import { legacyCodeMirror } from '../../../pkg/headless/plugin-window/legacy-code-mirror';
import { isFunction, property } from '../../../pkg/headless/obsidian/core/unknowns';
import { WebWorker } from '../../../pkg/headless/plugin-window/web-worker';
import { sampleManifest } from './sample-manifest';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';

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
])('overlays a mode on another, and splits where either ends a token; combined: %s', (combine, expected) => {
  const low = { token: (line: Line) => (line.run('a') ? null : 'low') };
  const mode = call(mirror, 'overlayMode', low, marks('c', 'high'), combine);
  expect(new Line('abc').tokens(mode)).toEqual(expected);
});

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
