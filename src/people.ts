import type { Plugin } from 'obsidian';
import type { SetupText } from './control';
import { after } from './platform';
import type { CallLog } from './server/call-log';
import { testConnection } from './server/connection-test';
import type { Brought } from './settings/acceptance';
import { broughtSentence, broughtWords } from './settings/brought-words';
import type { SettingsStore } from './settings/store';
import type { StoredToken } from './settings/schema';
import type { ReachLook, SettingsTabParts } from './settings/tab/parts';
import { SettingsTab } from './settings/tab/settings-tab';
import { TokenUses } from './settings/token-use';
import { tools } from './tools';
import { ActivityPanel } from './ui/activity/activity-panel';
import { openActivity } from './ui/activity/activity-view';
import type { ActivityParts } from './ui/activity/parts';
import { ApprovalDesk } from './ui/approval/approval-desk';
import { BroughtDialog } from './ui/brought-dialog';
import { copyText } from './ui/clipboard';
import { addCommandLine } from './ui/command-line';
import { addCommands } from './ui/commands';
import type { LiveBoard } from './ui/live';
import { tellOnDesktop } from './ui/desktop-notice';
import { openNote } from './ui/note-opening';
import { CallNotices, notify, notifyLasting } from './ui/notices';
import { addressPlace } from './ui/plain-words';
import { openSettings } from './ui/settings-dialog';
import { StatusBar } from './ui/status-bar';
import { Welcome } from './ui/welcome';
import type { ApprovalQueue } from './vault/approval/approval-queue';
import { folderOf } from './vault/approval/approval-request';
import type { Approvals } from './vault/approval/approvals';
import type { OwnerChanges } from './vault/writing/owner-changes';
import type { Writing } from './vault/writing/writing';

export interface PeopleParts {
  readonly plugin: Plugin;
  readonly store: SettingsStore;
  readonly live: LiveBoard;
  readonly calls: CallLog;
  readonly reach: ReachLook;
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
export class People {
  /** What the settings tab is given. */
  readonly tab: SettingsTabParts;
  /** What the activity view is given. */
  readonly activity: ActivityParts;
  private settingsTab: SettingsTab | undefined;

  /** What waits for the person. */
  get approvals(): ApprovalQueue {
    return this.parts.approvals;
  }

  constructor(private readonly parts: PeopleParts) {
    const { plugin, store, live, reach, writing, start, stop, restart } = parts;
    const { setupTexts, desktopExtension } = parts;
    const uses = this.followUses();
    this.activity = this.activityParts();
    this.tab = {
      ...{ app: plugin.app, store, tools, live, reach, start, stop, restart },
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
    const desk = this.addApprovalDesk();
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
    this.followBrought();
  }

  /** Fills the activity view. */
  readonly activityPanel = (parent: HTMLElement): ActivityPanel => new ActivityPanel(parent, this.activity);

  /** Tells of a problem, where the user wants to hear of it. */
  tellProblem(problem: string): void {
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
    const chosen = (ids: readonly string[]): Brought[] =>
      store.brought().filter(({ id }) => ids.includes(id));
    new BroughtDialog({
      app: plugin.app,
      items: () => store.brought().map(item => ({ id: item.id, words: broughtWords(item) })),
      accept: ids => store.acceptBrought(chosen(ids)),
      ignore: ids => store.declineBrought(chosen(ids)),
    }).open();
  }

  /** At the start a dialog asks; what comes while the app is used is only told, since a person may be typing. */
  private followBrought(): void {
    const { plugin, store } = this.parts;
    const told = new Set<string>();
    const news = (): readonly Brought[] => {
      const items = store.unreviewed().filter(({ id }) => !told.has(id));
      for (const { id } of items) told.add(id);
      return items;
    };
    const tell = (): void => {
      const items = news();
      if (items.length > 0) notifyLasting(broughtSentence(items, store.isHosted ? inHost : inApp));
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
  private addApprovalDesk(): ApprovalDesk | undefined {
    const { plugin, store, approvals: queue } = this.parts;
    if (store.isHosted) return undefined;
    const isWatched = (): boolean => activeDocument.hasFocus();
    const { app } = plugin;
    const parts = { app, queue, titleOf, tell: notify, tellOnDesktop, isWatched, clock: Date.now, after };
    const desk = new ApprovalDesk(parts, folderOf);
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
