// What is published: the files of the npm package and of the extension for Claude Desktop.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Fields of the repository's package.json that the published one has too. */
const publishedFields = [
  ...['name', 'version', 'mcpName', 'description', 'keywords', 'license', 'author', 'homepage'],
  ...['repository', 'bugs', 'type', 'bin', 'engines'],
];

/** What the command needs at run time, beside what the build lists. */
const ownFiles = [
  'manifest.json',
  'styles.css',
  'LICENSE',
  'dist/THIRD-PARTY-LICENSES.txt',
  'dist/contents.json',
];

/** Nothing that names a folder of the machine that built it, or is of tests. */
const unwanted = [/sourceMappingURL=(?!.*`)/, /\/(?:home|root|Users|work|runner)\/[\w.-]+\//, /\.test\.ts\b/];

/**
 * The files of the published package, read from a finished build. It has no dependencies: everything is in the bundles.
 * @param {string} root the repository
 * @returns {import('./archives.mjs').PackedFile[]}
 * @throws Error where a bundle has what must not be published
 */
export function packageFiles(root) {
  const bundles = Object.keys(JSON.parse(readFileSync(join(root, 'dist', 'contents.json'), 'utf8')));
  const texts = [...ownFiles, 'README.md', 'CHANGELOG.md'];
  const files = [...bundles, ...texts].map(path => ({ path, bytes: readFileSync(join(root, path)) }));
  for (const path of bundles) refuseUnwanted(path, readFileSync(join(root, path), 'utf8'));
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = Object.fromEntries(publishedFields.map(field => [field, own[field]]));
  const missing = publishedFields.filter(field => manifest[field] === undefined);
  if (missing.length > 0) throw new Error(`package.json lacks ${missing.join(', ')}.`);
  const programs = new Set(Object.values(manifest.bin));
  return [
    ...files.map(file => ({ ...file, isProgram: programs.has(file.path) })),
    { path: 'package.json', bytes: Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`) },
  ];
}

function refuseUnwanted(path, text) {
  const found = unwanted.map(pattern => pattern.exec(text)).find(match => match !== null);
  if (found !== undefined)
    throw new Error(`${path} has ${JSON.stringify(found[0])}, which must not be published.`);
}

/**
 * The extension that serves a folder the user chooses, without Obsidian.
 * @param {string} root the repository
 * @returns {import('./archives.mjs').PackedFile[]}
 */
export function extensionFiles(root) {
  const needed = packageFiles(root).filter(
    ({ path }) => !/^(?:package\.json|manifest\.json|.*\.md)$/.test(path),
  );
  const plugin = { path: 'plugin.json', bytes: readFileSync(join(root, 'manifest.json')) };
  const server = needed.map(file => ({ ...file, path: `server/${file.path}` }));
  return [
    {
      path: 'manifest.json',
      bytes: Buffer.from(`${JSON.stringify(extensionManifest(root), undefined, 2)}\n`),
    },
    { path: 'server/index.cjs', bytes: Buffer.from(extensionEntry) },
    { ...plugin, path: 'server/manifest.json' },
    ...server,
  ];
}

/**
 * Claude Desktop may start an extension by a script of its own, whose arguments are not ours: what the user chose comes in
 * variables.
 */
const extensionEntry = `'use strict';
const { LECTERN_VAULT: vault = '', LECTERN_RIGHTS: rights = 'write' } = process.env;
process.argv = [process.execPath, __filename, vault, '--stdio', '--rights', rights];
import('./dist/lectern.mjs').catch(error => {
  console.error(error);
  process.exit(1);
});
`;

/** Of https://github.com/modelcontextprotocol/mcpb, manifest version 0.3. */
export function extensionManifest(root) {
  const { name, version, description, license, repository, homepage } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return {
    manifest_version: '0.3',
    name: `${name}-folder`,
    display_name: 'Lectern for a folder',
    version,
    description,
    long_description:
      'Serves a folder of Markdown notes, an Obsidian vault or any other, without Obsidian. To use the vault that is open in Obsidian, install the plugin there and export its own extension.',
    author: { name: 'The Lectern authors' },
    license,
    repository: { type: 'git', url: repository.url.replace(/^git\+/, () => '') },
    homepage,
    server: {
      type: 'node',
      entry_point: 'server/index.cjs',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/server/index.cjs'],
        env: { LECTERN_VAULT: '${user_config.vault}', LECTERN_RIGHTS: '${user_config.rights}' },
      },
    },
    tools_generated: true,
    prompts_generated: true,
    user_config: {
      vault: {
        type: 'directory',
        title: 'Folder',
        description: 'The folder that holds your notes.',
        required: true,
      },
      rights: {
        type: 'string',
        title: 'Rights',
        description: 'read, write or full (permanent deletion).',
        default: 'write',
        required: false,
      },
    },
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.19.0' } },
  };
}
