/** Notes that are tasks of the plugin TaskNotes, one note per task (the shape of its settings, read in its 4.x). */
import type { App } from 'obsidian';
import * as z from 'zod';
import type { StatusType } from '../../../markdown/tasks/task-rules';
import { foldTag, tagCovers } from '../../../utils/properties/property-names';
import type { NoteFacts } from '../../index/metadata/note-metadata';
import { pluginData } from './tasks-settings';
import { trimmedEnd } from '../../../utils/text/pieces';

const name = (usual: string): z.ZodCatch<z.ZodString> => z.string().min(1).catch(usual);
const names = z.object({
  title: name('title'),
  status: name('status'),
  priority: name('priority'),
  due: name('due'),
  scheduled: name('scheduled'),
  completedDate: name('completedDate'),
  dateCreated: name('dateCreated'),
  recurrence: name('recurrence'),
});
const completed = z.object({ value: z.string(), isCompleted: z.boolean().catch(false) });
const settingsShape = z.object({
  taskIdentificationMethod: z.string().catch('tag'),
  taskTag: z.string().catch('task'),
  taskPropertyName: z.string().catch(''),
  taskPropertyValue: z.string().catch(''),
  excludedFolders: z.string().catch(''),
  fieldMapping: names.catch(names.parse({})),
  customStatuses: z.array(completed).catch([]),
});
type Settings = z.output<typeof settingsShape>;

export interface TaskNote {
  readonly text: string;
  readonly status: StatusType;
  readonly due?: string;
  readonly scheduled?: string;
  readonly done?: string;
  readonly created?: string;
  readonly priority?: string;
  readonly recurrence?: string;
}

type TaskNoteReader = (path: string, facts: NoteFacts, title: string) => TaskNote | undefined;

/** Undefined if the plugin is off. */
export async function taskNoteReader(app: App): Promise<TaskNoteReader | undefined> {
  const data = await pluginData(app, 'tasknotes');
  if (data === undefined) return undefined;
  const settings = settingsShape.safeParse(data.settings ?? {}).data ?? settingsShape.parse({});
  const done = new Set(
    settings.customStatuses.flatMap(({ value, isCompleted }) => (isCompleted ? [value] : [])),
  );
  const doneStatuses = done.size === 0 ? new Set(['done']) : done;
  const excluded = settings.excludedFolders.split(',').map(folder => trimmedEnd(folder.trim(), '/'));
  const isExcluded = (path: string): boolean =>
    excluded.some(folder => folder !== '' && path.startsWith(`${folder}/`));
  return (path, facts, title) =>
    isIdentified(settings, facts) && !isExcluded(path)
      ? taskNote(facts, settings, { title, doneStatuses })
      : undefined;
}

function isIdentified(settings: Settings, { frontmatter, frontmatterTags }: NoteFacts): boolean {
  if (frontmatter === undefined) return false;
  const { taskPropertyName: property, taskPropertyValue: value } = settings;
  if (settings.taskIdentificationMethod === 'property') {
    const held = property === '' || !Object.hasOwn(frontmatter, property) ? undefined : frontmatter[property];
    return [held].flat().some(one => isHeld(one) && (value === '' || String(one) === value));
  }
  const wanted = foldTag(settings.taskTag);
  return (frontmatterTags ?? []).some(tag => tagCovers(wanted, foldTag(tag)));
}

function isHeld(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function taskNote(
  { frontmatter = {} }: NoteFacts,
  { fieldMapping }: Settings,
  { title, doneStatuses }: { readonly title: string; readonly doneStatuses: ReadonlySet<string> },
): TaskNote {
  const text = (key: string): string | undefined => {
    const value = Object.hasOwn(frontmatter, key) ? frontmatter[key] : undefined;
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const date = (key: string): string | undefined => text(key)?.slice(0, 10);
  const status = text(fieldMapping.status);
  const fields = {
    due: date(fieldMapping.due),
    scheduled: date(fieldMapping.scheduled),
    done: date(fieldMapping.completedDate),
    created: date(fieldMapping.dateCreated),
    priority: text(fieldMapping.priority),
    recurrence: text(fieldMapping.recurrence),
  };
  return {
    text: text(fieldMapping.title) ?? title,
    status: statusOf(status, doneStatuses),
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  };
}

/** Users name statuses as they like; the plugin only knows which are completed. */
function statusOf(status: string | undefined, done: ReadonlySet<string>): StatusType {
  if (status === undefined) return 'open';
  if (done.has(status)) return 'done';
  return /^in.progress$/i.test(status) ? 'in_progress' : 'open';
}
