import type * as Api from 'obsidian';
import type { App } from './app';
import { newElement } from './dom';

export abstract class SettingTab {
  icon = '';
  readonly containerEl: HTMLElement = newElement('div', 'vertical-tab-content');
  settingItems: Api.SettingDefinitionItem[] = [];

  constructor(readonly app: App) {}

  show(): void {
    this.display();
  }

  getSettingDefinitions(): Api.SettingDefinitionItem[] {
    return [];
  }

  update(): void {
    this.settingItems = this.getSettingDefinitions();
  }

  display(): void {
    // For subclasses.
  }

  hide(): void {
    this.containerEl.empty();
  }
}

export abstract class PluginSettingTab extends SettingTab {
  constructor(
    app: App,
    readonly plugin: { settings?: unknown },
  ) {
    super(app);
  }
}
