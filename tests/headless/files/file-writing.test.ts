import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { TFile } from 'obsidian';
import { openVault } from '../../../pkg/headless/host';
import { TemporaryNames } from '../../../pkg/headless/obsidian/disk/temporary-names';
import { recordEvents, temporaryVault, type TemporaryVault } from '../temporary-vault';

describe('writing files', () => {
  let vault: TemporaryVault;

  beforeEach(async () => {
    vault = await temporaryVault({
      'a.md': 'alpha',
      'p/b.md': 'beta',
      'p/q/c.md': '',
      '.obsidian/app.json': '{}',
    });
  });

  afterEach(() => vault.close());

  const app = () => vault.host.app.vault;

  const file = (path: string): TFile => vault.file(path);

  test.each([0o600, 0o755, 0o640])('keeps the mode %o', async mode => {
    chmodSync(vault.at('a.md'), mode);
    await app().modify(file('a.md'), 'one');
    await app().process(file('a.md'), text => `${text}!`);
    await app().append(file('a.md'), '?');
    expect(readFileSync(vault.at('a.md'), 'utf8')).toBe('one!?');
    expect(statSync(vault.at('a.md')).mode & 0o777).toBe(mode);
    const copy = await app().copy(file('a.md'), 'copy.md');
    expect(statSync(vault.at(copy.path)).mode & 0o777).toBe(mode);
  });

  test('does not change the text under another hard link of the file', async () => {
    linkSync(vault.at('a.md'), join(vault.outside, 'other.md'));
    await app().append(file('a.md'), ' added');
    expect(readFileSync(vault.at('a.md'), 'utf8')).toBe('alpha added');
    expect(readFileSync(join(vault.outside, 'other.md'), 'utf8')).toBe('alpha');
  });

  test('appends to a long file in place, and to one with two hard links by a copy', async () => {
    writeFileSync(vault.at('log.md'), 'l'.repeat(5 << 20));
    await vault.host.settled();
    const { ino } = statSync(vault.at('log.md'));
    await app().append(file('log.md'), 'end');
    expect(statSync(vault.at('log.md'))).toMatchObject({ ino, size: (5 << 20) + 3 });
    linkSync(vault.at('log.md'), join(vault.outside, 'log.md'));
    await app().append(file('log.md'), 'end');
    expect(statSync(join(vault.outside, 'log.md')).size).toBe((5 << 20) + 3);
    expect(statSync(vault.at('log.md')).size).toBe((5 << 20) + 6);
  });

  test('appends to a hidden file in place, and to a visible one by a copy', async () => {
    const { adapter } = app();
    const inode = (path: string): number => statSync(vault.at(path)).ino;
    await adapter.append('.obsidian/log.jsonl', 'one');
    const before = { log: inode('.obsidian/log.jsonl'), note: inode('a.md') };
    await adapter.append('.obsidian/log.jsonl', 'two');
    await adapter.append('a.md', 'two');
    expect(readFileSync(vault.at('.obsidian/log.jsonl'), 'utf8')).toBe('onetwo');
    expect(inode('.obsidian/log.jsonl')).toBe(before.log);
    expect(inode('a.md')).not.toBe(before.note);
  });

  test('loses nothing that another program adds meanwhile', async () => {
    let rounds = 0;
    await app().process(file('a.md'), text => {
      // Between the reading and the writing, twice.
      if (rounds++ < 2) writeFileSync(vault.at('a.md'), `${text}+`);
      return `${text}!`;
    });
    expect(readFileSync(vault.at('a.md'), 'utf8')).toBe('alpha++!');
  });

  test('writes to a file at its path at that time', async () => {
    const one = file('a.md');
    await Promise.all([
      app().rename(one, 'moved.md'),
      app().append(one, '+'),
      app().process(one, text => `${text}!`),
      app().rename(one, 'p/again.md'),
      app().modify(one, 'new'),
      app().append(one, '.'),
    ]);
    expect(readdirSync(vault.root).sort()).toEqual(['.obsidian', 'p']);
    expect(readFileSync(vault.at('p/again.md'), 'utf8')).toBe('new.');
  });

  test('removes temporary files of a killed process whose parent has not noticed yet', async () => {
    const names = new TemporaryNames(readFileSync(join(vault.state, 'key')));
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const pid = await new Promise<number>(resolve => {
      parent.stdout.once('data', line => resolve(Number(String(line))));
    });
    while (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes(' Z ')) await new Promise(setImmediate);
    const left = vault.at(names.nameFor(pid));
    writeFileSync(left, 'left over');
    await (await openVault(vault.root, { stateFolder: vault.state, watch: false, quiet: true })).close();
    parent.kill();
    expect(existsSync(left)).toBe(false);
  });

  test('removes temporary files of a process that was still ending when the vault was opened', async () => {
    const names = new TemporaryNames(readFileSync(join(vault.state, 'key')));
    const ending = spawn('sleep', ['60']);
    const left = vault.at(names.nameFor(ending.pid ?? 0));
    writeFileSync(left, 'left over');
    const next = await openVault(vault.root, { stateFolder: vault.state, watch: false, quiet: true });
    expect(existsSync(left)).toBe(true);
    ending.kill('SIGKILL');
    await once(ending, 'exit');
    await next.becomeReady();
    await next.close();
    expect(existsSync(left)).toBe(false);
  });

  test('removes temporary files of a killed process from the state folder, not those of a running one', async () => {
    const left = [
      'secrets.json.4194305.tmp',
      `local-storage.json.${process.pid}.tmp`,
      'code/x/y.4194305.tmp',
    ];
    const kept = [`metadata.records.${process.ppid}.tmp`, 'notes.tmp'];
    mkdirSync(join(vault.state, 'code/x'), { recursive: true });
    for (const name of [...left, ...kept]) writeFileSync(join(vault.state, name), 'x');
    await (await openVault(vault.root, { stateFolder: vault.state, watch: false, quiet: true })).close();
    const found = [...left, ...kept].filter(name => existsSync(join(vault.state, name)));
    expect(found).toEqual(kept);
  });

  test('removes temporary files after a crash, also in folders that are not indexed, and never lists them', async () => {
    const key = readFileSync(join(vault.state, 'key'));
    const dead = new TemporaryNames(key).nameFor(4_194_305);
    const again = new TemporaryNames(key, '00000000').nameFor(process.pid);
    const alive = new TemporaryNames(key, '00000000').nameFor(process.ppid);
    const like = `.lectern-1-${'0'.repeat(16)}-${'0'.repeat(16)}.tmp`;
    mkdirSync(vault.at('.obsidian/plugins/x'), { recursive: true });
    for (const folder of ['', 'p', '.obsidian', '.obsidian/plugins/x']) {
      for (const name of [dead, again, alive, like]) writeFileSync(vault.at(join(folder, name)), 'left over');
    }
    expect((await app().adapter.list('')).files.sort()).toEqual([like, 'a.md']);
    await vault.host.close();
    const next = await openVault(vault.root, { stateFolder: vault.state, watch: false, quiet: true });
    await next.becomeReady();
    await next.close();
    for (const folder of ['', 'p', '.obsidian', '.obsidian/plugins/x']) {
      const names = readdirSync(vault.at(folder)).filter(name => name.startsWith('.lectern'));
      expect([folder, names]).toEqual([folder, [alive, like].sort()]);
    }
  });

  test('reports a folder that another program renamed as deleted and created, with everything in it', async () => {
    const events = recordEvents(vault.host);
    renameSync(vault.at('p'), vault.at('n'));
    await vault.host.settled();
    expect(events.filter(event => event.startsWith('delete')).sort()).toEqual([
      'delete p',
      'delete p/b.md',
      'delete p/q',
      'delete p/q/c.md',
    ]);
    expect(events.filter(event => event.startsWith('create'))).toEqual([
      'create n',
      ...['create n/b.md', 'create n/q', 'create n/q/c.md'].filter(event => events.includes(event)),
    ]);
    expect(events).toHaveLength(8);
  });
});

describe('cachedRead', () => {
  const files = { 'a.md': 'before', 'b.md': 'other' };

  let vault: TemporaryVault;
  afterEach(() => vault.close());

  const cached = (path = 'a.md'): Promise<string> => vault.host.app.vault.cachedRead(vault.file(path));

  describe('in a host that keeps texts as the app does', () => {
    beforeEach(async () => {
      vault = await temporaryVault(files, undefined, { watch: true });
      await vault.host.becomeReady();
    });

    test('returns the earlier text until the change by another program is noticed', async () => {
      expect(await cached()).toBe('before');
      writeFileSync(vault.at('a.md'), 'changed outside');
      const [held, disk] = [cached(), vault.host.app.vault.read(vault.file('a.md'))];
      expect([await held, await disk]).toEqual(['before', 'changed outside']);
      await vault.host.settled();
      expect(await cached()).toBe('changed outside');
    });

    test('returns the text that the app itself wrote, also during a read', async () => {
      const { vault: app } = vault.host.app;
      const early = cached();
      await app.modify(vault.file('a.md'), 'written');
      await early;
      expect(await cached()).toBe('written');
      await app.process(vault.file('a.md'), text => `${text} twice`);
      expect(await cached()).toBe('written twice');
    });

    test('returns the text of a file at its new path', async () => {
      expect(await cached()).toBe('before');
      await vault.host.app.vault.rename(vault.file('a.md'), 'c.md');
      expect(await cached('c.md')).toBe('before');
    });
  });

  test('returns what is on the disk where the host does not keep texts', async () => {
    vault = await temporaryVault(files, undefined, { holdsTexts: false });
    expect(await cached()).toBe('before');
    writeFileSync(vault.at('a.md'), 'changed outside');
    expect(await cached()).toBe('changed outside');
  });
});
