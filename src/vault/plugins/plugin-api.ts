/** Calls the APIs of other plugins: no result is trusted, and each call has a timeout, as code cannot be stopped. */

import type { App } from 'obsidian';
import { ToolFailure } from '../../errors';
import { inTime } from '../../platform';

/** A property of any value; undefined if there is none, or if a getter throws. */
export function property(value: unknown, key: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  try {
    const found: unknown = Reflect.get(value, key);
    return found;
  } catch {
    return undefined;
  }
}

/** @throws whatever the method throws; undefined if there is no such method */
export function callMethod(object: unknown, name: string, values: readonly unknown[]): unknown {
  const method = property(object, name);
  if (typeof method !== 'function') return undefined;
  const answer: unknown = Reflect.apply(method, object, values);
  return answer;
}

export function communityPlugin(app: App, id: string): unknown {
  return property(property(property(app, 'plugins'), 'plugins'), id);
}

/** A core plugin's settings in `.obsidian/ID.json`, whether or not it is enabled. */
export function corePluginOptions(app: App, id: string): unknown {
  try {
    const plugin = callMethod(property(app, 'internalPlugins'), 'getPluginById', [id]);
    return property(property(plugin, 'instance'), 'options');
  } catch {
    return undefined;
  }
}

/** The `api` of a plugin that is installed and enabled; undefined if there is none. */
export function pluginApi(app: App, id: string): unknown {
  return property(communityPlugin(app, id), 'api');
}

interface PluginCall {
  readonly name: string;
  /** How long to wait for its result, milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/**
 * The result of a method of a plugin's API.
 * @throws ToolFailure `plugin_missing` if there is no such method, `budget_exceeded` if it does not return in
 * time, `internal_error` if it throws; the signal's reason
 */
export async function callPluginMethod(
  api: unknown,
  method: string,
  values: readonly unknown[],
  { name, timeout, signal }: PluginCall,
): Promise<unknown> {
  const found = property(api, method);
  if (typeof found !== 'function')
    throw new ToolFailure('plugin_missing', `${name} is not running, or has no API.`);
  signal.throwIfAborted();
  const late = (): never => {
    if (signal.reason instanceof ToolFailure) throw signal.reason;
    throw new ToolFailure('budget_exceeded', `${name} did not answer within ${timeout / 1000} seconds.`);
  };
  const answer = async (): Promise<unknown> => {
    try {
      return await Reflect.apply(found, api, values);
    } catch {
      throw new ToolFailure('internal_error', `${name} failed.`, {
        hint: 'Try a simpler query; if it fails too, tell the user that the plugin has a problem.',
      });
    }
  };
  return inTime(answer(), timeout, late, signal);
}
