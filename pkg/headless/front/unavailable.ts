/** The answers for clients whose vault's process has ended. */
import { errorOf, type Refusal } from '../../../src/server/http/refusals';

export function unavailable(vault: string): Refusal {
  return {
    status: 503,
    code: -32009,
    message: `vault_unavailable: the vault "${vault}" is being started again; repeat the call in a moment. A change that was under way may have been made.`,
    data: { code: 'vault_unavailable', vault },
    headers: { 'Retry-After': '2' },
    close: true,
  };
}

/**
 * The error at the end of a call's stream: a client might wait long for an answer if the stream just broke off.
 * @param id of the call
 */
export function lastEvent(vault: string, id: string | number): string {
  const message = JSON.stringify({ jsonrpc: '2.0', id, error: errorOf(unavailable(vault)) });
  // The previous event may have been cut off.
  return `\n\nevent: message\ndata: ${message}\n\n`;
}
