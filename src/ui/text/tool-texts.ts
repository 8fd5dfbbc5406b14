import type { Tool } from '../../tools/tool';
import { toolsInGerman } from './german/tool-names';
import { appLanguage } from './language';
import type { ToolTexts } from './message';

/**
 * What a tool is called and what it does, for the user, in the app's language. The English texts are in the tools,
 * beside what models read.
 */
export function toolTexts(tool: Tool): ToolTexts {
  return appLanguage() === 'de' ? (toolsInGerman[tool.name] ?? tool) : tool;
}
