import type { DataAdapter } from 'obsidian';
import * as z from 'zod';
import { VectorTable } from './vector-table';

/** The rows in the order of their numbers, which follow as bytes. */
const headSchema = z.object({
  key: z.string(),
  dimension: z.int().min(1),
  notes: z.array(z.tuple([z.string(), z.number(), z.number(), z.int().min(0)])),
});
/** Size of the head's length field, in bytes. */
const headLength = 4;

/** Keeps vectors between runs: a JSON head, then one byte for each number. Unreadable files are made again. */
export class VectorFile {
  constructor(
    private readonly adapter: DataAdapter,
    /** Vault path, in the plugin's own folder. */
    private readonly folder: string,
  ) {}

  private get path(): string {
    return `${this.folder}/vectors.bin`;
  }

  /** Undefined if there are none of this server and model. */
  async read(key: string): Promise<VectorTable | undefined> {
    try {
      return (await this.adapter.exists(this.path))
        ? decoded(await this.adapter.readBinary(this.path), key)
        : undefined;
    } catch {
      return undefined;
    }
  }

  async write(table: VectorTable, key: string): Promise<void> {
    const { adapter, folder } = this;
    if (!(await adapter.exists(folder))) await adapter.mkdir(folder);
    // Vectors reveal something about the notes and must not be committed by accident.
    const ignore = `${folder}/.gitignore`;
    if (!(await adapter.exists(ignore))) await adapter.write(ignore, '*\n');
    await adapter.writeBinary(this.path, encoded(table, key));
  }

  async remove(): Promise<void> {
    if (await this.adapter.exists(this.path)) await this.adapter.remove(this.path);
  }
}

function encoded(table: VectorTable, key: string): ArrayBuffer {
  const rows = [...table.rows];
  const notes = rows.map(([path, { modified, size, numbers }]) => [path, modified, size, numbers.length]);
  const head = new TextEncoder().encode(JSON.stringify({ key, dimension: table.dimension, notes }));
  const length = rows.reduce((sum, [, { numbers }]) => sum + numbers.length, headLength + head.length);
  const bytes = new ArrayBuffer(length);
  new DataView(bytes).setUint32(0, head.length);
  new Uint8Array(bytes).set(head, headLength);
  let at = headLength + head.length;
  for (const [, { numbers }] of rows) {
    new Int8Array(bytes).set(numbers, at);
    at += numbers.length;
  }
  return bytes;
}

function decoded(bytes: ArrayBuffer, key: string): VectorTable | undefined {
  const end = headLength + new DataView(bytes).getUint32(0);
  const json: unknown = JSON.parse(new TextDecoder().decode(bytes.slice(headLength, end)));
  const head = headSchema.parse(json);
  const total = head.notes.reduce((sum, [, , , length]) => sum + length, end);
  if (head.key !== key || total !== bytes.byteLength) return undefined;
  const table = new VectorTable(head.dimension);
  let at = end;
  for (const [path, modified, size, length] of head.notes) {
    table.rows.set(path, { modified, size, numbers: new Int8Array(bytes.slice(at, at + length)) });
    at += length;
  }
  return table;
}
