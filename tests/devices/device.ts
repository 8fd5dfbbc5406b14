import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Host, openVault } from '../../pkg/headless/host';
import type { Overlay } from '../../src/control';
import LecternPlugin from '../../src/main';
import type { SettingsStore } from '../../src/settings/store/store';
import { approvalRisks } from '../../src/utils/rights';
import { clients, type TestClient } from '../support/clients';
import { type Files, VaultFolder } from '../support/files/vault-folder';
import { manifest } from '../support/lectern';

const noApproval = Object.fromEntries(approvalRisks.map(risk => [risk, 'allow']));

/** A folder that a sync program carries between devices. */
export class SharedVault {
  private readonly folder: VaultFolder;
  private readonly devices: Device[] = [];

  constructor(files: Files) {
    this.folder = new VaultFolder(files);
  }

  get path(): string {
    return this.folder.path;
  }

  /** Of the plugin, from its folder. */
  pluginFile(name: string): string {
    return join(this.path, '.obsidian/plugins', manifest.id, name);
  }

  text(path: string): string {
    return readFileSync(join(this.path, path), 'utf8');
  }

  /** As the sync program or another program does. */
  write(path: string, text: string): void {
    writeFileSync(join(this.path, path), text);
  }

  device(): Device {
    const device = new Device(this.path);
    this.devices.push(device);
    return device;
  }

  async close(): Promise<void> {
    for (const device of this.devices) await device.end();
    this.folder.remove();
  }
}

/** One of them, with its own local storage and secrets, which last from one start of Lectern to the next. */
export class Device {
  private readonly state = mkdtempSync(join(tmpdir(), 'lectern-device-'));
  private host: Host | undefined;
  private client: TestClient | undefined;
  private running: LecternPlugin | undefined;

  constructor(private readonly vault: string) {}

  /** Starts Lectern with the settings of the vault, which this device accepts. */
  async start(overlay: Overlay = {}): Promise<LecternPlugin> {
    this.host = await openVault(this.vault, { stateFolder: this.state, watch: false, quiet: true });
    const settings = { port: 0, approval: noApproval };
    const { control, instance } = await this.host.loadPlugin(LecternPlugin, manifest, {
      settings,
      acceptsStored: true,
      ...overlay,
    });
    if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
    await control?.started();
    this.running = instance;
    return instance;
  }

  get url(): string {
    const { url } = this.plugin.control.status();
    if (url === undefined) throw new Error('The server does not listen.');
    return url;
  }

  get plugin(): LecternPlugin {
    if (this.running === undefined) throw new Error('Lectern does not run.');
    return this.running;
  }

  get store(): SettingsStore {
    return this.plugin.lectern.appInterface.tab.store;
  }

  async connect(token = this.store.firstKnownToken()?.value ?? ''): Promise<TestClient> {
    this.client ??= await clients['2026']({ url: this.url, token });
    return this.client;
  }

  /** The local storage of the app on this device. */
  localStorage(key: string): unknown {
    const value: unknown = this.plugin.app.loadLocalStorage(key);
    return value;
  }

  async stop(): Promise<void> {
    await this.client?.close();
    this.client = undefined;
    await this.host?.close();
    this.host = undefined;
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.state, { recursive: true, force: true });
  }
}
