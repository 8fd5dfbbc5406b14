/** The headless host in this process: an app over a real folder, into which plugins are loaded. */
import { Console } from 'node:console';
import { join } from 'node:path';
import type * as Api from 'obsidian';
import type { HostServices, Overlay } from '../../src/control';
import { installGlobals } from './globals';
import type { HostOptions } from './host-options';
import { FileSystemAdapter } from './obsidian/disk/adapter';
import { ambient } from './obsidian/ambient';
import { App } from './obsidian/app';
import { Confinement } from './obsidian/disk/confinement';
import { JsonStore } from './obsidian/vault/json-store';
import { clearStateLeftOvers } from './obsidian/disk/left-overs';
import type { Plugin } from './obsidian/plugins/plugin';
import { TemporaryNames } from './obsidian/disk/temporary-names';
import { inSlices } from './obsidian/core/time-slices';
import { messageOf } from './obsidian/core/unknowns';
import { terminalText } from './terminal-text';
import { type LoadedPlugin, loadPlugin, type PluginSource, unloadPlugin } from './plugins/plugin-loader';
import { pluginSettings } from './plugins/plugin-settings';
import { type PluginRequire, requireBeside } from './plugins/plugin-require';
import { ProcessDevice } from './process-device';
import { realPath } from './real-paths';
import { keyOf, openStateFolder, type StateFolder, stateFolderPath } from './state-folder';
import { SettingsWatcher } from './settings-watcher';
import { VaultWatcher } from './vault-watcher';

export type { HostOptions } from './host-options';

const secretsName = 'secrets.json';

const lossOfSecrets =
  'Without it, clients keep working, but the values of their tokens cannot be shown again.';
const lossOfLocal =
  'Without it, clients that signed in must pair again, and the settings must be accepted again.';

/** Number of notices that are kept. */
const keptNotices = 100;

const pluginTimeout = 10_000;

export class Host {
  /** The latest hundred notices, oldest first. */
  readonly notices: string[] = [];
  private readonly loaded: LoadedPlugin[] = [];
  private readonly watcher: VaultWatcher;
  private readonly settings: SettingsWatcher;
  /** What every plugin with a `control` gets. */
  readonly services: HostServices;
  private filling: Promise<void> | undefined;
  private reading: Promise<void> | undefined;
  private tidying: Promise<void> | undefined;
  private closing: Promise<void> | undefined;
  private readonly packages: PluginRequire;
  private readonly device: ProcessDevice;

  constructor(
    private readonly own: App,
    private readonly state: StateFolder,
    private readonly log: Console,
    private readonly options: HostOptions,
  ) {
    this.packages = requireBeside(options.packagesBeside);
    this.device = new ProcessDevice(state);
    this.settings = new SettingsWatcher(own.vault.adapter.confinement);
    const lookAgain = (): void => this.settings.lookAgain();
    this.watcher = new VaultWatcher(own, message => log.error(message), options.listInThread, lookAgain);
    this.services = {
      realPath: path => realPath(own.vault, path),
      pluginSettings: id => pluginSettings(own.vault, id),
      noticeChanges: () => this.watcher.notice(),
      notScanned: () => own.metadataCache.index.notScanned.map(({ path }) => path),
      updateLocal: (key, change) => own.updateLocalStorage(key, change),
      claimDevices: () => this.device.claim(),
    };
    ambient().notices = message => this.note(message);
  }

  /** By its public type, as the plugin's own code needs it. */
  get app(): Api.App {
    return published(this.own);
  }

  /** What the public typings leave out: commands, plugins, status bar, setting tabs, CLI handlers. */
  get internals(): App {
    return this.own;
  }

  /** The file outside the vault that holds the values of tokens. */
  get secretsFile(): string {
    return join(this.state.path, secretsName);
  }

  /**
   * Loads a plugin and makes the app ready if it was not. `overlay` is laid over the plugin's settings for this
   * run when the plugin has a `control`.
   * @param manifest by default the `manifest.json` beside `main.js`
   * @throws SettingsRefused for an overlay that the plugin does not accept, and whatever `onload` throws
   */
  async loadPlugin(
    source: PluginSource,
    manifest?: Api.PluginManifest,
    overlay?: Overlay,
  ): Promise<LoadedPlugin> {
    // As in the app, a plugin is loaded before the vault is known.
    const plugin = await this.load(source, manifest, overlay);
    await this.becomeReady();
    return plugin;
  }

  /** Plugins that cannot be loaded are logged; the host continues without them. */
  async loadCommunityPlugins(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    // No other start needs it, so only this one loads it.
    const { openPluginWindow } = await import('./plugin-window/plugin-window');
    await openPluginWindow(this.app, this.packages);
    for (const id of ids) {
      const loading = this.loadCommunityPlugin(id).then(
        () => 'loaded' as const,
        (error: unknown) => this.log.error(`The plugin "${id}" is not loaded: ${messageOf(error)}`),
      );
      if ((await inTime(loading, pluginTimeout)) === 'late')
        this.log.error(
          `The plugin "${id}" is still loading after ${pluginTimeout / 1000} s; going on without it.`,
        );
    }
  }

  /** Of `.obsidian/plugins/ID`; this does not make the app ready. */
  async loadCommunityPlugin(id: string): Promise<LoadedPlugin> {
    if (id.includes('/') || id.includes('\\') || id.startsWith('.'))
      throw new Error(`"${id}" is no plugin's id.`);
    const path = `${this.own.vault.configDir}/plugins/${id}/main.js`;
    const { confinement } = this.own.vault.adapter;
    if (confinement.stats(path) === null) throw new Error(`there is no ${path} in the vault.`);
    return this.load(confinement.real(path), undefined, undefined);
  }

  /** Runs the callbacks that wait for the layout, then watches the folder. Does nothing the second time. */
  async becomeReady(): Promise<void> {
    const { vault, workspace } = this.own;
    if (workspace.layoutReady) return;
    await Promise.all([this.fillVault(), this.own.metadataCache.ignored.prepare()]);
    // The app sends an event for every file that is there before the layout is ready (typings).
    const files = vault.hasListeners('create') ? vault.getAllLoadedFiles() : [];
    await inSlices(files, file => {
      if (file !== vault.getRoot()) vault.trigger('create', file);
    });
    workspace.becomeReady();
    this.reading = this.readMetadata();
    if (this.options.watch !== false) this.watcher.start(this.metadataSettled());
  }

  /** Lists the folder, once. */
  async fillVault(): Promise<void> {
    this.filling ??= Promise.resolve(this.options.listing).then(listing =>
      this.own.vault.index.load(listing),
    );
    await this.filling;
  }

  /** Resolves when the index contains everything that happened in the folder before the call. */
  settled(): Promise<void> {
    return this.watcher.settled();
  }

  /** Resolves when the metadata cache is equal to the index, links resolved; needs a ready app. */
  async metadataSettled(): Promise<void> {
    await this.reading;
    await this.own.metadataCache.index.settled();
  }

  /** Stops servers, unloads the plugins in reverse, ends watching and waits for writes under way. */
  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async shutDown(): Promise<void> {
    this.watcher.close();
    this.settings.close();
    for (const plugin of this.loaded.splice(0).reverse()) {
      await plugin.control?.stop().catch((error: unknown) => this.log.error(error));
      try {
        unloadPlugin(this.own, plugin.instance);
      } catch (error) {
        this.log.error(error);
      }
    }
    await this.own.workspace.quit();
    await this.own.vault.adapter.drained();
    this.own.vault.index.close();
    await this.own.metadataCache.index.close();
    await this.tidying;
    this.device.release();
    ambient().notices = undefined;
  }

  /** In the background, once servers listen. */
  private async readMetadata(): Promise<void> {
    for (const { control } of [...this.loaded]) await control?.started();
    this.own.metadataCache.index.begin();
    // The next start removes what cannot be found now.
    this.tidying = this.own.vault.index.tidy(this.own.vault.configDir).catch(() => undefined);
  }

  private async load(
    source: PluginSource,
    manifest: Api.PluginManifest | undefined,
    overlay: Overlay | undefined,
  ): Promise<LoadedPlugin> {
    const { own: app, log, packages } = this;
    const context = { app, codeFolder: join(this.state.path, 'code'), log, packages };
    const plugin = await loadPlugin(context, source, manifest, { services: this.services, ...overlay });
    this.loaded.push(plugin);
    this.watchSettings(plugin.instance);
    return plugin;
  }

  private watchSettings(plugin: Plugin): void {
    if (this.options.watch === false) return;
    this.settings.add(plugin);
    plugin.onDataSaved = () => this.settings.add(plugin);
  }

  private note(message: string): void {
    this.notices.push(message);
    if (this.notices.length > keptNotices) this.notices.shift();
    if (this.options.quiet !== true) this.log.error(terminalText(message));
  }
}

/** Opens a folder as a vault. @throws Error when there is no such folder, or a file of its state cannot be read */
export async function openVault(folder: string, options: HostOptions = {}): Promise<Host> {
  const { root } = new Confinement(folder);
  const state = openStateFolder(options.stateFolder ?? stateFolderPath(root, process.env), root);
  clearStateLeftOvers(state.path);
  const names = new TemporaryNames(keyOf(state));
  const log = options.log ?? new Console({ stdout: process.stderr, stderr: process.stderr });
  const tell = (message: string): void => log.error(terminalText(message));
  const stores = {
    secrets: new JsonStore(join(state.path, secretsName), lossOfSecrets, tell),
    local: new JsonStore(join(state.path, 'local-storage.json'), lossOfLocal, tell),
  };
  for (const store of Object.values(stores)) store.requireReadable();
  installGlobals();
  if (options.pdfWorker !== undefined) ambient().pdfWorker = options.pdfWorker;
  const app = new App(new FileSystemAdapter(root, names), names, stores, state.id, {
    delay: options.metadataDelay,
    recordFile: join(state.path, 'metadata.records'),
    scanWorker: options.scanWorker,
    schedule: options.schedule,
  });
  app.vault.holdsTexts = options.holdsTexts === true;
  const host = new Host(app, state, log, options);
  const { communityPlugins = [], listing } = options;
  if (communityPlugins.length > 0 || listing === undefined) await host.fillVault();
  await host.loadCommunityPlugins(communityPlugins);
  return host;
}

async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>(resolve => {
    timer = setTimeout(() => resolve('late'), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function published(app: App): Api.App {
  const object: unknown = app;
  if (!isPublished(object)) throw new Error('Not an app.');
  return object;
}

/** To the compiler the typings' classes and ours differ; at run time they are the same. */
function isPublished(value: unknown): value is Api.App {
  return value instanceof App;
}
