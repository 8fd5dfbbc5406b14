import type { JournalStorage } from './journal-storage';
import { type JournalLine, readSegment } from './records';

const segmentName = /^changes-[0-9a-z-]{9,40}\.jsonl$/;
const asidePrefix = 'damaged-';
const keptAside = 3;
/** Of a name that ends in that of a device: time, sequence, random characters, device. */
const namedParts = 4;
/** A segment grows to a fraction of this. */
const maxSegmentBytes = 64 * 1024 * 1024;
/** What the headless host's writing leaves behind when it is killed. */
const leftOver = /^\.lectern-.*\.tmp$/;

export interface ReadSegment {
  readonly name: string;
  readonly isOwn: boolean;
  readonly lines: readonly JournalLine[];
  readonly bytes: number;
}

/** What went wrong with the journal's own files. */
export type JournalProblem =
  | { readonly kind: 'unreadable' | 'notCleared' }
  | {
      readonly kind: 'unreadablePart' | 'damagedPart';
      /** Of the file; of one that was damaged, where it is kept aside. */
      readonly name: string;
    };

/**
 * Reads the journal at the start. A file that is not as we write it is kept aside under another name; what can
 * be read of it takes its place. Nothing here is fatal.
 */
export async function* readJournal(
  storage: JournalStorage,
  device: string,
  report: (problem: JournalProblem) => void,
): AsyncGenerator<ReadSegment> {
  const names = await storage.names();
  for (const name of names.filter(name => segmentName.test(name))) {
    try {
      yield isOfDevice(name, device)
        ? await readOne(storage, name, report)
        : await readForeign(storage, name);
    } catch {
      report({ kind: 'unreadablePart', name });
    }
  }
  const old = names.filter(name => name.startsWith(asidePrefix)).slice(0, -keptAside);
  for (const name of [...old, ...names.filter(name => leftOver.test(name))]) {
    await storage.remove(name).catch(() => undefined);
  }
}

/** Parts that were damaged, kept aside until then. */
export async function removeSetAside(storage: JournalStorage): Promise<void> {
  const names = await storage.names().catch(() => []);
  for (const name of names.filter(name => name.startsWith(asidePrefix)))
    await storage.remove(name).catch(() => undefined);
}

/** Whether a segment or a file of contents was written by a device. Those of before devices had names were by none. */
export function isOfDevice(name: string, device: string): boolean {
  return name.endsWith(`-${device}`) || name.endsWith(`-${device}.jsonl`);
}

/** Whether a file of contents is this device's to remove: its own, one of before devices had names, or a left-over. */
export function isSwept(name: string, device: string): boolean {
  return isOfDevice(name, device) || name.startsWith('.') || name.split('-').length < namedParts;
}

/** As far as it can be read: a sync program may be in the middle of it, so it is left as it is. */
async function readForeign(storage: JournalStorage, name: string): Promise<ReadSegment> {
  const bytes = await storage.size(name);
  const { lines } = bytes > maxSegmentBytes ? { lines: [] } : readSegment(await storage.read(name));
  return { name, isOwn: false, lines, bytes };
}

async function readOne(
  storage: JournalStorage,
  name: string,
  report: (problem: JournalProblem) => void,
): Promise<ReadSegment> {
  const size = await storage.size(name);
  const { lines, isDamaged } =
    size > maxSegmentBytes ? { lines: [], isDamaged: true } : readSegment(await storage.read(name));
  if (isDamaged) {
    const aside = asidePrefix + name;
    report({ kind: 'damagedPart', name: aside });
    await storage.remove(aside);
    await storage.rename(name, aside);
    if (lines.length > 0) await storage.append(name, lines.map(line => `${JSON.stringify(line)}\n`).join(''));
  }
  return { name, isOwn: true, lines, bytes: size };
}
