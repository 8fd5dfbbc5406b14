import { compress, decompress, sha256 } from '../../platform';
import type { JournalStorage } from './journal-storage';
import type { Image } from './records';

/** Contents larger than this are not kept, so such a change cannot be undone. */
export const maxImageBytes = 20 * 1024 * 1024;

/** Contents of files, named by their hash and compressed. */
export class ImageStore {
  constructor(private readonly storage: JournalStorage) {}

  /**
   * @param known the image of a hash whose blob is known to be whole; a crash may have left half of one on disk
   * @throws ToolFailure `storage_error`
   */
  async put(
    bytes: Uint8Array,
    known: (hash: string) => Image | undefined,
  ): Promise<{ readonly image: Image; readonly isNew: boolean }> {
    const hash = sha256(bytes);
    const image = known(hash);
    if (image !== undefined) return { image, isNew: false };
    if (bytes.length > maxImageBytes) return { image: { hash, size: bytes.length }, isNew: true };
    const blob = await compress(bytes);
    await this.storage.writeBlob(hash, blob);
    return { image: { hash, size: bytes.length, stored: blob.length }, isNew: true };
  }

  /** Undefined where the content was not kept, is gone, or is not what its name says. */
  async get({ hash, size, stored }: Image): Promise<Uint8Array | undefined> {
    if (stored === undefined) return undefined;
    try {
      const blob = await this.storage.readBlob(hash);
      const bytes = blob === undefined ? undefined : await decompress(blob, size);
      return bytes !== undefined && sha256(bytes) === hash ? bytes : undefined;
    } catch {
      return undefined;
    }
  }
}
