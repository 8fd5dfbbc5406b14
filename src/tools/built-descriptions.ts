import type { Tool } from './tool';

export type JsonSchema = Record<string, unknown>;

/** A tool as `tools/list` shows it. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { type: 'object' };
  readonly outputSchema: JsonSchema & { type: 'object' };
  readonly annotations: { readonly title: string } & Tool['risk']['annotations'];
  readonly _meta?: { readonly 'anthropic/alwaysLoad': true };
}

/**
 * The tools as `tools/list` shows them, by name, made when the bundle is built (`esbuild.config.mjs` puts them here):
 * converting all schemas takes a twentieth of a start. From the source there are none.
 */
export function builtDescriptions(): Readonly<Record<string, ToolDescription>> {
  return {};
}
