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

/** This vault's port on this device, where it is another than that of the settings: vaults that are open need one each. */
export class DevicePort {
  private record: z.output<typeof recordSchema> | undefined;
  private isRead = false;

  constructor(private readonly storage: DeviceStorage) {}

  /** Whether none was used here yet. */
  get isNew(): boolean {
    return this.known() === undefined;
  }

  /** Whether it may change only by the user's hand. Earlier versions kept no record, but the uses of tokens. */
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
