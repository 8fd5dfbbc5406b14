/** Entry of the bundle `dist/scan-worker.mjs`: reads and scans notes in a process of its own: large ones, and many at the start. */
import { BatchScanner, isBatchTask } from './note-batch';
import { isBuildTask, isScanTask, type MetadataPart, messagesOf, readLargeNote } from './large-note';

const scanner = new BatchScanner();
let messages: Iterator<readonly MetadataPart[]> | undefined;

// Any other message asks for the next part of the metadata of the last note.
process.on('message', (task: unknown) => {
  if (isBatchTask(task)) {
    process.send?.(scanner.scan(task));
    return;
  }
  if (isScanTask(task)) {
    const note = readLargeNote(task);
    messages = messagesOf(note);
    process.send?.(note);
    return;
  }
  if (isBuildTask(task)) messages = messagesOf(task);
  const next = messages?.next();
  if (next?.done !== false) messages = undefined;
  process.send?.(next?.value ?? null);
});

// The host is gone, however it ended.
process.on('disconnect', () => process.exit());
