import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { closing } from './left-open';

const root = join(__dirname, '..', '..');
const program = join(root, 'node_modules', 'jest', 'bin', 'jest.js');

test.each([
  ['the error of a test that left everything open', 'throws-before-closing', 'its own error'],
  ['the name of what does not close', 'never-closes', 'The sample was left open'],
])(
  'a run ends with %s',
  (_what, file, error) => {
    const only = ['--runInBand', '--testMatch', `**/failing/${file}.ts`];
    const { status, stderr } = spawnSync(process.execPath, [program, ...only], {
      cwd: root,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(stderr).toContain(error);
    expect(status).toBe(1);
  },
  70_000,
);

test('what is closed twice closes once', async () => {
  let count = 0;
  const close = closing('It', () => Promise.resolve((count += 1)));
  await Promise.all([close(), close()]);
  await close();
  expect(count).toBe(1);
});
