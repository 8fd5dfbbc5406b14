import type { App, EventRef, TAbstractFile, TFile } from 'obsidian';

export interface VaultListener {
  readonly created?: (file: TAbstractFile) => void;
  readonly modified?: (file: TAbstractFile) => void;
  readonly deleted?: (file: TAbstractFile) => void;
  readonly renamed?: (file: TAbstractFile, oldPath: string) => void;
  /** The metadata cache has read a note; before this event it has the earlier metadata. */
  readonly metadataChanged?: (note: TFile, text: string) => void;
  /** The metadata cache has dropped a note, shortly after its deletion. */
  readonly metadataDeleted?: (note: TFile) => void;
  readonly linksResolved?: (note: TFile) => void;
  readonly allLinksResolved?: () => void;
}

/** The only way to subscribe to the app's vault and metadata events; subscriptions last as long as the plugin. */
export class VaultEvents {
  /** @param keep keeps a subscription until the plugin is unloaded */
  constructor(
    private readonly app: App,
    private readonly keep: (ref: EventRef) => void,
  ) {}

  /** Subscribes only to the events that the listener names. Listeners are called in the order of subscription. */
  listen(listener: VaultListener): void {
    const { app, keep } = this;
    const { vault, metadataCache, workspace } = app;
    const { created, modified, deleted, renamed } = listener;
    const { metadataChanged, metadataDeleted, linksResolved, allLinksResolved } = listener;
    // Until the layout is ready, the app sends `create` for every file that is there.
    if (created !== undefined) workspace.onLayoutReady(() => keep(vault.on('create', created)));
    if (modified !== undefined) keep(vault.on('modify', modified));
    if (deleted !== undefined) keep(vault.on('delete', deleted));
    if (renamed !== undefined) keep(vault.on('rename', renamed));
    if (metadataChanged !== undefined) keep(metadataCache.on('changed', metadataChanged));
    if (metadataDeleted !== undefined) keep(metadataCache.on('deleted', metadataDeleted));
    if (linksResolved !== undefined) keep(metadataCache.on('resolve', linksResolved));
    if (allLinksResolved !== undefined) keep(metadataCache.on('resolved', allLinksResolved));
  }
}
