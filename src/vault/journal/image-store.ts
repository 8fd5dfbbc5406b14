import { compress, decompress } from '../../platform';
import { type Content, encoded, fingerprintOf, hashOf } from '../../utils/bytes';
import type { JournalStorage } from './journal-storage';
import { fileOf, type Image } from './records';

/** Larger contents are not kept, so such a change cannot be undone. */
export const maxImageBytes = 20 * 1024 * 1024;

/** Compressed contents of one change share files of about this many bytes. */
const sharedFileBytes = 4 * 1024 * 1024;

/** Stores file contents, compressed; those of one change are concatenated in as few files as possible. */
export class ImageStore {
  /** Cache: many contents are read in a row from the same file. */
  private latest: { readonly name: string; readonly bytes: WeakRef<Uint8Array> } | undefined;

  constructor(
    private readonly storage: JournalStorage,
    /** Never returns a name twice. */
    private readonly newName: () => string,
  ) {}

  /** @param known returns the image of a hash whose file is known to be complete; a crash may leave part of one */
  batch(known: (hash: string) => Image | undefined): ImageBatch {
    return new ImageBatch(this.storage, this.newName, known);
  }

  /** Undefined if the content was not kept, is gone, or does not match its hash. @throws ToolFailure `storage_error` */
  async get(image: Image): Promise<Uint8Array | undefined> {
    const { hash, size, stored, at = 0 } = image;
    if (stored === undefined) return undefined;
    const file = await this.file(fileOf(image));
    if (file === undefined) return undefined;
    try {
      const bytes = await decompress(file.subarray(at, at + stored), size);
      return (await hashOf(bytes)) === hash ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  private async file(name: string): Promise<Uint8Array | undefined> {
    const known = this.latest?.name === name ? this.latest.bytes.deref() : undefined;
    if (known !== undefined) return known;
    const bytes = await this.storage.readBlob(name);
    if (bytes !== undefined) this.latest = { name, bytes: new WeakRef(bytes) };
    return bytes;
  }
}

/** Contents that are stored together: an image is valid only after `write`. */
export class ImageBatch {
  private readonly added = new Map<string, Image>();
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private name: string;
  storedBytes = 0;

  constructor(
    private readonly storage: JournalStorage,
    private readonly newName: () => string,
    private readonly known: (hash: string) => Image | undefined,
  ) {
    this.name = newName();
  }

  /** @throws ToolFailure `storage_error` */
  async add(given: Content): Promise<Image> {
    const { hash, size } = await fingerprintOf(given);
    const known = this.added.get(hash) ?? (await this.whole(this.known(hash)));
    if (known !== undefined) return known;
    if (size > maxImageBytes) return { hash, size };
    const stored = await compress(encoded(given));
    const image = {
      hash,
      size,
      stored: stored.length,
      file: this.name,
      at: this.waitingBytes,
    };
    this.added.set(hash, image);
    this.waiting.push(stored);
    this.waitingBytes += stored.length;
    this.storedBytes += stored.length;
    if (this.waitingBytes >= sharedFileBytes) await this.write();
    return image;
  }

  /** An image, unless someone has deleted its file or put back an older one. */
  private async whole(image: Image | undefined): Promise<Image | undefined> {
    if (image?.stored === undefined) return undefined;
    const { at = 0, stored } = image;
    return (await this.storage.blobSize(fileOf(image))) < at + stored ? undefined : image;
  }

  /** @throws ToolFailure `storage_error` */
  async write(): Promise<void> {
    if (this.waiting.length === 0) return;
    const bytes = new Uint8Array(this.waitingBytes);
    let at = 0;
    for (const part of this.waiting) {
      bytes.set(part, at);
      at += part.length;
    }
    await this.storage.writeBlob(this.name, bytes);
    this.waiting = [];
    this.waitingBytes = 0;
    this.name = this.newName();
  }
}
