/** The host in a process that may be killed, or that the system allows little. */
import { buildSync } from 'esbuild';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** An account that owns nothing, for systems on which the tests run as the administrator. */
const nobody = 65_534;

export const isAdministrator = process.getuid?.() === 0;

export class FaultyPlace {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-faults-')));
  readonly root = join(this.base, 'Vault');
  readonly state = join(this.base, 'state');
  private readonly driver = join(this.base, 'driver.mjs');

  constructor() {
    buildSync({
      entryPoints: [join(__dirname, 'driver.ts')],
      outfile: this.driver,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['electron', 'jsdom'],
      alias: { obsidian: join(__dirname, '../../../pkg/headless/obsidian/index.ts') },
      banner: {
        js: "import { createRequire as __make } from 'node:module'; const require = __make(import.meta.url);",
      },
      logLevel: 'error',
    });
    mkdirSync(this.root);
    mkdirSync(this.state);
    chmodSync(this.base, 0o755);
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      writeFileSync(join(this.root, path), text);
    }
  }

  at(path: string): string {
    return join(this.root, path);
  }

  /** Everything in a folder of the vault. */
  entries(folder = ''): string[] {
    return readdirSync(this.at(folder)).sort();
  }

  /** Gives entries to the account that `steps` runs under; '' for the vault itself. */
  give(...paths: string[]): void {
    if (!isAdministrator) return;
    for (const path of [this.state, ...paths.map(one => this.at(one))]) chownSync(path, nobody, nobody);
  }

  /** @param limit the largest file that the system allows, bytes; a longer write is cut short, then fails */
  steps(steps: readonly object[], limit?: number): string[] {
    const words = [this.driver, 'steps', this.root, this.state, JSON.stringify(steps)];
    const account = isAdministrator && limit === undefined ? { uid: nobody, gid: nobody } : {};
    const limited = `ulimit -f ${(limit ?? 0) / 1024} && exec "$0" "$@"`;
    const { stdout, stderr } =
      limit === undefined
        ? spawnSync(process.execPath, words, { encoding: 'utf8', ...account })
        : spawnSync('/bin/bash', ['-c', limited, process.execPath, ...words], { encoding: 'utf8' });
    if (stdout === '') throw new Error(stderr);
    const answers: unknown = JSON.parse(stdout);
    return Array.isArray(answers) ? answers.map(String) : [];
  }

  /** Writes texts of so many characters in turn, from the moment on at which the promise resolves. */
  async writer(size: number): Promise<ChildProcess> {
    const words = [this.driver, 'forever', this.root, this.state, String(size)];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise(resolve => child.stdout.once('data', resolve));
    return child;
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}
