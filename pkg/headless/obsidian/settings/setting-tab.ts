import type * as Api from 'obsidian';
import type { App } from '../app';
import { addDiv, newElement } from '../dom/dom';
import { setIcon } from '../dom/icons';
import { DrawnSettings } from './setting-definitions';
import { isGroup, isPage } from './setting-definition-kinds';
import { notImitated } from '../core/strict';
import { isFunction, isRecord, property } from '../core/unknowns';

export abstract class SettingTab {
  icon = '';
  readonly containerEl: HTMLElement = newElement('div', 'vertical-tab-content');
  settingItems: Api.SettingDefinitionItem[] = [];
  private drawn: DrawnSettings | undefined;
  /** Names of the pages that are open, the innermost last. */
  private path: readonly string[] = [];
  private ownPage: Api.SettingPage | undefined;

  constructor(readonly app: App) {}

  getSettingDefinitions(): Api.SettingDefinitionItem[] {
    return [];
  }

  /**
   * Reads the definitions, and draws them if the tab is open. Nothing else reads them: the app calls it once
   * when the tab is added, and opening the tab shows what the last call returned (obsidian-developer-docs,
   * "Settings"; the typings' "on every display()" is older). Whether an open page stays is not documented;
   * plugin developers report that it closes. So it closes here: what works then works either way.
   */
  update(): void {
    this.settingItems = this.getSettingDefinitions();
    if (this.drawn === undefined || this.ownPage !== undefined) return;
    if (this.path.length === 0) this.drawn.draw(this.settingItems);
    else this.open([]);
  }

  getControlValue(key: string): unknown {
    return this.app.vault.getConfig(key);
  }

  setControlValue(...entry: [key: string, value: unknown]): unknown {
    return notImitated(`SettingTab.setControlValue of the app's own "${entry[0]}"`);
  }

  refreshDomState(): void {
    this.drawn?.refresh();
  }

  display(): void {
    // For subclasses that declare nothing.
  }

  hide(): void {
    this.leave();
    this.path = [];
  }

  /** Of the host: does what opening the tab in the app does. */
  show(): void {
    if (this.settingItems.length > 0) this.open([]);
    else this.display();
  }

  private leave(): void {
    this.drawn?.clear();
    this.drawn = undefined;
    this.ownPage?.hide();
    this.ownPage = undefined;
    this.containerEl.empty();
  }

  private open(path: readonly string[]): void {
    this.leave();
    this.path = path;
    const title = path.at(-1);
    if (title !== undefined) this.drawTitle(title);
    const page = pageAt(this.settingItems, path);
    if (page?.page !== undefined) {
      this.ownPage = page.page();
      this.containerEl.appendChild(this.ownPage.rootEl);
      this.ownPage.display();
      return;
    }
    const openPage = ({ name }: Api.SettingDefinitionPage): void => this.open([...path, name]);
    this.drawn = new DrawnSettings(addDiv(this.containerEl), this, openPage);
    this.drawn.draw(itemsAt(this.settingItems, path));
  }

  private drawTitle(text: string): void {
    const titlebar = addDiv(this.containerEl, 'setting-page-titlebar');
    const back = addDiv(titlebar, 'clickable-icon setting-page-back');
    setIcon(back, 'chevron-left');
    addDiv(titlebar, { cls: 'setting-page-title', text });
    back.addEventListener('click', () => this.open(this.path.slice(0, -1)));
  }
}

/** The page with a name among these items, also within their groups. */
function pageNamed(
  items: readonly Api.SettingDefinitionItem[],
  name: string,
): Api.SettingDefinitionPage | undefined {
  for (const item of items) {
    if (isPage(item) && item.name === name) return item;
    const inGroup = isGroup(item) ? pageNamed(item.items ?? [], name) : undefined;
    if (inGroup !== undefined) return inGroup;
  }
  return undefined;
}

function pageAt(
  items: readonly Api.SettingDefinitionItem[],
  path: readonly string[],
): Api.SettingDefinitionPage | undefined {
  let page: Api.SettingDefinitionPage | undefined;
  let below = items;
  for (const name of path) {
    page = pageNamed(below, name);
    below = page?.items ?? [];
  }
  return page;
}

function itemsAt(
  items: readonly Api.SettingDefinitionItem[],
  path: readonly string[],
): readonly Api.SettingDefinitionItem[] {
  return path.length === 0 ? items : (pageAt(items, path)?.items ?? []);
}

export abstract class PluginSettingTab extends SettingTab {
  constructor(
    app: App,
    readonly plugin: { settings?: unknown },
  ) {
    super(app);
  }

  override getControlValue(key: string): unknown {
    return property(this.plugin.settings, key);
  }

  /** Into `plugin.settings`, then onto the disk (typings). */
  override async setControlValue(key: string, value: unknown): Promise<void> {
    const { settings } = this.plugin;
    if (!isRecord(settings)) throw new Error('The plugin has no settings.');
    settings[key] = value;
    const save = property(this.plugin, 'saveData');
    if (isFunction(save)) await save.call(this.plugin, settings);
  }
}

/** A page below a tab that draws itself. */
export abstract class SettingPage {
  readonly rootEl: HTMLElement = newElement('div', 'setting-page');
  readonly titlebarEl: HTMLElement = addDiv(this.rootEl, 'setting-page-titlebar');
  readonly containerEl: HTMLElement = addDiv(this.rootEl, 'setting-page-content');
  title = '';

  abstract display(): void;

  hide(): void {
    this.containerEl.empty();
  }
}
