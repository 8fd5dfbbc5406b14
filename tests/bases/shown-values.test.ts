import { readBase } from '../../src/bases/document/base-document';
import { BaseRow, RowContext } from '../../src/bases/view/rows';
import { shownValues } from '../../src/bases/view/summarize';
import { createTimeSlicer } from '../../src/utils/slicing/time-slicer';
import { TestVault } from './support/vault';

const big = Object.fromEntries(Array.from({ length: 4000 }, (_item, index) => [`k${index}`, index]));
const columns = [
  { id: 'note.big', property: { kind: 'note', name: 'big' } },
  { id: 'file.properties', property: { kind: 'file', name: 'properties' } },
  { id: 'file.name', property: { kind: 'file', name: 'name' } },
] as const;

test('a row gives way between columns of large values, and the time in between does not count', async () => {
  let now = 0;
  let pauses = 0;
  const vault = new TestVault([{ path: 'row.md', properties: { big } }], { clock: () => now });
  const read = readBase('views: []');
  const file = vault.files.get('row.md');
  if (!read.ok || file === undefined) throw new Error('No such file or base.');
  const context = new RowContext(read.base, vault, undefined);
  const row = new BaseRow(file, context);
  const slicer = createTimeSlicer({
    now: () => (now += 10),
    yieldToLoop: () => {
      pauses += 1;
      now += 60_000;
      return Promise.resolve();
    },
    othersWaiting: () => false,
  });
  const values = await shownValues(row, columns, context, { slicer });
  expect(pauses).toBeGreaterThanOrEqual(columns.length - 1);
  expect(values['note.big']).toEqual(big);
  expect(values['file.properties']).toEqual({ big });
  expect(values['file.name']).toBe('row');
});
