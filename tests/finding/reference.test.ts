import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { z } from 'zod';
import type { TestClient } from '../support/clients';
import { RunningLectern } from '../support/lectern';
import { type Change, changes, type Question, question, vault } from './notes';
import { fold, isNear, nameOf, Reference, wordStarts, words } from './reference';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start();
  client = await lectern.connect();
});
afterAll(() => lectern.close());

const rows = z.array(z.record(z.string(), z.unknown()));

async function ask(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { structured, isError } = await client.call(tool, args);
  if (isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${JSON.stringify(structured)}`);
  return structured;
}

async function list(tool: string, args: Record<string, unknown>, key: string): Promise<z.infer<typeof rows>> {
  const answer = await ask(tool, { limit: 200, ...args });
  expect(answer['hasMore']).toBe(false);
  return rows.parse(answer[key] ?? []);
}

async function found(args: Record<string, unknown>): Promise<string[]> {
  return (await list('search', args, 'results')).map(({ path }) => String(path)).sort();
}

function full(path: string): string {
  return join(lectern.folder.path, path);
}

/** The host has met what was done to the files; it may read them later. */
async function seen(): Promise<void> {
  await lectern.host.settled();
}

/** Makes the vault on disk equal to this one. */
async function lay(files: Readonly<Record<string, string>>): Promise<void> {
  for (const path of new Reference(lectern.folder.path).paths) rmSync(full(path));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(full(path)), { recursive: true });
    writeFileSync(full(path), text);
  }
  await seen();
}

async function make(change: Change): Promise<void> {
  const { paths } = new Reference(lectern.folder.path);
  const chosen = paths[change.pick % Math.max(1, paths.length)];
  const isTaken = paths.some(path => nameOf(path) === change.name);
  const place = `${change.folder}${change.name}.md`;
  if (change.kind === 'write' && !isTaken) {
    if (change.by === 'tool') await ask('create_note', { path: place, content: change.text });
    else {
      mkdirSync(dirname(full(place)), { recursive: true });
      writeFileSync(full(place), change.text);
    }
  } else if (chosen !== undefined && change.kind !== 'write') {
    await alter(change, chosen, place, isTaken);
  }
  if (change.by === 'disk') await seen();
}

async function alter(
  { kind, by, text }: Change,
  path: string,
  place: string,
  isTaken: boolean,
): Promise<void> {
  const byTool = by === 'tool';
  if (kind === 'delete') {
    if (byTool) await ask('delete', { path });
    else rmSync(full(path));
  } else if (kind === 'append') {
    const added = text.replace(/^---\n[\s\S]*?\n---\n/u, () => '');
    if (byTool) await ask('update_note', { path, mode: 'append', content: added });
    else writeFileSync(full(path), new Reference(lectern.folder.path).text(path) + added);
  } else if (!isTaken) {
    if (byTool) await ask('move', { path, newPath: place });
    else {
      mkdirSync(dirname(full(place)), { recursive: true });
      renameSync(full(path), full(place));
    }
  }
}

const hasWord = (parts: readonly string[], word: string): boolean =>
  parts.some(part => wordStarts(part, word).length > 0);

async function checkSearch(real: Reference, asked: Question): Promise<void> {
  const { without, filter } = asked;
  const query = [
    ...asked.words,
    ...(without === null ? [] : [`-${without}`]),
    ...(filter === null ? [] : [filter]),
  ];
  const passes = (path: string): boolean => {
    const [key, value = ''] = filter?.split(':') ?? [];
    if (key === 'tag') return real.withTag(value).includes(path);
    if (key === 'path') return fold(path).includes(value);
    return key === undefined || fold(path.slice(path.lastIndexOf('/') + 1)).includes(value);
  };
  const wanted = real.whereTogether(
    parts =>
      asked.words.every(word => hasWord(parts, word)) && (without === null || !hasWord(parts, without)),
  );
  expect(await found({ query: query.join(' '), exact: true, allWords: true })).toEqual(wanted.filter(passes));
  expect(await found({ query: asked.phrase, mode: 'phrase' })).toEqual(
    real.where(text =>
      text
        .split(/\n{2,}/u)
        .some(paragraph => paragraph.replace(/[ ]*\n|[ ]+/gu, () => ' ').includes(asked.phrase)),
    ),
  );
  expect(await found({ query: asked.wildcard, mode: 'wildcard' })).toEqual(
    real.where(text => {
      const pattern = nativePattern(asked.wildcard.replaceAll('*', '[a-z0-9]*').replaceAll('?', '[a-z0-9]'));
      return words(text).some(word => pattern.exec(word)?.index === 0);
    }),
  );
  const regex = nativePattern(asked.regex, 'iu');
  expect(await found({ query: asked.regex, mode: 'regex' })).toEqual(
    real.paths.filter(path => [nameOf(path), ...real.text(path).split('\n')].some(line => regex.test(line))),
  );
  const tolerance = asked.fuzzy.length <= 3 ? 0 : asked.fuzzy.length <= 6 ? 1 : 2;
  expect(await found({ query: asked.fuzzy, mode: 'fuzzy' })).toEqual(
    real.where(text =>
      words(text).some(word => word.startsWith(asked.fuzzy) || isNear(word, asked.fuzzy, tolerance)),
    ),
  );
}

async function checkFacts(real: Reference, { tag, status, rating }: Question): Promise<void> {
  const queried = async (args: Record<string, unknown>): Promise<unknown[]> =>
    (await list('query_notes', args, 'rows')).map(({ path }) => String(path)).sort();
  const tagged = real.withTag(tag);
  expect(await queried({ tag })).toEqual(tagged);
  expect(await queried({ where: [`tags=${tag}`] })).toEqual(tagged);
  expect(await found({ query: 'a', tag })).toEqual(
    real.whereTogether(parts => hasWord(parts, 'a')).filter(path => tagged.includes(path)),
  );
  const listed = await list('list_tags', {}, 'tags');
  expect(listed.find(row => row['tag'] === tag)?.['total'] ?? 0).toBe(tagged.length);
  expect(await queried({ where: [`status=${status}`] })).toEqual(
    real.paths.filter(path => real.property(path, 'status') === status),
  );
  const rated = real.paths.filter(path => Number(real.property(path, 'rating') ?? 0) >= rating);
  expect(await queried({ where: [`rating>=${rating}`] })).toEqual(rated);
  expect(await queried({ filter: { '>=': [{ var: 'frontmatter.rating' }, rating] } })).toEqual(rated);
  const values = await list('list_properties', { property: 'status' }, 'values');
  expect(values.find(({ value }) => value === status)?.['files'] ?? []).toEqual(
    real.paths.filter(path => real.property(path, 'status') === status),
  );
}

async function checkLinks(real: Reference): Promise<void> {
  const links = real.links();
  const broken = await list('check_links', {}, 'items');
  expect(broken.map(({ source, line }) => `${String(source)}:${String(line)}`).sort()).toEqual(
    links.flatMap(link => (link.target === undefined ? [`${link.source}:${link.line}`] : [])).sort(),
  );
  const orphans = await list('check_links', { kind: 'orphans' }, 'items');
  expect(orphans.map(({ path }) => String(path)).sort()).toEqual(
    real.paths.filter(path => !links.some(link => link.target === path && link.source !== path)),
  );
  for (const path of real.paths.filter(one => nameOf(one).length % 2 === 1)) {
    const answer = await ask('get_links', {
      path,
      direction: 'in',
      includeUnlinked: true,
      withContext: false,
    });
    const places = (key: string): string[] =>
      rows.parse(answer[key] ?? []).map(({ source, line }) => `${String(source)}:${String(line)}`);
    expect(places('incoming').sort()).toEqual(
      links.flatMap(link => (link.target === path ? [`${link.source}:${link.line}`] : [])).sort(),
    );
    expect(places('unlinked').sort()).toEqual(real.mentionsOf(path).sort());
  }
}

describe('every result equals one that is computed from the files', () => {
  it('also right after writes, moves and deletions by tools and by other programs', async () => {
    await fc.assert(
      fc.asyncProperty(vault, changes, question, async (files, made, asked) => {
        await lay(files);
        for (const change of made) await make(change);
        const real = new Reference(lectern.folder.path);
        await checkSearch(real, asked);
        await checkFacts(real, asked);
        await checkLinks(real);
      }),
      { seed: 20261121, numRuns: 20 },
    );
  }, 120_000);
});

/** Of our own patterns only. */
function nativePattern(source: string, flags = 'u'): RegExp {
  return Reflect.construct(RegExp, [source, flags]);
}
