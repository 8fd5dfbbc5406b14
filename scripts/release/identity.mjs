// Where the project lives, which several files name. `node scripts/release/identity.mjs OWNER/NAME` moves it;
// `--check` compares the files with each other and, in a release, with the repository and the tag.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { notesOf } from './notes.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const files = [
  'package.json',
  'server.json',
  'Dockerfile',
  'compose.yaml',
  'docs/server.md',
  'docs/releasing.md',
  'README.md',
  'src/settings/tab/pair-client.ts',
  '.github/ISSUE_TEMPLATE/config.yml',
];
const textOf = file => readFileSync(join(root, file), 'utf8');

const own = JSON.parse(textOf('package.json'));
const current = /github\.com\/([^/]+\/[^/]+)\.git$/.exec(own.repository.url)[1];
const [wanted] = process.argv.slice(2);
if (wanted === '--check') check();
else if (/^[\w.-]+\/[\w.-]+$/.test(wanted ?? '')) move(wanted);
else throw new Error('Give OWNER/NAME or --check.');

function move(name) {
  for (const file of files)
    writeFileSync(
      join(root, file),
      // Names of images have small letters only.
      textOf(file)
        .replaceAll(`ghcr.io/${current.toLowerCase()}`, () => `ghcr.io/${name.toLowerCase()}`)
        .replaceAll(current, () => name),
    );
}

function check() {
  const manifest = JSON.parse(textOf('manifest.json'));
  const server = JSON.parse(textOf('server.json'));
  const { REPOSITORY: repository = current, TAG: tag = own.version } = process.env;
  const facts = [
    ['the repository', current, repository],
    ['the tag', own.version, tag],
    ['manifest.json', own.version, manifest.version],
    ['versions.json', manifest.minAppVersion, JSON.parse(textOf('versions.json'))[own.version]],
    ['server.json', own.version, server.version],
    ['the package in server.json', `${own.name} ${own.version}`, packageOf(server)],
    ['mcpName', own.mcpName, server.name],
    ['the namespace', `io.github.${current}`, server.name],
    ['the label of the image', own.mcpName, /server\.name="([^"]*)"/.exec(textOf('Dockerfile'))?.[1]],
    [
      'the image',
      `ghcr.io/${current.toLowerCase()}:${own.version}`,
      /image: (\S+)/.exec(textOf('compose.yaml'))?.[1],
    ],
  ];
  const wrong = facts.filter(([, one, other]) => one !== other);
  for (const [what, one, other] of wrong) console.error(`${what}: ${one} and ${other}`);
  if (wrong.length > 0) process.exit(1);
  if (process.env.TAG !== undefined) notesOf(own.version);
  console.log(`${current} ${own.version}: every file says so`);
}

function packageOf({ packages: [first] }) {
  return `${first.identifier} ${first.version}`;
}
