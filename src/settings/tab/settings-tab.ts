import { type Plugin, PluginSettingTab, type SettingDefinitionItem } from 'obsidian';
import type { SettingsTabParts, TabState } from './parts';
import { advancedSection } from './section-advanced';
import { connectSection } from './section-connect';
import { connectionsSection } from './section-connections';
import { noticesSection } from './section-notices';
import { safetySection } from './section-safety';
import { statusSection } from './section-status';
import { toolsSections } from './section-tools';

/** The settings of Lectern; each section is a file of its own. */
export class SettingsTab extends PluginSettingTab {
  private readonly state: TabState;

  constructor(plugin: Plugin, parts: SettingsTabParts) {
    super(plugin.app, plugin);
    this.state = {
      parts,
      redraw: focus => this.redraw(focus),
      chosenToken: undefined,
      chosenClient: 'Claude Code',
      clients: parts.setupTexts().map(({ client }) => client),
      openCards: new Set(),
      toolQuery: '',
    };
    this.containerEl.addClass('lectern-settings');
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const { state } = this;
    return [
      statusSection(state),
      connectionsSection(state),
      connectSection(state),
      ...toolsSections(state),
      safetySection(state),
      noticesSection(state),
      advancedSection(state),
    ];
  }

  /** A keyboard must find itself where it was, although every control is a new one. */
  private redraw(focus: string | undefined): void {
    const { containerEl } = this;
    const { scrollTop } = containerEl;
    this.update();
    containerEl.scrollTop = scrollTop;
    if (focus === undefined) return;
    const found = [...containerEl.querySelectorAll<HTMLElement>('[data-lectern-focus]')];
    found.find(element => element.getAttribute('data-lectern-focus') === focus)?.focus();
  }
}
