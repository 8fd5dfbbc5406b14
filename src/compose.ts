import type { Plugin } from 'obsidian';
import type { PluginControl } from './plugin-control';
import { AppInterface } from './app-interface';
import { after, keyedDigest, now, randomText, yieldToLoop } from './platform';
import { CallLog } from './server/calls/call-log';
import { CallLimits } from './server/calls/call-limits';
import { CallSlots, slicersFor } from './server/calls/call-slots';
import { nextFreePort } from './server/http/free-port';
import type { TokenEntry } from './server/http/gate';
import { instructions } from './server/mcp/instructions';
import { McpService, type ServiceOptions } from './server/mcp-service';
import { SignIn } from './server/sign-in/sign-in';
import { toolService } from './server/tool-service';
import { type Policy, ToolAccess } from './server/calls/tool-access';
import { pluginSettingsStorage, SettingsStore } from './settings/store/store';
import { ownRulesOf, tokenFingerprint, writeRefusal, tokenEntry } from './settings/tokens/tokens';
import { TokenUses } from './settings/tokens/token-use';
import { retentionOf, searchMemoryOf, type Settings } from './settings/schema';
import { isToolOn } from './settings/tool-switches';
import { tools } from './tools';
import { actionText } from './ui/action-text';
import { LiveStatus } from './ui/live-status';
import { notifyLasting } from './ui/notices';
import { journalProblemText, serverProblemText, signInTexts } from './ui/text/server-texts';
import { t } from './ui/text/text';
import { Cursors } from './utils/page';
import type { TextQuestion } from './utils/call-hooks';
import { publicAddress } from './utils/urls';
import { LoopStarts } from './utils/slicing/loop-turns';
import { type Grant, isNarrowed } from './vault/access/access';
import { ActivityFile } from './vault/activity/call-record';
import { ApprovalQueue } from './vault/approval/approval-queue';
import type { Approver } from './vault/approval/approval-request';
import { approvalDigest, approvalText } from './vault/approval/approval-text';
import { Approvals, inClient } from './vault/approval/approvals';
import { GrantPreview } from './vault/access/grant-preview';
import { createServices, type Services, type VaultDependencies } from './vault/services';
import type { ChangeFeed } from './vault/app/change-feed';
import type { Writing } from './vault/writing/writing';

const megabyte = 1_000_000;

/** Another program may take a port after it was found free. */
const maxMoves = 5;

const changeIds = {
  now: () => Date.now(),
  random: () =>
    randomText(4)
      .toLowerCase()
      .replace(/[^0-9a-z]/g, '0'),
};

/** The plugin's parts, wired: the only place that imports from all folders. */
export class Lectern {
  private readonly store: SettingsStore;
  private readonly service = new McpService(() => this.live.changed(), serverProblemText);
  private readonly signIn: SignIn;
  private readonly slots = new CallSlots();
  private readonly starts = new LoopStarts({ now, yieldToLoop });
  private readonly limits = new CallLimits(this.slots, () => ({
    isPaused: this.live.isPaused,
    seconds: this.store.settings.callSeconds,
  }));
  private readonly calls = new CallLog();
  /** Requests that wait for the user of the app. */
  private readonly approvalQueue = new ApprovalQueue();
  private readonly approvals: Approvals;
  private readonly live = new LiveStatus(() => this.service.status, this.calls);
  /** Aborted when the plugin is unloaded: work in the background ends. */
  private readonly ended = new AbortController();
  private readonly slicers = slicersFor(this.slots, this.starts, this.ended.signal);
  /** Vault path. */
  private readonly pluginFolder: string;
  private readonly access = new ToolAccess(tools, () => this.policy());
  private readonly servicesFor: (grant: Grant) => Services;
  private readonly writing: Writing;
  private readonly feed: ChangeFeed;
  private activityFile: ActivityFile | undefined;
  private isRecovered = false;
  private isReady = false;
  /** The settings that only a restart of the server applies; empty until the first start reads them. */
  private servedAt = '';
  readonly appInterface: AppInterface;

  constructor(
    private readonly plugin: Plugin,
    control: PluginControl,
  ) {
    this.store = new SettingsStore(pluginSettingsStorage(plugin), notifyLasting, this.follow);
    this.pluginFolder = `${plugin.app.vault.configDir}/plugins/${plugin.manifest.id}`;
    this.signIn = this.createSignIn();
    const vaultName = plugin.app.vault.getName();
    control.attach({ store: this.store, service: this.service, signIn: this.signIn, vaultName });
    this.approvals = this.createApprovals();
    plugin.register(
      this.approvalQueue.subscribe(() => this.live.setWaiting(this.approvalQueue.requests.length)),
    );
    const dependencies = this.vaultDependencies();
    const vault = createServices(dependencies);
    this.servicesFor = vault.servicesFor;
    this.writing = vault.writing;
    this.feed = vault.feed;
    const { store, live, calls } = this;
    this.appInterface = new AppInterface({
      plugin,
      store,
      live,
      calls,
      vault,
      uses: this.followUses(),
      clients: control,
      server: {
        start: () => this.start(),
        stop: () => this.service.stop(),
        restart: () => this.restart(),
        usePort: port => {
          this.store.movePort(port);
          return this.restart();
        },
      },
      clearCalls: () => this.clearCalls(),
      grantPreview: new GrantPreview({ ...dependencies, filesFor: vault.filesFor }),
      approvals: this.approvalQueue,
      agreements: this.approvals.allowances,
    });
    plugin.register(store.subscribe(() => this.service.settingsChanged()));
    plugin.register(store.subscribe(() => this.approvals.settingsChanged()));
    plugin.register(() => this.signIn.close());
    plugin.register(() => void this.service.end());
    plugin.register(() => vault.end());
    plugin.register(() => this.ended.abort());
  }

  private createApprovals(): Approvals {
    const { store } = this;
    return new Approvals({
      rules: () => store.settings.approval,
      ownRules: name => ownRulesOf(store.settings, name),
      tokenFingerprint: name => tokenFingerprint(store.settings, name),
      timeout: () => store.settings.approvalSeconds * 1000,
      approver: (token, askInClient) => this.approver(token, askInClient),
      clock: Date.now,
    });
  }

  private restart(): Promise<void> {
    return this.service.stop().then(() => this.start());
  }

  private followUses(): TokenUses {
    const { plugin, store, calls } = this;
    const uses = new TokenUses({ tokens: () => store.settings.tokens, storage: store.storage, after });
    plugin.register(
      calls.subscribe(record => {
        uses.add(record);
        if (store.settings.tokens.some(({ name }) => name === record.token)) store.keepPort();
      }),
    );
    plugin.register(() => uses.end());
    return uses;
  }

  private createSignIn(): SignIn {
    return new SignIn({
      storage: {
        getLocal: key => this.store.storage.getLocal(key),
        updateLocal: (key, change) => this.store.updateLocal(key, change),
      },
      clock: () => Date.now(),
      readsDocuments: () => this.store.settings.clientDocuments,
      entries: this.entries,
      addConnection: async (client, consent) => {
        const token = await this.store.addPaired(client, consent, new Date());
        return token && { ...token, remove: () => this.store.removeToken(token) };
      },
      texts: signInTexts,
      onEnd: () => this.service.settingsChanged(),
    });
  }

  private vaultDependencies(): VaultDependencies {
    const { plugin } = this;
    const cursorKey = randomText(32);
    return {
      app: plugin.app,
      listen: plugin.registerEvent.bind(plugin),
      rules: () => this.store.settings,
      shows: (tool, grant) => this.access.shows(tool, grant),
      mayCall: (tool, grant) => this.access.mayCall(tool, grant),
      runtime: () => ({
        version: plugin.manifest.version,
        runtime: this.store.isHosted ? 'headless' : 'obsidian',
      }),
      realPath: path => this.store.host.services?.realPath(path) ?? path,
      pluginSettings: id => this.store.host.services?.pluginSettings(id),
      noticeChanges: async () => (await this.store.host.services?.noticeChanges()) ?? false,
      notScanned: () => this.store.host.services?.notScanned() ?? [],
      cursors: new Cursors(text => keyedDigest(cursorKey, text)),
      clock: { now: () => new Date() },
      ...this.slicers,
      textMemory: () => searchMemoryOf(this.store.settings, this.store.isHosted) * megabyte,
      journalFolder: `${this.pluginFolder}/journal`,
      uploadFolder: `${this.pluginFolder}/uploads`,
      meaningFolder: `${this.pluginFolder}/meaning`,
      journalLimits: () => retentionOf(this.store.settings),
      ids: changeIds,
      devices: () => this.store.host.services?.claimDevices() ?? { ended: [] },
      writeRefusal: ({ grant, rules }) =>
        writeRefusal(this.store.settings, { grant, rules, isPaused: this.live.isPaused, now: Date.now() }),
      report: problem => this.appInterface.reportProblem(journalProblemText(problem)),
      approval: this.approvals.approve,
      approveCommand: ({ name }, call, token) => this.approvals.approveCommand(name, call, token),
    };
  }

  /** Reads the settings and the calls of earlier runs. */
  async load(): Promise<void> {
    await this.store.load();
    await this.keepActivity();
  }

  /** The vault is there: starts the server if the settings say so. */
  async startIfWanted(): Promise<void> {
    this.isReady = true;
    if (this.store.settings.autoStart) await this.start(true);
  }

  /** Reads the settings again after another program changed their file. The server follows them. */
  async reloadSettings(): Promise<void> {
    const { isLocked, settings: before } = this.store;
    await this.store.load();
    await this.follow(this.store.settings.autoStart && (isLocked || !before.autoStart));
  }

  /** The server follows the settings to another place. @param mayStart whether it also starts */
  private readonly follow = async (mayStart = false): Promise<void> => {
    const isOff = this.service.status.state === 'off';
    if (!this.isReady || this.store.isLocked || (isOff && !mayStart)) return;
    const isCurrent = this.servedAt === '' || this.servedAt === placeOf(this.store.settings);
    if (!isOff && isCurrent) return;
    await this.service.stop();
    await this.start();
  };

  /** Takes back what a crash left half done, before anything is served; a failure is tried again at the next start. */
  private async recover(): Promise<void> {
    if (this.isRecovered) return;
    await this.writing.recover().catch(refusing('problem.noRecovery'));
    this.isRecovered = true;
  }

  /** A host without a window shows no earlier calls, and writes no file for them. */
  private async keepActivity(): Promise<void> {
    if (this.store.isHosted) return;
    const { plugin, calls, pluginFolder } = this;
    const file = new ActivityFile({
      adapter: plugin.app.vault.adapter,
      path: `${pluginFolder}/activity.jsonl`,
      capacity: calls.capacity,
    });
    calls.restore(await file.load());
    plugin.register(calls.subscribe(record => file.add(record)));
    plugin.register(() => void file.flush());
    this.activityFile = file;
  }

  private async clearCalls(): Promise<void> {
    this.calls.clear();
    await this.activityFile?.clear();
  }

  private async start(isFirst = false): Promise<void> {
    const { store, service } = this;
    // A port that was never ours is held by nobody who will end.
    await service.start(this.prepare, isFirst && !store.isHosted && !store.hasNewPort);
    if (!store.isHosted) await this.leaveTakenPort();
    const { problem } = service.status;
    // A host reports by itself how the first start ended.
    if (problem !== undefined && !(isFirst && store.isHosted)) this.appInterface.reportProblem(problem);
  }

  private readonly prepare = async (): Promise<ServiceOptions> => {
    const { store } = this;
    if (store.isLocked) throw new Error(t('problem.locked'));
    // In the app, the first client that the user connects makes the first one.
    if (store.isHosted) await store.ensureToken(new Date()).catch(refusing('problem.tokenNotSaved'));
    await this.recover();
    return this.serviceParts();
  };

  /** Replaces a port that another program has: the server moves by itself as long as no client knows its address. */
  private async leaveTakenPort(): Promise<void> {
    const { store, service, live } = this;
    const isTaken = (): boolean => service.status.takenPort !== undefined;
    for (let tries = 0; tries < maxMoves && isTaken(); tries += 1) {
      const port = await nextFreePort(store.settings.host);
      live.setFreePort(port);
      if (port === undefined || !store.mayMovePort || !isTaken()) return;
      store.movePort(port);
      await service.start(this.prepare);
    }
    if (service.status.state === 'listening' && store.hasNewPort) store.movePort(store.settings.port);
  }

  /** What one start of the server needs, from the settings of that moment. */
  private readonly serviceParts = (): ServiceOptions => {
    const { host, port, allowedOrigins, publicUrl } = this.store.settings;
    const { front } = this.store.host;
    const address = publicAddress(publicUrl);
    this.servedAt = placeOf(this.store.settings);
    const { servicesFor, limits, calls: log, starts, entries } = this;
    const { slicer } = this.slicers;
    return {
      host,
      port,
      front,
      allowedOrigins,
      signIn: address === undefined ? undefined : this.signIn.door(address),
      reportBug,
      entries,
      starts,
      clock: Date.now,
      ...toolService({
        servicesFor,
        slicer,
        entries,
        reportBug,
        limits,
        log,
        access: this.access,
        clock: Date.now,
        uploadPrefix: front === undefined ? '' : `${front.vault}-`,
        version: this.plugin.manifest.version,
        changes: listener => this.feed.subscribe(listener),
        instructions: shows => instructions([this.plugin.app.vault.getName()], shows, !this.store.isHosted),
        incoming: this.writing.incoming,
      }),
    };
  };

  /** Who is asked for approval: the user of the app, of the host, or of the client, if there is one. */
  private approver(token: string, askInClient: TextQuestion | undefined): Approver | undefined {
    const { host, isHosted, settings } = this.store;
    const inHost = host.approver === undefined ? undefined : this.byText(host.approver);
    const here = isHosted ? inHost : this.approvalQueue.ask;
    const asksInClient = settings.tokens.find(({ name }) => name === token)?.asksInClient === true;
    if (askInClient === undefined || !asksInClient) return here;
    return inClient(this.byText(askInClient), here);
  }

  private readonly byText =
    (ask: TextQuestion): Approver =>
    async (request, signal) => {
      const text = await approvalText(request, actionText, { slicer: this.slicers.slicer, signal });
      const approved = await ask(text, signal, approvalDigest(request));
      return approved === undefined ? undefined : { approved };
    };

  private readonly entries = (): TokenEntry[] => this.store.settings.tokens.map(tokenEntry);

  private readonly policy = (): Policy => {
    const { store } = this;
    return {
      readOnly: store.settings.readOnly,
      hasWindow: !store.isHosted,
      isNarrowed: grant => isNarrowed(grant, store.settings),
      originOf: token => store.originOf(token),
      isOn: tool => isToolOn(store.settings, tool),
    };
  };
}

function placeOf({ host, port, allowedOrigins, publicUrl }: Settings): string {
  return JSON.stringify([host, port, allowedOrigins, publicUrl]);
}

const refusing = (problem: 'problem.tokenNotSaved' | 'problem.noRecovery') => (cause: unknown) =>
  Promise.reject(new Error(t(problem), { cause }));

/** Logs a bug of ours with its stack; none carries text of a note. */
function reportBug(where: string, error: unknown): void {
  console.error(`Lectern: ${where}`, error);
}
