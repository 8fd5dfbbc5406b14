/** Removes the temporary files that a crash left between writing and renaming. */
import { readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, type TemporaryNames } from './temporary-names';
import { inSlices } from '../core/time-slices';
import { entriesOf } from '../vault/tree-scan';

/** Plugins keep their files this deep below the folder of the settings, and rarely deeper. */
const deepest = 6;

/** Only files with our names whose process has ended. */
export function clearLeftOver(names: TemporaryNames, realFolder: string, name: string): void {
  if (!names.isLeftOver(name)) return;
  try {
    unlinkSync(join(realFolder, name));
  } catch {
    // Another host was faster.
  }
}

/** In a folder outside the index, and below it; links are not followed. */
export async function clearLeftOvers(names: TemporaryNames, realFolder: string, depth = 0): Promise<void> {
  const folders: string[] = [];
  await inSlices(entriesOf(realFolder), entry => {
    if (entry.isDirectory() && depth < deepest) folders.push(join(realFolder, entry.name));
    else clearLeftOver(names, realFolder, entry.name);
  });
  for (const folder of folders) await clearLeftOvers(names, folder, depth + 1);
}

/** Names of temporary files in the state folder; the number is the writer's process id. */
const stateTemporary = /\.(\d{1,10})\.tmp$/;

/** In the state folder and below it, before this process writes there. */
export function clearStateLeftOvers(stateFolder: string): void {
  for (const path of readdirSync(stateFolder, { encoding: 'utf8', recursive: true })) {
    const [, pid] = stateTemporary.exec(path) ?? [];
    if (pid === undefined || (Number(pid) !== process.pid && isRunning(Number(pid)))) continue;
    try {
      unlinkSync(join(stateFolder, path));
    } catch {
      // Another host was faster.
    }
  }
}
