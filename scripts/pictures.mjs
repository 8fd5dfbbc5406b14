// Draws the pictures of docs/images from the real interface in Chromium: `npm run pictures`. The browser tests compare
// them with what they would draw.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const jest = join(import.meta.dirname, '..', 'node_modules', 'jest', 'bin', 'jest.js');
const options = ['--config', 'jest.browser.config.mjs', 'pictures'];
const env = { ...process.env, LECTERN_PICTURES: 'write' };
process.exitCode = spawnSync(process.execPath, [jest, ...options], { stdio: 'inherit', env }).status ?? 1;
