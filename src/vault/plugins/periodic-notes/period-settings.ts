/** Where periodic notes are, by the settings of the user's plugins. */
import type { App } from 'obsidian';
import * as z from 'zod';
import type { Period } from '../../access/vault-path';
import { callMethod, communityPlugin, corePluginOptions, property } from '../other-plugins';

export interface PeriodSettings {
  /** A moment.js format; may contain folders. */
  readonly format: string;
  readonly folder: string;
  /** A link path; '' for none. */
  readonly template: string;
  /** Which plugin's variables the template may contain. */
  readonly dialect: 'core' | 'periodic';
}

export interface PeriodSettingsDependencies {
  readonly app: App;
  /** Settings of an enabled community plugin, if a host knows them without loading it. */
  readonly pluginSettings: (id: string) => unknown;
}

/** The defaults of Periodic Notes (its `DEFAULT_FORMAT`). */
export const defaultFormats: Readonly<Record<Period, string>> = {
  daily: 'YYYY-MM-DD',
  weekly: 'gggg-[W]ww',
  monthly: 'YYYY-MM',
  quarterly: 'YYYY-[Q]Q',
  yearly: 'YYYY',
};

/** The units of moment.js; also the names of periods in the 1.0 betas of Periodic Notes, where 0.x uses ours. */
export const periodUnits = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
} as const;

const words = z.string().trim().catch('');
const config = z.object({
  enabled: z.boolean().catch(true),
  format: words,
  folder: words,
  /** 0.x and the core plugin use `template`, the betas `templatePath`. */
  template: words,
  templatePath: words,
});
const calendarSets = z.object({
  activeCalendarSet: z.string().catch('Default'),
  calendarSets: z.array(z.looseObject({ id: z.string() })).min(1),
});

/** Settings of Periodic Notes if it is enabled, else of the core plugin for days, else the defaults. */
export function periodSettings(period: Period, dependencies: PeriodSettingsDependencies): PeriodSettings {
  const periodic = config.safeParse(configOf(period, periodicNotes(dependencies)));
  const isUsed = periodic.success && (periodic.data.enabled || period !== 'daily');
  if (isUsed) return settingsOf(periodic.data, period, 'periodic');
  const options = period === 'daily' ? corePluginOptions(dependencies.app, 'daily-notes') : {};
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

/** The settings of one period: from the active calendar set, or from the period itself. */
function configOf(period: Period, settings: unknown): unknown {
  const sets = calendarSets.safeParse(settings);
  if (!sets.success) return property(settings, period) ?? property(settings, periodUnits[period]);
  const active = sets.data.calendarSets.find(({ id }) => id === sets.data.activeCalendarSet);
  return property(active, periodUnits[period]);
}

function periodicNotes({ app, pluginSettings }: PeriodSettingsDependencies): unknown {
  const plugin = communityPlugin(app, 'periodic-notes');
  if (plugin === undefined) return pluginSettings('periodic-notes');
  const settings = property(plugin, 'settings');
  return typeof property(settings, 'subscribe') === 'function' ? storeValue(settings) : settings;
}

/** The betas keep their settings in a Svelte store, which calls each new subscriber at once. */
function storeValue(store: unknown): unknown {
  let value: unknown;
  try {
    const stop = callMethod(store, 'subscribe', [(received: unknown) => (value = received)]);
    if (typeof stop === 'function') Reflect.apply(stop, undefined, []);
  } catch {
    return undefined;
  }
  return value;
}
