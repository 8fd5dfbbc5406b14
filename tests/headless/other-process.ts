import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * A process that has the lock of a JSON file, has read it, and is about to write it; on Linux.
 * @param change JavaScript that changes what is `stored`
 */
export async function writingProcess(path: string, change: string): Promise<ChildProcess> {
  const script = `const { readFileSync, rmSync, writeFileSync } = require('node:fs');
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [path] = process.argv.slice(1);
    writeFileSync(path + '.lock', process.pid + ' ' + stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
    const stored = JSON.parse(readFileSync(path, 'utf8'));
    setTimeout(() => {
      ${change};
      writeFileSync(path, JSON.stringify(stored));
      rmSync(path + '.lock');
    }, 200);
    console.log('ready');`;
  const child = spawn(process.execPath, ['-e', script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}
