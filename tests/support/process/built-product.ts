/** The built product for tests of what will really run: the repository's own build where it is current, else a fresh one. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');
const sources = ['src', 'pkg', 'package-lock.json', 'esbuild.config.mjs', 'manifest.json'];

export interface BuiltProduct {
  /** The plugin's `main.js`, with its `manifest.json` beside it. */
  readonly mainFile: string;
  /** The headless host's command. */
  readonly command: string;
}

let known: BuiltProduct | undefined;

/** @throws Error when it does not build */
export function builtProduct(): BuiltProduct {
  return (known ??= currentProduct());
}

function currentProduct(): BuiltProduct {
  const changed = Math.max(...sources.map(source => newest(join(root, source))));
  const own = productIn(root);
  if ([own.mainFile, own.command].every(file => existsSync(file) && statSync(file).mtimeMs >= changed))
    return own;
  const cache = join(root, 'dist', 'test-build');
  const folder = join(cache, String(Math.round(changed)));
  if (!existsSync(folder)) build(cache, folder);
  return productIn(folder);
}

function productIn(folder: string): BuiltProduct {
  return { mainFile: join(folder, 'main.js'), command: join(folder, 'dist', 'lectern.mjs') };
}

/** In a folder of its own that takes its name when it is whole: tests run side by side. */
function build(cache: string, folder: string): void {
  mkdirSync(cache, { recursive: true });
  const workplace = mkdtempSync(join(cache, 'building-'));
  // Some tests run the product as another user.
  chmodSync(workplace, 0o755);
  for (const name of ['src', 'pkg', 'scripts', 'node_modules'])
    symlinkSync(join(root, name), join(workplace, name));
  for (const name of ['manifest.json', 'package.json', 'styles.css'])
    copyFileSync(join(root, name), join(workplace, name));
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'esbuild.config.mjs')], {
    cwd: workplace,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The product does not build:\n${stderr}`);
  try {
    renameSync(workplace, folder);
  } catch {
    // Another test was faster.
    rmSync(workplace, { recursive: true, force: true });
  }
  forgetOlder(cache);
}

/** Not the latest few, which tests that run now may use. */
function forgetOlder(cache: string): void {
  const builds = readdirSync(cache).filter(name => /^\d+$/.test(name));
  for (const name of builds.sort().slice(0, -3)) rmSync(join(cache, name), { recursive: true, force: true });
}

function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map(name => newest(join(path, name))));
}
