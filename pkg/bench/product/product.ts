/** The built product over a vault, started as its users start it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServerProcess } from './server-process';

/** Beside this program, where `run.mjs` writes them. */
export const bundledFile = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Everything that one benchmark starts, with the state that the product keeps between starts. */
export class Product {
  private readonly runFolder = mkdtempSync(join(tmpdir(), 'lectern-bench-run-'));
  private states = 0;

  /** @param build a folder with `main.js`, `manifest.json` and `dist/lectern.mjs` */
  constructor(
    private readonly build: string,
    private readonly vault: string,
  ) {}

  /** An empty state folder. */
  freshState(): string {
    this.states += 1;
    return join(this.runFolder, `state-${this.states}`);
  }

  /** @param isWatched whether its event loop can be measured, which costs a little at the start */
  start(state: string, isWatched = false): Promise<ServerProcess> {
    const preload = isWatched ? ['--import', bundledFile('loop-delay.mjs')] : [];
    return ServerProcess.start({
      words: [
        ...preload,
        join(this.build, 'dist', 'lectern.mjs'),
        this.vault,
        ...['--json', '--port', '0', '--rights', 'full'],
      ],
      environment: { XDG_STATE_HOME: state, LECTERN_TOKEN: 'lct_benchmark-token-of-this-run-only' },
      hasChannel: isWatched,
    });
  }

  remove(): void {
    rmSync(this.runFolder, { recursive: true, force: true });
  }
}
