// Starts the built host over a throw-away copy of the example vault, for the scripts that try the product from outside.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const startsWithin = 20_000;

/**
 * Starts `dist/lectern.mjs --json` on a free port. Vault and state folder are temporary, so nothing of the
 * user's is touched.
 */
export async function startHost(...options) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'));
  const vault = join(folder, 'vault');
  cpSync(join(root, 'examples', 'vault'), vault, { recursive: true });
  const words = [join(root, 'dist', 'lectern.mjs'), vault, '--port', '0', '--json', ...options];
  const env = { ...process.env, XDG_STATE_HOME: join(folder, 'state') };
  const cleanUp = () => rmSync(folder, { recursive: true, force: true });
  const run = async () => {
    const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = new Promise(resolve => child.once('exit', (code, signal) => resolve({ code, signal })));
    return { child, exited, ready: await firstReadyLine(child, exited) };
  };
  let running = await run().catch(error => {
    cleanUp();
    throw error;
  });
  return {
    ...running.ready,
    vault,
    /** Asks it to stop. @returns how it ended, and after how many milliseconds */
    async stop() {
      const asked = performance.now();
      const end = await ended(running);
      cleanUp();
      return { ...end, milliseconds: Math.round(performance.now() - asked) };
    },
    /** Starts it again over the same vault. @returns what it then says, such as its new address */
    async restart() {
      await ended(running);
      running = await run();
      return running.ready;
    },
  };
}

async function ended({ child, exited }) {
  child.kill('SIGTERM');
  const end = await Promise.race([exited, after(10_000)]);
  if (end === undefined) child.kill('SIGKILL');
  return end;
}

/** @returns what the ready line says: `url`, `token`, `vault`, `pid` */
async function firstReadyLine(child, exited) {
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise(resolve => {
    lines.on('line', line => {
      if (line.startsWith('{')) resolve(JSON.parse(line));
    });
  });
  const failed = exited.then(({ code, signal }) => {
    throw new Error(`The host ended before it was ready (${code ?? signal}).`);
  });
  const first = await Promise.race([ready, failed, after(startsWithin)]);
  failed.catch(() => undefined);
  if (first?.event === 'ready') return first;
  child.kill('SIGKILL');
  throw new Error(
    first === undefined
      ? `The host was not ready after ${startsWithin / 1000} s.`
      : `The host said ${JSON.stringify(first)}.`,
  );
}

function after(milliseconds) {
  return new Promise(resolve => setTimeout(resolve, milliseconds).unref());
}
