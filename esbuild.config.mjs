import { build, context } from 'esbuild';
import { builtinModules } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { asComment, asFile, contentsOf } from './scripts/licences.mjs';
import { toolDescriptions } from './scripts/tool-descriptions.mjs';

const manifest = JSON.parse(readFileSync('manifest.json', 'utf8'));
/** The first line of every bundle. Bytes that are equal in two versions would be attested for the wrong one. */
const banner = `/*! Lectern MCP ${manifest.version} | MIT */`;
const builtins = [...builtinModules, ...builtinModules.map(name => `node:${name}`)];

/** zod brings its messages in fifty languages, a quarter of a megabyte; ours are English. */
const englishOnly = {
  name: 'english-only',
  setup({ onLoad }) {
    const contents = "export { default as en } from './en.js';";
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents }));
  },
};

/** What `tools/list` answers is in the bundle, so that no start converts the schemas of all tools. */
const describedTools = {
  name: 'described-tools',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]tools[\\/]built-descriptions\.ts$/ }, async () => {
      const json = JSON.stringify(JSON.stringify(await toolDescriptions()));
      return { contents: `export const builtDescriptions = () => JSON.parse(${json});` };
    });
  },
};

/**
 * One letter beyond ASCII, and the engine reads the whole bundle as two bytes a letter: some 10 ms at each start, and 20 MB (measured).
 * esbuild escapes them in texts, not in regular expressions.
 */
const asciiOnly = {
  name: 'ascii-only',
  setup({ initialOptions, onEnd }) {
    initialOptions.write = false;
    // The app is given this file alone, so the licences of what is in it stand at its end.
    onEnd(({ outputFiles = [], metafile }) => {
      for (const { path, text } of outputFiles) {
        const whole = text + asComment([bridgeBuilt.metafile, metafile]);
        writeFileSync(path, whole.replace(/[^\0-\x7f]/g, escaped));
      }
    });
  },
};

const escaped = unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The program of the Claude Desktop extension, which the plugin carries as text and packs when it is asked to. */
const bridge = {
  entryPoints: ['pkg/bridge/main.ts'],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minify: true,
  legalComments: 'none',
  metafile: true,
  banner: { js: banner },
  logLevel: 'warning',
};
const bridgeBuilt = await build(bridge);

const unusedOfExpress = [
  ...['accepts', 'content-disposition', 'cookie', 'cookie-signature', 'etag', 'fresh', 'qs'],
  ...['range-parser', 'send', 'serve-static', 'type-is', 'vary'],
];

/** The plugin as the app loads it. Nothing of the machine or the hour goes in: the build is reproducible. */
const plugin = {
  define: { LECTERN_BRIDGE: JSON.stringify(bridgeBuilt.outputFiles[0].text) },
  entryPoints: ['src/main.ts'],
  outfile: 'main.js',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  metafile: true,
  external: ['obsidian', 'electron', ...builtins],
  banner: { js: banner },
  plugins: [englishOnly, describedTools, asciiOnly],
  inject: ['./scripts/light/web-messages.mjs'],
  // What nothing here calls; see the files. The engine reads all of a bundle at each start.
  alias: {
    ...Object.fromEntries(unusedOfExpress.map(name => [name, './scripts/unused/express-parts.cjs'])),
    'proxy-addr': './scripts/unused/proxy-addr.cjs',
    '@modelcontextprotocol/server/_shims': './scripts/unused/sdk-shims.mjs',
    // Its main file is one whole, of which nothing can be left out.
    rrule: './node_modules/rrule/dist/esm/index.js',
    debug: './scripts/unused/debug.cjs',
    'body-parser': './scripts/unused/body-parser.cjs',
    'mime-db': './scripts/unused/mime-db.cjs',
  },
  logLevel: 'warning',
};

/** The headless host. jsdom takes most of a second to load, so it stays outside until something asks for it. */
const host = {
  entryPoints: { lectern: 'pkg/headless/command-line.ts' },
  outdir: 'dist',
  // What is imported later, such as the languages of dates, is only read then.
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minifySyntax: true,
  // The names of the parts come from paths as they are written, wherever the packages lie.
  preserveSymlinks: true,
  // Names stay, for whoever reads a stack.
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  external: ['electron', 'jsdom', ...builtins],
  alias: {
    obsidian: './pkg/headless/obsidian/index.ts',
    // Its other form hides its parts from the bundler.
    'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js',
  },
  define: { 'process.env.LECTERN_VERSION': JSON.stringify(manifest.version) },
  banner: {
    js: `#!/usr/bin/env node\n${banner}\nimport { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`,
  },
  logLevel: 'warning',
};

const scanWorker = {
  ...host,
  entryPoints: { 'scan-worker': 'pkg/headless/obsidian/metadata/reading/scan-worker.ts' },
  splitting: false,
};

/** A script, which a thread loads sooner than a module. */
const listingWorker = {
  ...host,
  entryPoints: { 'listing-worker': 'pkg/headless/obsidian/vault/listing/listing-worker.ts' },
  splitting: false,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  banner: { js: banner },
};

/** PDF.js with its own worker in one file, which is loaded when a PDF is read. */
const pdfWorker = {
  ...host,
  entryPoints: { 'pdf-worker': 'pkg/headless/obsidian/pdf/pdf-worker.ts' },
  splitting: false,
};

if (process.argv.includes('--watch')) {
  for (const options of [plugin, host, scanWorker, listingWorker, pdfWorker])
    await (await context(options)).watch();
} else {
  const [own, ...built] = await Promise.all([
    build(plugin),
    build(host),
    build(scanWorker),
    build(listingWorker),
    build(pdfWorker),
  ]);
  const beside = built.map(({ metafile }) => metafile);
  writeFileSync('dist/THIRD-PARTY-LICENSES.txt', asFile(beside));
  // The extension's program is in main.js as text.
  const bundles = { ...contentsOf([own.metafile, ...beside]) };
  bundles['main.js'] = [
    ...new Set([...bundles['main.js'], ...Object.values(contentsOf([bridgeBuilt.metafile])).flat()]),
  ].sort();
  writeFileSync('dist/contents.json', `${JSON.stringify(bundles, undefined, 2)}\n`);
}
