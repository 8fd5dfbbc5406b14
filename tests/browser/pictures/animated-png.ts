/** Pictures that follow each other in one PNG file ("APNG", W3C PNG third edition). */
import { crc32 } from 'node:zlib';

export interface Frame {
  /** A PNG as Chromium writes it; all of one size and colour type. */
  readonly png: Uint8Array;
  /** How long it is shown. */
  readonly milliseconds: number;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Joins frames; the picture repeats for ever. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (first === undefined) throw new Error('There is no frame.');
  const header = chunksOf(first.png).find(({ type }) => type === 'IHDR')?.data;
  if (header === undefined) throw new Error('The first frame has no header.');
  const parts = [signature, chunk('IHDR', header), chunk('acTL', numbers(frames.length, 0))];
  let sequence = 0;
  for (const [index, { png, milliseconds }] of frames.entries()) {
    const chunks = chunksOf(png);
    if (chunks.find(({ type }) => type === 'IHDR')?.data.equals(header) !== true)
      throw new Error('The frames are of several sizes.');
    parts.push(chunk('fcTL', control(sequence, header, milliseconds)));
    sequence += 1;
    for (const { type, data } of chunks) {
      if (type !== 'IDAT') continue;
      if (index === 0) parts.push(chunk('IDAT', data));
      else {
        parts.push(chunk('fdAT', Buffer.concat([numbers(sequence), data])));
        sequence += 1;
      }
    }
  }
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
}

function chunksOf(png: Uint8Array): { readonly type: string; readonly data: Buffer }[] {
  const bytes = Buffer.from(png);
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = signature.length; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

/** Sequence number, size, place and time of a frame; it replaces the one before. */
function control(sequence: number, header: Buffer, milliseconds: number): Buffer {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const times = Buffer.alloc(6);
  times.writeUInt16BE(milliseconds, 0);
  times.writeUInt16BE(1000, 2);
  return Buffer.concat([numbers(sequence, width, height, 0, 0), times]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), named, numbers(crc32(named))]);
}
