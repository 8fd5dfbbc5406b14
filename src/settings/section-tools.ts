import type { SettingDefinitionGroup } from 'obsidian';
import { families, type Family, type Tool } from '../tools/tool';

/** The key under which the settings tab asks for a tool's switch. */
export function toolKey(tool: Tool): string {
  return `tool:${tool.name}`;
}

/** A group a family, a switch a tool. */
export function toolsSections(tools: readonly Tool[]): SettingDefinitionGroup[] {
  return familyNames(tools).map(family => ({
    type: 'group',
    heading: `Tools: ${families[family].toLowerCase()}`,
    items: tools
      .filter(tool => tool.family === family)
      .map(tool => ({
        name: tool.title,
        desc: tool.description,
        aliases: [tool.name],
        control: { type: 'toggle', key: toolKey(tool) },
      })),
  }));
}

function familyNames(tools: readonly Tool[]): Family[] {
  return [...new Set(tools.map(tool => tool.family))];
}
