import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { field } from '../../../support/json';
import { RunningLectern, testToken } from '../../../support/lectern';
import type { Answer, TestClient } from '../../../support/clients';
import { notesOf } from '../../../support/files/vault-contents';

let lectern: RunningLectern;
afterEach(() => lectern.close());

function code({ structured, isError }: Answer): unknown {
  return isError ? field(structured, 'error', 'code') : 'ok';
}

function text(path: string): string {
  return readFileSync(join(lectern.folder.path, path), 'utf8');
}

test('written data is read back at once: text, tags, properties, links, search', async () => {
  lectern = await RunningLectern.start({ files: { 'a.md': 'a', 'b.md': 'b' } });
  const client = await lectern.connect();
  for (let round = 0; round < 5; round += 1) {
    await client.call('update_tags', { path: 'a', add: [`t${round}`] });
    const { structured } = await client.call('list_tags', {});
    expect([structured['tags']].flat()).toHaveLength(round + 1);
    await client.call('update_frontmatter', { path: 'b', set: { round } });
    expect((await client.call('get_frontmatter', { path: 'b', key: 'round' })).structured['value']).toBe(
      round,
    );
    await client.call('update_note', { path: 'b', mode: 'append', content: `word${round} [[a]]` });
    expect((await client.call('search', { query: `word${round}` })).structured['totalCount']).toBe(1);
    const links = await client.call('get_links', { path: 'a', direction: 'in' });
    expect([links.structured['incoming']].flat()).toHaveLength(round + 1);
  }
});

test('a damaged journal is moved aside and writing continues', async () => {
  const journal = '.obsidian/plugins/lectern-mcp/journal';
  const name = 'changes-000000001-0000-x-device01.jsonl';
  lectern = await RunningLectern.start({
    files: {
      'a.md': 'a',
      [`${journal}/${name}`]: 'garbage\n',
      [`${journal}/blobs/x`]: 'garbage',
    },
    prepare: ({ parent }) => {
      mkdirSync(join(parent, 'state'));
      writeFileSync(join(parent, 'state', 'local-storage.json'), '{ "lectern-mcp-device": "device01" }');
    },
  });
  const client = await lectern.connect();
  const { structured } = await client.call('update_note', { path: 'a', mode: 'append', content: 'x' });
  expect(code(await client.call('undo_change', { changeId: structured['changeId'] }))).toBe('ok');
  expect(text(`${journal}/damaged-${name}`)).toBe('garbage\n');
});

test('a journal that is no folder is moved away', async () => {
  lectern = await RunningLectern.start({
    files: { 'a.md': 'a', '.obsidian/plugins/lectern-mcp/journal': 'no folder' },
  });
  const client = await lectern.connect();
  expect(code(await client.call('update_note', { path: 'a', mode: 'append', content: 'x' }))).toBe('ok');
});

describe('many writers', () => {
  beforeEach(async () => {
    lectern = await RunningLectern.start({
      files: { 'a.md': '---\nz: 0\n---\n# A\n# B\n', 'b.md': 'b\n' },
      tokens: ['one', 'two', 'three', 'four'].map(name => ({
        name,
        value: `${testToken}-${name}`,
        rights: 'write' as const,
      })),
    });
  });

  /** Four clients, so that no token has more calls than it may at once. */
  async function atOnce(
    count: number,
    call: (client: TestClient, index: number) => Promise<Answer>,
  ): Promise<Answer[]> {
    const clients = await Promise.all(
      ['one', 'two', 'three', 'four'].map(name => lectern.connect('2026', `${testToken}-${name}`)),
    );
    return Promise.all(
      Array.from({ length: count }, (_, index) => {
        const client = clients[index % clients.length];
        if (client === undefined) throw new Error('no client');
        return call(client, index);
      }),
    );
  }

  test('set twenty properties at once, and none is lost', async () => {
    const answers = await atOnce(20, (client, index) =>
      client.call('update_frontmatter', { path: 'a', set: { [`key${index}`]: index } }),
    );
    expect(answers.map(code).filter(answer => answer !== 'ok')).toEqual([]);
    for (let index = 0; index < 20; index += 1) expect(text('a.md')).toContain(`\nkey${index}: ${index}\n`);
  });

  test('create one note twenty times at once, and one of them does', async () => {
    const answers = await atOnce(20, (client, index) =>
      client.call('create_note', { path: index % 2 === 0 ? 'N/new' : 'n/NEW', content: `${index}` }),
    );
    expect(answers.filter(answer => code(answer) === 'ok')).toHaveLength(1);
    expect(answers.filter(answer => code(answer) === 'already_exists')).toHaveLength(19);
  });

  test("move two notes onto each other's names, delete and append: every line is in one place", async () => {
    const answers = await atOnce(24, (client, index) => {
      const path = index % 2 === 0 ? 'a' : 'b';
      if (index % 8 === 3) return client.call('move', { path, newPath: `m${index}` });
      return client.call('update_note', {
        path,
        mode: 'append',
        content: `+${index}`,
        createIfNeeded: false,
      });
    });
    const all = Object.values(notesOf(lectern.folder.path)).join('\n').split('\n');
    answers.forEach((answer, index) => {
      if (index % 8 !== 3)
        expect(all.filter(line => line === `+${index}`)).toHaveLength(code(answer) === 'ok' ? 1 : 0);
    });
  });

  test('and an outside program that appends and replaces: every line of both is there once', async () => {
    const path = join(lectern.folder.path, 'b.md');
    const { adapter } = lectern.host.internals.vault;
    const process = adapter.process.bind(adapter);
    let outside = 0;
    const act = (): void => {
      outside += 1;
      if (outside % 2 === 0) appendFileSync(path, `out${outside}\n`);
      else {
        writeFileSync(`${path}.tmp`, `${readFileSync(path, 'utf8')}out${outside}\n`);
        renameSync(`${path}.tmp`, path);
      }
    };
    // Its turn comes between a plan and its commit, five times of six: calls give up, and are repeated.
    let commits = 0;
    Reflect.set(adapter, 'process', (...args: Parameters<typeof process>): ReturnType<typeof process> => {
      commits += 1;
      if (commits % 6 !== 0) act();
      return process(...args);
    });
    let repeated = 0;
    const append = async (client: TestClient, index: number): Promise<Answer> => {
      const answer = await client.call('update_note', { path: 'b', mode: 'append', content: `+${index}` });
      if (code(answer) !== 'version_conflict') return answer;
      repeated += 1;
      return append(client, index);
    };
    const answers = await atOnce(12, append);
    expect(answers.map(code).filter(answer => answer !== 'ok')).toEqual([]);
    expect(repeated).toBeGreaterThan(0);
    const lines = text('b.md').split('\n');
    const expected = [
      ...Array.from({ length: 12 }, (_, index) => `+${index}`),
      ...Array.from({ length: outside }, (_, index) => `out${index + 1}`),
    ];
    expect([...lines].sort()).toEqual(['', 'b', ...expected].sort());
  });
});
