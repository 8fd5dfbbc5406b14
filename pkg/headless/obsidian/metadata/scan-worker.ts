/** Entry of the bundle `dist/scan-worker.mjs`: does for large notes what would hold up the main thread. */
import { parentPort } from 'node:worker_threads';
import { isBuildTask, isScanTask, type MetadataPart, partsOf, readLargeNote } from './large-note';

let parts: Iterator<MetadataPart> | undefined;

// Whatever else comes asks for the next part.
parentPort?.on('message', (task: unknown) => {
  if (isScanTask(task)) {
    parentPort?.postMessage(readLargeNote(task));
    return;
  }
  if (isBuildTask(task)) parts = partsOf(task);
  const next = parts?.next();
  parentPort?.postMessage(next === undefined || next.done === true ? null : next.value);
});
