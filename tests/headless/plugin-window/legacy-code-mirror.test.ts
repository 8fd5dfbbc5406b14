import { legacyCodeMirror } from '../../../pkg/headless/plugin-window/legacy-code-mirror';
import { isFunction, property } from '../../../pkg/headless/obsidian/core/unknowns';

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
