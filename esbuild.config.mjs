import { build, context } from 'esbuild';
import { builtinModules } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { asFile, contentsOf, licencesAtEnd } from './scripts/licences.mjs';

/** Unminified and with source maps, for whoever debugs or measures the build. */
const isReadable = process.argv.includes('--readable');

const manifest = JSON.parse(readFileSync('manifest.json', 'utf8'));
/** The first line of every bundle. Bytes that are equal in two versions would be attested for the wrong one. */
const banner = `/*! Lectern MCP ${manifest.version} | MIT */`;
const builtins = [...builtinModules, ...builtinModules.map(name => `node:${name}`)];

const shared = {
  bundle: true,
  platform: 'node',
  legalComments: 'none',
  metafile: true,
  sourcemap: isReadable,
  logLevel: 'warning',
};

/** zod brings its messages in fifty languages, a quarter of a megabyte; ours are English. */
const englishOnly = {
  name: 'english-only',
  setup({ onLoad }) {
    const contents = "export { default as en } from './en.js';";
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents }));
  },
};

/** The SDK's form for browsers, which validates without generating code. */
const sdkForBrowsers = {
  '@modelcontextprotocol/server/_shims': './node_modules/@modelcontextprotocol/server/dist/shimsBrowser.mjs',
};

/** The program of the Claude Desktop extension, which the plugin carries as text. */
const bridge = await build({
  ...shared,
  entryPoints: ['pkg/bridge/main.ts'],
  write: false,
  format: 'cjs',
  target: 'node20',
  minify: true,
  sourcemap: false,
  banner: { js: banner },
});

/** The plugin as the app loads it. Nothing of the machine or the hour goes in: the build is reproducible. */
const plugin = {
  ...shared,
  entryPoints: ['src/main.ts'],
  outfile: 'main.js',
  format: 'cjs',
  target: 'es2022',
  minify: !isReadable,
  // Express's `debug` does without `supports-color`, which is here for other programs.
  external: ['obsidian', 'electron', 'supports-color', ...builtins],
  define: {
    LECTERN_BRIDGE: JSON.stringify(bridge.outputFiles[0].text),
    // With it set, Express would write each request to standard error.
    'process.env.DEBUG': 'undefined',
  },
  banner: { js: banner },
  plugins: [englishOnly, licencesAtEnd('main.js', bridge.metafile)],
  alias: {
    ...sdkForBrowsers,
    // Its main file is one whole, of which nothing can be left out.
    rrule: './node_modules/rrule/dist/esm/index.js',
  },
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
  target: 'node20',
  // The names of the parts come from paths as they are written, wherever the packages lie.
  preserveSymlinks: true,
  // Names stay, for whoever reads a stack.
  minifySyntax: !isReadable,
  minifyWhitespace: !isReadable,
  // As in the plugin: the front of several vaults has its server.
  external: ['electron', 'jsdom', 'supports-color', ...builtins],
  alias: {
    obsidian: './pkg/headless/obsidian/index.ts',
    // Its other form hides its parts from the bundler.
    'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js',
    ...sdkForBrowsers,
  },
  define: {
    'process.env.LECTERN_VERSION': JSON.stringify(manifest.version),
    'process.env.DEBUG': 'undefined',
  },
  plugins: [englishOnly],
  banner: {
    js: `#!/usr/bin/env node\n${banner}\nimport { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`,
  },
};

const worker = (name, source) => ({ ...host, entryPoints: { [name]: source }, splitting: false });
const beside = [
  host,
  worker('scan-worker', 'pkg/headless/obsidian/metadata/reading/scan-worker.ts'),
  // A script, which a thread loads sooner than a module.
  {
    ...worker('listing-worker', 'pkg/headless/obsidian/vault/listing/listing-worker.ts'),
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    banner: { js: banner },
  },
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
