import * as z from 'zod';
import { usesKey } from '../tokens/token-use';
import type { DeviceStorage } from '../trust/acceptance';

/** The key in the app's local storage of the vault. */
const portKey = 'lectern-port';

const recordSchema = z.object({
  /** The port of the settings that it replaces. */
  insteadOf: z.int(),
  port: z.int().min(1).max(65_535),
  /** Whether a client knows it, or the user chose it. */
  isKept: z.boolean(),
});

/** This vault's port on this device, if it differs from the settings: each open vault needs its own. */
export class DevicePort {
  private record: z.output<typeof recordSchema> | undefined;
  private isRead = false;

  constructor(private readonly storage: DeviceStorage) {}

  /** Whether no port was used here yet. */
  get isNew(): boolean {
    return this.known() === undefined;
  }

  /** Whether only the user may change it. Earlier versions kept no record of that, only the uses of tokens. */
  get isKept(): boolean {
    return this.known()?.isKept === true || (this.storage.getLocal(usesKey) ?? null) !== null;
  }

  /** @param port of the settings */
  inPlaceOf(port: number): number {
    const record = this.known();
    return record?.insteadOf === port ? record.port : port;
  }

  /** From now on `port` is used while the settings have `insteadOf`. */
  take(port: number, insteadOf: number): void {
    this.write({ insteadOf, port, isKept: this.known()?.isKept === true });
  }

  /** @param port of the settings */
  keep(port: number): void {
    if (this.known()?.isKept !== true)
      this.write({ insteadOf: port, port: this.inPlaceOf(port), isKept: true });
  }

  /** @param port that the user wrote into the settings */
  choose(port: number): void {
    this.write({ insteadOf: port, port, isKept: true });
  }

  private known(): z.output<typeof recordSchema> | undefined {
    if (!this.isRead) this.record = recordSchema.safeParse(this.storage.getLocal(portKey)).data;
    this.isRead = true;
    return this.record;
  }

  private write(record: z.output<typeof recordSchema>): void {
    this.known();
    this.record = record;
    this.storage.setLocal(portKey, record);
  }
}
