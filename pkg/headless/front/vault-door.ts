/** A vault behind the front. */
export interface VaultDoor {
  readonly name: string;
  /** `away`: its process has ended, and is started again. */
  readonly state: 'starting' | 'ready' | 'away';
  readonly notes: number | undefined;
  /** Where its process listens on loopback; undefined while it is not ready. */
  readonly port: number | undefined;
  /** Called each time it becomes ready or is away. @returns a function that ends it */
  onChange(listener: () => void): () => void;
}
