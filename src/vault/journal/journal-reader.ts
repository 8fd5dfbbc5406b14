import type { JournalStorage } from './journal-storage';
import { type JournalLine, readSegment } from './records';

const segmentName = /^changes-[0-9a-z-]{9,40}\.jsonl$/;
const asidePrefix = 'damaged-';
const keptAside = 3;
/** Parts of a file name that ends with a device: time, sequence, random characters, device. */
const namedParts = 4;
/** The normal segment size is a fraction of this. */
const maxSegmentBytes = 64 * 1024 * 1024;
/** Temporary files of the headless host that remain if it is killed. */
const leftOver = /^\.lectern-.*\.tmp$/;

export interface ReadSegment {
  readonly name: string;
  readonly isOwn: boolean;
  readonly lines: readonly JournalLine[];
  readonly bytes: number;
}

export type JournalProblem =
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'unreadablePart' | 'damagedPart';
      /** Name of the file; for a damaged one, the name under which it was kept. */
      readonly name: string;
    };

/** Reads the journal at start. Keeps what it can read of an unknown format, and the file under another name. Never fails. */
export async function* readJournal(
  storage: JournalStorage,
  device: string,
  report: (problem: JournalProblem) => void,
): AsyncGenerator<ReadSegment> {
  const names = await storage.names();
  for (const name of names.filter(name => segmentName.test(name))) {
    try {
      yield await readOne(storage, name, isOfDevice(name, device), report);
    } catch {
      report({ kind: 'unreadablePart', name });
    }
  }
  const old = names.filter(name => name.startsWith(asidePrefix)).slice(0, -keptAside);
  for (const name of [...old, ...names.filter(name => leftOver.test(name))]) {
    await storage.remove(name).catch(() => undefined);
  }
}

/** Reads what other devices have recorded by now. @throws what the disk does */
export async function* readOthers(
  storage: JournalStorage,
  device: string,
  report: (problem: JournalProblem) => void,
): AsyncGenerator<ReadSegment> {
  for (const name of await storage.names())
    if (segmentName.test(name) && !isOfDevice(name, device)) yield readOne(storage, name, false, report);
}

/** Removes the damaged parts that were kept until then. */
export async function removeSetAside(storage: JournalStorage): Promise<void> {
  const names = await storage.names().catch(() => []);
  for (const name of names.filter(name => name.startsWith(asidePrefix)))
    await storage.remove(name).catch(() => undefined);
}

/** Whether a device wrote a segment or contents file. Files without a device name belong to none. */
function isOfDevice(name: string, device: string): boolean {
  return name.endsWith(`-${device}`) || name.endsWith(`-${device}.jsonl`);
}

/** Whether this device may remove a contents file: its own, one without a device name, or a temporary file. */
export function mayRemove(name: string, device: string): boolean {
  return isOfDevice(name, device) || name.startsWith('.') || name.split('-').length < namedParts;
}

/** Reads what it can of another device's file, and leaves it as it is: a sync program may still be writing it. */
async function readOne(
  storage: JournalStorage,
  name: string,
  isOwn: boolean,
  report: (problem: JournalProblem) => void,
): Promise<ReadSegment> {
  const bytes = await storage.size(name);
  const { lines, isDamaged } =
    bytes > maxSegmentBytes ? { lines: [], isDamaged: true } : readSegment(await storage.read(name));
  if (isOwn && isDamaged) {
    const aside = asidePrefix + name;
    await setAside(storage, name, aside, lines).then(
      () => report({ kind: 'damagedPart', name: aside }),
      () => report({ kind: 'unreadablePart', name }),
    );
  }
  return { name, isOwn, lines, bytes };
}

/** Keeps a copy before it leaves only the valid lines: each step can fail, and the next start then repeats it. */
async function setAside(
  storage: JournalStorage,
  name: string,
  aside: string,
  lines: readonly JournalLine[],
): Promise<void> {
  await storage.remove(aside);
  await storage.copy(name, aside);
  if (lines.length === 0) await storage.remove(name);
  else await storage.write(name, lines.map(line => `${JSON.stringify(line)}\n`).join(''));
}
