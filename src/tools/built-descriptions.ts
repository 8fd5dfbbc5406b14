import type { ToolDescription } from './json-schema';

/**
 * The tools as `tools/list` shows them, by name, made when the bundle is built (`esbuild.config.mjs` puts them here):
 * converting all schemas takes a tenth of a start. From the source there are none.
 */
export function builtDescriptions(): Readonly<Record<string, ToolDescription>> {
  return {};
}
