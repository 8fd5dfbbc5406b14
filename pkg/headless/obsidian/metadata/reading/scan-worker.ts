/** Entry of the bundle `dist/scan-worker.mjs`: reads and scans large notes outside the main thread. */
import { parentPort } from 'node:worker_threads';
import { isBuildTask, isScanTask, type MetadataPart, partsOf, readLargeNote } from './large-note';

let parts: Iterator<MetadataPart> | undefined;

// Any other message asks for the next part of the metadata of the last note.
parentPort?.on('message', (task: unknown) => {
  if (isScanTask(task)) {
    const note = readLargeNote(task);
    parts = partsOf(note);
    parentPort?.postMessage(note);
    return;
  }
  if (isBuildTask(task)) parts = partsOf(task);
  const next = parts?.next();
  if (next?.done !== false) parts = undefined;
  parentPort?.postMessage(next?.value ?? null);
});
