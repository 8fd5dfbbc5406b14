/** The host's side of `lectern pair`. */
import { watch } from 'node:fs';
import type {
  LecternControl,
  OpenPairing,
  PairingConsent,
  PairingEnd,
  PairingRequest,
} from '../../../src/control';
import { folderGlob } from '../../../src/utils/glob-utils';
import { messageOf } from '../obsidian/core/unknowns';
import { isRunning } from '../obsidian/disk/temporary-names';
import { type PairingEvent, type PairingFile, PairingFiles, requestName } from './pairing-files';

/** How often it is looked whether the command still runs, milliseconds. */
const interval = 500;

/** A host that cannot pair leaves the answer to others for so long, milliseconds. */
const courtesy = 1000;

/** Opens a pairing for each request in the state folder, and tells there what happens. */
export class PairingWatcher {
  private readonly files: PairingFiles;
  private current: CurrentPairing | undefined;

  constructor(
    private readonly folder: string,
    private readonly control: Pick<LecternControl, 'openPairing'>,
  ) {
    this.files = new PairingFiles(folder);
  }

  /** It keeps no process alive; a pairing ends with the plugin. */
  start(): void {
    try {
      const watcher = watch(this.folder, { persistent: false }, (_event, name) => {
        if (name === requestName) this.look();
      });
      watcher.on('error', () => watcher.close());
      this.look();
    } catch {
      // The system allows no watch, so nobody is paired.
    }
  }

  private look(): void {
    const request = this.files.request();
    if (request === undefined || !isRunning(request.pid)) this.current?.close();
    else if (request.id === this.current?.id) this.current.hear(request.answer);
    else {
      this.current?.close();
      this.current = new CurrentPairing(request, this.files, this.control);
    }
  }
}

class CurrentPairing {
  readonly id: string;
  private readonly told: PairingEvent[] = [];
  private isClaimed = false;
  private readonly consent: PairingConsent;
  private readonly timer: NodeJS.Timeout;
  private pairing: OpenPairing | undefined;
  private decide: (consent: PairingConsent | undefined) => void = () => undefined;

  constructor(
    private readonly request: PairingFile,
    private readonly files: PairingFiles,
    control: Pick<LecternControl, 'openPairing'>,
  ) {
    const { id, pid, consent } = request;
    this.id = id;
    this.consent = { ...consent, folders: consent.folders.map(folderGlob) };
    this.timer = setInterval(() => {
      if (!isRunning(pid) || files.request()?.id !== id) this.close();
    }, interval).unref();
    try {
      this.pairing = control.openPairing({
        rights: consent.rights,
        ask: request => this.ask(request),
        ended: how => this.end(eventOf(how)),
      });
      const { code, expires } = this.pairing;
      this.isClaimed = files.claim(request);
      if (this.isClaimed) this.tell({ event: 'pairing', code, expires: new Date(expires).toISOString() });
      else this.close();
    } catch (error) {
      setTimeout(() => this.refuse(messageOf(error)), courtesy).unref();
    }
  }

  hear(answer: PairingFile['answer']): void {
    if (answer !== undefined) this.decide(answer === 'yes' ? this.consent : undefined);
  }

  close(): void {
    clearInterval(this.timer);
    this.pairing?.close();
  }

  private ask(request: PairingRequest): Promise<PairingConsent | undefined> {
    return new Promise(resolve => {
      this.decide = resolve;
      this.tell({ event: 'request', ...request, rights: this.consent.rights });
    });
  }

  private refuse(message: string): void {
    if (this.files.request()?.id !== this.id) return;
    this.isClaimed = this.files.claim(this.request);
    this.end({ event: 'problem', message });
  }

  private end(event: PairingEvent): void {
    clearInterval(this.timer);
    this.tell(event);
  }

  private tell(event: PairingEvent): void {
    if (!this.isClaimed) return;
    this.told.push(event);
    this.files.writeEvents({ id: this.id, pid: process.pid, events: this.told });
  }
}

function eventOf(how: PairingEnd): PairingEvent {
  if (how.kind === 'paired') return { event: 'paired', name: how.name };
  return how.kind === 'guessed' ? { event: 'closed', wrongCodesFrom: how.address } : { event: how.kind };
}
