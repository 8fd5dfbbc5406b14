import { deepEqual, ok } from 'node:assert/strict';
import { clients, type Endpoint } from '../../support/clients';

/** Both protocol eras are offered the same tools, the finders and writers among them. */
export async function offersTheSameToolsInBothEras(endpoint: Endpoint): Promise<void> {
  const offers: string[][] = [];
  for (const connect of [clients['2025'], clients['2026']]) {
    const client = await connect(endpoint);
    offers.push((await client.listTools()).map(({ name }) => name).sort());
    await client.close();
  }
  const [older, newer] = offers;
  deepEqual(older, newer);
  for (const name of ['read_note', 'search', 'edit_note', 'undo_change']) ok(newer?.includes(name), name);
}
