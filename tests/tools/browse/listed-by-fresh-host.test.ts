/** What a host answers that listed the vault before is, byte for byte, what one answers that never did. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { RuledVault, settingsWith, valueOf } from '../../rules/vault-with-rules';
import { appInterfaceOf } from '../../support/app-interface';
import { RunningLectern } from '../../support/lectern';

const notes = Array.from({ length: 80 }, (_note, index): [string, string] => [
  `F${index % 4}/Note ${index}.md`,
  `---\ntitle: Title ${index}\nstatus: s${index % 3}\ntags: [t${index % 5}]\n---\nWords of ${index}.\n`,
]);
const files = { ...Object.fromEntries(notes), 'F1/Private/a.md': 'a\n', 'F1/Private/b.md': 'b\n' };
let vault: RuledVault;
let deny: readonly string[] = [];

beforeEach(async () => {
  deny = [];
  vault = await RuledVault.start(files, { agent: {} }, { areStored: true });
});
afterEach(() => vault.close());

const lists = [
  ['list', { recursive: true, limit: 1000 }],
  ['list', { recursive: true, limit: 1000, withFrontmatterSummary: true }],
  ['list_notes', { limit: 1000 }],
] as const;

async function answersOf(client: ReturnType<RuledVault['as']>): Promise<string[]> {
  const answers: string[] = [];
  for (const [tool, args] of lists) {
    const { structured, text, isError } = await client.call(tool, args);
    expect(isError).toBe(false);
    answers.push(JSON.stringify(structured), text);
  }
  return answers;
}

async function freshAnswers(): Promise<string[]> {
  const { folder } = vault.lectern;
  const fresh = await RunningLectern.start({
    folder,
    settings: settingsWith({ agent: { deny } }),
    tokens: [],
  });
  const client = await fresh.connect('2026', valueOf('agent'));
  const answers = await answersOf(client);
  await client.close();
  await fresh.host.close();
  return answers;
}

function inFolder(path: string): string {
  return join(vault.lectern.folder.path, path);
}

async function denyPrivate(): Promise<void> {
  const { store } = appInterfaceOf(vault.lectern).tab;
  const { valueHash = '' } = store.settings.tokens.find(({ name }) => name === 'agent') ?? {};
  deny = ['F1/Private'];
  await store.changeToken(valueHash, old => ({ ...old, deny: [...deny] }));
}

const changes: readonly (readonly [string, () => unknown])[] = [
  ['a property changed', () => property('status', 'changed')],
  ['a title changed', () => property('title', 'Another title')],
  [
    'another program changed a note',
    () => vault.lectern.folder.write('F2/Note 2.md', '---\nstatus: x\n---\nNo.\n'),
  ],
  ['another program made a note', () => vault.lectern.folder.write('F2/Another.md', 'New.\n')],
  [
    'another program renamed a note in letter case only',
    () => renameSync(inFolder('F3/Note 3.md'), inFolder('F3/NOTE 3.md')),
  ],
  [
    'a note was renamed in letter case only',
    () => vault.as('owner').call('move', { path: 'F3/Note 3.md', newPath: 'F3/NOTE 3.md' }),
  ],
  ['the rules of the token changed', denyPrivate],
];

function property(name: string, value: string): Promise<unknown> {
  return vault.as('owner').call('update_frontmatter', { path: 'F1/Note 1.md', set: { [name]: value } });
}

test.each(changes)('lists equal those of a new host after %s', async (_what, change) => {
  const agent = vault.as('agent');
  const before = await answersOf(agent);
  expect(await answersOf(agent)).toEqual(before);
  await change();
  await vault.lectern.host.settled();
  const after = await answersOf(agent);
  expect(after).not.toEqual(before);
  expect(after).toEqual(await freshAnswers());
  expect(await answersOf(agent)).toEqual(after);
});
