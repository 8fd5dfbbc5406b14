import type { Plugin } from 'obsidian';
import type { SetupText } from './control';
import { after } from './platform';
import type { CallLog } from './server/calls/call-log';
import { testConnection } from './server/http/connection-test';
import type { UntrustedSettings } from './settings/trust/acceptance';
import { untrustedSettingsSentence, untrustedSettingsText } from './settings/trust/untrusted-settings-text';
import type { SettingsStore } from './settings/store/store';
import type { StoredToken } from './settings/schema';
import type { GrantPreviewReader, SettingsTabParts } from './settings/tab/parts';
import { SettingsTab } from './settings/tab/settings-tab';
import { TokenUses } from './settings/tokens/token-use';
import { tools } from './tools';
import { ActivityPanel } from './ui/activity/activity-panel';
import { openActivity } from './ui/activity/activity-view';
import type { ActivityParts } from './ui/activity/parts';
import { ApprovalPresenter } from './ui/approval/approval-presenter';
import { UntrustedSettingsDialog } from './ui/dialogs/untrusted-settings-dialog';
import { copyText } from './ui/controls/clipboard';
import { addCommandLine } from './ui/command-line';
import { addCommands } from './ui/commands';
import type { LiveStatus } from './ui/live-status';
import { showDesktopNotification } from './ui/notices/desktop-notice';
import { openNote } from './ui/controls/note-opening';
import { CallNotices, notify, notifyLasting } from './ui/notices/notices';
import { addressPlace } from './ui/plain-words';
import { openSettings } from './ui/dialogs/settings-dialog';
import { StatusBar } from './ui/status-bar';
import { Welcome } from './ui/dialogs/welcome';
import type { ApprovalQueue } from './vault/approval/approval-queue';
import { folderOf } from './vault/approval/approval-request';
import type { Approvals } from './vault/approval/approvals';
import type { OwnerChanges } from './vault/writing/undo/owner-changes';
import type { Writing } from './vault/writing/writing';

export interface AppInterfaceOptions {
  readonly plugin: Plugin;
  readonly store: SettingsStore;
  readonly live: LiveStatus;
  readonly calls: CallLog;
  readonly grantPreview: GrantPreviewReader;
  readonly writing: Writing;
  readonly changes: OwnerChanges;
  readonly approvals: ApprovalQueue;
  readonly agreements: Pick<Approvals, 'agreed' | 'forget'>;
  /** Forgets the calls, also those on disk. */
  readonly clearCalls: () => Promise<void>;
  readonly setupTexts: (token?: StoredToken) => readonly SetupText[];
  readonly desktopExtension: (token: StoredToken) => Promise<Uint8Array>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly restart: () => Promise<void>;
}

/** What a person sees of the plugin, wired: settings, status bar, notices, commands and the first page. */
export class AppInterface {
  /** What the settings tab is given. */
  readonly tab: SettingsTabParts;
  /** What the activity view is given. */
  readonly activity: ActivityParts;
  private settingsTab: SettingsTab | undefined;

  /** What waits for the person. */
  get approvals(): ApprovalQueue {
    return this.parts.approvals;
  }

  constructor(private readonly parts: AppInterfaceOptions) {
    const { plugin, store, live, grantPreview, writing, start, stop, restart } = parts;
    const { setupTexts, desktopExtension } = parts;
    const uses = this.followUses();
    this.activity = this.activityParts();
    this.tab = {
      ...{ app: plugin.app, store, tools, live, grantPreview, start, stop, restart },
      ...{ setupTexts, desktopExtension },
      journal: {
        usage: () => {
          const changes = writing.journal.newestFirst();
          return { changes: changes.length, oldest: changes.at(-1)?.time };
        },
        clear: () => writing.emptyJournal(),
      },
      agreements: parts.agreements,
      openActivity: () => openActivity(plugin.app),
      testConnection: token => testConnection(live.state.server.url ?? '', token),
      lastUse: token => uses.of(token),
      now: () => new Date(),
      after,
    };
  }

  /** Adds everything to the app. */
  show(): void {
    const { plugin, live } = this.parts;
    const desk = this.addApprovalPresenter();
    const windows = {
      openActivity: () => openActivity(plugin.app),
      openApproval: () => desk?.open(),
      reviewSettings: () => this.reviewSettings(),
    };
    const item = plugin.addStatusBarItem();
    const statusBar = new StatusBar(item, {
      ...this.parts,
      ...windows,
      copyAddress: text => copyText(plugin.app, { text, place: addressPlace }, item),
      after,
      openSettings: () => this.openSettings(),
    });
    plugin.register(live.subscribe(() => statusBar.show()));
    plugin.register(() => statusBar.end());
    addCommands(plugin, { ...this.parts, ...windows });
    addCommandLine(plugin, live);
    this.settingsTab = new SettingsTab(plugin, this.tab);
    plugin.addSettingTab(this.settingsTab);
    this.followCalls();
    this.followUntrusted();
  }

  /** Fills the activity view. */
  readonly activityPanel = (parent: HTMLElement): ActivityPanel => new ActivityPanel(parent, this.activity);

  /** Tells of a problem, where the user wants to hear of it. */
  reportProblem(problem: string): void {
    if (this.parts.store.settings.notices.problems) notify(problem);
  }

  /** Shows the page of the first start, once in the life of the settings. */
  async welcome(): Promise<void> {
    const { plugin, store, live } = this.parts;
    if (store.settings.welcomed || store.isLocked) return;
    await store.update(settings => ({ ...settings, welcomed: true }));
    new Welcome({ app: plugin.app, live, openConnect: () => this.openConnect() }).open();
  }

  /** Shows what the vault's settings bring along, and what of it is to hold on this device. */
  private reviewSettings(): void {
    const { plugin, store } = this.parts;
    const chosen = (ids: readonly string[]): UntrustedSettings[] =>
      store.untrusted().filter(({ id }) => ids.includes(id));
    new UntrustedSettingsDialog({
      app: plugin.app,
      items: () => store.untrusted().map(item => ({ id: item.id, words: untrustedSettingsText(item) })),
      accept: ids => store.acceptUntrusted(chosen(ids)),
      ignore: ids => store.declineUntrusted(chosen(ids)),
    }).open();
  }

  /** At the start a dialog asks; what comes while the app is used is only told, since a person may be typing. */
  private followUntrusted(): void {
    const { plugin, store } = this.parts;
    const told = new Set<string>();
    const news = (): readonly UntrustedSettings[] => {
      const items = store.unreviewed().filter(({ id }) => !told.has(id));
      for (const { id } of items) told.add(id);
      return items;
    };
    const tell = (): void => {
      const items = news();
      if (items.length > 0) notifyLasting(untrustedSettingsSentence(items, store.isHosted ? inHost : inApp));
    };
    if (store.isHosted) tell();
    else
      plugin.app.workspace.onLayoutReady(() => {
        if (news().length > 0) this.reviewSettings();
      });
    plugin.register(store.subscribe(tell));
  }

  private activityParts(): ActivityParts {
    const { plugin, calls, changes, clearCalls } = this.parts;
    const { app } = plugin;
    return {
      ...{ app, calls, changes, clearCalls, after, titleOf },
      openNote: path => openNote(app, path),
      clock: Date.now,
    };
  }

  /** In a host without a window its own terminal asks. */
  private addApprovalPresenter(): ApprovalPresenter | undefined {
    const { plugin, store, approvals: queue } = this.parts;
    if (store.isHosted) return undefined;
    const isWatched = (): boolean => activeDocument.hasFocus();
    const { app } = plugin;
    const parts = {
      app,
      queue,
      titleOf,
      tell: notify,
      showDesktopNotification,
      isWatched,
      clock: Date.now,
      after,
    };
    const desk = new ApprovalPresenter(parts, folderOf);
    plugin.register(() => desk.end());
    return desk;
  }

  private openConnect(): void {
    this.settingsTab?.showConnect(() => this.openSettings());
  }

  private openSettings(): void {
    const { plugin } = this.parts;
    openSettings(plugin.app, plugin.manifest.id);
  }

  private followUses(): TokenUses {
    const { plugin, store, calls } = this.parts;
    const uses = new TokenUses({ tokens: () => store.settings.tokens, storage: store.home, after });
    plugin.register(calls.subscribe(record => uses.add(record)));
    plugin.register(() => uses.end());
    return uses;
  }

  /** A host without a window has its own log, and no use for a notice a call. */
  private followCalls(): void {
    const { plugin, store, calls } = this.parts;
    if (store.isHosted) return;
    const notices = new CallNotices({ wishes: () => store.settings.notices, tell: notify, after });
    plugin.register(calls.subscribe(record => notices.add(record)));
    plugin.register(() => notices.end());
  }
}

const inHost = 'To accept it, start once with --accept-settings.';
const inApp = 'To accept it, run the command “Review settings from elsewhere”.';

const titles = new Map(tools.map(({ name, title }) => [name, title]));

function titleOf(tool: string): string {
  return titles.get(tool) ?? tool;
}
