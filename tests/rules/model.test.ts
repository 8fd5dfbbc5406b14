/** Random calls of three tokens with different rules, against a model of what each may see and change. */
import { linkSkeleton } from '../../src/markdown/edits';
import { base64Of, png } from '../support/sample-files';
import { notesOf } from '../support/vault-contents';
import { random } from './random';
import { codeOf, RuledVault } from './vault-with-rules';
import { finish } from '../../src/utils/slicing/steps';

/** 10,000 by hand: `LECTERN_RULE_CALLS=10000 npx jest tests/rules/model`. */
const calls = Number(process.env['LECTERN_RULE_CALLS'] ?? 250);

const below = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);
/** Who may see a path, and who may write it; the rules are folders at the root, with all that is in them. */
const tokens = {
  denied: {
    rules: { deny: ['C/**', 'A/In/**'] },
    sees: (path: string) => !below('C', path) && !below('A/In', path),
    writes: (path: string) => !below('C', path) && !below('A/In', path),
  },
  allowed: {
    rules: { allow: ['A/**', 'B/**'], rights: 'write' },
    sees: (path: string) => below('A', path) || below('B', path),
    writes: (path: string) => below('A', path) || below('B', path),
  },
  reader: {
    rules: { allowWrite: ['B/**'], rights: 'write' },
    sees: () => true,
    writes: (path: string) => below('B', path),
  },
} as const;

const folders = ['A', 'A/In', 'B', 'C'];
const names = ['a', 'b', 'c'];
const files = Object.fromEntries(
  folders.flatMap(folder =>
    names.map(name => [
      `${folder}/${name}.md`,
      `at ${folder} secret-of-${folder}/${name}- [[a]] [[B/b]] [[c#H]]\n# H\n`,
    ]),
  ),
);

function isLinkEdit(before: string | undefined, after: string | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  return finish(linkSkeleton(before, 'md')).text === finish(linkSkeleton(after, 'md')).text;
}

test('no call changes or tells more than its token may', async () => {
  const draw = random(7);
  const rules = Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, token.rules]));
  const vault = await RuledVault.start(files, rules);
  const folder = vault.lectern.folder.path;
  const changes: string[] = [];
  const path = (): string => `${draw.of(folders)}/${draw.of(names)}.md`;
  const moves = (): [string, Record<string, unknown>] => ['move', { path: path(), newPath: path() }];
  const calling = [
    (): [string, Record<string, unknown>] => ['create_note', { path: path(), content: 'new [[a]] [[b]]' }],
    (): [string, Record<string, unknown>] => [
      'update_note',
      { path: path(), mode: 'append', content: 'more' },
    ],
    (): [string, Record<string, unknown>] => [
      'edit_note',
      { path: path(), edits: [{ oldText: 'at ', newText: 'AT ' }] },
    ],
    (): [string, Record<string, unknown>] => ['read_note', { path: path() }],
    (): [string, Record<string, unknown>] => ['list', { recursive: true }],
    (): [string, Record<string, unknown>] => ['search', { query: 'secret' }],
    (): [string, Record<string, unknown>] => [
      'add_attachment',
      {
        ...{ name: draw.of([`${draw.of(folders)}/pic.png`, 'pic.png']), data: base64Of(png) },
        ...{ note: path(), embed: draw.of([true, false]) },
      },
    ],
    moves,
    moves,
    (): [string, Record<string, unknown>] => ['merge_notes', { from: path(), into: path() }],
    (): [string, Record<string, unknown>] => [
      'rename_heading',
      { path: path(), heading: draw.of(['H', 'I']), newHeading: draw.of(['H', 'I']) },
    ],
    (): [string, Record<string, unknown>] => [
      'replace_in_notes',
      { find: 'more', replace: 'MORE', confirm: draw.below(3) },
    ],
    (): [string, Record<string, unknown>] => [
      'move',
      { path: draw.of(folders), newPath: `${draw.of(folders)}/${draw.of(['In', 'Out'])}` },
    ],
    (): [string, Record<string, unknown>] => [
      'delete',
      { path: draw.of([path(), ...folders]), recursive: true },
    ],
    (): [string, Record<string, unknown>] => [
      'undo_change',
      { changeId: changes.at(-1 - draw.below(6)) ?? 'none' },
    ],
    (): [string, Record<string, unknown>] => ['list_changes', { limit: 20 }],
  ];
  const wrong: string[] = [];
  let before = notesOf(folder);
  for (let call = 0; call < calls; call += 1) {
    const [name, token] = draw.of(Object.entries(tokens));
    const [tool, args] = draw.of(calling)();
    const answer = await vault.as(name).call(tool, args);
    const what = `${call} ${name} ${tool} ${JSON.stringify(args)} ${String(codeOf(answer))}`;
    const { changeId } = answer.structured;
    if (typeof changeId === 'string') changes.push(changeId);
    const after = notesOf(folder);
    for (const changed of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (before[changed] === after[changed]) continue;
      const place = changed.replace(/\/$/, () => '');
      if (!token.writes(place) && !isLinkEdit(before[changed], after[changed]))
        wrong.push(`${what} changed ${changed}`);
    }
    for (const [hidden, text] of Object.entries(before)) {
      const [mark] = /secret-of-[\w/]+-/.exec(text) ?? [];
      const isSeen = Object.entries(before).some(
        ([one, its]) => token.sees(one) && its.includes(mark ?? '\0'),
      );
      if (!token.sees(hidden) && mark !== undefined && !isSeen && JSON.stringify(answer).includes(mark))
        wrong.push(`${what} told of ${hidden}`);
    }
    const target = args['path'];
    if (
      tool === 'update_note' &&
      typeof target === 'string' &&
      !token.writes(target) &&
      codeOf(answer) !== 'permission_denied'
    )
      wrong.push(`${what} was not denied`);
    if (
      tool === 'update_note' &&
      typeof target === 'string' &&
      token.writes(target) &&
      codeOf(answer) !== 'ok'
    )
      wrong.push(`${what} was refused`);
    if (tool === 'read_note' && typeof target === 'string') {
      // The end of a path that one visible note has names that note.
      const { path: told } = answer.structured;
      const isRight =
        typeof told === 'string'
          ? token.sees(told) && told in before && `/${told}`.endsWith(`/${target}`)
          : !(token.sees(target) && target in before);
      if (!isRight) wrong.push(`${what} was read or not`);
    }
    before = after;
  }
  expect(wrong).toEqual([]);
  await vault.close();
}, 1_800_000);
