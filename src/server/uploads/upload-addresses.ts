import { lasting, sha256 } from '../../platform';
import type { UploadAddress } from '../../tools/tool';
import type { Grant } from '../../vault/access/access';
import type { NewAttachment } from '../../vault/writing/attachments/attachment-writer';

/** An attachment whose content has not arrived yet. */
export interface Upload {
  readonly attachment: NewAttachment;
  /** The grant when the address was created: identifies the token, whose rights may change later. */
  readonly grant: Grant;
  /** Whether a token from the sign-in is still valid. */
  readonly isLive?: (() => boolean) | undefined;
  readonly client: string | undefined;
}

interface UploadAddressesOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Random text of this many bytes that is valid in a URL. */
  readonly random: (bytes: number) => string;
  /** Prefix of each secret, such as the name of the vault where several share an address. */
  readonly prefix?: string | undefined;
}

export const uploadRoute = '/upload/';

const lifetime = 10 * 60_000;
const secretBytes = 32;
/** A further one replaces the token's oldest. */
const maxPerToken = 16;

/** Addresses that accept one content each. They are kept in memory, by the hash of their secret. */
export class UploadAddresses {
  /** Oldest first, like every `Map`. */
  private readonly waiting = new Map<string, { readonly upload: Upload; readonly isOpen: () => boolean }>();

  constructor(private readonly options: UploadAddressesOptions) {}

  /** @param origin of the server as the client uses it, such as `http://127.0.0.1:27150` */
  open(upload: Upload, origin: string): UploadAddress {
    const { clock, random, prefix = '' } = this.options;
    this.forget(upload.grant);
    const secret = `${prefix}${random(secretBytes)}`;
    const expires = clock() + lifetime;
    this.waiting.set(sha256(secret), { upload, isOpen: lasting(lifetime, clock) });
    return { uploadUrl: `${origin}${uploadRoute}${secret}`, expires: new Date(expires).toISOString() };
  }

  /** Undefined for a secret that is unknown, used or expired. Looked up by its hash, so that timing reveals nothing. */
  find(secret: string): Upload | undefined {
    const found = this.waiting.get(sha256(secret));
    return found?.isOpen() === true ? found.upload : undefined;
  }

  use(secret: string): void {
    this.waiting.delete(sha256(secret));
  }

  /** Removes expired addresses, and the token's oldest if it has too many. */
  private forget({ token, key }: Grant): void {
    const own: string[] = [];
    for (const [hash, { upload, isOpen }] of this.waiting) {
      if (!isOpen()) this.waiting.delete(hash);
      else if (upload.grant.token === token && upload.grant.key === key) own.push(hash);
    }
    for (const hash of own.slice(0, Math.max(0, own.length - maxPerToken + 1))) this.waiting.delete(hash);
  }
}
