import type { Setting, SettingDefinitionPage } from 'obsidian';
import { t } from '../../../ui/text/text';
import { toolTexts } from '../../../ui/text/tool-texts';
import { tools } from '../../../tools';
import type { Family, Tool } from '../../../tools/tool';
import {
  applyPreset,
  presetOf,
  type ToolPreset,
  toolPresets,
  isToolOn,
  switchTool,
  unknownToolsText,
} from '../../tool-switches';
import type { TabState } from '../parts';
import { addAction, addToggle } from '../rows';

/** Presets, then a page for each family with a switch for each tool. */
export function toolsPage(tab: TabState): SettingDefinitionPage {
  const { store } = tab.options;
  return {
    type: 'page',
    name: t('tools.name'),
    desc: unknownToolsText(store.settings) ?? t('tools.desc'),
    displayValue: () => presetText(presetOf(store.settings, tools)),
    items: [
      {
        type: 'group',
        items: [
          {
            name: t('tools.presets'),
            desc: toolPresets.map(presetSentence).join(' '),
            render: row => drawPresets(row, tab),
          },
        ],
      },
      // A separate page, since the app draws the summary in its row, such as “4 of 9”, only when it opens the list.
      {
        type: 'page',
        name: t('tools.families'),
        desc: t('tools.familiesDesc'),
        items: [
          {
            type: 'group',
            items: [...new Set(tools.map(tool => tool.family))].map(family => familyPage(family, tab)),
          },
        ],
      },
    ],
  };
}

function presetText(preset: ToolPreset | undefined): string {
  return preset === undefined ? t('tools.ownChoice') : t(`tools.preset.${preset.id}`);
}

function presetSentence(preset: ToolPreset): string {
  return t('rows.of', { what: presetText(preset), name: t(`tools.preset.${preset.id}.desc`) });
}

function familyPage(family: Family, tab: TabState): SettingDefinitionPage {
  const { store } = tab.options;
  const members = tools.filter(tool => tool.family === family);
  const on = (): number => members.filter(tool => isToolOn(store.settings, tool)).length;
  return {
    type: 'page',
    name: t(`tools.family.${family}`),
    displayValue: () => t('tools.on', { on: on(), all: members.length }),
    items: [
      {
        type: 'group',
        cls: 'lectern-tools',
        items: members.map(tool => ({
          name: toolTexts(tool).title,
          desc: toolTexts(tool).summary,
          aliases: [tool.name, tool.title],
          render: (row: Setting) => drawTool(row, tool, tab),
        })),
      },
    ],
  };
}

function drawTool(row: Setting, tool: Tool, tab: TabState): void {
  const { store } = tab.options;
  const { risk } = tool;
  const facts = row.infoEl.createDiv('lectern-tool-facts');
  facts.createSpan({ cls: 'lectern-tool-name', text: tool.name });
  if (risk.rights === 'full') facts.createSpan({ cls: 'lectern-badge', text: t('tools.needsFull') });
  if (risk.name === 'removes')
    facts.createSpan({ cls: 'lectern-badge mod-destructive', text: t('tools.removes') });
  addToggle(row, {
    label: `${toolTexts(tool).title} (${tool.name})`,
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
  // The row is found by the sentences of all presets, but shows only that of the current one.
  row.setDesc(active === undefined ? t('tools.ownChoiceDesc') : presetSentence(active));
  for (const preset of toolPresets) {
    const button = addAction(row, {
      text: presetText(preset),
      key: `preset:${preset.id}`,
      run: async () => {
        await store.update(settings => applyPreset(settings, tools, preset));
        tab.redraw(`preset:${preset.id}`);
      },
    });
    button.setAttr('aria-pressed', preset === active);
  }
}
