import { Worker } from 'node:worker_threads';
import { isRecord } from '../../core/unknowns';
import type { PackedListing } from './packed-listing';

/** Of the thread's own heap, megabytes. */
const heapLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 4 };

/**
 * Lists the folder of a vault in a thread of its own, which ends afterwards.
 * @param file the built `listing-worker.cjs`
 * @returns undefined if the thread failed; never rejects
 */
export function listInThread(file: string, folder: string): Promise<PackedListing | undefined> {
  return new Promise(resolve => {
    const worker = new Worker(file, { workerData: folder, resourceLimits: heapLimits, execArgv: [] });
    worker.on('message', (message: unknown) => resolve(isListing(message) ? message : undefined));
    worker.on('error', () => resolve(undefined));
    worker.on('exit', () => resolve(undefined));
  });
}

/** The thread runs a file of ours. */
function isListing(message: unknown): message is PackedListing {
  return isRecord(message) && Array.isArray(message['paths']) && message['numbers'] instanceof Float64Array;
}
