/**
 * The language of dates, and the day on which weeks begin. In the app, moment speaks the app's language, and the
 * plugins Calendar and Periodic Notes (1.0) set both for everybody when they load (read in their settings:
 * `localeOverride`, `weekStart`). Here no plugin has to be loaded for it: names of notes depend on it.
 */
import moment from 'moment';
import type { Vault } from './obsidian/vault/vault';
import { isRecord } from './obsidian/core/unknowns';
import { pluginSettings } from './plugins/plugin-settings';

interface LocaleOptions {
  /** As moment names them, the best first. */
  readonly names: readonly string[];
  /** English name of the first day of the week; undefined for the locale's own. */
  readonly weekStart: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The locale of the vault's plugins, else that of the environment, as the app does at its first start. */
export function localeOptions(vault: Vault, environment: Environment): LocaleOptions {
  const settings = ['periodic-notes', 'calendar'].map(id => pluginSettings(vault, id)).filter(isRecord);
  const first = (key: string, standard: string): string | undefined =>
    settings
      .map(each => each[key])
      .find(value => typeof value === 'string' && value !== standard)
      ?.toString();
  const { LC_ALL, LC_TIME, LANG } = environment;
  const system = [LC_ALL, LC_TIME, LANG].find(value => value !== undefined && value !== '') ?? '';
  return {
    names: candidates(first('localeOverride', 'system-default') ?? system),
    weekStart: first('weekStart', 'locale'),
  };
}

/** Sets moment to the first of these languages that it knows; English if it knows none. */
export async function applyLocale({ names, weekStart }: LocaleOptions): Promise<void> {
  moment.locale('en');
  for (const name of names) if (await speaks(name)) break;
  const dow = weekdays.indexOf(weekStart?.toLowerCase() ?? '');
  // Which week is the year's first stays as the locale has it: the plugins change the first day alone.
  const doy = moment.localeData().firstDayOfYear();
  if (dow >= 0) moment.updateLocale(moment.locale(), { week: { dow, doy } });
}

async function speaks(name: string): Promise<boolean> {
  // Both are moment's defaults.
  if (name === 'en' || name === 'en-us') return true;
  await import('./all-locales');
  return moment.locale(name) === name;
}

/** `de_AT.UTF-8` is `de-at`, else `de`. */
function candidates(name: string): string[] {
  const [language = ''] = name.toLowerCase().split(/[.@]/, 1);
  const tag = language.split('_').join('-');
  if (!/^[a-z]{2,3}(?:-[a-z]{2,8}){0,2}$/.test(tag)) return [];
  const parts = tag.split('-');
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join('-'));
}
