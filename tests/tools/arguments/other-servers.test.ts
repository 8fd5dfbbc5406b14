import { ToolFailure } from '../../../src/errors';
import { tools } from '../../../src/tools';
import { readArguments } from '../../../src/tools/arguments';
import { type ForeignCall, foreignCalls } from './other-servers';

function read(tool: string, given: unknown): unknown {
  const found = tools.find(({ name }) => name === tool);
  if (found === undefined) throw new Error(`There is no tool ${tool}.`);
  const { input, insteadOf, risk } = found;
  const onLeftOut = risk.annotations.readOnlyHint ? (): void => undefined : undefined;
  try {
    return readArguments(input, given, { insteadOf, onLeftOut });
  } catch (error) {
    if (error instanceof ToolFailure && error.code === 'invalid_argument') return 'refused';
    throw error;
  }
}

const meant = ({ tool, own }: ForeignCall): unknown => (own === 'refused' ? own : read(tool, own));

test.each(foreignCalls)('$tool takes $given as users of $server mean it, or refuses it', call => {
  const taken = read(call.tool, call.given);
  if (taken !== 'refused') expect(taken).toEqual(meant(call));
});

test('of 200 such calls at least 190 do what is meant at the first try', () => {
  const done = foreignCalls.filter(call => {
    const taken = read(call.tool, call.given);
    return taken !== 'refused' && JSON.stringify(taken) === JSON.stringify(meant(call));
  });
  expect(foreignCalls).toHaveLength(200);
  expect(done.length).toBeGreaterThanOrEqual(190);
});

test.each([
  ['delete', { path: 'a.md', confirm: false }],
  ['delete', { path: 'a.md', confirmPath: 'b.md' }],
  ['move', { path: 'a.md', newPath: 'b.md', overwrite: true }],
  ['move', { path: 'a.md', newPath: 'b.md', updateLinks: false }],
  ['move', { path: 'a.md', from: 'c.md', newPath: 'b.md' }],
  ['update_frontmatter', { path: 'a.md', frontmatter: {}, merge: false }],
  ['update_frontmatter', { path: 'a.md', operation: 'get', key: 'status', value: 1 }],
  ['update_tags', { path: 'a.md', operation: 'list', tags: ['a'] }],
  ['create_note', { path: 'a.md', onConflict: 'overwrite' }],
])('%s %j, which asks for something else, is refused', (tool, given) => {
  expect(read(tool, given)).toBe('refused');
});
