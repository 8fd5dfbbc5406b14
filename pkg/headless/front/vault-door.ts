import { Agent } from 'node:http';
import { defaultTimeouts } from '../../../src/server/http/http-server';

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

/** Keeps connections to the processes, and ends idle ones before they do, so that no request is sent into a closing one. */
export function vaultAgent(maxFreeSockets?: number): Agent {
  return new Agent({ keepAlive: true, timeout: defaultTimeouts.keepAlive / 2, maxFreeSockets });
}
