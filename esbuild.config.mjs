import { build, context } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { asFile, contentsOf, licencesAtEnd } from './scripts/licences.mjs';

/** Unminified and with source maps, for whoever debugs or measures the build. */
const isReadable = process.argv.includes('--readable');

const manifest = JSON.parse(readFileSync('manifest.json', 'utf8'));
/** The first line of every bundle. Bytes that are equal in two versions would be attested for the wrong one. */
const banner = `/*! Lectern MCP ${manifest.version} | MIT */`;
const requireInModules = `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`;
/** Express's `debug` does without `supports-color`, which is here for other programs. */
const external = ['electron', 'supports-color'];

/** Other files of the same packages. */
const alias = {
  // The SDK's form for browsers validates without generating code.
  '@modelcontextprotocol/server/_shims': './node_modules/@modelcontextprotocol/server/dist/shimsBrowser.mjs',
  // The form for Node looks up the line of each caller, in a bundle of 3 MB.
  depd: './node_modules/depd/lib/browser/index.js',
  // The main files of these are one whole, of which nothing can be left out.
  rrule: './node_modules/rrule/dist/esm/index.js',
  'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js',
  yaml: './node_modules/yaml/browser/dist/index.js',
};

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  metafile: true,
  sourcemap: isReadable,
  banner: { js: banner },
  alias,
  // With it set, Express would write each request to standard error.
  define: { 'process.env.DEBUG': 'undefined' },
};

/** zod brings its messages in fifty languages, a quarter of a megabyte; ours are English. */
const englishOnly = {
  name: 'english-only',
  setup({ onLoad }) {
    const filter = /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/;
    onLoad({ filter }, () => ({ contents: "export { default as en } from './en.js';" }));
  },
};

/** The program of the Claude Desktop extension, which the plugin carries as text. */
const bridge = await build({
  ...shared,
  entryPoints: ['pkg/bridge/main.ts'],
  write: false,
  format: 'cjs',
  minify: true,
  sourcemap: false,
});

/** The plugin as the app loads it. Nothing of the machine or the hour goes in: the build is reproducible. */
const plugin = {
  ...shared,
  entryPoints: ['src/main.ts'],
  outfile: 'main.js',
  format: 'cjs',
  target: 'es2022',
  minify: !isReadable,
  external: ['obsidian', ...external],
  define: { ...shared.define, LECTERN_BRIDGE: JSON.stringify(bridge.outputFiles[0].text) },
  plugins: [englishOnly, licencesAtEnd('main.js', bridge.metafile)],
};

/** The headless host. jsdom takes most of a second to load, so it stays outside until something asks for it. */
const host = {
  ...shared,
  entryPoints: { lectern: 'pkg/headless/command-line.ts' },
  outdir: 'dist',
  // What is imported later, such as the languages of dates, is only read then.
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
  outExtension: { '.js': '.mjs' },
  format: 'esm',
  // The names of the parts come from paths as they are written, wherever the packages lie.
  preserveSymlinks: true,
  // Names stay, for whoever reads a stack.
  minifySyntax: !isReadable,
  minifyWhitespace: !isReadable,
  external: ['jsdom', ...external],
  alias: { ...alias, obsidian: './pkg/headless/obsidian/index.ts' },
  define: { ...shared.define, 'process.env.LECTERN_VERSION': JSON.stringify(manifest.version) },
  plugins: [englishOnly],
  banner: { js: `#!/usr/bin/env node\n${banner}\n${requireInModules}` },
};

const worker = (name, source) => ({ ...host, entryPoints: { [name]: source }, splitting: false });
const script = (name, source) => ({
  ...worker(name, source),
  format: 'cjs',
  // Node warns of an import in a script that is evaluated with the way to import.
  supported: { 'dynamic-import': false },
  outExtension: { '.js': '.cjs' },
  banner: shared.banner,
});
const beside = [
  host,
  // Scripts: only of them the compiled code can be kept, and a thread loads one sooner than a module.
  script('serve', 'pkg/headless/command/serve.ts'),
  script('listing-worker', 'pkg/headless/obsidian/vault/listing/listing-worker.ts'),
  worker('scan-worker', 'pkg/headless/obsidian/metadata/reading/scan-worker.ts'),
  // PDF.js with its own worker in one file, which is loaded when a PDF is read.
  worker('pdf-worker', 'pkg/headless/obsidian/pdf/pdf-worker.ts'),
];

if (process.argv.includes('--watch')) {
  for (const options of [plugin, ...beside]) await (await context(options)).watch();
} else {
  const built = await Promise.all([plugin, ...beside].map(options => build(options)));
  const metafiles = built.map(({ metafile }) => metafile);
  writeFileSync('dist/THIRD-PARTY-LICENSES.txt', asFile(metafiles.slice(1)));
  writeFileSync('dist/contents.json', `${JSON.stringify(contentsOf(metafiles), undefined, 2)}\n`);
}
