// `npm start` serves a working copy of the example vault, `npm start -- FOLDER …` that folder.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const outputs = ['main.js', 'dist/lectern.mjs'].map(file => join(root, file));

refuseOldNode();
if (needsBuild()) {
  const built = spawnSync(process.execPath, ['esbuild.config.mjs'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
}

const given = process.argv.slice(2);
const namesVault = given.some(
  (argument, index) => !argument.startsWith('-') && !takesValue(given[index - 1]),
);
const asksOnly = ['--help', '--version', '--setup'].some(option => given.includes(option));
// What the README suggests to ask needs more than the core tools.
const args = namesVault || asksOnly ? given : [...workingCopy(), '--tools', 'standard', ...given];

const child = spawn(process.execPath, [outputs[1], ...args], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm hands a signal to the shell between us, which ends without passing it on.
const shell = process.ppid;
setInterval(() => process.ppid === shell || child.kill('SIGTERM'), 200).unref();
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 0)));

/** Before the build, whose own answer would be a page of code. */
function refuseOldNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, oldest, major, minor] = /((\d+)\.(\d+))/.exec(engines.node);
  const own = process.versions.node.split('.').map(Number);
  if (own[0] > Number(major) || (own[0] === Number(major) && own[1] >= Number(minor))) return;
  process.stderr.write(`Lectern needs Node ${oldest} or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

function takesValue(option) {
  return ['--port', '--host', '--rights', '--tools', '--settings', '--plugins', '--setup'].includes(option);
}

/** Edits go to a copy, so that the examples stay as they are. A new copy has lost the settings of the one before. */
function workingCopy() {
  const copy = join(root, 'dist', 'example-vault');
  if (existsSync(copy)) return [copy];
  cpSync(join(root, 'examples', 'vault'), copy, { recursive: true });
  return [copy, '--accept-settings'];
}

function needsBuild() {
  const oldest = Math.min(...outputs.map(file => (existsSync(file) ? statSync(file).mtimeMs : 0)));
  return ['src', 'pkg', 'package-lock.json', 'esbuild.config.mjs', 'manifest.json'].some(
    part => newest(join(root, part)) > oldest,
  );
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map(name => newest(join(path, name))));
}
