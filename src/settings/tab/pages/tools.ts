import type { Setting, SettingDefinitionPage } from 'obsidian';
import { tools } from '../../../tools';
import { families, type Family, type Tool } from '../../../tools/tool';
import { applyPreset, presetOf, toolPresets } from '../../tool-presets';
import { isToolOn, switchTool } from '../../tool-switches';
import type { TabState } from '../parts';
import { addAction, addToggle } from '../rows';

/** Presets, then a page for each family with a switch for each tool. */
export function toolsPage(tab: TabState): SettingDefinitionPage {
  const { store } = tab.options;
  return {
    type: 'page',
    name: 'Tools',
    desc: 'What clients can call at all; a connection may have less.',
    displayValue: () => presetOf(store.settings, tools)?.name ?? 'Own choice',
    items: [
      {
        type: 'group',
        items: [
          {
            name: 'Presets',
            desc: toolPresets.map(({ name, description }) => `${name}: ${description}`).join(' '),
            render: row => drawPresets(row, tab),
          },
        ],
      },
      {
        type: 'group',
        heading: 'Families',
        items: familyNames(tools).map(family => familyPage(family, tab)),
      },
    ],
  };
}

function familyNames(tools: readonly Tool[]): Family[] {
  return [...new Set(tools.map(tool => tool.family))];
}

function familyPage(family: Family, tab: TabState): SettingDefinitionPage {
  const { store } = tab.options;
  const members = tools.filter(tool => tool.family === family);
  const on = (): number => members.filter(tool => isToolOn(store.settings, tool)).length;
  return {
    type: 'page',
    name: families[family],
    desc: members.map(({ title }) => title).join(', '),
    displayValue: () => `${on()} of ${members.length}`,
    items: [
      {
        type: 'group',
        cls: 'lectern-tools',
        items: members.map(tool => ({
          name: tool.title,
          desc: tool.summary,
          aliases: [tool.name],
          render: (row: Setting) => drawTool(row, tool, tab),
        })),
      },
    ],
  };
}

function drawTool(row: Setting, tool: Tool, tab: TabState): void {
  const { store } = tab.options;
  const { risk } = tool;
  row.nameEl.createSpan({ cls: 'lectern-tool-name', text: tool.name });
  const badges = row.nameEl.createSpan({ cls: 'lectern-badges' });
  badges.createSpan({ cls: 'lectern-badge', text: `Needs ${risk.rights}` });
  if (risk.annotations.destructiveHint)
    badges.createSpan({ cls: 'lectern-badge mod-destructive', text: 'Can overwrite or remove' });
  addToggle(row, {
    label: `${tool.title} (${tool.name})`,
    value: isToolOn(store.settings, tool),
    onChange: async isOn => {
      await store.update(settings => switchTool(settings, tool, isOn));
      tab.redraw();
    },
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
