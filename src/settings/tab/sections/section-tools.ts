import type { Setting, SettingDefinitionGroup } from 'obsidian';
import { tools } from '../../../tools';
import { families, type Family, type Tool } from '../../../tools/tool';
import { applyPreset, presetOf, toolPresets } from '../../tool-presets';
import { isToolOn, switchTool } from '../../tool-switches';
import type { TabState } from '../parts';
import { addAction, addToggle } from '../rows';

/** Presets and a search, then a group a family with a switch a tool. */
export function toolsSections(tab: TabState): SettingDefinitionGroup[] {
  const rows: ToolRow[] = [];
  return [
    {
      type: 'group',
      heading: 'Tools',
      items: [
        {
          name: 'Presets',
          desc: `What clients can call at all; a connection may have less. ${toolPresets.map(({ name, description }) => `${name}: ${description}`).join(' ')}`,
          render: row => drawPresets(row, tab),
        },
        { name: 'Find a tool', searchable: false, render: row => drawSearch(row, tab, rows) },
      ],
    },
    ...familyNames(tools).map(family => familyGroup(family, tab, rows)),
  ];
}

interface ToolRow {
  readonly tool: Tool;
  readonly element: HTMLElement;
}

function familyNames(tools: readonly Tool[]): Family[] {
  return [...new Set(tools.map(tool => tool.family))];
}

function familyGroup(family: Family, tab: TabState, rows: ToolRow[]): SettingDefinitionGroup {
  const members = tools.filter(tool => tool.family === family);
  return {
    type: 'group',
    heading: families[family],
    cls: 'lectern-tools',
    items: members.map(tool => ({
      name: tool.title,
      desc: tool.description,
      aliases: [tool.name],
      render: row => {
        drawTool(row, tool, tab);
        const drawn = { tool, element: row.settingEl };
        rows.push(drawn);
        drawn.element.toggle(matches(tool, tab.toolQuery));
        return () => rows.splice(rows.indexOf(drawn), 1);
      },
    })),
  };
}

function drawTool(row: Setting, tool: Tool, { options }: TabState): void {
  const { store } = options;
  const { risk } = tool;
  row.nameEl.createSpan({ cls: 'lectern-tool-name', text: tool.name });
  const badges = row.nameEl.createSpan({ cls: 'lectern-badges' });
  badges.createSpan({ cls: 'lectern-badge', text: `Needs ${risk.rights}` });
  if (risk.annotations.destructiveHint)
    badges.createSpan({ cls: 'lectern-badge mod-destructive', text: 'Can overwrite or remove' });
  addToggle(row, {
    label: `${tool.title} (${tool.name})`,
    value: isToolOn(store.settings, tool),
    onChange: isOn => store.update(settings => switchTool(settings, tool, isOn)),
  });
}

function drawPresets(row: Setting, tab: TabState): void {
  const { store } = tab.options;
  const active = presetOf(store.settings, tools);
  for (const preset of toolPresets) {
    const button = addAction(row, {
      text: preset.name,
      key: `preset:${preset.name}`,
      run: async () => {
        await store.update(settings => applyPreset(settings, tools, preset));
        tab.redraw(`preset:${preset.name}`);
      },
    });
    button.setAttr('aria-pressed', preset === active);
  }
}

function drawSearch(row: Setting, tab: TabState, rows: readonly ToolRow[]): void {
  row.addSearch(search => {
    search
      .setPlaceholder('Name or description')
      .setValue(tab.toolQuery)
      .onChange(query => {
        tab.toolQuery = query;
        for (const { tool, element } of rows) element.toggle(matches(tool, query));
      });
    search.inputEl.setAttr('aria-label', 'Find a tool');
  });
}

function matches({ name, title, description }: Tool, query: string): boolean {
  const text = `${name} ${title} ${description}`.toLowerCase();
  return query
    .toLowerCase()
    .split(' ')
    .every(word => text.includes(word));
}
