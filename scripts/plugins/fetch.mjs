/**
 * Gets the community plugins that `npm run test:plugins` drives: `npm run plugins:fetch`. Each is cloned at a pinned
 * commit into a temporary folder, built there by its own build, and its files are put into `.cache/plugins/ID`.
 *
 * Without GitHub, `--source DIR` (or LECTERN_PLUGIN_SOURCES) names a folder with clones as `DIR/OWNER/NAME`.
 * `--check` only tells by its exit code whether all sources can be had. Ids of plugins choose those alone.
 */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { recipes } from './recipes.mjs';

const root = join(import.meta.dirname, '..', '..');
const cache = join(root, '.cache', 'plugins');
const { values, positionals } = parseArgs({
  options: { source: { type: 'string' }, check: { type: 'boolean' } },
  allowPositionals: true,
});
const wanted = recipes.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
const source = values.source ?? process.env.LECTERN_PLUGIN_SOURCES;

if (values.check) process.exit(wanted.every(isReachable) ? 0 : 1);
for (const recipe of wanted) fetchPlugin(recipe);

function addressOf({ repository }) {
  return source ? join(source, ...repository.split('/')) : `https://github.com/${repository}.git`;
}

function isReachable(recipe) {
  const environment = { ...process.env, GIT_TERMINAL_PROMPT: '0' };
  const { status } = spawnSync(
    'git',
    ['ls-remote', '--exit-code', addressOf(recipe), `refs/tags/${recipe.tag}`],
    {
      env: environment,
      timeout: 20_000,
      stdio: 'ignore',
    },
  );
  return status === 0;
}

/** Skips what is built already from the same recipe. */
function fetchPlugin(recipe) {
  const { id, tag, commit, before, declared = {}, folders = [], build, output } = recipe;
  const built = join(cache, id);
  const mark = join(built, 'recipe.json');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === JSON.stringify(recipe)) {
    console.log(`${id} ${tag} is there.`);
    return;
  }
  console.log(`${id} ${tag}: fetching and building.`);
  // Not below `.cache`: some build tools leave out what lies below a name with a dot.
  const folder = mkdtempSync(join(tmpdir(), `lectern-${id}-`));
  checkOut(addressOf(recipe), tag, commit, folder);
  keepNeededPackages(recipe, folder);
  extendConfiguration(recipe, folder);
  for (const needed of folders) mkdirSync(join(folder, needed), { recursive: true });
  install(folder, before);
  for (const [file, text] of Object.entries(declared))
    appendFileSync(join(folder, 'node_modules', file), text);
  run(process.execPath, build, folder);
  rmSync(built, { recursive: true, force: true });
  mkdirSync(built, { recursive: true });
  const main = join(folder, output, 'main.js');
  if (!existsSync(main)) throw new Error(`${id}: its build made no main.js.`);
  cpSync(main, join(built, 'main.js'));
  cpSync(join(folder, 'manifest.json'), join(built, 'manifest.json'));
  writeFileSync(mark, JSON.stringify(recipe));
  rmSync(folder, { recursive: true, force: true });
}

function checkOut(address, tag, commit, folder) {
  run('git', ['init', '--quiet'], folder);
  run('git', ['fetch', '--quiet', '--depth', '1', address, `refs/tags/${tag}`], folder);
  run('git', ['-c', 'advice.detachedHead=false', 'checkout', '--quiet', 'FETCH_HEAD'], folder);
  const found = run('git', ['rev-parse', 'HEAD'], folder).trim();
  if (found !== commit) throw new Error(`${address}: the tag ${tag} is no longer the commit ${commit}.`);
}

function keepNeededPackages({ tools, replaced }, folder) {
  const file = join(folder, 'package.json');
  const { dependencies = {}, devDependencies = {}, type } = JSON.parse(readFileSync(file, 'utf8'));
  const needed = Object.fromEntries(tools.map(name => [name, devDependencies[name]]));
  const all = { ...dependencies, ...needed };
  for (const [name, version] of Object.entries(replaced)) all[name] = version;
  // Packages of plugins take `obsidian` from GitHub.
  const overrides = { ...replaced, obsidian: '$obsidian' };
  writeFileSync(file, JSON.stringify({ private: true, type, dependencies: all, overrides }, undefined, 2));
}

/** Adds to the compiler's configuration what the recipe names, with its reasons. */
function extendConfiguration({ configuration }, folder) {
  if (configuration === undefined) return;
  const file = join(folder, 'tsconfig.json');
  const { compilerOptions, exclude = [], ...rest } = JSON.parse(readFileSync(file, 'utf8'));
  const lib = [...compilerOptions.lib, ...configuration.lib];
  const extended = {
    ...rest,
    compilerOptions: { ...compilerOptions, lib },
    exclude: [...exclude, ...configuration.exclude],
  };
  writeFileSync(file, JSON.stringify(extended, undefined, 2));
}

/** No script of any package runs. */
function install(folder, before) {
  const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--no-package-lock'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  run(npm, ['install', ...(before === undefined ? [] : ['--before', before]), ...flags], folder);
}

function run(command, options, folder) {
  const isScript = command.endsWith('.cmd');
  const { status, stdout, stderr, error } = spawnSync(command, options, {
    cwd: folder,
    encoding: 'utf8',
    shell: isScript,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${options.join(' ')} failed in ${folder}:\n${error ?? ''}${stdout}${stderr}`);
}
