import { type Plugin, PluginSettingTab, type SettingDefinitionItem } from 'obsidian';
import type { Tool } from '../tools/tool';
import { serverSection } from './section-server';
import { tokensSection } from './section-tokens';
import { toolKey, toolsSections } from './section-tools';
import type { SettingsTabParts } from './settings-tab-parts';
import { isToolOn, switchTool } from './tool-switches';

/** The settings of Lectern; each section is a file of its own. */
export class SettingsTab extends PluginSettingTab {
  constructor(
    plugin: Plugin,
    private readonly parts: SettingsTabParts,
  ) {
    super(plugin.app, plugin);
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const redraw = (): void => this.update();
    return [
      serverSection(this.parts, redraw),
      tokensSection(this.parts, redraw),
      ...toolsSections(this.parts.tools),
    ];
  }

  override getControlValue(key: string): unknown {
    const { settings } = this.parts.store;
    const tool = this.toolOf(key);
    if (tool !== undefined) return isToolOn(settings, tool);
    switch (key) {
      case 'port':
        return settings.port;
      case 'autoStart':
        return settings.autoStart;
      case 'readOnly':
        return settings.readOnly;
      default:
        return undefined;
    }
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    const { store } = this.parts;
    const tool = this.toolOf(key);
    if (tool !== undefined && typeof value === 'boolean') {
      await store.update(settings => switchTool(settings, tool, value));
    } else if (key === 'port' && typeof value === 'number') {
      await store.update(settings => ({ ...settings, port: value }));
      if (this.parts.status().state !== 'off') await this.parts.restart();
      this.update();
    } else if (key === 'autoStart' && typeof value === 'boolean') {
      await store.update(settings => ({ ...settings, autoStart: value }));
    } else if (key === 'readOnly' && typeof value === 'boolean') {
      await store.update(settings => ({ ...settings, readOnly: value }));
    }
  }

  private toolOf(key: string): Tool | undefined {
    return this.parts.tools.find(tool => toolKey(tool) === key);
  }
}
