import { accessSync, constants, statfsSync } from 'node:fs';

/** Linux keeps what lies here in memory. */
const inMemory = '/dev/shm';
/** More than all temporary vaults of a run take together. */
const neededBytes = 1_000_000_000;

export default function setup(_global, { cacheDirectory }) {
  process.env.TZ = 'Europe/Berlin';
  // For a run within a test, which would look for it in the folder below.
  process.env.LECTERN_JEST_CACHE = cacheDirectory;
  // A disk makes each change of a note wait some milliseconds, and a run makes tens of thousands.
  if (hasSpace(inMemory)) process.env.TMPDIR ??= inMemory;
}

function hasSpace(folder) {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > neededBytes;
  } catch {
    return false;
  }
}
