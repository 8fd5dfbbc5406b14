import { isRecord, property } from '../../../pkg/headless/obsidian/core/unknowns';
import type { PluginSource } from '../../../pkg/headless/plugins/plugin-loader';

/** The plugin without anything laid over its settings, so that it does not know of a host. */
export function inApp(source: PluginSource): PluginSource {
  if (typeof source === 'string') throw new Error('The plugin is no class.');
  return new Proxy(source, {
    construct(target, values, newTarget) {
      const instance: unknown = Reflect.construct(target, values, newTarget);
      const control = property(instance, 'control');
      if (!isRecord(instance) || !isRecord(control)) throw new Error('The plugin has no surface for hosts.');
      Object.defineProperty(control, 'applyOverlay', { value: () => undefined });
      return instance;
    },
  });
}
