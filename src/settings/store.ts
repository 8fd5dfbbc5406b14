import type { HostApprover, HostServices, Overlay } from '../control';
import { checkOverlay, layOver, type OverlaidSettings } from './overlay';
import { closedSettings, loadSettings, unreadableSettings } from './migration';
import { type Settings, settingsSchema, type StoredToken } from './schema';
import { newTokenValue, secretId, storedToken } from './tokens';

/** Where settings and secrets live: the plugin's `data.json` and the app's secret storage. */
export interface SettingsHome {
  load(): Promise<unknown>;
  save(settings: Settings): Promise<void>;
  getSecret(id: string): string | null;
  setSecret(id: string, value: string): void;
  /** Keeps a damaged settings file aside before it is written again. */
  keepAside(): Promise<void>;
}

/** The settings of this run: what is stored, and over it what the host laid for this run only. */
export class SettingsStore {
  private overlay: Overlay | undefined = undefined;
  private stored: Settings = settingsSchema.parse({});
  private current: OverlaidSettings = layOver(this.stored, this.overlay ?? {});
  private isClosed = false;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly home: SettingsHome) {}

  get settings(): Settings {
    return this.current.settings;
  }

  /** Whether a host other than the app runs the plugin. */
  get isHosted(): boolean {
    return this.overlay !== undefined;
  }

  /** Whether a rule was lost, so that nobody gets in until a person has changed something. */
  get isLocked(): boolean {
    return this.isClosed;
  }

  /** What a host can tell beside the app's API. */
  get hostServices(): HostServices | undefined {
    return this.overlay?.services;
  }

  /** Who is asked where a host runs the plugin. */
  get hostApprover(): HostApprover | undefined {
    return this.overlay?.approver;
  }

  /** @throws Error naming the key that is not right. */
  layOver(overlay: Overlay): void {
    checkOverlay(overlay);
    this.overlay = overlay;
    this.refresh();
  }

  /** @returns what could not be read, in words for a person. */
  async load(): Promise<readonly string[]> {
    const { settings, problems, isClosed } = await this.home.load().then(loadSettings, unreadableSettings);
    if (problems.length > 0) await this.home.keepAside();
    this.stored = settings;
    this.isClosed = isClosed;
    this.refresh();
    return problems;
  }

  /** Changes the stored settings; keys that the host laid over stay as they are for this run. */
  async update(change: (settings: Settings) => Settings): Promise<void> {
    this.stored = settingsSchema.parse(change(this.stored));
    this.isClosed = false;
    this.refresh();
    await this.home.save(this.stored);
  }

  /**
   * Writes down a fact about stored tokens that changes nobody's rights, so listeners are not told. Does nothing
   * when no token changes, or while lost rules keep everybody out. A failed write is tried with the next fact.
   * @param change is also given the name that the token has in this run, where it holds in it
   */
  async record(change: (token: StoredToken, name: string | undefined) => StoredToken): Promise<void> {
    const names = new Map(this.settings.tokens.map(({ valueHash, name }) => [valueHash, name]));
    const tokens = this.stored.tokens.map(token => change(token, names.get(token.valueHash)));
    if (this.isClosed || tokens.every((token, index) => token === this.stored.tokens[index])) return;
    this.stored = { ...this.stored, tokens };
    this.current = layOver(this.stored, this.overlay ?? {});
    await this.home.save(this.stored).catch(() => undefined);
  }

  /** Changes one stored token, found by its hash. */
  changeToken(valueHash: string, change: (token: StoredToken) => StoredToken): Promise<void> {
    return this.update(settings => ({
      ...settings,
      tokens: settings.tokens.map(token => (token.valueHash === valueHash ? change(token) : token)),
    }));
  }

  /** Gives a token a new value; the old one lets nobody in from now on. @returns the new value's hash */
  async rotateToken(token: StoredToken, created: Date): Promise<string> {
    const value = newTokenValue();
    const { valueHash } = storedToken(token.name, token.rights, value);
    const next = { ...token, valueHash, created: created.toISOString() };
    this.home.setSecret(secretId(next), value);
    this.home.setSecret(secretId(token), '');
    await this.changeToken(token.valueHash, () => next);
    return valueHash;
  }

  /** Called after every change. @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The value of a token, where this device knows it. */
  tokenValue(token: StoredToken): string | undefined {
    const secret = this.home.getSecret(secretId(token));
    return (
      this.current.values.get(token.valueHash) ?? (secret === null || secret === '' ? undefined : secret)
    );
  }

  /** The first token whose value this device knows. */
  firstKnownToken(): string | undefined {
    for (const token of this.settings.tokens) {
      const value = this.tokenValue(token);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Makes the first token where there is none, since without one nothing listens. */
  async ensureToken(created: Date): Promise<void> {
    if (this.settings.tokens.length > 0) return;
    await this.addToken('default', this.overlay?.defaultRights ?? 'write', created);
  }

  /** The token's value is kept in secret storage. @returns the token's hash */
  async addToken(name: string, rights: StoredToken['rights'], created: Date): Promise<string> {
    const value = newTokenValue();
    const token = storedToken(name, rights, value, created);
    this.home.setSecret(secretId(token), value);
    await this.update(settings => ({ ...settings, tokens: [...settings.tokens, token] }));
    return token.valueHash;
  }

  /** Takes a token's rights to come in, at once. Secret storage cannot delete, so the value is blanked. */
  async removeToken(token: StoredToken): Promise<void> {
    this.home.setSecret(secretId(token), '');
    await this.update(settings => ({
      ...settings,
      tokens: settings.tokens.filter(({ valueHash }) => valueHash !== token.valueHash),
    }));
  }

  private refresh(): void {
    const { settings, values } = layOver(this.stored, this.overlay ?? {});
    // What a host lays over must not open what a lost rule closed.
    this.current = { settings: this.isClosed ? closedSettings(settings) : settings, values };
    for (const listener of this.listeners) listener();
  }
}
