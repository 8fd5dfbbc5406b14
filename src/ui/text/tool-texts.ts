import type { Tool } from '../../tools/tool';
import { toolsInGerman } from './german/tool-names';
import { appLanguage, type ToolTexts } from './message';

const german: ReadonlyMap<string, ToolTexts> = new Map(Object.entries(toolsInGerman));

/** A tool's texts for the user, in the app's language. The English ones are in the tools, next to those for models. */
export function toolTexts(tool: Tool): ToolTexts {
  return appLanguage() === 'de' ? (german.get(tool.name) ?? tool) : tool;
}
