import { subjectOf } from '../../../src/vault/approval/proposed-changes';
import type { Plan } from '../../../src/vault/writing/pipeline/pipeline';
import { steppingSlicer } from '../../search/slicers';
import { JournaledVault } from '../journal/support';

const size = 200_000;

test('the texts of large notes that would be deleted are decoded with pauses between them', async () => {
  const { vault } = await JournaledVault.open({ 'a.md': 'A' });
  const bytes = new TextEncoder().encode('a'.repeat(size));
  const removed = Array.from({ length: 20 }, (_item, index) => ({
    path: `${index}.md`,
    isFolder: false,
    size,
    bytes,
  }));
  const file = vault.host.app.vault.getRoot();
  const plan: Plan = { steps: [{ kind: 'trash', file, way: 'setting', isPermanent: false, removed }] };
  const { slicer, pauses } = steppingSlicer();
  expect((await subjectOf(plan, { slicer })).changes).toHaveLength(20);
  expect(pauses()).toBeGreaterThan(0);
  await vault.close();
});
