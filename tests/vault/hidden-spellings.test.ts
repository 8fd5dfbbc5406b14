/** How hidden notes spell what open notes have as well must not show. */
import { RunningLectern } from '../support/lectern';
import { field } from '../support/json';
import type { Files } from '../support/files/vault-folder';

const open: Files = {
  'a.md': '#Garden/Roses and lantern lantern lantern lantenn lantern\n',
  'b.md': '#garden/roses, but lanterm twice: lanterm\n',
  'c.md': 'A lanterm.\n',
};
const letters = 'a b c d e f g h i j k l m n o p q r s t u v w y z';
/** More words near to the one that is looked for than are looked for one by one. */
const near = letters
  .split(' ')
  .flatMap(letter =>
    Array.from({ length: 7 }, (_, at) => `${'lanterx'.slice(0, at)}${letter}${'lanterx'.slice(at)}`),
  );
const hidden: Files = {
  'Private/1.md': `#GARDEN/ROSES ${near.join(' ')}`,
  'Private/2.md': '#GARDEN/ROSES #GARDEN',
  'Private/3.md': '#gARDEN/rOSES',
};
const secret = 'lct_scoped-token-0123456789';
const questions: [string, Record<string, unknown>][] = [
  ['list_tags', {}],
  ['list_tags', { withFiles: true, sort: 'name' }],
  ['get_vault_info', {}],
  ['rename_tag', { from: 'garden/rosses', to: 'x', dryRun: true }],
  ['search', { query: 'lanterx', exact: true }],
  ['search', { query: 'lanterx' }],
];

/** The two vaults are not made in the same millisecond. */
function withoutTimes(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === 'modified' ? undefined : part)));
}

async function answers(files: Files): Promise<unknown[]> {
  const lectern = await RunningLectern.start({
    files,
    settings: { tokens: [{ name: 'scoped', rights: 'write', value: secret, deny: ['Private/**'] }] },
  });
  try {
    // What the owner has looked for is known from then on.
    await (await lectern.connect()).call('search', { query: 'lanterx' });
    const client = await lectern.connect('2026', secret);
    const found: unknown[] = [];
    for (const [tool, args] of questions) {
      const { structured } = await client.call(tool, args);
      found.push(withoutTimes(tool === 'get_vault_info' ? field(structured, 'topTags') : structured));
    }
    return found;
  } finally {
    await lectern.close();
  }
}

it('tags and suggestions are spelled and ranked as in a vault without the hidden notes', async () => {
  const asked = await answers({ ...hidden, ...open });
  expect(asked).toEqual(await answers(open));
  expect(asked[0]).toMatchObject({ tags: [{ tag: 'Garden/Roses' }, { tag: 'Garden' }] });
  expect(asked[4]).toMatchObject({ suggestions: ['lanterm', 'lantern', 'lantenn'] });
});
