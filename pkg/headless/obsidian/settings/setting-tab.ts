import type * as Api from 'obsidian';
import type { App } from '../app';
import { addDiv, newElement } from '../dom/dom';
import { setIcon } from '../dom/icons';
import { DrawnSettings } from './setting-definitions';
import { notImitated } from '../core/strict';
import { isFunction, isRecord, property } from '../core/unknowns';

export abstract class SettingTab {
  icon = '';
  readonly containerEl: HTMLElement = newElement('div', 'vertical-tab-content');
  settingItems: Api.SettingDefinitionItem[] = [];
  private drawn: DrawnSettings | undefined;
  private isPageOpen = false;

  constructor(readonly app: App) {}

  getSettingDefinitions(): Api.SettingDefinitionItem[] {
    return [];
  }

  /**
   * Asks for the definitions, and draws them when the tab is open. Nothing else asks: the app calls it once when the
   * tab is added, and opening the tab shows what the last call brought (obsidian-developer-docs, "Settings"; the
   * typings' "on every display()" is older).
   */
  update(): void {
    this.settingItems = this.getSettingDefinitions();
    if (this.isPageOpen) this.draw(this.settingItems);
    else this.drawn?.draw(this.settingItems);
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
    this.drawn?.clear();
    this.drawn = undefined;
    this.isPageOpen = false;
    this.containerEl.empty();
  }

  /** Of the host: what opening the tab in the app does. */
  show(): void {
    if (this.settingItems.length > 0) this.draw(this.settingItems);
    else this.display();
  }

  private draw(items: readonly Api.SettingDefinitionItem[]): void {
    this.drawn?.clear();
    this.isPageOpen = false;
    this.containerEl.empty();
    this.drawn = new DrawnSettings(addDiv(this.containerEl), this, page => this.openPage(page));
    this.drawn.draw(items);
  }

  private openPage(page: Api.SettingDefinitionPage): void {
    this.drawn?.clear();
    this.isPageOpen = true;
    this.containerEl.empty();
    const titlebar = addDiv(this.containerEl, 'setting-page-titlebar');
    const back = addDiv(titlebar, 'clickable-icon setting-page-back');
    setIcon(back, 'chevron-left');
    addDiv(titlebar, { cls: 'setting-page-title', text: page.name });
    const own = page.page?.();
    back.addEventListener('click', () => {
      own?.hide();
      this.draw(this.settingItems);
    });
    if (own !== undefined) {
      this.containerEl.appendChild(own.rootEl);
      own.display();
      return;
    }
    this.drawn = new DrawnSettings(addDiv(this.containerEl), this, inner => this.openPage(inner));
    this.drawn.draw(page.items ?? []);
  }
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
