import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { field } from '../../../support/json';
import { RunningLectern } from '../../../support/lectern';
import type { Answer, TestClient } from '../../../support/clients';
import { notesOf } from '../../../support/files/vault-contents';
import { writesAt } from '../../../support/writing-calls';

function code({ structured, isError }: Answer): unknown {
  return isError ? field(structured, 'error', 'code') : 'ok';
}

describe('rules for folders', () => {
  let lectern: RunningLectern;
  let client: TestClient;
  let before: Record<string, string>;
  beforeAll(async () => {
    lectern = await RunningLectern.start({
      files: {
        'Open/o.md': '# H\nopen [[s]] #t\n',
        'Secret/s.md': '# H\nsecret #t\n',
        'Read/r.md': '# H\nsecret #t\n',
        'root.md': 'x',
      },
      settings: {
        tokens: [
          {
            name: 'scoped',
            value: 'lct_a-token-with-some-rules',
            rights: 'full',
            deny: ['Secret/**'],
            allowWrite: ['Open/**', 'Secret/**'],
          },
        ],
      },
    });
    client = await lectern.connect('2026', 'lct_a-token-with-some-rules');
    before = notesOf(lectern.folder.path);
  });
  afterAll(() => lectern.close());

  test.each([
    ...writesAt('Secret/s'),
    ...writesAt('Secret/absent'),
    ...writesAt('SECRET/s.md'),
    ...writesAt('secret/absent'),
    ...writesAt('Read/r'),
    ...writesAt('Read/absent'),
    ...writesAt('absent'),
  ])('%s %j is denied, whether the path exists or not', async (tool, args) => {
    const answer = await client.call(tool, args);
    expect(code(answer)).toBe('permission_denied');
    expect(field(answer.structured, 'error')).not.toHaveProperty('versionId');
    expect(notesOf(lectern.folder.path)).toEqual(before);
  });

  test('a tag is renamed nowhere when one of its notes may not be written', async () => {
    expect(code(await client.call('rename_tag', { from: 't', to: 'u' }))).toBe('permission_denied');
    expect(code(await client.call('rename_tag', { from: 't', to: 'u', path: 'Open' }))).toBe('ok');
    const text = (path: string): string => readFileSync(join(lectern.folder.path, path), 'utf8');
    expect([text('Open/o.md'), text('Secret/s.md')]).toEqual(['# H\nopen [[s]] #u\n', '# H\nsecret #t\n']);
  });

  test('a wikilink to a hidden note does not resolve', async () => {
    expect(code(await client.call('update_note', { path: '[[s]]', mode: 'append', content: 'x' }))).toBe(
      'not_found',
    );
  });
});

describe('a vault that is read-only', () => {
  let lectern: RunningLectern;
  beforeAll(async () => {
    lectern = await RunningLectern.start({ files: { 'a.md': 'secret #t' }, settings: { readOnly: true } });
  });
  afterAll(() => lectern.close());

  test.each([
    ...writesAt('a'),
    ['rename_tag', { from: 't', to: 'u' }],
    ['undo_change', { changeId: 'x' }],
  ] as const)('refuses %s %j', async (tool, args) => {
    const before = notesOf(lectern.folder.path);
    const client = await lectern.connect();
    expect(code(await client.call(tool, args))).toBe('permission_denied');
    expect(notesOf(lectern.folder.path)).toEqual(before);
  });
});

test('no write leaves the vault by a symbolic link or a hard link', async () => {
  const lectern = await RunningLectern.start({
    files: { 'a.md': 'a' },
    prepare: folder => {
      mkdirSync(join(folder.parent, 'outside'));
      writeFileSync(join(folder.parent, 'outside', 'canary.md'), 'canary');
      symlinkSync(join(folder.parent, 'outside'), join(folder.path, 'leaving'));
      symlinkSync(join(folder.parent, 'outside', 'canary.md'), join(folder.path, 'leaving.md'));
      linkSync(join(folder.parent, 'outside', 'canary.md'), join(folder.path, 'hard.md'));
    },
  });
  const client = await lectern.connect();
  for (const path of ['leaving/canary', 'leaving/new', 'leaving'])
    for (const [tool, args] of writesAt(path))
      expect([tool, code(await client.call(tool, args))]).not.toEqual([tool, 'ok']);
  await client.call('update_note', { path: 'hard', mode: 'append', content: 'x' });
  const outside = join(lectern.folder.parent, 'outside');
  expect(readdirSync(outside)).toEqual(['canary.md']);
  expect(readFileSync(join(outside, 'canary.md'), 'utf8')).toBe('canary');
  await lectern.close();
});
