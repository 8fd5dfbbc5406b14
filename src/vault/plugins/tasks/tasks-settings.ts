/** The settings of the Tasks plugin (the shape of its `data.json`, read in its 8.3.0). */

import { type App, moment } from 'obsidian';
import { communityPlugin, property, callMethod } from '../plugin-api';
import { mapDefined } from '../../../utils/collections';
import * as z from 'zod';
import {
  rulesWithoutPlugin,
  type TaskRules,
  type StatusType,
  type TaskStatus,
  TaskStatuses,
  defaultStatuses,
} from '../../../markdown/tasks/task-rules';
import { parseIsoDate } from '../../../utils/dates';

/**
 * `data.json` of a plugin that runs here or is enabled in the vault's list; read now, through the app.
 * Undefined if it is neither. Its settings are undefined if there are none yet, or if they cannot be read.
 */
export async function pluginData(app: App, id: string): Promise<{ readonly settings: unknown } | undefined> {
  const { configDir } = app.vault;
  const isOn = communityPlugin(app, id) !== undefined || (await isListed(app, id));
  return isOn ? { settings: await json(app, `${configDir}/plugins/${id}/data.json`) } : undefined;
}

async function isListed(app: App, id: string): Promise<boolean> {
  const listed = await json(app, `${app.vault.configDir}/community-plugins.json`);
  return Array.isArray(listed) && listed.includes(id);
}

async function json(app: App, path: string): Promise<unknown> {
  try {
    const value: unknown = JSON.parse(await app.vault.adapter.read(path));
    return value;
  } catch {
    return undefined;
  }
}

const fileDateShape = z.object({
  useFilenameAsScheduledDate: z.boolean().catch(false),
  filenameAsScheduledDateFormat: z.string().catch(''),
  filenameAsDateFolders: z.array(z.string()).catch([]),
});

const tasksPluginId = 'obsidian-tasks-plugin';

const types: Readonly<Record<string, StatusType>> = {
  TODO: 'open',
  IN_PROGRESS: 'in_progress',
  ON_HOLD: 'on_hold',
  DONE: 'done',
  CANCELLED: 'cancelled',
  NON_TASK: 'non_task',
};

const status = z
  .object({
    symbol: z.string(),
    nextStatusSymbol: z.string().catch('x'),
    type: z.string().catch('TODO'),
  })
  .transform(({ symbol, nextStatusSymbol: next, type }): TaskStatus => ({
    symbol,
    next,
    type: types[type] ?? 'open',
  }));
const statusList = z
  .array(z.unknown())
  .catch([])
  .transform(all => mapDefined(all, one => status.safeParse(one).data));
const statusSettings = z.object({ coreStatuses: statusList, customStatuses: statusList });

const settingsShape = z.object({
  globalFilter: z.string().catch(''),
  taskFormat: z.string().catch(''),
  setCreatedDate: z.boolean().catch(false),
  setDoneDate: z.boolean().catch(true),
  setCancelledDate: z.boolean().catch(true),
  recurrenceOnNextLine: z.boolean().catch(false),
  removeScheduledDateOnRecurrence: z.boolean().catch(false),
  statusSettings: z.unknown().optional(),
  ...fileDateShape.shape,
});

/** The user's current settings; the plugin's defaults if it is off or has stored none. */
export async function taskRules(app: App): Promise<TaskRules> {
  const data = await pluginData(app, tasksPluginId);
  if (data === undefined) return rulesWithoutPlugin;
  const settings = settingsShape.safeParse(data.settings ?? {}).data ?? settingsShape.parse({});
  return {
    hasPlugin: true,
    statuses: new TaskStatuses(statusesOf(settings.statusSettings)),
    globalFilter: settings.globalFilter,
    form: settings.taskFormat === 'dataview' ? 'dataview' : 'emoji',
    setsDoneDate: settings.setDoneDate,
    setsCancelledDate: settings.setCancelledDate,
    setsCreatedDate: settings.setCreatedDate,
    nextBelow: settings.recurrenceOnNextLine,
    dropsScheduledDate: settings.removeScheduledDateOnRecurrence,
    fileDate: fileDates(settings),
  };
}

/** The lines after the running plugin has toggled one of its tasks; undefined if no plugin runs or it cannot. */
export function toggledByPlugin(app: App, line: string, path: string): readonly string[] | undefined {
  const api = property(communityPlugin(app, tasksPluginId), 'apiV1');
  try {
    const text = callMethod(api, 'executeToggleTaskDoneCommand', [line, path]);
    if (typeof text !== 'string') return undefined;
    return text === '' ? [] : text.split('\n');
  } catch {
    return undefined;
  }
}

function statusesOf(settings: unknown): readonly TaskStatus[] {
  const { data } = statusSettings.safeParse(settings);
  const all = data === undefined ? [] : [...data.coreStatuses, ...data.customStatuses];
  return all.length === 0 ? defaultStatuses : all;
}

/**
 * The date that a file's name gives its tasks, as the Tasks plugin reads it (in its 8.3.0).
 * @returns a function that gives the day of a path as `2026-11-22`; undefined if the user has disabled it
 */
function fileDates({
  useFilenameAsScheduledDate: isOn,
  filenameAsScheduledDateFormat: format,
  filenameAsDateFolders: folders,
}: z.output<typeof fileDateShape>): ((path: string) => string | undefined) | undefined {
  if (!isOn) return undefined;
  return path => {
    if (folders.length > 0 && !folders.some(folder => path.startsWith(`${folder}/`))) return undefined;
    const name = path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'));
    return (format === '' ? undefined : byFormat(name, format)) ?? byDigits(name);
  };
}

function byFormat(name: string, format: string): string | undefined {
  const parsed = moment.utc(name, format, true);
  return parsed.isValid() ? parsed.format('YYYY-MM-DD') : undefined;
}

function byDigits(name: string): string | undefined {
  const [, year, month, day] =
    /(\d{4})-(\d{2})-(\d{2})/.exec(name) ?? /(\d{4})(\d{2})(\d{2})/.exec(name) ?? [];
  const date = `${year ?? ''}-${month ?? ''}-${day ?? ''}`;
  return year === undefined || parseIsoDate(date) === undefined ? undefined : date;
}
