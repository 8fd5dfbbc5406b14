/** Random calls of three tokens with different rules, against a model of what each may see and change. */
import { z } from 'zod';
import { linkSkeleton } from '../../src/markdown/edits/links/link-places';
import { notesOf } from '../support/files/vault-contents';
import { type Call, modelCalls } from './model-calls';
import { random } from './random';
import { codeOf } from '../support/clients';
import { RuledVault } from './vault-with-rules';

/** 10,000 by hand: `LECTERN_RULE_CALLS=10000 npx jest tests/rules/model`. */
const calls = Number(process.env['LECTERN_RULE_CALLS'] ?? 250);

/** After so many calls what was deleted or moved away is there again, or calls would find nothing more. */
const callsOfStock = 20;

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
  folders.flatMap((folder): [string, string][] => [
    ...names.map((name): [string, string] => [`${folder}/${name}.md`, noteAt(folder, name)]),
    [`${folder}/board.canvas`, boardAt(folder)],
  ]),
);

function noteAt(folder: string, name: string): string {
  const text = `at ${folder} secret-of-${folder}/${name}- [[a]] [[B/b]] [[c#H]]`;
  return `---\nkind: ${name}\n---\n${text}\n- [ ] do secret-of-${folder}/${name}-\n# H\n`;
}

function boardAt(folder: string): string {
  const node = { id: 'one', type: 'text', text: `secret-of-${folder}/board-`, x: 0, y: 0 };
  return JSON.stringify({ nodes: [{ ...node, width: 100, height: 100 }], edges: [] });
}

function isLinkEdit(path: string, before: string | undefined, after: string | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  const kind = path.slice(path.lastIndexOf('.') + 1);
  return linkSkeleton(before, kind).text === linkSkeleton(after, kind).text;
}

/** The notes that a path may mean: the one that is there, or else those whose paths end like it. */
function meantBy(
  path: string,
  contents: Readonly<Record<string, string>>,
  sees: (path: string) => boolean,
): string[] {
  const seen = Object.keys(contents).filter(sees);
  return seen.includes(path) ? [path] : seen.filter(one => one.endsWith(`/${path}`));
}

/** The files that a call must name, in any order; undefined where the model does not say. */
function namedBy(
  [tool, args]: Call,
  contents: Readonly<Record<string, string>>,
  sees: (path: string) => boolean,
): string[] | undefined {
  const seen = Object.entries(contents).filter(([path]) => !path.endsWith('/') && sees(path));
  const isTask = /^- \[.\] /m;
  if (tool === 'list_tasks' && args['path'] === undefined)
    return seen.filter(([path, text]) => path.endsWith('.md') && isTask.test(text)).map(([path]) => path);
  return tool === 'query_base' ? seen.map(([path]) => path) : undefined;
}

function marksIn(text: string): string[] {
  return [...text.matchAll(/secret-of-[\w/]+-/g)].map(([mark]) => mark);
}

/** The files that an answer names in its rows. */
function namedIn(structured: unknown): string[] {
  const { tasks = [], paths = [] } = namingAnswer.parse(structured);
  return [...new Set([...tasks.map(({ path }) => path), ...paths])].sort();
}

const namingAnswer = z.looseObject({
  tasks: z.array(z.looseObject({ path: z.string() })).optional(),
  paths: z.array(z.string()).optional(),
});

test('no call changes or reveals more than its token allows', async () => {
  const draw = random(7);
  const rules = Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, token.rules]));
  const vault = await RuledVault.start(files, rules);
  const folder = vault.lectern.folder.path;
  const changes: string[] = [];
  const calling = modelCalls(draw, { folders, names, changes });
  const wrong: string[] = [];
  /** The marks that each token saw at any time. */
  const known = new Map(Object.keys(tokens).map(name => [name, new Set<string>()]));
  let before = notesOf(folder);
  for (let call = 0; call < calls; call += 1) {
    if (call % callsOfStock === 0) {
      for (const [path, text] of Object.entries(files))
        if (!(path in before)) vault.lectern.folder.write(path, text);
      await vault.lectern.host.settled();
      before = notesOf(folder);
    }
    for (const [name, { sees }] of Object.entries(tokens))
      for (const [path, text] of Object.entries(before))
        if (sees(path)) for (const mark of marksIn(text)) known.get(name)?.add(mark);
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
      if (!token.writes(place) && !isLinkEdit(changed, before[changed], after[changed]))
        wrong.push(`${what} changed ${changed}`);
    }
    for (const [hidden, text] of Object.entries(before)) {
      const [mark] = marksIn(text);
      const isSeen = Object.entries(before).some(
        ([one, its]) => token.sees(one) && its.includes(mark ?? '\0'),
      );
      // Undo brings back what the token saw before.
      const isKnown = isSeen || (tool === 'undo_change' && known.get(name)?.has(mark ?? '') === true);
      if (!token.sees(hidden) && mark !== undefined && !isKnown && JSON.stringify(answer).includes(mark))
        wrong.push(`${what} told of ${hidden}`);
    }
    const named = namedBy([tool, args], before, token.sees);
    if (named !== undefined && codeOf(answer) === 'ok') {
      const told = namedIn(answer.structured);
      if (told.join() !== named.sort().join())
        wrong.push(`${what} named ${told.join()} and not ${named.join()}`);
    }
    const target = args['path'];
    if (tool === 'update_note' && typeof target === 'string') {
      const [meant = target, another] = meantBy(target, before, token.sees);
      const code = token.writes(meant) ? 'ok' : 'permission_denied';
      if (another === undefined && codeOf(answer) !== code) wrong.push(`${what} was not ${code}`);
    }
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
