import type { Plugin } from 'obsidian';
import { after } from './platform';
import type { CallLog } from './server/calls/call-log';
import { testConnection } from './server/http/connection-test';
import {
  type UntrustedSettings,
  untrustedSettingsSentence,
  untrustedSettingsText,
} from './settings/trust/acceptance';
import type { SettingsStore } from './settings/store/store';
import type { ClientSetups, GrantPreviewReader, SettingsTabOptions } from './settings/tab/parts';
import { SettingsTab } from './settings/tab/settings-tab';
import type { TokenUses } from './settings/tokens/token-use';
import { tools } from './tools';
import { ActivityPanel } from './ui/activity/activity-panel';
import { openActivity } from './ui/activity/activity-view';
import type { ActivityOptions } from './ui/activity/activity-entries';
import { ApprovalPresenter } from './ui/approval/approval-dialog';
import { UntrustedSettingsDialog } from './ui/untrusted-settings-dialog';
import { copyText, openNote, openSettings } from './ui/controls/app-actions';
import { addCommandLine, addCommands } from './ui/commands';
import type { LiveStatus, ServerSwitch } from './ui/live-status';
import { showDesktopNotification, CallNotices, notify, notifyLasting } from './ui/notices';
import { t } from './ui/text/text';
import { isRefusedAddress } from './utils/urls';
import { toolTexts } from './ui/text/tool-texts';
import { StatusBar } from './ui/status-bar';
import type { ApprovalQueue } from './vault/approval/approval-queue';
import { folderOf } from './vault/approval/approval-request';
import type { VaultServices } from './vault/services';

interface AppInterfaceOptions {
  readonly plugin: Plugin;
  readonly store: SettingsStore;
  readonly live: LiveStatus;
  readonly server: ServerSwitch;
  readonly clients: ClientSetups;
  readonly calls: CallLog;
  readonly uses: Pick<TokenUses, 'of'>;
  /** Forgets the calls, also those on disk. */
  readonly clearCalls: () => Promise<void>;
  readonly grantPreview: GrantPreviewReader;
  readonly vault: Pick<VaultServices, 'writing' | 'ownerChanges'>;
  readonly approvals: ApprovalQueue;
  readonly agreements: SettingsTabOptions['agreements'];
}

/** What the user sees of the plugin, wired: settings, status bar, notices, commands and the first page. */
export class AppInterface {
  readonly tab: SettingsTabOptions;
  readonly activity: ActivityOptions;
  private settingsTab: SettingsTab | undefined;

  /** Requests that wait for the user's approval. */
  get approvals(): ApprovalQueue {
    return this.options.approvals;
  }

  constructor(private readonly options: AppInterfaceOptions) {
    const { plugin, store, live, server, clients, grantPreview, agreements } = options;
    const { writing } = options.vault;
    this.activity = this.activityOptions();
    this.tab = {
      app: plugin.app,
      store,
      live,
      server,
      clients,
      grantPreview,
      agreements,
      folders: () => plugin.app.vault.getAllFolders().map(({ path }) => path),
      journal: {
        usage: () => {
          const changes = writing.journal.newestFirst();
          return { changes: changes.length, oldest: changes.at(-1)?.time };
        },
        clear: () => writing.emptyJournal(),
      },
      openActivity: () => openActivity(plugin.app),
      titleOf,
      testConnection: token => testConnection(live.state.server.url ?? '', token),
      lastUse: token => options.uses.of(token),
      time: { now: () => new Date(), after },
    };
  }

  /** Adds everything to the app. A host without a window gets only what draws nothing. */
  show(): void {
    const { plugin, live, server, store } = this.options;
    const presenter = this.addApprovalPresenter();
    const windows = {
      openActivity: () => openActivity(plugin.app),
      openApproval: () => presenter?.open(),
      reviewSettings: () => this.reviewSettings(),
    };
    addCommands(plugin, { ...windows, server, connectClient: this.connectClient });
    addCommandLine(plugin, live);
    if (!store.isHosted) this.addToWindow(windows);
    this.followCalls();
    this.followUntrusted();
    this.followEmbeddings();
  }

  private addToWindow(windows: { openActivity(): Promise<void>; openApproval(): void }): void {
    const { plugin, live, server } = this.options;
    const item = plugin.addStatusBarItem();
    const statusBar = new StatusBar(item, {
      ...windows,
      vault: plugin.app.vault.getName(),
      live,
      server,
      copyAddress: text => copyText(plugin.app, { text, place: t('common.addressPlace') }, item),
      after,
      openSettings: () => openSettings(plugin.app, plugin.manifest.id),
      connectClient: this.connectClient,
    });
    plugin.register(live.subscribe(() => statusBar.show()));
    plugin.register(() => statusBar.end());
    this.settingsTab = new SettingsTab(plugin, this.tab);
    plugin.addSettingTab(this.settingsTab);
  }

  readonly activityPanel = (parent: HTMLElement): ActivityPanel => new ActivityPanel(parent, this.activity);

  /** Shows a notice of a problem, unless the user switched these off. */
  reportProblem(problem: string): void {
    if (this.options.store.settings.notices.problems) notify(problem);
  }

  /** Asks which client to connect at the first start, once in the life of the settings. */
  async welcome(): Promise<void> {
    const { store } = this.options;
    if (store.settings.welcomed || store.isLocked) return;
    await store.update(settings => ({ ...settings, welcomed: true }));
    this.connectClient();
  }

  /** Shows settings that came with the vault, and asks which of them apply on this device. */
  private reviewSettings(): void {
    const { plugin, store } = this.options;
    const chosen = (ids: readonly string[]): UntrustedSettings[] =>
      store.untrusted().filter(({ id }) => ids.includes(id));
    new UntrustedSettingsDialog({
      app: plugin.app,
      items: () => store.untrusted().map(item => ({ id: item.id, words: untrustedSettingsText(item) })),
      accept: ids => store.acceptUntrusted(chosen(ids)),
      ignore: ids => store.declineUntrusted(chosen(ids)),
    }).open();
  }

  /** A dialog asks at the start. Later there is only a notice, since the user may be typing. */
  private followUntrusted(): void {
    const { plugin, store } = this.options;
    const announced = new Set<string>();
    const unannounced = (): readonly UntrustedSettings[] => {
      const items = store.unreviewed().filter(({ id }) => !announced.has(id));
      for (const { id } of items) announced.add(id);
      return items;
    };
    const announce = (): void => {
      const items = unannounced();
      const howToAccept = t(store.isHosted ? 'brought.inHost' : 'brought.inApp');
      if (items.length > 0) notifyLasting(untrustedSettingsSentence(items, howToAccept));
    };
    if (store.isHosted) announce();
    else
      plugin.app.workspace.onLayoutReady(() => {
        if (unannounced().length > 0) this.reviewSettings();
      });
    plugin.register(store.subscribe(announce));
  }

  /** An address that is refused would otherwise look like a server that finds nothing. */
  private followEmbeddings(): void {
    const { plugin, store } = this.options;
    let announced = '';
    const announce = (): void => {
      const { embeddingsServer } = store.settings;
      if (embeddingsServer === announced) return;
      announced = embeddingsServer;
      if (isRefusedAddress(embeddingsServer)) notifyLasting(t('problem.embeddingsServer'));
    };
    announce();
    plugin.register(store.subscribe(announce));
  }

  private activityOptions(): ActivityOptions {
    const { plugin, calls, clearCalls, vault } = this.options;
    const { app } = plugin;
    return {
      app,
      calls,
      clearCalls,
      after,
      titleOf,
      changes: vault.ownerChanges,
      openNote: path => openNote(app, path),
      connectClient: this.connectClient,
      clock: Date.now,
    };
  }

  /** None in a host without a window, whose terminal asks instead. */
  private addApprovalPresenter(): ApprovalPresenter | undefined {
    const { plugin, store, approvals: queue } = this.options;
    if (store.isHosted) return undefined;
    const presenter = new ApprovalPresenter(
      {
        app: plugin.app,
        queue,
        notify,
        showDesktopNotification,
        after,
        isWatched: () => activeDocument.hasFocus(),
        clock: Date.now,
      },
      folderOf,
    );
    plugin.register(() => presenter.end());
    return presenter;
  }

  /** Opens the dialog that connects a client; a host without a window has none. */
  private readonly connectClient = (): void => this.settingsTab?.connectClient();

  /** A host without a window has its own log instead. */
  private followCalls(): void {
    const { plugin, store, calls } = this.options;
    if (store.isHosted) return;
    const notices = new CallNotices({ settings: () => store.settings.notices, notify, after });
    plugin.register(calls.subscribe(record => notices.add(record)));
    plugin.register(() => notices.end());
  }
}

const known = new Map(tools.map(tool => [tool.name, tool]));

/** A tool's title in the app's language, by its name. */
function titleOf(name: string): string {
  const tool = known.get(name);
  return tool === undefined ? name : toolTexts(tool).title;
}
