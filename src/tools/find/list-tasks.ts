import * as z from 'zod';
import { counted } from '../../utils/text/pieces';
import { cursor, fileOrFolder, hinted, limit, paged, rare } from '../shared/fields';
import { fieldText } from '../shared/text-lines';
import { hintForArguments } from '../unknown-argument';
import { defineTool, READS } from '../tool';

const date = (what: string): z.ZodOptional<z.ZodString> => z.string().optional().describe(what);

const taskOutput = z.object({
  tasks: z.array(
    z.object({
      path: z.string(),
      line: z.int(),
      text: z.string(),
      status: z.string(),
      bullet: z.string().optional().describe('The list mark, where it is not `-`.'),
      statusChar: z.string().optional().describe('Left out if the note itself is a TaskNotes task.'),
      due: z.string().optional(),
      scheduled: z.string().optional(),
      start: z.string().optional(),
      done: z.string().optional(),
      created: z.string().optional(),
      priority: z.string().optional(),
      recurrence: z.string().optional(),
      id: z.string().optional(),
      dependsOn: z.string().optional(),
      tags: z.array(z.string()),
      heading: z.string().optional(),
      parentLine: z.int().optional(),
      versionId: z.string().optional().describe('Of the note; in the first row of each.'),
    }),
  ),
  ...paged,
  ...hinted,
});
type ShownTask = z.input<typeof taskOutput>['tasks'][number];

export const listTasks = defineTool({
  name: 'list_tasks',
  profile: 'core',
  title: 'List tasks',
  summary: 'Lists the tasks of notes.',
  family: 'find',
  risk: READS,
  description:
    'List tasks (checkboxes) with dates, priority and recurrence, in the format of the Tasks plugin. Dates: ISO, or words such as `friday`.',
  input: z.strictObject({
    path: fileOrFolder.optional().describe('Note or folder. Default: whole vault.'),
    status: z
      .enum(['open', 'done', 'cancelled', 'in_progress', 'on_hold', 'any'])
      .default('open')
      .describe('Default: open.'),
    dueBefore: date('Due on or before this date.'),
    dueAfter: date('Due on or after this date.'),
    scheduledBefore: rare(date('Scheduled by this date.')),
    scheduledAfter: rare(date('Scheduled on or after this date.')),
    startBefore: rare(date('Starting by this date.')),
    startAfter: rare(date('Starting on or after this date.')),
    doneBefore: rare(date('Done by this date.')),
    doneAfter: date('Done on or after this date.'),
    createdBefore: rare(date('Created by this date.')),
    createdAfter: rare(date('Created on or after this date.')),
    priority: rare(
      z.enum(['highest', 'high', 'medium', 'none', 'low', 'lowest']).optional().describe('Of this priority.'),
    ),
    tag: z.string().optional().describe('With this tag or one nested in it.'),
    text: z.string().optional().describe('With this text.'),
    recurring: rare(z.boolean().optional().describe('true: only recurring tasks; false: only others.')),
    heading: rare(z.string().optional().describe('Below this heading.')),
    sort: rare(z.enum(['due', 'priority', 'path']).default('due').describe('Default: due.')),
    limit: limit(100, 1000),
    cursor,
  }),
  output: taskOutput,
  insteadOf: {
    ...hintForArguments(['done', 'open'], 'Pass `status: "open"`, `"done"` or `"any"`.'),
    overdue: 'Pass `dueBefore: "yesterday"`.',
    tags: 'Ask for one `tag` at a time.',
  },
  failures: [
    'invalid_path',
    'not_found',
    'target_ambiguous',
    'unsupported_file',
    'invalid_query',
    'invalid_cursor',
  ],
  run: (query, { services, signal }) => services.taskList.list(query, signal),
  text: renderTasks,
});

/**
 * A line for each task, below the path of its note if tasks of one note follow each other. The version is
 * shown for a single note only: `update_task`, the main use of several, needs none.
 */
function renderTasks({ tasks, totalCount }: z.input<typeof taskOutput>): string[] {
  const isOneNote = tasks.every(({ path }) => path === tasks[0]?.path);
  const lines = tasks.flatMap((task, at) => {
    const before = tasks[at - 1]?.path === task.path ? tasks[at - 1] : undefined;
    const version = isOneNote && task.versionId !== undefined ? [`versionId ${task.versionId}`] : [];
    const head = before === undefined ? [[task.path, ...version].join(' · ')] : [];
    return [...head, lineOf(task, before?.heading)];
  });
  return [counted(totalCount, 'task'), ...lines];
}

/**
 * `12 - [ ] Call Ana · due 2026-11-24 · high · under Home`; tags are in the text.
 * @param last the heading of the task before in the note, which is not repeated
 */
function lineOf(task: ShownTask, last: string | undefined): string {
  const { line, bullet = '-', statusChar, status, text, heading, parentLine } = task;
  // A note that is a task has no such line.
  const box = statusChar === undefined ? `[${status}]` : `${bullet} [${statusChar}]`;
  const named = (
    ['due', 'scheduled', 'start', 'done', 'created', 'recurrence', 'id', 'dependsOn', 'priority'] as const
  ).flatMap(name => (task[name] === undefined ? [] : [`${name} ${fieldText(task[name])}`]));
  const facts = [
    `${line} ${box} ${fieldText(text)}`,
    ...named,
    ...(heading === last ? [] : [`under ${heading === undefined ? 'no heading' : fieldText(heading)}`]),
    ...(parentLine === undefined ? [] : [`nested below line ${parentLine}`]),
  ];
  return facts.join(' · ');
}
