import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf, type TestClient } from '../../support/clients';
import { RunningEntry } from '../../support/front';
import { field } from '../../support/json';

let entry: RunningEntry;
beforeAll(async () => {
  entry = await RunningEntry.start({
    work: { 'Plan.md': 'Ship on Friday.\n', 'Both.md': 'of work\n' },
    home: { 'Garden.md': 'Water the beans.\n', 'Both.md': 'of home\n' },
    old: {},
  });
});
afterAll(() => entry.close());

describe.each(['2025', '2026'] as const)('three vaults at one entry, for a client of %s', era => {
  let all: TestClient;
  beforeAll(async () => {
    all = await entry.connect(era);
  });

  test('list each tool once, with the vaults that the token may use', async () => {
    const tools = await all.listTools();
    const names = tools.map(({ name }) => name);
    expect(names.length).toBe(new Set(names).size);
    for (const { name, inputSchema } of tools) {
      expect(field(inputSchema, 'properties', 'vault')).toEqual({
        type: 'string',
        enum: ['work', 'home', 'old'],
      });
      const required = field(inputSchema, 'required');
      expect(Array.isArray(required) && required.includes('vault')).toBe(name !== 'get_vault_info');
    }
  });

  test('answer from the named vault, which the answer names', async () => {
    for (const [vault, text] of [
      ['work', 'of work'],
      ['home', 'of home'],
    ]) {
      const answer = await all.call('read_note', { vault, path: 'Both.md' });
      expect(answer.structured).toMatchObject({ vault, path: 'Both.md' });
      expect(answer.text.startsWith(`${vault}: `)).toBe(true);
      expect(answer.text).toContain(text);
    }
  });

  test('are listed with their notes', async () => {
    const { structured } = await all.call('get_vault_info');
    const notesInOld = era === '2025' ? 0 : 1;
    expect(structured).toEqual({
      vaults: [
        { name: 'work', state: 'ready', notes: 2 },
        { name: 'home', state: 'ready', notes: 2 },
        { name: 'old', state: 'ready', notes: notesInOld },
      ],
    });
    expect((await all.call('get_vault_info', { vault: 'home' })).structured).toMatchObject({ vault: 'home' });
  });

  test.each([{}, { vault: 'Work' }, { vault: 'none' }, { vault: null }, { vault: 1 }])(
    'refuse a call with %j, and name those that the token may use',
    async given => {
      const answer = await all.call('read_note', { path: 'Both.md', ...given });
      expect(codeOf(answer)).toBe('invalid_argument');
      for (const name of ['work', 'home', 'old']) expect(answer.text).toContain(`"${name}"`);
      expect(field(answer.structured, 'vault')).toBeUndefined();
    },
  );

  test('hide a vault that the token may not use', async () => {
    const pair = await entry.connect(era, 'pair');
    const [hidden, missing] = await Promise.all(
      ['old', 'none'].map(vault => pair.call('read_note', { vault, path: 'Both.md' })),
    );
    expect(hidden).toEqual(missing);
    expect(JSON.stringify(await pair.listTools())).not.toContain('"old"');
  });

  test('are one vault as ever for a token of one, but for its name', async () => {
    const one = await entry.connect(era, 'work');
    expect(field((await one.listTools())[0]?.inputSchema, 'properties', 'vault')).toBeUndefined();
    const answer = await one.call('read_note', { path: 'Plan.md' });
    expect(answer.structured).toMatchObject({ vault: 'work', path: 'Plan.md' });
    expect((await one.call('get_vault_info')).structured).toMatchObject({ vault: 'work', status: 'ok' });
  });

  test('change nothing for a token of one that names another, as if there were none', async () => {
    const one = await entry.connect(era, 'work');
    const given = { path: `Meant for another ${era}.md`, content: 'x\n' };
    const [other, missing] = await Promise.all(
      ['home', 'none'].map(vault => one.call('create_note', { ...given, vault })),
    );
    expect(other).toEqual(missing);
    expect(other === undefined ? '' : codeOf(other)).toBe('invalid_argument');
    expect(codeOf(await one.call('read_note', { path: given.path }))).toBe('not_found');
    const own = await one.call('read_note', { path: 'Plan.md', vault: 'work' });
    expect(own).toEqual(await one.call('read_note', { path: 'Plan.md' }));
  });

  test('write into the named vault alone', async () => {
    const path = `New ${era}.md`;
    const answer = await all.call('create_note', { vault: 'old', path, content: 'x\n' });
    expect(codeOf(answer)).toBe('ok');
    expect(textOf(entry, 'old', path)).toBe('x\n');
    expect(codeOf(await all.call('read_note', { vault: 'work', path }))).toBe('not_found');
  });

  test('answer `vault_unavailable` while one is away, and go on when it is back', async () => {
    const { home: door } = entry.doors;
    door?.serve(undefined);
    const away = await all.call('read_note', { vault: 'home', path: 'Both.md' });
    expect(codeOf(away)).toBe('vault_unavailable');
    expect(field(away.structured, 'vault')).toBe('home');
    expect(codeOf(await all.call('read_note', { vault: 'work', path: 'Both.md' }))).toBe('ok');
    expect((await all.listTools()).length).toBeGreaterThan(40);
    door?.serve(entry.vaults['home']);
    expect(codeOf(await all.call('read_note', { vault: 'home', path: 'Both.md' }))).toBe('ok');
  });

  test('are listed though one does not answer', async () => {
    const silent = createServer();
    await new Promise<void>(resolve => void silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    if (typeof address !== 'object' || address === null) throw new Error('It has no port.');
    entry.doors['old']?.serve({ port: address.port });
    const [{ structured }, tools] = await Promise.all([all.call('get_vault_info'), all.listTools()]);
    const { state, notes } = z
      .object({ vaults: z.array(z.object({ state: z.string(), notes: z.number().nullable() })) })
      .parse(structured).vaults[2] ?? { state: '', notes: 0 };
    expect([state, notes]).toEqual(['away', null]);
    expect(tools.length).toBeGreaterThan(40);
    entry.doors['old']?.serve(entry.vaults['old']);
    silent.closeAllConnections();
    await new Promise(resolve => void silent.close(resolve));
  }, 20_000);
});

function textOf({ vaults }: RunningEntry, vault: string, path: string): string {
  return readFileSync(join(vaults[vault]?.folder.path ?? '', path), 'utf8');
}
