import { equal } from 'node:assert/strict';
import { clients, type Endpoint } from '../../support/clients';
import { until } from '../support/app-under-test';

/** A new client is served. */
export async function isServed(endpoint: Endpoint): Promise<void> {
  const client = await clients['2026'](endpoint);
  const { isError } = await client.call('stat', { paths: ['Welcome.md'] });
  await client.close();
  equal(isError, false);
}

/** Nobody listens on the address any more. */
export async function isClosed({ url }: Endpoint): Promise<void> {
  await until('the port is free', async () => {
    try {
      await fetch(url, { method: 'POST' });
      return false;
    } catch {
      return true;
    }
  });
}
