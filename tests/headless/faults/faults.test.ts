import { chmodSync, readFileSync, statSync } from 'node:fs';
import { openVault } from '../../../pkg/headless/host';
import { FaultyPlace } from './child';

const million = 1 << 20;

// Windows has neither modes nor limits such as these.
const suite = process.platform === 'win32' ? describe.skip : describe;

suite('when the system refuses', () => {
  let place: FaultyPlace;

  beforeEach(() => {
    place = new FaultyPlace();
  });

  afterEach(() => place.remove());

  const text = (path: string): string => readFileSync(place.at(path), 'utf8');

  test('of a write that is cut short, nothing is left', () => {
    const log = 'l'.repeat(5 * million);
    place.write({ 'a.md': 'old', 'log.md': log, 'long.md': 'x'.repeat(8 * million) });
    const answers = place.steps(
      [
        { call: 'modify', path: 'a.md', size: 7 * million },
        { call: 'process', path: 'a.md', size: 7 * million },
        { call: 'append', path: 'a.md', size: 7 * million },
        { call: 'append', path: 'log.md', size: 2 * million },
        { call: 'create', path: 'new.md', size: 7 * million },
        { call: 'modify', path: 'a.md', size: 3 },
      ],
      6 * million,
    );
    expect(answers).toEqual(['EFBIG', 'EFBIG', 'EFBIG', 'EFBIG', 'EFBIG', 'done']);
    expect(place.entries()).toEqual(['a.md', 'log.md', 'long.md']);
    expect(text('a.md')).toBe('xxx');
    expect(text('log.md') === log).toBe(true);
  });

  test('a read-only file is not changed', () => {
    place.write({ 'a.md': 'old', 'b.md': '[[a]]' });
    chmodSync(place.at('a.md'), 0o444);
    place.give('', 'a.md', 'b.md');
    const answers = place.steps([
      { call: 'modify', path: 'a.md', size: 3 },
      { call: 'process', path: 'a.md', size: 3 },
      { call: 'append', path: 'a.md', size: 3 },
      { call: 'rename', path: 'a.md', to: 'c.md' },
    ]);
    expect(answers).toEqual(['EACCES', 'EACCES', 'EACCES', 'done']);
    expect([text('c.md'), text('b.md')]).toEqual(['old', '[[c]]']);
    expect(statSync(place.at('c.md')).mode & 0o777).toBe(0o444);
    expect(place.entries()).toEqual(['b.md', 'c.md']);
  });

  test('a read-only folder and everything in it is not changed', () => {
    place.write({ 'p/a.md': 'old', 'b.md': '' });
    place.give('', 'p', 'p/a.md', 'b.md');
    chmodSync(place.at('p'), 0o555);
    const answers = place.steps([
      { call: 'modify', path: 'p/a.md', size: 3 },
      { call: 'create', path: 'p/new.md', size: 3 },
      { call: 'rename', path: 'p/a.md', to: 'a.md' },
      { call: 'rename', path: 'b.md', to: 'p/b.md' },
      { call: 'copy', path: 'b.md', to: 'p/b.md' },
    ]);
    expect(answers).toEqual(['EACCES', 'EACCES', 'EACCES', 'EACCES', 'EACCES']);
    expect([place.entries('p'), text('p/a.md'), place.entries()]).toEqual([['a.md'], 'old', ['b.md', 'p']]);
    chmodSync(place.at('p'), 0o755);
  });

  test('next to a name that another program uses, nothing is left', () => {
    place.write({ 'p/a.md': 'old' });
    place.give('');
    // In such a folder one may make files, and write to this one, but not take its name.
    chmodSync(place.at('p'), 0o1777);
    chmodSync(place.at('p/a.md'), 0o666);
    const answers = place.steps([{ call: 'modify', path: 'p/a.md', size: 3 }]);
    // Who owns the folder himself may.
    if (process.getuid?.() === 0) expect(answers).toEqual(['EPERM']);
    expect(place.entries('p')).toEqual(['a.md']);
    expect(text('p/a.md')).toBe(answers[0] === 'done' ? 'xxx' : 'old');
  });

  test('after the process is killed, the file is whole and nothing is left beside it after the next start', async () => {
    const size = 2 * million;
    place.write({ 'a.md': 'a'.repeat(size), '.obsidian/app.json': '{}' });
    let random = 7;
    for (let round = 0; round < 10; round++) {
      const child = await place.writer(size);
      random = (random * 48_271) % 2_147_483_647;
      await new Promise(resolve => setTimeout(resolve, random % 40));
      const ended = new Promise(resolve => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      const now = text('a.md');
      expect([now.length, now === now.charAt(0).repeat(size)]).toEqual([size, true]);
    }
    const host = await openVault(place.root, { stateFolder: place.state, watch: false, quiet: true });
    expect(place.entries()).toEqual(['.obsidian', 'a.md']);
    await host.close();
  });
});
