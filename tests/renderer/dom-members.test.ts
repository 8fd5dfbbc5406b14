import ts from 'typescript';
import members from './dom-members.json';
import { domMembersIn, usedDomMembers } from './dom-use';

/** Of installer 1.5.8, the oldest that Lectern runs on. */
const floor = 120;
const since = new Map(Object.entries(members.members));

test('the plugin uses no member of the DOM that came after the oldest supported Chromium', () => {
  const used = usedDomMembers();
  // What is new here goes into the table, with the version that its compatibility data say.
  expect(used.filter(name => !since.has(name))).toEqual([]);
  expect(used.filter(name => (since.get(name) ?? Infinity) > floor)).toEqual([]);
  expect([...since.keys()].filter(name => !used.includes(name))).toEqual([]);
}, 120_000);

test('members, static members and globals are found, and names of our own are not', () => {
  const text = `const own = { closest: 1 }; own.closest;
    const { scrollTop } = document.body; Promise.try; AbortSignal.any([]); atob('');`;
  const host = ts.createCompilerHost({});
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === 'sample.ts'
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true)
      : read(name, ...rest);
  const options = { target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'], types: [] };
  const program = ts.createProgram(['sample.ts'], options, host);
  expect(domMembersIn(program, name => name === 'sample.ts')).toEqual([
    'AbortSignal',
    'AbortSignal.any',
    'Document.body',
    'Element.scrollTop',
    'atob',
    'document',
  ]);
}, 60_000);
