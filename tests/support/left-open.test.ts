import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { temporaryVault } from '../headless/temporary-vault';
import { VaultFolder } from './files/vault-folder';
import { RunningLectern } from './lectern';
import { closing } from './left-open';
import { Command } from './process/command';
import { WaitingServer } from './process/waiting-server';

const root = join(__dirname, '..', '..');
const program = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
/** Set for the run below, of this file: with options of its own, it would translate the whole source again. */
const failing = 'LECTERN_TESTS_FAIL';

if (process.env[failing] === undefined) {
  describe('a run', () => {
    let run: { readonly status: number | null; readonly stderr: string };
    beforeAll(() => {
      const options = ['--runInBand', '--cacheDirectory', process.env['LECTERN_JEST_CACHE'] ?? ''];
      run = spawnSync(process.execPath, [program, ...options, relative(root, __filename)], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, [failing]: '1' },
        timeout: 60_000,
      });
    }, 70_000);

    test.each([
      ['the error of a test that left everything open', 'its own error'],
      ['the name of what does not close', 'The sample was left open'],
    ])('ends with %s', (_what, error) => {
      expect(run.stderr).toContain(error);
      expect(run.status).toBe(1);
    });
  });

  test('what is closed twice closes once', async () => {
    let count = 0;
    const close = closing('It', () => Promise.resolve((count += 1)));
    await Promise.all([close(), close()]);
    await close();
    expect(count).toBe(1);
  });
} else {
  test('a test that throws before it closes what it started', async () => {
    closing('The sample', () => new Promise<void>(() => undefined));
    await RunningLectern.start({ host: { watch: true } });
    await temporaryVault({}, undefined, { watch: true });
    await WaitingServer.start();
    const command = new Command(new VaultFolder({}), ['--json', '--port', '0']);
    await command.ready();
    throw new Error('its own error');
  });
}
