// Bundles the plugin's user interface for a real browser, over the host's `obsidian` classes: dist/browser/page.js.
import { build } from 'esbuild';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The page has no Node: hashes and random values are asked of the process behind it. */
const withoutNode = {
  name: 'without-node',
  setup({ onResolve }) {
    const path = join(root, 'tests/browser/page/platform.ts');
    onResolve({ filter: /\/platform$/ }, ({ resolveDir }) =>
      resolveDir.startsWith(join(root, 'src')) ? { path } : undefined,
    );
  },
};

export async function buildPage() {
  await build({
    entryPoints: { page: join(root, 'tests/browser/page/main.ts') },
    outdir: join(root, 'dist/browser'),
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    sourcemap: 'inline',
    alias: { obsidian: join(root, 'tests/browser/page/obsidian.ts') },
    plugins: [withoutNode],
    logLevel: 'warning',
  });
}
