/** Entry of the bundle `dist/scan-worker.mjs`: reads and scans large notes, so that the main thread need not. */
import { parentPort } from 'node:worker_threads';
import { isScanTask, readLargeNote } from './large-note';

parentPort?.on('message', (task: unknown) => {
  if (isScanTask(task)) parentPort?.postMessage(readLargeNote(task));
});
