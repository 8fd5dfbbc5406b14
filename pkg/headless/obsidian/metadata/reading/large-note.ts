/** Reads one large note, in any process; questions and results can be sent between processes. */
import { lstatSync } from 'node:fs';
import { readRegularTextSync } from '../../disk/regular-file';
import { isRecord } from '../../core/unknowns';
import { type FileStamp, isStamp, stampOf } from '../records/file-stamp';
import { bufferOf, metadataOf } from '../records/note-record';
import { NoteRecorder } from '../records/note-recorder';
import { withPlainTexts, withSharedTexts } from '../records/shared-texts';

/** Larger files have no metadata, bytes. */
const largest = 32 * 1024 * 1024;

/** How many links, items and so on are sent at once at most: a millisecond's work for the receiver. */
const partSize = 1000;

/** Read and scan a file. */
export interface ScanTask {
  /** The real path of the file, proven to be in the vault. */
  readonly realPath: string;
}

/** Make the metadata of a record, to be fetched in parts. */
export interface BuildTask {
  readonly record: Uint8Array;
}

export interface ScannedNote {
  /** Empty when the file could not be read. */
  readonly record: Uint8Array;
  readonly stamp: FileStamp | undefined;
}

/** Some items of a list of the metadata, or some entries of an object in it. */
export interface MetadataPart {
  readonly key: string;
  readonly isList: boolean;
  /** Pairs of name and value for an object. */
  readonly items: readonly unknown[];
}

const nothing: ScannedNote = { record: new Uint8Array(), stamp: undefined };

/** Whether the file was too large, or could not be read. */
export function isNothing({ record, stamp }: ScannedNote): boolean {
  return record.length === 0 && stamp === undefined;
}

/** Never throws. */
export function readLargeNote({ realPath }: ScanTask): ScannedNote {
  try {
    const stats = lstatSync(realPath);
    if (stats.size > largest) return nothing;
    const record = new NoteRecorder().record(readRegularTextSync(realPath));
    return { record, stamp: stampOf(stats) };
  } catch {
    return nothing;
  }
}

/** Parts that are sent in one message: most notes need one, and each costs two switches between processes. */
export function* messagesOf(task: BuildTask): Generator<readonly MetadataPart[]> {
  let message: MetadataPart[] = [];
  let size = 0;
  for (const part of partsOf(task)) {
    if (size > 0 && size + part.items.length > partSize) {
      yield message;
      message = [];
      size = 0;
    }
    message.push(part);
    size += part.items.length;
  }
  yield message;
}

export function* partsOf({ record }: BuildTask): Generator<MetadataPart> {
  const metadata = metadataOf(bufferOf({ record }));
  const members: [string, unknown][] = Object.entries(metadata);
  for (const [key, value] of members) {
    const isList = Array.isArray(value);
    const items: readonly unknown[] = isList ? value : isRecord(value) ? Object.entries(value) : [];
    // At least one part, so that an empty list exists too.
    for (let at = 0; at === 0 || at < items.length; at += partSize) {
      const part = items.slice(at, at + partSize);
      yield { key, isList, items: key === 'frontmatter' ? withSharedTexts(part) : part };
    }
  }
}

/** Adds a part to the earlier ones. */
export function addPart(metadata: Record<string, unknown>, part: MetadataPart): void {
  const { key, isList } = part;
  const items = key === 'frontmatter' ? withPlainTexts(part.items) : part.items;
  const known = metadata[key];
  if (isList) {
    const list: unknown[] = Array.isArray(known) ? known : [];
    for (const item of items) list.push(item);
    metadata[key] = list;
    return;
  }
  const object = isRecord(known) ? known : {};
  for (const item of items) {
    if (!Array.isArray(item) || typeof item[0] !== 'string') continue;
    const value: unknown = item[1];
    // Not by assignment: a property may be called `__proto__`.
    Object.defineProperty(object, item[0], { value, enumerable: true, configurable: true, writable: true });
  }
  metadata[key] = object;
}

export function isScanTask(value: unknown): value is ScanTask {
  return isRecord(value) && typeof value['realPath'] === 'string';
}

export function isBuildTask(value: unknown): value is BuildTask {
  return isRecord(value) && value['record'] instanceof Uint8Array;
}

export function isScannedNote(value: unknown): value is ScannedNote {
  if (!isRecord(value)) return false;
  return value['record'] instanceof Uint8Array && (value['stamp'] === undefined || isStamp(value['stamp']));
}

export function isMessage(value: unknown): value is readonly MetadataPart[] {
  return Array.isArray(value) && value.every(isPart);
}

function isPart(value: unknown): value is MetadataPart {
  if (!isRecord(value) || typeof value['key'] !== 'string') return false;
  return typeof value['isList'] === 'boolean' && Array.isArray(value['items']);
}
