import LecternPlugin from '../../src/main';
import type { AppInterface } from '../../src/app-interface';
import { manifest, type RunningLectern } from './lectern';

/** What a person sees of a plugin that runs from src. */
export function appInterfaceOf({ host }: RunningLectern): AppInterface {
  const plugin: unknown = host.internals.plugins.getPlugin(manifest.id);
  if (!(plugin instanceof LecternPlugin)) throw new Error('Lectern is not loaded.');
  return plugin.lectern.appInterface;
}
