import type { Tool } from '../tools/tool';
import type { Settings } from './schema';
import { isToolOn, switchTool } from './tool-switches';

/** Choices for all tools at once. */
export interface ToolPreset {
  readonly name: string;
  readonly description: string;
  readonly has: (tool: Tool) => boolean;
}

const isUndo = (tool: Tool): boolean => tool.name === 'undo_change';

export const toolPresets: readonly ToolPreset[] = [
  {
    name: 'Read only',
    description: 'Nothing that changes the vault.',
    has: ({ risk }) => risk.name === 'reads',
  },
  {
    name: 'Careful',
    description: 'Reading and writing, but nothing that removes or runs commands.',
    has: tool => isUndo(tool) || !['removes', 'commands'].includes(tool.risk.name),
  },
  {
    name: 'Default',
    description: 'As after the installation: every tool but those that are off at first.',
    has: tool => tool.offByDefault !== true,
  },
  { name: 'Everything', description: 'Every tool, those included that are off at first.', has: () => true },
];

export function applyPreset(settings: Settings, tools: readonly Tool[], preset: ToolPreset): Settings {
  return tools.reduce((changed, tool) => switchTool(changed, tool, preset.has(tool)), settings);
}

/** The preset that the switches match now, if any. */
export function presetOf(settings: Settings, tools: readonly Tool[]): ToolPreset | undefined {
  return toolPresets.find(preset => tools.every(tool => isToolOn(settings, tool) === preset.has(tool)));
}
