/** What the front and the process of a vault say to each other. */
import { isRecord } from '../obsidian/core/unknowns';

export type VaultMessage =
  | { readonly event: 'ready'; readonly port: number; readonly notes: number }
  | { readonly event: 'pong'; readonly notes: number };

export const ping = { event: 'ping' } as const;

export function isPing(message: unknown): boolean {
  return isRecord(message) && message['event'] === 'ping';
}

export function vaultMessage(message: unknown): VaultMessage | undefined {
  if (!isRecord(message)) return undefined;
  const { event, port, notes } = message;
  if (typeof notes !== 'number') return undefined;
  if (event === 'pong') return { event, notes };
  return event === 'ready' && typeof port === 'number' ? { event, port, notes } : undefined;
}
