import { ok } from 'node:assert/strict';
import type { Endpoint } from '../../support/clients';

/** What the plugin's command `status` prints: the state and the address, and never the token. */
export function tellsState(printed: string, { url, token }: Endpoint): void {
  ok(printed.includes('listening') && printed.includes(url), printed);
  ok(!printed.includes(token), 'the token is printed');
}
