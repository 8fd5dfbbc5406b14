import type { DataAdapter } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { type Digest, startSha256 } from '../../../platform';
import { hashOf } from '../../../utils/bytes';
import { storageFailure } from '../../reading/notes';
import { type AttachmentKind, checkHead, headBytes, kindOf } from './file-kinds';
import type { NewAttachment } from './attachment-writer';

interface IncomingFilesOptions {
  readonly adapter: DataAdapter;
  /** Vault path of a folder that no client sees. */
  readonly folder: string;
  /** Never returns a name twice. */
  readonly newName: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const maxBytes = 50 * 1024 * 1024;

/** Bytes that are gathered before they are written to disk. */
const portionSize = 1024 * 1024;

/** Files left by a crash are older than this; newer ones may be in use. Milliseconds. */
const leftOverAge = 3_600_000;

/** Contents of attachments while they arrive, each in a temporary file in the plugin's folder. */
export class IncomingFiles {
  constructor(private readonly options: IncomingFilesOptions) {}

  /** @throws ToolFailure as `kindOf` */
  begin({ name, mediaType }: NewAttachment): IncomingFile {
    const { folder, newName } = this.options;
    return new IncomingFile(this.options, `${folder}/${newName()}.part`, kindOf(name, mediaType));
  }

  /** Removes files left by a crash. Never rejects: the next start tries again. */
  async clear(): Promise<void> {
    const { adapter, folder, now } = this.options;
    try {
      if (!(await adapter.exists(folder))) return;
      const { files } = await adapter.list(folder);
      for (const path of files.filter(file => file.endsWith('.part'))) {
        const modified = (await adapter.stat(path))?.mtime;
        if (modified !== undefined && now() - modified > leftOverAge) await adapter.remove(path);
      }
    } catch {
      // A remaining file only takes space.
    }
  }
}

/** A content that arrives in parts. */
class IncomingFile {
  /** Reused for each portion: fifty separate ones would stay in memory until a collection. */
  private readonly portion = new Uint8Array(new ArrayBuffer(portionSize));
  /** Bytes in the portion that are not on disk yet. */
  private waiting = 0;
  private size = 0;
  private isBegun = false;
  private readonly digest: Digest = startSha256();
  private hash = '';

  constructor(
    private readonly options: IncomingFilesOptions,
    private readonly path: string,
    private readonly kind: AttachmentKind,
  ) {}

  /** @throws ToolFailure `too_large`, `unsupported_file` by its first bytes, `storage_error` */
  async add(part: Uint8Array): Promise<void> {
    this.size += part.length;
    if (this.size > maxBytes) throw new ToolFailure('too_large', 'The file is larger than 50 MB.');
    for (let at = 0; at < part.length;) {
      const fitting = part.subarray(at, at + portionSize - this.waiting);
      this.portion.set(fitting, this.waiting);
      this.waiting += fitting.length;
      at += fitting.length;
      if (this.waiting >= (this.isBegun ? portionSize : headBytes)) await this.flush();
    }
  }

  /** Ends the content after its last part. @throws as `add`; `invalid_argument` for an empty file */
  async finish(): Promise<void> {
    if (this.waiting > 0 || !this.isBegun) await this.flush();
    this.hash = this.digest.end();
  }

  /** All bytes, after `finish`. @throws ToolFailure `storage_error`, also if the file was changed */
  async content(): Promise<Uint8Array> {
    const bytes = await this.translated(() => this.options.adapter.readBinary(this.path));
    const content = new Uint8Array(bytes);
    if ((await hashOf(content)) === this.hash) return content;
    throw new ToolFailure('storage_error', 'The temporary file was changed by another program.');
  }

  /** Never rejects; see `IncomingFiles.clear`. */
  async remove(): Promise<void> {
    if (this.isBegun) await this.options.adapter.remove(this.path).catch(() => undefined);
  }

  private async flush(): Promise<void> {
    const { adapter } = this.options;
    const { portion, waiting } = this;
    const bytes = waiting === portionSize ? portion : portion.slice(0, waiting);
    this.waiting = 0;
    if (!this.isBegun) checkHead(this.kind, bytes);
    this.digest.add(bytes);
    await this.translated(async () => {
      if (this.isBegun) return adapter.appendBinary(this.path, bytes.buffer);
      await this.makeFolder();
      this.isBegun = true;
      return adapter.writeBinary(this.path, bytes.buffer);
    });
  }

  private async makeFolder(): Promise<void> {
    const { adapter, folder } = this.options;
    if (await adapter.exists(folder)) return;
    await adapter.mkdir(folder);
    // Files left by a crash must not be committed by accident.
    await adapter.write(`${folder}/.gitignore`, '*\n');
  }

  private async translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw storageFailure(error);
    }
  }
}
