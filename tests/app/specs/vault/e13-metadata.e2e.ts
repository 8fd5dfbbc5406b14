import { browser } from '@wdio/globals';
import {
  areInOrder,
  findsWhatWasJustWritten,
  keysThatAreNoNotes,
  type ToldEvent,
} from '../../checks/metadata';
import { RealApp } from '../../support/real-app';

describe('E13: the metadata cache', () => {
  let app: RealApp;
  beforeEach(async () => {
    app = await RealApp.open();
  });
  afterEach(() => app.close());

  // The plugin counts .md keys alone, so other keys are no failure: they are written down.
  it('lists the keys of its links', async () => {
    console.log(`Keys that are no notes: ${JSON.stringify(await keysThatAreNoNotes(app))}`);
  });

  it('finds a tag that was written by the call before', () => findsWhatWasJustWritten(app));

  it('reports a write by events in a known order, and in time', async () => {
    const path = 'Events.md';
    await app.write(path, 'one\n');
    const events = await browser.executeObsidian(async ({ app: { metadataCache, vault } }, name) => {
      const told: ToldEvent[] = [];
      const file = vault.getFileByPath(name);
      if (file === null) throw new Error(`No file ${name}`);
      const started = performance.now();
      const after = (): number => performance.now() - started;
      const refs = [
        metadataCache.on('changed', note => told.push({ name: 'changed', path: note.path, after: after() })),
        metadataCache.on('resolve', note => told.push({ name: 'resolve', path: note.path, after: after() })),
        metadataCache.on('resolved', () => told.push({ name: 'resolved', after: after() })),
      ];
      await vault.process(file, text => `${text}[[Welcome]]\n`);
      await new Promise(resolve => window.setTimeout(resolve, 5000));
      for (const ref of refs) metadataCache.offref(ref);
      return told;
    }, path);
    for (const { name, after } of events)
      console.log(`${name} ${Math.round(after)} ms after the write began`);
    areInOrder(events, path);
  });
});
