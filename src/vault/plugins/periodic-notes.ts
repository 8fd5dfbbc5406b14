import { moment, type App } from 'obsidian';
import { ToolFailure } from '../../errors';
import { type DateClock, parseDate, parseIsoDate } from '../../utils/dates';
import { matchOf } from '../../utils/text/pieces';
import type { Period, PeriodicReference } from '../access/vault-path';
import * as z from 'zod';
import { callMethod, communityPlugin, corePluginOptions, property } from './plugin-api';

/** A moment.js date, in the user's zone and locale. */
export type Moment = ReturnType<typeof moment.unix>;

const maxDateLength = 100;

export function momentOf(date: Date | number): Moment {
  return moment.unix(Number(date) / 1000);
}

/**
 * The first moment of the period that a text names: an ISO date, the name of a note of that period
 * (`2026-W47`), or plain language. Weeks begin as in moment's locale, which the user's plugins set, unless the format
 * has ISO week numbers, by which a week's first day could belong to the previous week.
 * @param text undefined for the current period
 * @throws ToolFailure `invalid_query`
 */
function periodStart(period: Period, text: string | undefined, format: string, clock: DateClock): Moment {
  const unit = period === 'weekly' && /GG|W/u.test(tokensOf(format)) ? 'isoWeek' : periodUnits[period];
  return dateNamed(period, text?.trim(), format, clock).startOf(unit);
}

function dateNamed(period: Period, text: string | undefined, format: string, clock: DateClock): Moment {
  const today = momentOf(clock.now());
  if (text === undefined) return today;
  // Uses weeks of the locale, which may begin on Sunday; those of `parseDate` begin on Monday.
  const [, named = ''] = period === 'weekly' ? matchOf(/^(this|current|last|next) week$/iu, text) : [];
  const weeks = /last/iu.test(named) ? -1 : /next/iu.test(named) ? 1 : 0;
  if (named !== '') return today.add(weeks, 'week');
  const iso = text.length > maxDateLength ? undefined : parseIsoDate(text);
  if (iso !== undefined) return momentOf(iso.from);
  const usual = /W/u.test(tokensOf(format)) ? 'GGGG-[W]WW' : defaultFormats[period];
  for (const one of [format, format.slice(format.lastIndexOf('/') + 1), usual]) {
    const named = byName(text, one);
    if (named !== undefined) return named;
  }
  return momentOf(plainDate(period, text, clock));
}

const examples: Readonly<Record<Period, readonly string[]>> = {
  daily: ['2026-11-21', 'yesterday'],
  weekly: ['2026-W47', 'last week'],
  monthly: ['2026-11', 'last month'],
  quarterly: ['2026-Q4', 'last quarter'],
  yearly: ['2026', 'last year'],
};

/** @returns milliseconds since 1970 */
function plainDate(period: Period, text: string, clock: DateClock): number {
  try {
    return parseDate(text, clock).from;
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const dated = examples[period].map(date => `\`@${period}:${date}\``);
    throw new ToolFailure(error.code, `The part after \`@${period}:\` could not be read as a date.`, {
      hint: `Give \`@${period}\` alone for the current one, or with a date: ${dated.join(', ')}.`,
    });
  }
}

/** A format without its bracketed texts. */
function tokensOf(format: string): string {
  return format.replace(/\[[^[\]]*\]/gu, () => '');
}

/** Only with formats that contain the year: moment would take missing parts from its own clock. */
function byName(text: string, format: string): Moment | undefined {
  if (text.length > maxDateLength || !/YY|gg|GG/u.test(tokensOf(format))) return undefined;
  const parsed = moment.utc(text, format, true);
  if (!parsed.isValid()) return undefined;
  // At noon, which exists in every zone.
  return momentOf(new Date(parsed.year(), parsed.month(), parsed.date(), 12));
}

interface PeriodSettings {
  /** A moment.js format; may contain folders. */
  readonly format: string;
  readonly folder: string;
  /** A link path; '' for none. */
  readonly template: string;
  /** Which plugin's variables the template may contain. */
  readonly dialect: 'core' | 'periodic';
}

interface PeriodicNotesDependencies {
  readonly app: App;
  readonly clock: DateClock;
  /** Settings of an enabled community plugin, if a host knows them without loading it. */
  readonly pluginSettings: (id: string) => unknown;
}

/** The defaults of Periodic Notes (its `DEFAULT_FORMAT`). */
const defaultFormats: Readonly<Record<Period, string>> = {
  daily: 'YYYY-MM-DD',
  weekly: 'gggg-[W]ww',
  monthly: 'YYYY-MM',
  quarterly: 'YYYY-[Q]Q',
  yearly: 'YYYY',
};

/** The units of moment.js; also the names of periods in the 1.0 betas of Periodic Notes, where 0.x uses ours. */
const periodUnits = {
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
function periodSettings(period: Period, dependencies: PeriodicNotesDependencies): PeriodSettings {
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

function periodicNotes({ app, pluginSettings }: PeriodicNotesDependencies): unknown {
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

export interface PeriodicNote {
  readonly period: PeriodicReference['period'];
  /** Vault path with `.md`, from the user's settings; not checked. */
  readonly path: string;
  readonly start: Moment;
  readonly settings: PeriodSettings;
  /** Whether it can be nowhere else. */
  readonly isPlaced: boolean;
}

/** Finds daily, weekly, monthly, quarterly and yearly notes where the user's plugins would create them. */
export class PeriodicNotes {
  constructor(private readonly dependencies: PeriodicNotesDependencies) {}

  /** @throws ToolFailure `invalid_query` for a date that cannot be read */
  note({ period, date }: Omit<PeriodicReference, 'kind'>): PeriodicNote {
    const settings = periodSettings(period, this.dependencies);
    const start = periodStart(period, date, settings.format, this.dependencies.clock);
    const { dialect, folder, format } = settings;
    // `2026` may be a note about anything.
    const isUnclear = period === 'yearly';
    const isPlaced =
      isUnclear || dialect === 'periodic' || folder !== '' || format !== defaultFormats[period];
    return { period, path: pathOf(settings, start.format(format)), start, settings, isPlaced };
  }
}

/** Ignores doubled slashes and slashes at the ends, like Periodic Notes; adds the extension once. */
function pathOf({ folder }: PeriodSettings, name: string): string {
  const path = `${folder}/${name}`
    .split('/')
    .filter(part => part !== '' && part !== '.')
    .join('/');
  return path.endsWith('.md') ? path : `${path}.md`;
}
