/** The plugin's interface in a real browser, over the parts of a plugin that runs in the process behind the page. */
import type { App, Plugin as ApiPlugin } from 'obsidian';
import { z } from 'zod';
import { newElement } from '../../../pkg/headless/obsidian/dom';
import { installDomHelpers } from '../../../pkg/headless/obsidian/dom-helpers';
import { Commands } from '../../../pkg/headless/obsidian/commands';
import { Plugin } from '../../../pkg/headless/obsidian/plugin';
import { SettingDialog } from '../../../pkg/headless/obsidian/setting-dialog';
import { SettingsTab } from '../../../src/settings/tab/settings-tab';
import { tools } from '../../../src/tools';
import { StatusBar } from '../../../src/ui/status-bar';
import { Welcome } from '../../../src/ui/welcome';
import { after } from './platform';
import { RemoteParts } from './parts';
import { ask, connected } from './remote';

/** What the app's window has beside its notes. */
class PageApp {
  readonly setting = new SettingDialog();
  readonly commands = new Commands();
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
  Reflect.set(globalThis, 'activeDocument', document);
  Reflect.set(globalThis, 'activeWindow', globalThis);
  Reflect.set(globalThis, 'createEl', newElement);
  await connected;
  const app: unknown = new PageApp();
  if (!isApp(app) || !(app instanceof PageApp)) throw new Error('No app.');
  const made: unknown = Reflect.construct(PagePlugin, [app, manifestShape.parse(await ask('manifest'))]);
  if (!isPlugin(made)) throw new Error('No plugin.');
  const parts = await RemoteParts.connect(app, tools);
  const openSettings = (): void => void app.setting.openTabById('lectern');
  const tab = new SettingsTab(made, parts.tab);
  tab.update();
  app.setting.addTab('lectern', shownTab(tab));
  const item = made.addStatusBarItem();
  document.body.createDiv({ cls: 'status-bar', attr: { role: 'contentinfo' } }).append(item);
  const { live } = parts;
  const statusBar = new StatusBar(item, { ...parts.tab, live, openSettings, after });
  live.subscribe(() => statusBar.show());
  Object.assign(window, {
    lecternPage: {
      openSettings,
      closeSettings: () => app.setting.close(),
      welcome: () => new Welcome({ app, live, openSettings }).open(),
    },
  });
  document.body.addClass('is-ready');
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
