import { browser } from '@wdio/globals';
import { deepEqual } from 'node:assert/strict';
import { findsWhatWasJustWritten, keysThatAreNoNotes } from '../checks/metadata';
import { RealApp } from '../support/real-app';

describe('E13: the metadata cache', () => {
  let app: RealApp;
  beforeEach(async () => {
    app = await RealApp.open();
  });
  afterEach(() => app.close());

  // The plugin counts .md keys alone, so other keys are no failure: they are written down.
  it('says which keys its links have', async () => {
    console.log(`Keys that are no notes: ${JSON.stringify(await keysThatAreNoNotes(app))}`);
  });

  it('finds a tag that was written by the call before', () => findsWhatWasJustWritten(app));

  it('tells of a write by events in a known order', async () => {
    await app.write('Events.md', 'one\n');
    const events = await browser.executeObsidian(async ({ app: { metadataCache, vault } }) => {
      const told: string[] = [];
      const started = performance.now();
      const refs = [
        metadataCache.on('changed', file => told.push(`changed ${file.path}`)),
        metadataCache.on('resolve', file => told.push(`resolve ${file.path}`)),
        metadataCache.on('resolved', () => told.push(`resolved ${Math.round(performance.now() - started)}`)),
      ];
      const file = vault.getFileByPath('Events.md');
      if (file !== null) await vault.process(file, text => `${text}[[Welcome]]\n`);
      await new Promise(resolve => window.setTimeout(resolve, 5000));
      for (const ref of refs) metadataCache.offref(ref);
      return told;
    });
    console.log(`From process on: ${events.join(', ')}`);
    deepEqual(
      events.filter(event => event.endsWith(' Events.md')),
      ['changed Events.md', 'resolve Events.md'],
    );
  });
});
