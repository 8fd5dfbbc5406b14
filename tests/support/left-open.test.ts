import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { closing } from './left-open';

const root = join(__dirname, '..', '..');
const program = join(root, 'node_modules', 'jest', 'bin', 'jest.js');

describe('a run', () => {
  let run: { readonly status: number | null; readonly stderr: string };
  beforeAll(() => {
    run = spawnSync(process.execPath, [program, '--runInBand', '--testMatch', '**/failing/*.ts'], {
      cwd: root,
      encoding: 'utf8',
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
