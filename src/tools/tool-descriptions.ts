import { builtDescriptions, type ToolDescription } from './built-descriptions';
import { describeTool } from './json-schema';
import type { Tool } from './tool';

/**
 * Tools as `tools/list` shows them: those that the build has described, and others converted now. Slow
 * without a build, so it is done once per server.
 */
export function toolDescriptions(tools: readonly Tool[]): ReadonlyMap<Tool, ToolDescription> {
  const built = builtDescriptions();
  return new Map(tools.map(tool => [tool, built[tool.name] ?? describeTool(tool)]));
}
