/** A token with folder rules learns nothing from whether another token's change can be undone. */
import { codeOf } from '../support/clients';
import { field } from '../support/json';
import { RuledVault } from './vault-with-rules';

const tokens = {
  owner: { rights: 'full' },
  narrow: { rights: 'full', deny: ['Private'] },
} as const;
const open = { 'a.md': 'one\n', 'b.md': 'two\n', 'l.md': '[[a]]\n' };

const changes: readonly (readonly [string, Record<string, unknown>])[] = [
  ['merge_notes', { from: 'a', into: 'b' }],
  ['move', { path: 'a', newPath: 'z' }],
];

async function told(
  files: Readonly<Record<string, string>>,
  [tool, args]: (typeof changes)[number],
): Promise<{ readonly undoable: unknown[]; readonly code: unknown }> {
  const vault = await RuledVault.start(files, tokens);
  try {
    const { structured } = await vault.as('owner').call(tool, args);
    const rows = await vault.as('narrow').call('list_changes', {});
    const undoable = [field(rows.structured, 'changes')].flat().map(row => field(row, 'undoable'));
    const undo = { changeId: structured['changeId'], dryRun: true };
    return { undoable, code: codeOf(await vault.as('narrow').call('undo_change', undo)) };
  } finally {
    await vault.close();
  }
}

test.each(changes)('%s', async (...change) => {
  const having = await told({ ...open, 'Private/x.md': '[[a]] [[b]]\n' }, change);
  expect(having).toEqual(await told(open, change));
  expect(having.undoable.every(one => one === (having.code === 'ok'))).toBe(true);
});

test('what moved no links can be undone', async () => {
  const answer = await told(open, ['edit_note', { path: 'b', edits: [{ oldText: 'two', newText: 'x' }] }]);
  expect(answer).toEqual({ undoable: [true], code: 'ok' });
});
