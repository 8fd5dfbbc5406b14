import type * as Api from 'obsidian';
import type { App } from '../app';
import { Component } from '../core/component';
import { newElement } from '../dom/dom';
import { setIcon } from '../dom/icons';
import { join } from '../vault/paths';
import type { PluginSettingTab } from '../settings/setting-tab';
import { notImitated } from '../core/strict';
import type { View } from '../workspace/views';
import type { WorkspaceLeaf } from '../workspace/workspace-leaf';

export abstract class Plugin extends Component {
  settings?: unknown;
  /** Of the host: called after each save. */
  onDataSaved: (() => void) | undefined;
  /** `data.json` as this plugin last read or wrote it. */
  private dataSeen: string | undefined;

  constructor(
    readonly app: App,
    readonly manifest: Api.PluginManifest,
  ) {
    super();
  }

  onExternalSettingsChange?(): unknown;

  onUserEnable(): void {
    // For subclasses.
  }

  addRibbonIcon(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
    const element = newElement('div', {
      cls: 'clickable-icon side-dock-ribbon-action',
      attr: { 'aria-label': title },
    });
    setIcon(element, icon);
    element.addEventListener('click', callback);
    this.register(() => element.detach());
    return element;
  }

  addStatusBarItem(): HTMLElement {
    const item = newElement('div', `status-bar-item plugin-${this.manifest.id}`);
    this.app.statusBar.push(item);
    this.register(() => {
      item.detach();
      this.app.statusBar.splice(this.app.statusBar.indexOf(item), 1);
    });
    return item;
  }

  /** The plugin's id and name go before the command's (typings). */
  addCommand(command: Api.Command): Api.Command {
    command.id = `${this.manifest.id}:${command.id}`;
    command.name = `${this.manifest.name}: ${command.name}`;
    this.app.commands.addCommand(command);
    this.register(() => this.app.commands.removeCommand(command.id));
    return command;
  }

  removeCommand(commandId: string): void {
    this.app.commands.removeCommand(`${this.manifest.id}:${commandId}`);
  }

  addSettingTab(settingTab: PluginSettingTab): void {
    settingTab.update();
    this.register(this.app.setting.addTab(this.manifest.id, settingTab));
  }

  registerView(type: string, viewCreator: (leaf: WorkspaceLeaf) => View): void {
    this.app.workspace.registerView(type, viewCreator);
    this.register(() => this.app.workspace.unregisterView(type));
  }

  registerHoverLinkSource(): void {
    // There is no mouse.
  }

  registerExtensions(): void {
    // No view opens by extension.
  }

  registerMarkdownPostProcessor(postProcessor: Api.MarkdownPostProcessor): Api.MarkdownPostProcessor {
    return postProcessor;
  }

  registerMarkdownCodeBlockProcessor(
    _language: string,
    handler: (source: string, el: HTMLElement, ctx: Api.MarkdownPostProcessorContext) => unknown,
  ): Api.MarkdownPostProcessor {
    return async (el, ctx) => {
      await handler(el.textContent, el, ctx);
    };
  }

  registerEditorExtension(): void {
    // There is no editor.
  }

  registerEditorSuggest(): void {
    // There is no editor.
  }

  registerObsidianProtocolHandler(): void {
    // The system opens no address in the host.
  }

  registerBasesView(): boolean {
    return notImitated('Plugin.registerBasesView');
  }

  /** @throws Error if the command is registered already (typings) */
  registerCliHandler(
    command: string,
    description: string,
    flags: Api.CliFlags | null,
    handler: Api.CliHandler,
  ): void {
    const { cliHandlers } = this.app;
    if (cliHandlers.has(command)) throw new Error(`Command "${command}" is already registered.`);
    cliHandlers.set(command, { description, flags, handler });
    this.register(() => cliHandlers.delete(command));
  }

  /**
   * Never throws (seen in the app by two other projects): null without a file, undefined for one that cannot be read
   * or is no JSON.
   */
  async loadData(): Promise<unknown> {
    try {
      this.dataSeen = await this.dataState();
      if (this.dataSeen === undefined) return null;
      const data: unknown = JSON.parse(await this.app.vault.adapter.read(this.dataPath()));
      return data;
    } catch {
      return undefined;
    }
  }

  /** Never throws: a failed write stays hidden from the plugin (seen in the app, as above). */
  async saveData(data: unknown): Promise<void> {
    const { adapter } = this.app.vault;
    try {
      await adapter.mkdir(this.dataFolder());
      await adapter.write(this.dataPath(), JSON.stringify(data, undefined, 2));
      this.dataSeen = await this.dataState();
    } catch {
      return;
    }
    this.onDataSaved?.();
  }

  /** Of the host: checks whether another program changed or removed `data.json`, and notifies the plugin. */
  async noticeForeignData(): Promise<void> {
    const state = await this.dataState().catch(() => this.dataSeen);
    if (state === this.dataSeen) return;
    this.dataSeen = state;
    await this.onExternalSettingsChange?.();
  }

  /** Of the host: vault path of the folder that holds `data.json`. */
  dataFolder(): string {
    return this.manifest.dir ?? `${this.app.vault.configDir}/plugins/${this.manifest.id}`;
  }

  private dataPath(): string {
    return join(this.dataFolder(), 'data.json');
  }

  private async dataState(): Promise<string | undefined> {
    const stat = await this.app.vault.adapter.stat(this.dataPath());
    return stat === null ? undefined : `${stat.mtime} ${stat.size}`;
  }
}
