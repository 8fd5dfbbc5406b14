/** What tools are called and what they do, for the user. English lies beside what models are told, in the tools. */
import type { Tool } from '../../tools/tool';
import { toolsInGerman } from './german/tool-names';
import { appLanguage } from './language';
import type { ToolTexts } from './message';

export function toolTexts(tool: Tool): ToolTexts {
  return appLanguage() === 'de' ? (toolsInGerman[tool.name] ?? tool) : tool;
}
