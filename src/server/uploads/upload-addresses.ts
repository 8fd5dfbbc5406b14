import { sha256 } from '../../platform';
import type { UploadAddress } from '../../tools/tool';
import type { Grant } from '../../vault/access/grant';
import type { NewAttachment } from '../../vault/writing/attachments/attachment-writer';

/** An attachment whose content is still to come. */
export interface Upload {
  readonly attachment: NewAttachment;
  /** As it was when the address was made: names the token, and says nothing of what that may do later. */
  readonly grant: Grant;
  readonly client: string | undefined;
}

export interface UploadAddressesOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Text of so many random bytes that a URL can hold. */
  readonly random: (bytes: number) => string;
}

export const uploadRoute = '/upload/';

const lifetime = 10 * 60_000;
const secretBytes = 32;
/** A further one takes the place of the token's oldest. */
const mostOfToken = 16;

interface Waiting {
  readonly upload: Upload;
  readonly expires: number;
}

/** Addresses to which a content can be sent once. They are kept in memory, by the hash of their secret. */
export class UploadAddresses {
  /** Oldest first, as in every `Map`. */
  private readonly waiting = new Map<string, Waiting>();

  constructor(private readonly options: UploadAddressesOptions) {}

  /** @param origin of the server as the client reaches it, such as `http://127.0.0.1:27150` */
  open(upload: Upload, origin: string): UploadAddress {
    const { clock, random } = this.options;
    this.forget(upload.grant);
    const secret = random(secretBytes);
    const expires = clock() + lifetime;
    this.waiting.set(sha256(secret), { upload, expires });
    return { uploadUrl: `${origin}${uploadRoute}${secret}`, expires: new Date(expires).toISOString() };
  }

  /** Undefined for a secret that is unknown, used or expired. The look-up is by its hash, so that timing tells nothing. */
  find(secret: string): Upload | undefined {
    const found = this.waiting.get(sha256(secret));
    return found !== undefined && this.options.clock() < found.expires ? found.upload : undefined;
  }

  /** Uses the address up. */
  use(secret: string): void {
    this.waiting.delete(sha256(secret));
  }

  /** Drops what has expired, and the token's oldest where it has too many. */
  private forget({ token, key }: Grant): void {
    const now = this.options.clock();
    const own: string[] = [];
    for (const [hash, { upload, expires }] of this.waiting) {
      if (expires <= now) this.waiting.delete(hash);
      else if (upload.grant.token === token && upload.grant.key === key) own.push(hash);
    }
    for (const hash of own.slice(0, Math.max(0, own.length - mostOfToken + 1))) this.waiting.delete(hash);
  }
}
