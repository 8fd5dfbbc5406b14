import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
  chmodSync,
  existsSync,
  renameSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TFile } from 'obsidian';
import { recordEvents, temporaryVault, type TemporaryVault } from '../temporary-vault';
import { FileSystemAdapter } from '../../../pkg/headless/obsidian/disk/adapter';
import { TemporaryNames } from '../../../pkg/headless/obsidian/disk/temporary-names';
import { VaultFolder } from '../../support/files/vault-folder';
import { openVault } from '../../../pkg/headless/host';

describe('access to files outside the vault', () => {
  let vault: TemporaryVault;

  beforeEach(async () => {
    vault = await temporaryVault(
      { 'a.md': 'alpha', 'Folder/b.md': 'beta', 'x.md/inner.md': 'inner', '.obsidian/app.json': '{}' },
      (root, outside) => {
        symlinkSync(join(outside, 'canary.md'), join(root, 'out.md'));
        symlinkSync(outside, join(root, 'out'));
        symlinkSync(join(root, 'a.md'), join(root, 'in.md'));
        symlinkSync(join(root, 'Folder'), join(root, 'in'));
        symlinkSync(root, join(root, 'Folder', 'loop'));
        symlinkSync(join(root, 'nowhere.md'), join(root, 'dangling.md'));
        symlinkSync(join(root, 'self.md'), join(root, 'self.md'));
        symlinkSync(join(root, '.obsidian', 'app.json'), join(root, 'config.md'));
        execFileSync('mkfifo', [join(root, 'pipe.md')]);
      },
    );
  });

  afterEach(async () => {
    expect(readFileSync(join(vault.outside, 'canary.md'), 'utf8')).toBe('canary');
    expect(readdirSync(vault.outside)).toEqual(['canary.md']);
    await vault.close();
  });

  const adapter = () => vault.host.app.vault.adapter;

  test('lists symbolic links that stay inside, and neither links to the outside nor loops nor pipes', () => {
    const paths = vault.host.app.vault
      .getAllLoadedFiles()
      .map(one => one.path)
      .sort();
    expect(paths).toEqual([
      '/',
      'Folder',
      'Folder/b.md',
      'a.md',
      'in',
      'in.md',
      'in/b.md',
      'x.md',
      'x.md/inner.md',
    ]);
  });

  const leadingOut = [
    '../outside/canary.md',
    'Folder/../../outside/canary.md',
    '..',
    './a.md',
    'a.md\0',
    'out.md',
    'out/canary.md',
    'dangling.md',
    'self.md',
    'pipe.md',
  ];

  test.each(leadingOut)('refuses to read, write or remove %j', async path => {
    const bytes = new ArrayBuffer(1);
    await expect(adapter().read(path)).rejects.toThrow();
    await expect(adapter().readBinary(path)).rejects.toThrow();
    await expect(adapter().process(path, () => 'x')).rejects.toThrow();
    await expect(adapter().write(path, 'x')).rejects.toThrow();
    await expect(adapter().writeBinary(path, bytes)).rejects.toThrow();
    await expect(adapter().append(path, 'x')).rejects.toThrow();
    await expect(adapter().copy(path, 'copied.md')).rejects.toThrow();
    await expect(adapter().rename(path, 'renamed.md')).rejects.toThrow();
    await expect(adapter().rename('a.md', path)).rejects.toThrow();
    await expect(adapter().remove(path)).rejects.toThrow();
    await expect(adapter().rmdir(path, true)).rejects.toThrow();
    await expect(adapter().trashLocal(path)).rejects.toThrow();
    await expect(vault.host.app.vault.create(path, 'x')).rejects.toThrow();
    expect(await adapter().read('a.md')).toBe('alpha');
  });

  test.each(['out.md', 'out/canary.md', 'dangling.md', 'pipe.md'])(
    'says that %j is not there',
    async path => {
      expect(await adapter().exists(path)).toBe(false);
      expect(await adapter().stat(path)).toBeNull();
    },
  );

  test('makes no folder behind a link to the outside', async () => {
    await expect(adapter().mkdir('out/new')).rejects.toThrow();
    await expect(vault.host.app.vault.createFolder('out/new')).rejects.toThrow();
    await expect(adapter().list('out')).rejects.toThrow();
  });

  test('writes through a link that stays inside, and removes only the link', async () => {
    const link = vault.host.app.vault.getFileByPath('in.md');
    if (link === null) throw new Error('no link');
    await vault.host.app.vault.modify(link, 'through');
    expect(readFileSync(vault.at('a.md'), 'utf8')).toBe('through');
    expect(lstatSync(vault.at('in.md')).isSymbolicLink()).toBe(true);
    await vault.host.app.vault.delete(link);
    expect(readFileSync(vault.at('a.md'), 'utf8')).toBe('through');
  });

  test('removes the link to a folder, not the folder', async () => {
    await adapter().rmdir('in', true);
    expect(readFileSync(vault.at('Folder/b.md'), 'utf8')).toBe('beta');
  });

  test('does not change a file elsewhere that shares its bytes by a hard link', async () => {
    linkSync(join(vault.outside, 'canary.md'), vault.at('hard.md'));
    await adapter().write('hard.md', 'changed');
    expect(readFileSync(vault.at('hard.md'), 'utf8')).toBe('changed');
  });

  test('refuses a folder that was swapped for a link after it was listed', async () => {
    const events = recordEvents(vault.host);
    await adapter().rename('Folder', 'Elsewhere');
    symlinkSync(vault.outside, vault.at('Folder'));
    await expect(adapter().write('Folder/canary.md', 'x')).rejects.toThrow('ENOENT');
    await expect(adapter().read('Folder/canary.md')).rejects.toThrow('ENOENT');
    expect(events).not.toContain('create Folder');
  });

  test('takes a folder named like a note for a folder', async () => {
    expect(vault.host.app.vault.getFolderByPath('x.md')?.children).toHaveLength(1);
    await expect(adapter().read('x.md')).rejects.toThrow('EISDIR');
    await expect(adapter().write('x.md', 'x')).rejects.toThrow('EISDIR');
  });

  test('removes temporary files of a dead process, and no file that only looks like one', async () => {
    const { host, root, state } = vault;
    const names: string[] = [];
    const { TemporaryNames } = await import('../../../pkg/headless/obsidian/disk/temporary-names');
    const key = readFileSync(join(state, 'key'));
    // No process has the number zero or below, and no kernel gives numbers this high.
    const ours = new TemporaryNames(key).nameFor(4_194_305);
    const foreign = new TemporaryNames(new Uint8Array(32)).nameFor(4_194_305);
    const running = new TemporaryNames(key).nameFor(process.pid);
    names.push(ours, foreign, running);
    for (const name of names) writeFileSync(join(root, name), 'left over');
    mkdirSync(join(root, 'Sub'));
    writeFileSync(join(root, 'Sub', ours), 'left over');
    await host.close();
    const { openVault } = await import('../../../pkg/headless/host');
    const again = await openVault(root, { stateFolder: state, watch: false, quiet: true });
    expect(readdirSync(root).filter(name => name.startsWith('.lectern'))).toEqual([foreign, running].sort());
    expect(readdirSync(join(root, 'Sub'))).toEqual([]);
    await again.close();
  });
});

describe('a folder that is swapped for a link', () => {
  /** A folder that another program swaps for a link out of the vault, again and again, while it is written to. */

  const rounds = Number(process.env['LECTERN_SWAP_ROUNDS'] ?? 300);

  const swapping = `
const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
const { workerData } = require('node:worker_threads');
const { place, outside, flag } = workerData;
const ended = new Int32Array(flag);
while (Atomics.load(ended, 0) === 0) {
  try {
    renameSync(place, place + '-aside');
    symlinkSync(outside, place);
    unlinkSync(place);
    renameSync(place + '-aside', place);
  } catch {
    // The host made or filled a folder of this name meanwhile: the next turn begins anew.
    try { renameSync(place, place + '-gone' + Math.random()); } catch {}
    try { renameSync(place + '-aside', place); } catch {}
  }
}
`;

  test('nothing is ever made, moved or removed outside', async () => {
    const folder = new VaultFolder({ 'F/there.md': 'x', 'G/a.md': 'a' });
    const outside = join(folder.parent, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'canary.md'), 'canary');
    const adapter = new FileSystemAdapter(folder.path, new TemporaryNames(Buffer.alloc(32)));
    const flag = new SharedArrayBuffer(4);
    const place = join(folder.path, 'F');
    const worker = new Worker(swapping, { eval: true, workerData: { place, outside, flag } });
    const seen = new Set<string>();
    const attempt = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
    try {
      for (let round = 0; round < rounds; round += 1) {
        await attempt(adapter.createNew(`F/n${round}.md`, Buffer.from('new')));
        await attempt(adapter.mkdir(`F/d${round}/e`));
        await attempt(adapter.copy('G/a.md', `F/c${round}.md`));
        await attempt(adapter.rename('G/a.md', 'F/a.md'));
        await attempt(adapter.rename('F/a.md', 'G/a.md'));
        await attempt(adapter.remove('F/canary.md'));
        for (const name of readdirSync(outside)) seen.add(name);
        if (round % 50 === 0) await new Promise(resolve => setImmediate(resolve));
      }
    } finally {
      Atomics.store(new Int32Array(flag), 0, 1);
      await new Promise(resolve => worker.once('exit', resolve));
    }
    expect([...seen]).toEqual(['canary.md']);
    folder.remove();
  }, 60_000);
});

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
