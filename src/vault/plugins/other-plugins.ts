/** Access to other plugins. These members are internal in the app, so every shape is checked, not assumed. */
import type { App } from 'obsidian';

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

/** The instance of an enabled community plugin. */
export function communityPlugin(app: App, id: string): unknown {
  const loaded = property(property(app, 'plugins'), 'plugins');
  return property(loaded, id);
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
