/** What docs/server.md says of backups and of git beside the host, carried out with the built command. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestClient } from '../../support/clients';
import { Command, type RunningCommand } from '../../support/process/command';
import { VaultFolder } from '../../support/files/vault-folder';
import { eventually } from '../../support/time/waiting';

const token = 'lct_a-token-that-clients-keep';
const notes = { 'Plan.md': '# Plan\n\nfirst\n', 'Log.md': 'start\n' };

let folder: VaultFolder;
const commands: Command[] = [];
const begin = (): void => void (folder = new VaultFolder(notes));
async function end(): Promise<void> {
  for (const command of commands.splice(0)) await command.end('SIGKILL');
  folder.remove();
}

async function serve(): Promise<RunningCommand> {
  const command = new Command(folder, ['--json', '--port', '0'], { LECTERN_TOKEN: token });
  commands.push(command);
  return command.ready();
}

async function append(client: TestClient, path: string, content: string): Promise<string> {
  const { structured, isError } = await client.call('update_note', { path, mode: 'append', content });
  expect(isError).toBe(false);
  return String(structured['changeId']);
}

function read(path: string, root = folder.path): string {
  return readFileSync(join(root, path), 'utf8');
}

describe('a backup', () => {
  beforeEach(begin);
  afterEach(end);

  const copies = { whole: () => join(folder.parent, 'whole'), notes: () => join(folder.parent, 'notes') };

  /** Takes the vault and the state folder away and puts a copy in the vault's place. */
  function restore(copy: string): void {
    rmSync(folder.path, { recursive: true });
    rmSync(join(folder.parent, 'state'), { recursive: true, force: true });
    cpSync(copy, folder.path, { recursive: true });
  }

  test('of a served vault restores notes and, if hidden folders are in it, the changes, which can be undone where the notes are as they were', async () => {
    const before = await serve();
    const client = await before.connect('2026');
    const changeIds = [await append(client, 'Plan', 'second'), await append(client, 'Log', 'end')];
    cpSync(folder.path, copies.whole(), { recursive: true });
    mkdirSync(copies.notes());
    for (const name of Object.keys(notes)) cpSync(join(folder.path, name), join(copies.notes(), name));
    await append(client, 'Plan', 'after the backup');
    await client.call('delete', { path: 'Log.md' });
    expect(await before.command.end('SIGTERM')).toMatchObject({ code: 0 });

    restore(copies.notes());
    const second = await serve();
    const withoutUndo = await second.connect('2026', token);
    expect(read('Plan.md')).toBe(`${notes['Plan.md']}second\n`);
    expect((await withoutUndo.call('list_changes', {})).structured).toMatchObject({ changes: [] });
    await append(withoutUndo, 'Plan', 'third');
    await second.command.end('SIGTERM');

    restore(copies.whole());
    writeFileSync(join(folder.path, 'Log.md'), 'of another day\n');
    const again = await (await serve()).connect('2026', token);
    expect(read('Plan.md')).toBe(`${notes['Plan.md']}second\n`);
    const { changes } = (await again.call('list_changes', {})).structured;
    expect([changes].flat()).toMatchObject(changeIds.toReversed().map(changeId => ({ changeId })));
    const [ofPlan, ofLog] = changeIds;
    expect(await again.call('undo_change', { changeId: ofLog })).toMatchObject({ isError: true });
    expect(read('Log.md')).toBe('of another day\n');
    expect(await again.call('undo_change', { changeId: ofPlan })).toMatchObject({ isError: false });
    expect(read('Plan.md')).toBe(notes['Plan.md']);
  }, 30_000);
});

describe('two processes that serve a vault for one account', () => {
  beforeEach(begin);
  afterEach(end);

  const journal = (): string[] =>
    readdirSync(join(folder.path, '.obsidian/plugins/lectern-mcp/journal')).filter(name =>
      name.endsWith('.jsonl'),
    );
  const deviceOf = (segment: string): string => segment.slice(segment.lastIndexOf('-') + 1);

  test('record their changes apart, and after a start each is listed and can be undone', async () => {
    const [first, second] = [await serve(), await serve()];
    const [one, other] = [await first.connect('2026', token), await second.connect('2026', token)];
    const ids = [await append(one, 'Plan', 'second'), await append(other, 'Log', 'end')];
    expect(new Set(journal().map(deviceOf)).size).toBe(2);
    for (const { command } of [first, second]) await command.end('SIGTERM');

    const again = await (await serve()).connect('2026', token);
    const { changes } = (await again.call('list_changes', {})).structured;
    expect([changes].flat()).toMatchObject(ids.toReversed().map(changeId => ({ changeId, undoable: true })));
    for (const changeId of ids)
      expect(await again.call('undo_change', { changeId })).toMatchObject({ isError: false });
    expect([read('Plan.md'), read('Log.md')]).toEqual([notes['Plan.md'], notes['Log.md']]);
    expect(new Set(journal().map(deviceOf)).size).toBe(2);
  });
});

describe('git beside a served vault', () => {
  let client: TestClient;
  const other = (): string => join(folder.parent, 'other');

  /** Runs git without the settings of whoever runs the tests. @throws Error where it fails */
  function git(at: string, ...words: string[]): string {
    const who = { NAME: 'Test', EMAIL: 'test@example.org' };
    const { status, stdout, stderr } = spawnSync('git', words, {
      cwd: at,
      encoding: 'utf8',
      env: {
        ...{
          PATH: process.env['PATH'],
          HOME: folder.parent,
          GIT_CONFIG_NOSYSTEM: '1',
          GIT_TERMINAL_PROMPT: '0',
        },
        ...{ GIT_AUTHOR_NAME: who.NAME, GIT_AUTHOR_EMAIL: who.EMAIL },
        ...{ GIT_COMMITTER_NAME: who.NAME, GIT_COMMITTER_EMAIL: who.EMAIL },
      },
    });
    if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
    return stdout;
  }

  /**
   * What a timer on a server does. By merging: git refuses to merge over a file that is changed and not committed, where
   * a rebase would refuse any change, and `--autostash` would take files away under the writer.
   */
  function sync(at: string): void {
    git(at, 'add', '--all');
    if (git(at, 'diff', '--cached', '--name-only') !== '') git(at, 'commit', '--quiet', '--message', 'sync');
    git(at, 'pull', '--quiet', '--no-rebase', '--no-edit');
    git(at, 'push', '--quiet');
  }

  beforeAll(async () => {
    begin();
    const shared = join(folder.parent, 'shared.git');
    git(folder.parent, 'init', '--quiet', '--bare', '--initial-branch=main', shared);
    git(folder.path, 'init', '--quiet', '--initial-branch=main');
    git(folder.path, 'remote', 'add', 'origin', shared);
    git(folder.path, 'add', '--all');
    git(folder.path, 'commit', '--quiet', '--message', 'begin');
    git(folder.path, 'push', '--quiet', '--set-upstream', 'origin', 'main');
    git(folder.parent, 'clone', '--quiet', shared, other());
    client = await (await serve()).connect('2026');
  }, 30_000);
  afterAll(end);

  test('tracks the changes of clients, and not the journal', async () => {
    await append(client, 'Plan', 'from a client');
    sync(folder.path);
    sync(other());
    expect(read('Plan.md', other())).toBe(`${notes['Plan.md']}from a client\n`);
    expect(git(folder.path, 'ls-files')).not.toContain('journal');
    expect(git(folder.path, 'status', '--porcelain')).toBe('');
  });

  test('pulls changes that the next call returns', async () => {
    expect((await client.call('search', { query: 'elsewhere' })).structured).toMatchObject({ totalCount: 0 });
    writeFileSync(join(other(), 'New.md'), 'written elsewhere\n');
    appendFileSync(join(other(), 'Log.md'), 'also elsewhere\n');
    sync(other());
    sync(folder.path);
    await eventually(async () => {
      const { structured } = await client.call('search', { query: 'elsewhere' });
      return structured['totalCount'] === 2;
    });
    expect((await client.call('read_note', { path: 'New' })).text).toContain('written elsewhere');
  });

  test('loses no line where both sides write all the time', async () => {
    const rounds = Array.from({ length: 3 }, (_, round) => round);
    for (const round of rounds) {
      appendFileSync(join(other(), 'Log.md'), `other ${round}\n`);
      sync(other());
      const writing = [0, 1, 2].map(step => append(client, 'Plan', `client ${round}.${step}`));
      sync(folder.path);
      await Promise.all(writing);
    }
    sync(folder.path);
    sync(other());
    for (const root of [folder.path, other()]) {
      for (const round of rounds) {
        expect(read('Log.md', root)).toContain(`other ${round}\n`);
        for (const step of [0, 1, 2]) expect(read('Plan.md', root)).toContain(`client ${round}.${step}\n`);
      }
      expect(read('Plan.md', root)).not.toContain('<<<<');
    }
  }, 60_000);

  test('makes a write fail whose client read before the pull, so that nothing pulled is overwritten', async () => {
    const { versionId } = (await client.call('read_note', { path: 'Plan' })).structured;
    writeFileSync(join(other(), 'Plan.md'), '# Plan\n\nrewritten\n');
    sync(other());
    sync(folder.path);
    const edits = [{ oldText: 'first', newText: 'mine' }];
    const answer = await client.call('edit_note', { path: 'Plan', edits, ifMatch: versionId });
    expect(answer).toMatchObject({ isError: true, structured: { error: { code: 'version_conflict' } } });
    expect(read('Plan.md')).toBe('# Plan\n\nrewritten\n');
  });
});
