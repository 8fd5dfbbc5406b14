import { tools as all } from '../tools';
import type { Tool } from '../tools/tool';
import { t } from '../ui/text/text';
import type { GivenSettings, Settings } from './schema';
import { listed } from './trust/acceptance';

/** Only names that differ from a tool's default are stored, so that a new tool needs no migration. */
export function isToolOn(settings: Settings, tool: Tool): boolean {
  if (settings.disabledTools.includes(tool.name)) return false;
  return tool.offByDefault !== true || settings.enabledTools.includes(tool.name);
}

export function switchTool(settings: Settings, tool: Tool, on: boolean): Settings {
  const without = (names: readonly string[]): string[] => names.filter(name => name !== tool.name);
  const isDefault = on === (tool.offByDefault !== true);
  return {
    ...settings,
    disabledTools:
      isDefault || on ? without(settings.disabledTools) : [...without(settings.disabledTools), tool.name],
    enabledTools:
      isDefault || !on ? without(settings.enabledTools) : [...without(settings.enabledTools), tool.name],
  };
}

/** Choices for all tools at once. */
export interface ToolPreset {
  readonly id: 'readOnly' | 'careful' | 'default' | 'everything';
  readonly has: (tool: Tool) => boolean;
}

const isUndo = (tool: Tool): boolean => tool.name === 'undo_change';

export const toolPresets: readonly ToolPreset[] = [
  { id: 'readOnly', has: ({ risk }) => risk.name === 'reads' },
  { id: 'careful', has: tool => isUndo(tool) || !['removes', 'commands'].includes(tool.risk.name) },
  { id: 'default', has: tool => tool.offByDefault !== true },
  { id: 'everything', has: () => true },
];

export function applyPreset(settings: Settings, tools: readonly Tool[], preset: ToolPreset): Settings {
  return tools.reduce((changed, tool) => switchTool(changed, tool, preset.has(tool)), settings);
}

/** The preset that the switches match now, if any. */
export function presetOf(settings: Settings, tools: readonly Tool[]): ToolPreset | undefined {
  return toolPresets.find(preset => tools.every(tool => isToolOn(settings, tool) === preset.has(tool)));
}

/** Names in lists of tools that are no tools. Tokens are named, not counted, since some of the file are left out here. */
export function unknownTools(settings: GivenSettings): { readonly list: string; readonly name: string }[] {
  const { disabledTools = [], enabledTools = [], tokens = [] } = settings;
  const ofTokens = tokens.map(token => [`tokens.${token.name}.disabledTools`, token.disabledTools] as const);
  return [...Object.entries({ disabledTools, enabledTools }), ...ofTokens].flatMap(([list, names]) =>
    names.filter(name => !all.some(tool => tool.name === name)).map(name => ({ list, name })),
  );
}

/** One sentence for the user; undefined if all are tools. */
export function unknownToolsText(settings: Settings): string | undefined {
  const names = unknownTools(settings).map(({ list, name }) => `${name} (${list})`);
  return names.length === 0 ? undefined : t('file.unknownTools', { names: listed(names) });
}
