import type { Tool } from '../tools/tool';
import type { Settings } from './schema';

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
