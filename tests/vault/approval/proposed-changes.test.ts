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
  expect((await subjectOf(plan, { slicer }, true)).changes).toHaveLength(20);
  expect(pauses()).toBeGreaterThan(0);
  await vault.close();
});

test('an attachment is decoded only for somebody who is asked', async () => {
  const { slicer } = steppingSlicer();
  const content = new TextEncoder().encode('a drawing');
  const plan: Plan = { steps: [{ kind: 'create', path: 'a.svg', content }] };
  const shownTo = async (isShown: boolean) => (await subjectOf(plan, { slicer }, isShown)).changes;
  expect(await shownTo(false)).toEqual([{ kind: 'create', path: 'a.svg' }]);
  expect(await shownTo(true)).toEqual([{ kind: 'create', path: 'a.svg', after: 'a drawing' }]);
});
