import type * as Api from 'obsidian';
import type { FileSystemAdapter } from './disk/adapter';
import { Commands } from './plugins/commands';
import { FileManager } from './vault/file-manager';
import { InternalPlugins } from './plugins/internal-plugins';
import type { JsonStore } from './vault/json-store';
import { MetadataCache, type MetadataOptions } from './metadata/metadata-cache';
import { PluginRegistry } from './plugins/plugin-registry';
import { SecretStorage } from './plugins/secret-storage';
import { SettingDialog } from './settings/setting-dialog';
import { guardMembers, notImitated } from './core/strict';
import type { Json } from './core/unknowns';
import type { TemporaryNames } from './disk/temporary-names';
import { Vault } from './vault/vault';
import { Workspace } from './workspace/workspace';

export interface CliRegistration {
  readonly description: string;
  readonly flags: Api.CliFlags | null;
  readonly handler: Api.CliHandler;
}

/** What the host keeps outside the vault for the app. */
export interface AppStores {
  readonly secrets: JsonStore;
  readonly local: JsonStore;
}

export class App {
  static {
    guardMembers(this);
  }

  readonly vault: Vault;
  readonly workspace: Workspace;
  readonly metadataCache: MetadataCache;
  readonly fileManager: FileManager;
  readonly secretStorage: SecretStorage;
  readonly lastEvent = null;

  // Internal in the app, but widely used.
  readonly commands = new Commands();
  readonly plugins = new PluginRegistry();
  readonly internalPlugins: InternalPlugins;
  readonly setting = new SettingDialog();
  /** Which sections of a note are folded; none are here. Seen in Periodic Notes 0.0.17. */
  readonly foldManager = { load: (): null => null, save: (): void => undefined };

  // Of the host.
  readonly cliHandlers = new Map<string, CliRegistration>();
  readonly statusBar: HTMLElement[] = [];

  constructor(
    adapter: FileSystemAdapter,
    names: TemporaryNames,
    private readonly stores: AppStores,
    /** Internal in the app: the vault's identity on this device. */
    readonly appId: string,
    metadata: MetadataOptions = {},
  ) {
    this.vault = new Vault(adapter, names);
    this.metadataCache = new MetadataCache(this.vault, metadata);
    this.fileManager = new FileManager(this.vault, this.metadataCache, () => this.workspace.getActiveFile());
    this.workspace = new Workspace(this);
    this.secretStorage = new SecretStorage(stores.secrets);
    this.internalPlugins = new InternalPlugins(adapter.confinement, this.vault.configDir);
  }

  get keymap(): never {
    return notImitated('App.keymap');
  }

  get scope(): never {
    return notImitated('App.scope');
  }

  get renderContext(): never {
    return notImitated('App.renderContext');
  }

  isDarkMode(): boolean {
    return false;
  }

  loadLocalStorage(key: string): unknown {
    return valueIn(this.stores.local.read(), key);
  }

  saveLocalStorage(key: string, data: unknown): void {
    this.updateLocalStorage(key, () => data);
  }

  /** Of the host: other processes that serve the vault change it before or after, not in between. */
  updateLocalStorage(key: string, change: (stored: unknown) => unknown): void {
    this.stores.local.update(stored => {
      const data = change(valueIn(stored, key));
      if (data === null || data === undefined) Reflect.deleteProperty(stored, key);
      else stored[key] = data;
      return stored;
    });
  }
}

function valueIn(stored: Json, key: string): unknown {
  return Object.hasOwn(stored, key) ? stored[key] : null;
}
