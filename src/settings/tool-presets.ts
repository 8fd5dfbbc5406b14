import type { Tool } from '../tools/tool';
import type { Settings } from './schema';
import { isToolOn, switchTool } from './tool-switches';

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
