/** Where periodic notes lie, as the user's plugins are set. */
import type { App } from 'obsidian';
import * as z from 'zod';
import type { Period } from '../../access/note-reference';
import { callMethod, communityPlugin, corePluginOptions, property } from '../other-plugins';

export interface PeriodSettings {
  /** Of moment; may have folders in it. */
  readonly format: string;
  readonly folder: string;
  /** A link path; '' for none. */
  readonly template: string;
  /** Whose variables the template may have. */
  readonly dialect: 'core' | 'periodic';
}

export interface PeriodSettingsParts {
  readonly app: App;
  /** Settings of a community plugin that the user has switched on, where a host knows them without loading it. */
  readonly pluginSettings: (id: string) => unknown;
}

/** Those of Periodic Notes (its `DEFAULT_FORMAT`). */
export const defaultFormats: Readonly<Record<Period, string>> = {
  daily: 'YYYY-MM-DD',
  weekly: 'gggg-[W]ww',
  monthly: 'YYYY-MM',
  quarterly: 'YYYY-[Q]Q',
  yearly: 'YYYY',
};

/** How the 1.0 betas of Periodic Notes call the periods; 0.x calls them as we do. */
const granularities: Readonly<Record<Period, string>> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
};

const words = z.string().trim().catch('');
const config = z.object({
  enabled: z.boolean().catch(true),
  format: words,
  folder: words,
  /** 0.x and the core plugin say `template`, the betas `templatePath`. */
  template: words,
  templatePath: words,
});
const calendarSets = z.object({
  activeCalendarSet: z.string().catch('Default'),
  calendarSets: z.array(z.looseObject({ id: z.string() })).min(1),
});

/** Periodic Notes where it is switched on, else the core plugin for days, else the defaults. */
export function periodSettings(period: Period, parts: PeriodSettingsParts): PeriodSettings {
  const periodic = config.safeParse(configOf(period, periodicNotes(parts)));
  const isUsed = periodic.success && (periodic.data.enabled || period !== 'daily');
  if (isUsed) return settingsOf(periodic.data, period, 'periodic');
  const options = period === 'daily' ? corePluginOptions(parts.app, 'daily-notes') : {};
  return settingsOf(config.catch(config.parse({})).parse(options), period, 'core');
}

function settingsOf(
  { format, folder, template, templatePath }: z.output<typeof config>,
  period: Period,
  dialect: PeriodSettings['dialect'],
): PeriodSettings {
  return {
    format: format === '' ? defaultFormats[period] : format,
    folder,
    template: templatePath === '' ? template : templatePath,
    dialect,
  };
}

/** The part of the settings that is for a period: of the active calendar set, or of the period itself. */
function configOf(period: Period, settings: unknown): unknown {
  const sets = calendarSets.safeParse(settings);
  if (!sets.success) return property(settings, period) ?? property(settings, granularities[period]);
  const active = sets.data.calendarSets.find(({ id }) => id === sets.data.activeCalendarSet);
  return property(active, granularities[period]);
}

function periodicNotes({ app, pluginSettings }: PeriodSettingsParts): unknown {
  const plugin = communityPlugin(app, 'periodic-notes');
  if (plugin === undefined) return pluginSettings('periodic-notes');
  const settings = property(plugin, 'settings');
  return typeof property(settings, 'subscribe') === 'function' ? storeValue(settings) : settings;
}

/** The betas keep their settings in a Svelte store, which tells its value at once to whoever subscribes. */
function storeValue(store: unknown): unknown {
  let value: unknown;
  try {
    const stop = callMethod(store, 'subscribe', [(told: unknown) => (value = told)]);
    if (typeof stop === 'function') Reflect.apply(stop, undefined, []);
  } catch {
    return undefined;
  }
  return value;
}
