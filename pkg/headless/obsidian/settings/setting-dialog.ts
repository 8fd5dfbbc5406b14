/** Internal in the app, but widely used as `app.setting`: the dialog with the plugins' tabs. */
import { currentDocument } from '../dom/dom';
import type { SettingTab } from './setting-tab';
import { guardMembers } from '../core/strict';

export class SettingDialog {
  static {
    guardMembers(this);
  }

  readonly pluginTabs: SettingTab[] = [];
  activeTab: SettingTab | null = null;
  /** Of the host: the window for the settings, which the app opens by default; undefined for the main window. */
  ownWindow: Window | undefined;
  private readonly byId = new Map<string, SettingTab>();

  /** @returns removes the tab again */
  addTab(id: string, tab: SettingTab): () => void {
    this.byId.set(id, tab);
    this.pluginTabs.push(tab);
    return () => {
      if (this.activeTab === tab) this.close();
      this.byId.delete(id);
      this.pluginTabs.splice(this.pluginTabs.indexOf(tab), 1);
    };
  }

  open(): void {
    // The dialog itself is not imitated, only its tabs.
  }

  openTabById(id: string): SettingTab | null {
    this.close();
    this.activeTab = this.byId.get(id) ?? null;
    if (this.activeTab === null) return null;
    (this.ownWindow?.document ?? currentDocument())?.body.appendChild(this.activeTab.containerEl);
    this.activeTab.show();
    return this.activeTab;
  }

  close(): void {
    this.activeTab?.hide();
    this.activeTab?.containerEl.detach();
    this.activeTab = null;
  }
}
