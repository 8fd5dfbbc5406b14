// Packages that a script runs and the project does not depend on, with a newer Node for them where this one is too old.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs packages into a folder, unless just these are there.
 * @param {string} cache the folder, emptied before an install
 * @param {Record<string, string>} packages names to versions
 * @param {[number, number]} neededNode the least Node they run on, major and minor
 * @returns {string} the Node to run them with
 */
export function installTools(cache, packages, [neededMajor, neededMinor]) {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const ownNode = `node-${system}-${process.arch}`;
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isNewEnough = major > neededMajor || (major === neededMajor && minor >= neededMinor);
  const wanted = { ...packages, ...(isNewEnough ? {} : { [ownNode]: String(neededMajor) }) };
  const text = `${JSON.stringify({ private: true, dependencies: wanted }, undefined, 2)}\n`;
  const file = join(cache, 'package.json');
  const isInstalled =
    existsSync(join(cache, 'node_modules')) && existsSync(file) && readFileSync(file, 'utf8') === text;
  if (!isInstalled) install(cache, file, text);
  return isNewEnough
    ? process.execPath
    : join(cache, 'node_modules', ownNode, 'bin', system === 'win' ? 'node.exe' : 'node');
}

function install(cache, file, text) {
  console.log(`Installing into ${cache} …`);
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, text);
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const npm = spawnSync('npm', ['install', ...options], {
    cwd: cache,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status === 0) return;
  rmSync(file, { force: true });
  throw new Error(`The packages could not be installed into ${cache}.`);
}
