/** Makes the calls of tests/recorded-calls again, keeps their answers, and prints what has changed, by tool and kind. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const { status } = spawnSync(process.execPath, [jest, 'tests/recorded-calls', '--runInBand', '--silent'], {
  stdio: 'inherit',
  env: { ...process.env, LECTERN_RECORD: '1' },
});
process.exitCode = status ?? 1;
