/** The plugin's interface in a real browser, over the parts of a plugin that runs in the process behind the page. */
import type { App, Plugin as ApiPlugin, WorkspaceLeaf } from 'obsidian';
import { z } from 'zod';
import { newElement } from '../../../pkg/headless/obsidian/dom/dom';
import { addIcon } from '../../../pkg/headless/obsidian/dom/icons';
import { installDomHelpers } from '../../../pkg/headless/obsidian/dom/dom-helpers';
import { Commands } from '../../../pkg/headless/obsidian/plugins/commands';
import { Plugin } from '../../../pkg/headless/obsidian/plugins/plugin';
import type { View } from '../../../pkg/headless/obsidian/workspace/views';
import { SettingDialog } from '../../../pkg/headless/obsidian/settings/setting-dialog';
import { ActivityPanel } from '../../../src/ui/activity/activity-panel';
import { ActivityView } from '../../../src/ui/activity/activity-view';
import { ApprovalPresenter } from '../../../src/ui/approval/approval-dialog';
import { folderOf } from '../../../src/vault/approval/approval-request';
import { SettingsTab } from '../../../src/settings/tab/settings-tab';
import { UntrustedSettingsDialog, type UntrustedSetting } from '../../../src/ui/untrusted-settings-dialog';
import { copyText } from '../../../src/ui/controls/app-actions';
import { StatusBar } from '../../../src/ui/status-bar';
import { remoteActivity } from './activity-parts';
import { remoteApprovals } from './approval-parts';
import { after } from './platform';
import { RemoteParts } from './parts';
import { ask, connected } from './remote';

/** What the app's window has beside its notes. */
class PageApp {
  readonly setting = new SettingDialog();
  readonly commands = new Commands();
  readonly vault = { getName: () => 'Vault' };
  readonly statusBar: HTMLElement[] = [];
}

class PagePlugin extends Plugin {}

/** As far as the interface goes. */
function isApp(value: unknown): value is App {
  return value instanceof PageApp;
}

function isPlugin(value: unknown): value is ApiPlugin {
  return value instanceof PagePlugin;
}

const manifestShape = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  minAppVersion: z.string(),
  author: z.string(),
  description: z.string(),
});

async function open(): Promise<void> {
  installDomHelpers(document);
  drawIcons();
  beActive(window);
  Reflect.set(globalThis, 'createEl', newElement);
  await connected;
  const app: unknown = new PageApp();
  if (!isApp(app) || !(app instanceof PageApp)) throw new Error('No app.');
  const made: unknown = Reflect.construct(PagePlugin, [app, manifestShape.parse(await ask('manifest'))]);
  if (!isPlugin(made)) throw new Error('No plugin.');
  const parts = await RemoteParts.connect(app);
  const windows = new SettingsWindows();
  const openSettings = (): void => {
    app.setting.openTabById('lectern');
    windows.home?.body.append(tab.containerEl);
  };
  const tab = new SettingsTab(made, parts.tab);
  tab.update();
  app.setting.addTab('lectern', shownTab(tab));
  const item = made.addStatusBarItem();
  document.body.createDiv({ cls: 'status-bar', attr: { role: 'contentinfo' } }).append(item);
  const { live } = parts;
  const desk = new ApprovalPresenter(await remoteApprovals(app), folderOf);
  const connectClient = (): void => tab.connectClient();
  const openActivity = await activityOpener(app, connectClient);
  const openings = { openSettings, openActivity, connectClient, openApproval: desk.open };
  const copyAddress = (text: string): Promise<void> => copyText(app, { text, place: 'the client' }, item);
  const statusBar = new StatusBar(item, {
    ...parts.tab,
    vault: app.vault.getName(),
    live,
    ...openings,
    copyAddress,
    after,
  });
  live.subscribe(() => statusBar.show());
  Object.assign(window, {
    lecternPage: {
      openSettings,
      openActivity,
      openSettingsWindow: async () => {
        await windows.open();
        openSettings();
      },
      review: (items: readonly UntrustedSetting[]) => reviewed(app, items),
      closeSettings: () => app.setting.close(),
      connectClient,
    },
  });
  document.body.addClass('is-ready');
}

/** As the app does since 1.13.0 by default: the settings have a window of their own. */
class SettingsWindows {
  /** Where the settings are, when not in the first window. */
  home: Document | undefined;

  async open(): Promise<void> {
    const opened = window.open('/window', 'settings', 'width=900,height=900');
    if (opened === null) throw new Error('The browser opens no window.');
    await new Promise(resolve => opened.addEventListener('load', resolve));
    installDomHelpers(opened.document);
    this.home = opened.document;
    const lecternPage: unknown = Reflect.get(window, 'lecternPage');
    Object.assign(opened, { lecternPage });
    opened.addEventListener('focus', () => beActive(opened));
    window.addEventListener('focus', () => beActive(window));
    beActive(opened);
  }
}

/** Shapes for the icons that pictures show; the host has none. */
function drawIcons(): void {
  const line = (points: string): string =>
    `<polyline points="${points}" fill="none" stroke="currentColor" stroke-width="8" stroke-linecap="round"/>`;
  addIcon('chevron-right', line('38,25 63,50 38,75'));
  addIcon('chevron-left', line('63,25 38,50 63,75'));
  addIcon('more-vertical', line('50,20 50,21') + line('50,50 50,51') + line('50,80 50,81'));
  addIcon('book-open-text', line('50,30 50,82 88,72 88,20 50,30 12,20 12,72 50,82'));
}

function beActive(window: Window): void {
  Reflect.set(globalThis, 'activeDocument', window.document);
  Reflect.set(globalThis, 'activeWindow', window);
}

/** Opens the dialog over items of the test's, and tells what was decided. */
function reviewed(app: App, items: readonly UntrustedSetting[]): string[] {
  const decided: string[] = [];
  const left = new Set(items);
  const decide = (word: string) => (ids: readonly string[]) => {
    decided.push(`${word} ${ids.join(' ')}`);
    for (const item of left) if (ids.includes(item.id)) left.delete(item);
  };
  new UntrustedSettingsDialog({
    app,
    items: () => [...left],
    accept: decide('accept'),
    ignore: decide('ignore'),
  }).open();
  Object.assign(activeWindow, { decided });
  return decided;
}

/** Shows the view where the app has its sidebar, or in a window of its own if one is active. */
async function activityOpener(app: App, connectClient: () => void): Promise<() => void> {
  const parts = await remoteActivity(app, connectClient);
  const leaf: unknown = new PageLeaf(app);
  if (!isLeaf(leaf)) throw new Error('No leaf.');
  return () => {
    const view: unknown = new ActivityView(
      leaf,
      Promise.resolve((parent: HTMLElement) => new ActivityPanel(parent, parts)),
    );
    if (!isHostView(view)) throw new Error('No view.');
    const side = activeDocument.body.createDiv({ cls: 'workspace-leaf', attr: { role: 'complementary' } });
    side.append(view.containerEl);
    void view.show();
  };
}

class PageLeaf {
  constructor(readonly app: App) {}
}

function isLeaf(value: unknown): value is WorkspaceLeaf {
  return value instanceof PageLeaf;
}

function isHostView(value: unknown): value is View {
  return value instanceof ActivityView && 'show' in value;
}

type HostTab = SettingDialog['pluginTabs'][number];

/** The typings' tab and the host's are one class in the page. */
function shownTab(tab: SettingsTab): HostTab {
  const found: unknown = tab;
  if (!isHostTab(found)) throw new Error('No tab.');
  return found;
}

function isHostTab(value: unknown): value is HostTab {
  return value instanceof SettingsTab && 'show' in value;
}

void open();
