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
