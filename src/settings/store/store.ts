import type { Plugin } from 'obsidian';
import { pause, sha256 } from '../../platform';
import { DataFile, closedSettings, loadReport, loadStored, type StoredData } from './data-file';
import type { Overlay, PairingConsent } from '../../control';
import { quoted } from '../../ui/plain-words';
import { t } from '../../ui/text/text';
import { isRecord } from '../../utils/json';
import { approvalRisks, defaultProfile } from '../../utils/rights';
import { Acceptance, type UntrustedSettings, type DeviceStorage } from '../trust/acceptance';
import { DevicePort } from './device-port';
import { checkOverlay, expectationOf, applyOverlay, type OverlaidSettings } from './overlay';
import { revokedKey, revokedSchema, withoutRevoked, type Secrets, TokenValues } from '../tokens/token-values';
import { defaultPort, maxRevoked, type Settings, settingsSchema, type StoredToken } from '../schema';
import { unknownToolsText } from '../tool-switches';
import { isExpired, newTokenValue, storedToken, nameFor } from '../tokens/tokens';

/** The plugin's `data.json`, the vault's secret storage and its local storage on this device. */
export function pluginSettingsStorage(plugin: Plugin): SettingsStorage {
  const { app } = plugin;
  const file = new DataFile(plugin, pause);
  return {
    load: expected => file.load(expected),
    save: (settings, base) => file.save(settings, base),
    keepAside: () => file.keepAside(),
    getSecret: id => app.secretStorage.getSecret(id),
    setSecret: (id, value) => app.secretStorage.setSecret(id, value),
    getLocal: (key): unknown => app.loadLocalStorage(key),
    setLocal(key, value) {
      try {
        app.saveLocalStorage(key, value);
      } catch {
        // Local storage may be full. It only holds second copies or optional data.
      }
    },
  };
}

/** Where settings and secrets live: the plugin's `data.json`, the app's secret storage and its local storage. */
type SettingsStorage = Secrets & DeviceStorage & Pick<DataFile, 'load' | 'save' | 'keepAside'>;

/** How often a change is made anew because another program has changed the file meanwhile. */
const maxAttempts = 10;

/** The settings of this run: the stored ones, overridden by those that the host sets for this run only. */
export class SettingsStore {
  private overlay: Overlay | undefined = undefined;
  private stored: Settings = settingsSchema.parse({});
  /** As in the file, without changes that are not saved. */
  private saved = this.stored;
  /** What applied of `saved`. */
  private savedOwn = this.stored;
  /** From what `saved` was read. */
  private base: StoredData | undefined;
  private current: OverlaidSettings = applyOverlay(this.stored, this.overlay ?? {});
  private reading: Promise<void> | undefined;
  private isClosed = false;
  private isLoaded = false;
  /** Whether a change applies that could not be saved. */
  private hasUnsaved = false;
  private changes = 0;
  private reads = 0;
  private readonly values: TokenValues;
  private readonly acceptance: Acceptance;
  private readonly port: DevicePort;
  private readonly listeners = new Set<() => void>();
  private readonly reported = new Set<string>();
  /** Hashes of the tokens that this run knows to be revoked. */
  private readonly gone = new Set<string>();

  /** @param report shows the user a message about a failed save or a repair */
  constructor(
    readonly storage: SettingsStorage,
    private readonly report: (problem: string) => void,
    /** Called when a change has found the file changed by another program. */
    private readonly onForeign: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.values = new TokenValues(storage);
    this.acceptance = new Acceptance(storage);
    this.port = new DevicePort(storage);
  }

  get settings(): Settings {
    return this.current.settings;
  }

  /** Whether a host other than the app runs the plugin. */
  get isHosted(): boolean {
    return this.overlay !== undefined;
  }

  /** Whether a rule was lost, so that no client can connect until the user changes something. */
  get isLocked(): boolean {
    return this.isClosed;
  }

  /** How often the stored settings were read: at the start, and after each change by another program. */
  get timesRead(): number {
    return this.reads;
  }

  /** What a host other than the app gives; empty in the app. */
  get host(): Pick<Overlay, 'services' | 'front' | 'approver'> {
    return this.overlay ?? {};
  }

  /** Which command line of a host gave the token its rights: that of this run, or of a pairing. */
  originOf(name: string): 'run' | 'pairing' | undefined {
    if (this.overlay?.tokens?.some(token => token.name === name) === true) return 'run';
    const isPaired = this.settings.tokens.some(token => token.name === name && token.paired === true);
    return this.isHosted && isPaired ? 'pairing' : undefined;
  }

  /** Changes what this device keeps as one step, also between processes of a host. @returns whether it is stored */
  updateLocal(key: string, change: (stored: unknown) => unknown): boolean {
    const { services } = this.host;
    try {
      if (services !== undefined) {
        services.updateLocal(key, change);
        return true;
      }
    } catch {
      return false;
    }
    const changed = change(this.storage.getLocal(key));
    this.storage.setLocal(key, changed);
    return JSON.stringify(this.storage.getLocal(key)) === JSON.stringify(changed);
  }

  /** @throws Error naming the invalid key. */
  applyOverlay(overlay: Overlay): void {
    checkOverlay(overlay);
    this.overlay = overlay;
    this.refresh();
  }

  /** Loads the stored settings, also after another program's change. Unreadable rules close the vault. Never rejects. */
  async load(): Promise<void> {
    const found = await this.read();
    this.base = found;
    const loaded = loadStored(found);
    const { settings, returned } = withoutRevoked(loaded.settings, this.revoked());
    // Includes tokens that another device revoked: a later file may lack them.
    this.rememberRevoked(settings.revoked);
    // A lost or damaged file contains no rules; these are written again with the next change.
    const isLost = !['new', 'found'].includes(found.kind);
    if (!isLost || !this.isLoaded) this.replaceBy(settings);
    this.saved = this.stored;
    this.isClosed = loaded.isClosed;
    if (!loaded.isClosed) this.hold(loaded.problems.length === 0);
    this.savedOwn = this.acceptance.narrow(this.saved);
    this.isLoaded = true;
    this.reads += 1;
    this.refresh();
    if (loaded.problems.length > 0) {
      const isKept = found.kind === 'damaged' || found.kind === 'found';
      const copy = isKept ? await this.storage.keepAside() : undefined;
      this.report(loadReport(loaded, { kind: found.kind, copy, isHosted: this.isHosted }));
    }
    const expired = this.settings.tokens.filter(token => this.isHosted && isExpired(token, new Date()));
    for (const { name } of expired) this.reportOnce(t('notice.expired', { name: quoted(name) }));
    const unknownTools = unknownToolsText(loaded.settings);
    if (unknownTools !== undefined) this.reportOnce(unknownTools);
    if (returned.length > 0) {
      const names = returned.map(({ name }) => quoted(name)).join(', ');
      const text = t('file.returned', { names });
      this.reportOnce(text);
      // Until that is saved, each reading finds them.
      if ((await this.write()) === 'saved') this.reported.delete(text);
    }
  }

  /** Settings are read again whenever another device changes them. */
  private reportOnce(problem: string): void {
    if (!this.reported.has(problem)) this.report(problem);
    this.reported.add(problem);
  }

  /**
   * Changes the stored settings; keys set by the host stay unchanged for this run. Applies at once, also where it cannot
   * be saved; taken back where the file has changed meanwhile to what closes the vault. Both are reported.
   * @param change called for the stored settings and for those that apply here; again if the file has changed meanwhile
   * @returns whether it is saved
   */
  async update(change: (settings: Settings) => Settings): Promise<boolean> {
    // There must be a file before this device knows of tokens: without one, settings count as lost at the next start.
    let outcome = this.base?.kind === 'new' ? await this.write() : 'saved';
    if (this.base?.kind === 'new' && outcome === 'saved') {
      await this.load();
      if (this.isLocked) return this.refuse();
    }
    for (let attempt = 1; ; attempt += 1) {
      // Settings that came with the vault and were not accepted stay stored, but are not accepted by this.
      const changed = (one: Settings): Settings =>
        withoutRevoked(settingsSchema.parse(change(one)), this.revoked()).settings;
      const own = changed(this.acceptance.narrow(this.stored));
      if (this.isClosed) this.acceptance.accept(own);
      else this.acceptance.exchange(own, this.stored);
      this.stored = changed(this.stored);
      this.isClosed = false;
      this.changes += 1;
      this.refresh();
      if (outcome !== 'failed') outcome = await this.write();
      this.hasUnsaved ||= outcome === 'failed';
      if (outcome !== 'refused') return outcome === 'saved';
      this.acceptance.exchange(this.savedOwn, this.stored);
      this.replaceBy(withoutRevoked(this.saved, this.revoked()).settings);
      // Several changes wait for one reading: each further one would make the others out of date again.
      await (this.reading ??= this.load().finally(() => (this.reading = undefined)));
      void this.onForeign().catch(() => undefined);
      // What the user has not seen to be closed is not written over.
      if (!this.isLocked && attempt < maxAttempts) continue;
      return this.refuse();
    }
  }

  private refuse(): false {
    this.report(t('notice.notChanged'));
    return false;
  }

  /** The token with this hash, as it applies now. */
  token(hash: string): StoredToken | undefined {
    return this.settings.tokens.find(({ valueHash }) => valueHash === hash);
  }

  /** Does nothing if there is no such token, as where it could not be saved. */
  async changeToken(valueHash: string, change: (token: StoredToken) => StoredToken): Promise<void> {
    if (!this.stored.tokens.some(token => token.valueHash === valueHash)) return;
    await this.update(settings => ({
      ...settings,
      tokens: settings.tokens.map(token => (token.valueHash === valueHash ? change(token) : token)),
    }));
  }

  /** Gives a token a new value; the old one becomes invalid, for good once that is saved. @returns the new value's hash */
  async rotateToken(token: StoredToken, created: Date): Promise<string> {
    const value = newTokenValue();
    const next = { valueHash: sha256(value), created: created.toISOString() };
    this.keepValue({ ...token, ...next }, value);
    // A change that is not saved ends with this run or at once, and then the old token is there again.
    if (await this.exchange(token, [next])) this.forget(token);
    if (!this.stored.tokens.some(one => one.valueHash === next.valueHash))
      this.values.forget({ ...token, ...next });
    return next.valueHash;
  }

  /** Whether the port may change without the user: in the app, while no client of this device can know it. */
  get mayMovePort(): boolean {
    const { isHosted, port, stored, values } = this;
    if (isHosted || port.isKept || stored.port !== defaultPort) return false;
    return stored.tokens.every(token => values.of(token) === undefined);
  }

  /** Whether this is the first start on this device, and the port may still change. */
  get hasNewPort(): boolean {
    return this.mayMovePort && this.port.isNew;
  }

  /** Whether the vault's port on this device differs from its settings, because another program has that one. */
  get hasOwnPort(): boolean {
    return !this.isHosted && this.settings.port !== this.stored.port;
  }

  /** Uses another port for this vault on this device. */
  movePort(port: number): void {
    this.port.take(port, this.stored.port);
    this.refresh();
  }

  /** A client knows the port: from now on only the user changes it. */
  keepPort(): void {
    if (!this.isHosted) this.port.keep(this.stored.port);
  }

  async choosePort(port: number): Promise<void> {
    this.port.choose(port);
    await this.update(settings => ({ ...settings, port }));
  }

  /** Called after every change. @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tokenValue(token: StoredToken): string | undefined {
    return this.current.values.get(token.valueHash) ?? this.values.of(token);
  }

  firstKnownToken(): (Pick<StoredToken, 'rights' | 'profile'> & { readonly value: string }) | undefined {
    for (const token of this.settings.tokens) {
      const value = isExpired(token, new Date()) ? undefined : this.tokenValue(token);
      if (value !== undefined) return { value, rights: token.rights, profile: token.profile };
    }
    return undefined;
  }

  /**
   * Creates the first token of a host if there is none; behind a front, that gives the tokens.
   * @throws Error if it could not be saved: each start would create another
   */
  async ensureToken(created: Date): Promise<void> {
    if (this.settings.tokens.length > 0 || this.host.front !== undefined) return;
    const { keepsNothing, settings, defaultProfile: profile } = this.overlay ?? {};
    const rights = keepsNothing === true ? 'read' : (this.overlay?.defaultRights ?? 'write');
    // A list of tokens in the settings of this run hides those that are saved.
    if (keepsNothing === true || (isRecord(settings) && settings['tokens'] !== undefined)) {
      const made = { name: 'default', value: newTokenValue(), rights };
      const tokens = [{ ...made, ...(profile === undefined ? {} : { profile }) }];
      this.applyOverlay({ ...this.overlay, tokens });
      return;
    }
    const name = nameFor('default', this.stored.tokens);
    const { isSaved } = await this.makeToken(name, rights, created, profile);
    if (!isSaved) throw new Error('The first token could not be saved.');
  }

  /** The token's value is kept in secret storage. @returns the token's hash */
  async addToken(name: string, rights: StoredToken['rights'], created: Date): Promise<string> {
    const { token } = await this.makeToken(name, rights, created);
    return token.valueHash;
  }

  /**
   * Adds the connection of a client that signed in. It has no value that anybody knows; its tokens are the sign-in's.
   * @returns undefined if the settings cannot be saved
   */
  async addPaired(
    client: string,
    { rights, folders, changes, expires }: PairingConsent,
    created: Date,
  ): Promise<StoredToken | undefined> {
    const { tokens, approval } = this.settings;
    // The token's rules replace the general ones.
    const asked = approvalRisks.map(risk => [risk, approval[risk] === 'refuse' ? 'refuse' : 'ask'] as const);
    const token: StoredToken = {
      ...storedToken(nameFor(client, tokens), rights, newTokenValue(), created),
      allow: [...folders],
      ...(changes === 'ask' ? { approval: Object.fromEntries(asked) } : {}),
      ...(expires === undefined ? {} : { expires }),
      paired: true,
    };
    const isSaved = await this.update(settings => ({ ...settings, tokens: [...settings.tokens, token] }));
    if (!isSaved && this.overlay?.keepsNothing !== true) return undefined;
    this.keepPort();
    return this.token(token.valueHash);
  }

  /** Revokes a token, at once and on every device that reads these settings. */
  async removeToken(token: StoredToken): Promise<void> {
    this.forget(token);
    await this.exchange(token, []);
  }

  /** Settings that came with the vault and do not apply here, since they were neither made nor accepted on this device. */
  untrusted(): readonly UntrustedSettings[] {
    return this.isClosed ? [] : this.acceptance.untrusted(this.stored);
  }

  /** Those that the user has not been shown yet. */
  unreviewed(): readonly UntrustedSettings[] {
    return this.untrusted().filter(item => !this.acceptance.isDeclined(item));
  }

  /** From now on these apply on this device. */
  acceptUntrusted(items: readonly UntrustedSettings[]): void {
    this.acceptance.acceptUntrusted(this.stored, items);
    this.savedOwn = this.acceptance.narrow(this.saved);
    this.refresh();
  }

  /** These are not shown again. */
  declineUntrusted(items: readonly UntrustedSettings[]): void {
    this.acceptance.decline(items);
  }

  /** @param isWhole whether everything could be read: then missing items are forgotten */
  private hold(isWhole: boolean): void {
    const isChangedElsewhere = this.acceptance.open();
    if (!this.isLoaded && this.overlay?.acceptsStored === true)
      this.acceptance.acceptUntrusted(this.stored, this.untrusted());
    if (isWhole && !isChangedElsewhere) this.acceptance.accept(this.acceptance.narrow(this.stored));
  }

  private async read(): Promise<StoredData> {
    for (;;) {
      const { changes } = this;
      const found = await this.storage.load(expectationOf(this.overlay, this.acceptance.hasTokens()));
      // Pending changes are written before the file is read again.
      if (changes === this.changes) return found;
    }
  }

  private async makeToken(
    name: string,
    rights: StoredToken['rights'],
    created: Date,
    profile = defaultProfile,
  ): Promise<{ readonly token: StoredToken; readonly isSaved: boolean }> {
    const value = newTokenValue();
    const token = { ...storedToken(name, rights, value, created), profile };
    this.keepValue(token, value);
    const isSaved = await this.update(settings => ({ ...settings, tokens: [...settings.tokens, token] }));
    return { token, isSaved };
  }

  private keepValue(token: StoredToken, value: string): void {
    if (this.values.keep(token, value)) return;
    this.report(t('notice.tokenNotKept', { name: quoted(token.name) }));
  }

  private forget(token: StoredToken): void {
    this.values.forget(token);
    this.rememberRevoked([token.valueHash]);
  }

  /** Keeps the hash of a token as revoked, and gives the token these changes instead, or removes it. */
  private exchange({ valueHash }: StoredToken, next: readonly Partial<StoredToken>[]): Promise<boolean> {
    return this.update(settings => ({
      ...settings,
      tokens: settings.tokens.flatMap(one =>
        one.valueHash === valueHash ? next.map(part => ({ ...one, ...part })) : one,
      ),
      revoked: [...settings.revoked, valueHash].slice(-maxRevoked),
    }));
  }

  private revoked(): readonly string[] {
    return [...new Set([...revokedSchema.parse(this.storage.getLocal(revokedKey)), ...this.gone])];
  }

  private rememberRevoked(hashes: readonly string[]): void {
    for (const hash of hashes) this.gone.add(hash);
    if (hashes.length > 0) this.updateLocal(revokedKey, () => this.revoked().slice(-maxRevoked));
  }

  /** Instead of what applied, also of what could not be saved. */
  private replaceBy(settings: Settings): void {
    if (this.hasUnsaved) this.report(t('notice.unsavedLost'));
    this.hasUnsaved = false;
    this.stored = settings;
  }

  /** Refused if another program has changed the file since it was read; failures are reported. */
  private async write(): Promise<'saved' | 'refused' | 'failed'> {
    const { stored } = this;
    const own = this.acceptance.narrow(stored);
    if (this.overlay?.keepsNothing === true) return 'failed';
    try {
      if (!(await this.storage.save(stored, this.base))) return 'refused';
      this.saved = stored;
      // The user may have accepted more meanwhile; of a further change nobody knows yet whether it is saved.
      this.savedOwn = stored === this.stored ? this.acceptance.narrow(stored) : own;
      this.hasUnsaved = false;
      return 'saved';
    } catch {
      this.report(t('notice.notSaved'));
      return 'failed';
    }
  }

  private refresh(): void {
    const own = this.acceptance.narrow(this.stored);
    const port = this.isHosted ? own.port : this.port.inPlaceOf(own.port);
    const { settings, values } = applyOverlay({ ...own, port }, this.overlay ?? {});
    // A host's settings must not undo the lock after a lost rule.
    this.current = { settings: this.isClosed ? closedSettings(settings) : settings, values };
    for (const listener of this.listeners) listener();
  }
}
