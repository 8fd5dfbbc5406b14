/** The two files in the host's state folder by which `lectern pair` and the host that runs talk: no address, no port. */
import { chmodSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PairingConsent } from '../../../src/control';
import { isRecord, type Json } from '../obsidian/core/unknowns';

export const requestName = 'pairing.json';
const eventsName = 'pairing-events.json';

/** What the command wants; written again with the owner's answer. */
export interface PairingFile {
  readonly id: string;
  /** Of the command. When it ends, so does the pairing. */
  readonly pid: number;
  readonly consent: PairingConsent;
  readonly answer?: 'yes' | 'no';
}

/** What has happened so far, of the request with this id. */
export interface PairingEvents {
  readonly id: string;
  /** Of the host. */
  readonly pid: number;
  readonly events: readonly PairingEvent[];
}

export type PairingEvent =
  | { readonly event: 'pairing'; readonly code: string; readonly expires: string }
  | {
      readonly event: 'request';
      readonly client: string;
      readonly redirect: string;
      readonly address: string;
      readonly rights: string;
    }
  | { readonly event: 'paired'; readonly name: string }
  | { readonly event: 'refused' }
  /** With the network address of somebody who tried too many codes, if that is why. */
  | { readonly event: 'closed'; readonly wrongCodesFrom?: string }
  | { readonly event: 'problem'; readonly message: string };

export class PairingFiles {
  constructor(private readonly folder: string) {}

  request(): PairingFile | undefined {
    const { id, pid, consent, answer } = this.read(requestName);
    if (typeof id !== 'string' || typeof pid !== 'number' || !isConsent(consent)) return undefined;
    return { id, pid, consent, ...(answer === 'yes' || answer === 'no' ? { answer } : {}) };
  }

  writeRequest(request: PairingFile): void {
    this.write(requestName, request);
  }

  /** Whether this host is the one to answer: of several that serve the vault, the first to claim a request. */
  claim(request: PairingFile): boolean {
    try {
      writeFileSync(this.claimOf(request), '', { flag: 'wx', mode: 0o600 });
      return true;
    } catch {
      return false;
    }
  }

  /** Undefined if there are none of this request. */
  events(id: string): PairingEvents | undefined {
    const { id: found, pid, events } = this.read(eventsName);
    if (found !== id || typeof pid !== 'number' || !Array.isArray(events)) return undefined;
    return { id, pid, events: events.filter(isEvent) };
  }

  writeEvents(events: PairingEvents): void {
    this.write(eventsName, events);
  }

  /** Removes what belongs to a request. */
  remove(request: PairingFile): void {
    const { id } = request;
    rmSync(this.claimOf(request), { force: true });
    if (this.read(requestName)['id'] === id) rmSync(join(this.folder, requestName), { force: true });
    if (this.read(eventsName)['id'] === id) rmSync(join(this.folder, eventsName), { force: true });
  }

  /** Its name is that of a temporary file, which the next start removes if the command was killed. */
  private claimOf({ id, pid }: PairingFile): string {
    return join(this.folder, `pairing-${id}.${pid}.tmp`);
  }

  /** Empty unless there is a file that this account alone can read and write. */
  private read(name: string): Json {
    const file = join(this.folder, name);
    try {
      const { mode, uid } = lstatSync(file);
      const isFile = (mode & 0o170000) === 0o100000;
      const isOwn = process.platform === 'win32' || ((mode & 0o077) === 0 && uid === process.getuid?.());
      const value: unknown = isFile && isOwn ? JSON.parse(readFileSync(file, 'utf8')) : {};
      return isRecord(value) ? value : {};
    } catch {
      return {};
    }
  }

  private write(name: string, value: object): void {
    const temporary = join(this.folder, `${name}.${process.pid}.tmp`);
    writeFileSync(temporary, `${JSON.stringify(value)}\n`, { mode: 0o600 });
    chmodSync(temporary, 0o600);
    renameSync(temporary, join(this.folder, name));
  }
}

function isConsent(value: unknown): value is PairingConsent {
  if (!isRecord(value)) return false;
  const { rights, folders, changes } = value;
  return (
    ['read', 'write', 'full'].some(one => one === rights) &&
    ['ask', 'allow'].some(one => one === changes) &&
    Array.isArray(folders) &&
    folders.every(path => typeof path === 'string')
  );
}

/** The host that wrote them is the same product. */
function isEvent(value: unknown): value is PairingEvent {
  return isRecord(value) && typeof value['event'] === 'string';
}
