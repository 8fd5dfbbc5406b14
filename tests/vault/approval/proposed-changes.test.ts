import type { Steps } from '../../../src/utils/slicing/steps';
import { subjectOf } from '../../../src/vault/approval/proposed-changes';
import type { Plan } from '../../../src/vault/writing/pipeline/pipeline';
import { JournaledVault } from '../journal/support';

const size = 2_000_000;

function pausesOf(work: Steps<unknown>): number {
  let pauses = 0;
  while (work.next().done !== true) pauses += 1;
  return pauses;
}

test('the texts of large notes that would be deleted are decoded with pauses', async () => {
  const { vault } = await JournaledVault.open({ 'a.md': 'A' });
  const bytes = new TextEncoder().encode('a'.repeat(size));
  const removed = ['a.md', 'b.md'].map(path => ({ path, isFolder: false, size, bytes }));
  const file = vault.host.app.vault.getRoot();
  const plan: Plan = { steps: [{ kind: 'trash', file, way: 'setting', isPermanent: false, removed }] };
  expect(pausesOf(subjectOf(plan))).toBeGreaterThan((2 * size) / 140_000);
  await vault.close();
});
