import { equal, ok, rejects } from 'node:assert/strict';
import type { Endpoint } from '../../support/clients';
import { type AppUnderTest, textOf, until } from '../support/app-under-test';
import type { Disk } from '../support/disk';
import { isServed } from './endings';

/** The plugin's `data.json`: its path in the vault, and a text of it that is right. */
export interface GoodSettings {
  readonly path: string;
  readonly text: string;
}

/** A file that is cut while the plugin runs shuts everybody out, stays as it is, and is told; the good one lets them in again. */
export async function shutsOutWhileCut(
  app: AppUnderTest & Pick<Disk, 'put'>,
  endpoint: Endpoint,
  { path, text }: GoodSettings,
): Promise<void> {
  const cut = text.slice(0, 120);
  await isServed(endpoint);
  app.put(path, cut);
  await until('nobody is let in', () => isRefused(endpoint));
  equal(await textOf(app, path), cut);
  ok((await app.notices()).some(notice => notice.includes('could not be read')));
  app.put(path, text);
  await until('the client is let in again', async () => !(await isRefused(endpoint)));
}

/** A new client gets no answer. */
async function isRefused(endpoint: Endpoint): Promise<boolean> {
  return rejects(isServed(endpoint)).then(
    () => true,
    () => false,
  );
}
