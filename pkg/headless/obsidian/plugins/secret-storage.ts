import type * as Api from 'obsidian';
import { Events } from '../core/events';
import type { JsonStore } from '../vault/json-store';
import { guardMembers } from '../core/strict';

const validId = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Secrets in one file outside the vault, so that they are never synced with it. */
export class SecretStorage extends Events implements Api.SecretStorage {
  static {
    guardMembers(this);
  }

  constructor(private readonly store: JsonStore) {
    super();
  }

  /** @throws Error for an id that is not lower-case letters and digits joined by dashes (typings) */
  setSecret(id: string, secret: string): void {
    if (!validId.test(id)) {
      throw new Error('A secret ID may contain only lowercase letters, numbers and dashes.');
    }
    this.store.update(stored => ({ ...stored, [id]: secret }));
  }

  getSecret(id: string): string | null {
    const secrets = this.store.read();
    const secret = Object.hasOwn(secrets, id) ? secrets[id] : undefined;
    return typeof secret === 'string' ? secret : null;
  }

  listSecrets(): string[] {
    return Object.keys(this.store.read());
  }
}
