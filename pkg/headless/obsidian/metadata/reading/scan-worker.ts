/** Entry of the bundle `dist/scan-worker.mjs`: reads and scans large notes in a process of its own. */
import { isBuildTask, isScanTask, type MetadataPart, messagesOf, readLargeNote } from './large-note';

let messages: Iterator<readonly MetadataPart[]> | undefined;

// Any other message requests the next part of the metadata of the last note.
process.on('message', (task: unknown) => {
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

process.send?.('ready');

// The host has ended, in whatever way.
process.on('disconnect', () => process.exit());
