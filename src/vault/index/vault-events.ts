import type { App, EventRef, TAbstractFile, TFile } from 'obsidian';

/** What to do at each kind of event. */
export interface VaultListener {
  readonly created?: (file: TAbstractFile) => void;
  readonly modified?: (file: TAbstractFile) => void;
  readonly deleted?: (file: TAbstractFile) => void;
  readonly renamed?: (file: TAbstractFile, oldPath: string) => void;
  /** The metadata cache has read a note; before that it has what it read last. */
  readonly metadataChanged?: (note: TFile, text: string) => void;
  /** The metadata cache has dropped a note, a moment after it was deleted. */
  readonly metadataDeleted?: (note: TFile) => void;
  /** The links of a note are resolved. */
  readonly linksResolved?: (note: TFile) => void;
  /** The links of all notes are resolved. */
  readonly allLinksResolved?: () => void;
}

/** The one way to subscribe to the events of the app's vault and metadata cache for as long as the plugin runs. */
export class VaultEvents {
  /** @param keep keeps a subscription until the plugin is unloaded */
  constructor(
    private readonly app: App,
    private readonly keep: (ref: EventRef) => void,
  ) {}

  /**
   * Subscribes to the events that the listener names, and to no others: while nobody does, a host need not make what an
   * event shows of each of ten thousand notes. Listeners are called in the order in which they came.
   */
  listen(listener: VaultListener): void {
    const { app, keep } = this;
    const { vault, metadataCache } = app;
    const { created, modified, deleted, renamed } = listener;
    const { metadataChanged, metadataDeleted, linksResolved, allLinksResolved } = listener;
    if (created !== undefined) keep(vault.on('create', created));
    if (modified !== undefined) keep(vault.on('modify', modified));
    if (deleted !== undefined) keep(vault.on('delete', deleted));
    if (renamed !== undefined) keep(vault.on('rename', renamed));
    if (metadataChanged !== undefined) keep(metadataCache.on('changed', metadataChanged));
    if (metadataDeleted !== undefined) keep(metadataCache.on('deleted', metadataDeleted));
    if (linksResolved !== undefined) keep(metadataCache.on('resolve', linksResolved));
    if (allLinksResolved !== undefined) keep(metadataCache.on('resolved', allLinksResolved));
  }
}
