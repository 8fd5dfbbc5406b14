import * as dataview from 'obsidian-dataview';
import { isFunction, property } from '../../pkg/headless/obsidian/core/unknowns';
import { plainValue } from '../../src/vault/plugins/dataview/plain-values';

function call(object: unknown, name: string, ...parts: string[]): unknown {
  const method = property(object, name);
  if (!isFunction(method)) throw new Error(`${name} is no function`);
  const answer: unknown = method.apply(object, parts);
  return answer;
}

/** Dataview's own class of links, from its package. */
const Link = property(
  call(property(property(dataview, 'EXPRESSION'), 'link'), 'tryParse', '[[Note]]'),
  'constructor',
);
const plain = (value: unknown): unknown => plainValue(value, () => true);

test.each([
  ['file', ['Note.md'], 'Note.md'],
  ['header', ['Note.md', 'Aim'], 'Note.md#Aim'],
  ['block', ['Note.md', 'x1'], 'Note.md#^x1'],
  ['infer', ['Note.md#^x1'], 'Note.md#^x1'],
])('a link of Link.%s for %j becomes a path', (way, parts, expected) => {
  expect(plain(call(Link, way, ...parts))).toBe(expected);
  expect(plain({ task: call(Link, way, ...parts) })).toEqual({ task: expected });
});

test('an object that merely looks like a link stays an object', () => {
  const own = { path: 'Note.md', type: 'header', subpath: 'Aim', colour: 'red' };
  expect(plain(own)).toEqual(own);
  expect(plain({ path: 'Note.md', type: 'poem' })).toEqual({ path: 'Note.md', type: 'poem' });
});
