/** Entry of the bundle `dist/scan-worker.mjs`: reads and scans large notes in a process of its own. */
import { isBuildTask, isScanTask, type MetadataPart, partsOf, readLargeNote } from './large-note';

let parts: Iterator<MetadataPart> | undefined;

// Any other message asks for the next part of the metadata of the last note.
process.on('message', (task: unknown) => {
  if (isScanTask(task)) {
    const note = readLargeNote(task);
    parts = partsOf(note);
    process.send?.(note);
    return;
  }
  if (isBuildTask(task)) parts = partsOf(task);
  const next = parts?.next();
  if (next?.done !== false) parts = undefined;
  process.send?.(next?.value ?? null);
});

// The host is gone, however it ended.
process.on('disconnect', () => process.exit());
