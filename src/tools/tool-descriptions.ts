import { builtDescriptions } from './built-descriptions';
import { describeTool, type ToolDescription } from './json-schema';
import type { Tool } from './tool';

/** Tools as `tools/list` shows them: those that the build has described, and others converted now. */
export function toolDescriptions(tools: readonly Tool[]): ReadonlyMap<Tool, ToolDescription> {
  const built = builtDescriptions();
  return new Map(tools.map(tool => [tool, built[tool.name] ?? describeTool(tool)]));
}
