/** Types are gone from the code that runs, and the lines below them are not where they were. */
interface Gone {
  readonly from: 'the code';
}

const lineOf = ({ stack = '' }: Error): number => Number(/compiler\.test\.ts:(\d+)/.exec(stack)?.[1]);

test('errors name the lines of the source', () => {
  const gone: readonly Gone[] = [];
  expect(gone).toEqual([]);
  expect(lineOf(new Error('here'))).toBe(11);
});

test('a module that is imported later is that of the file, loaded once', async () => {
  const [later, { property }] = await Promise.all([
    import('../../../pkg/headless/obsidian/core/unknowns'),
    import('../../../pkg/headless/obsidian/core/unknowns'),
  ]);
  expect(later.property).toBe(property);
  expect(Object.keys(later)).toEqual(expect.arrayContaining(['isFunction', 'property']));
});
