import * as z from 'zod';
import { oneLine } from '../../utils/text/pieces';
import type { TaskRequest } from '../../vault/writing/tasks/task-writer';
import { refused } from '../argument-problem';
import { meantOption } from '../arguments';
import { flagged } from '../field-flags';
import { diffLines, dryRun, line, multiWriteFields, noteName } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { changedFiles, endingOf, renderWrites, versionOf } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

const taskFields = {
  path: noteName.optional(),
  line: line.optional().describe('Line, if several tasks have this text.'),
  expectedText: z.string().min(1).optional().describe('Required: text or whole line of the task.'),
  status: z.string().optional().describe('open, in_progress, on_hold, done or cancelled.'),
  due: z.string().optional().describe('Date or `friday`; `none` removes it.'),
  scheduled: z.string().optional().describe('Scheduled date.'),
  start: z.string().optional().describe('Start date.'),
  priority: z.string().optional().describe('highest, high, medium, low, lowest or none.'),
  text: flagged(z.string().optional().describe('New text of the task.'), { mayBeEmpty: true }),
};
const single = z.strictObject(taskFields);

const output = z.object({
  tasks: z.array(
    z.object({
      path: z.string(),
      line: z.int().describe('Where the first of `lines` is now.'),
      lines: z
        .array(z.string())
        .describe(
          'The task as it is now, and the next one that a recurring task got; none if it was deleted.',
        ),
    }),
  ),
  ...multiWriteFields,
});

export const updateTask = defineTool({
  name: 'update_task',
  profile: 'standard',
  title: 'Update tasks',
  summary: 'Changes tasks of notes.',
  family: 'write',
  risk: CHANGES,
  description:
    'Change a task: status, dates, priority or text. Completing a recurring task creates the next one.',
  input: z.strictObject({
    ...taskFields,
    changes: flagged(
      z.array(single).min(1).max(100).optional().describe('Or up to 100 changes, each with these fields.'),
      {
        fieldsInText: true,
        example: '[{"path":"…","expectedText":"…","status":"done"}]',
        listedItems: single.pick({ path: true, line: true, expectedText: true, status: true }),
      },
    ),
    dryRun,
    diffLines,
  }),
  output,
  failures: ['target_not_found', 'unsupported_task', ...writeFailures],
  run: ({ changes, dryRun: isDry, diffLines: shown, ...own }, context) =>
    context.services.taskWriter.update(
      requestsOf(changes, own),
      writeCall({ dryRun: isDry, diffLines: shown }, context),
    ),
  text: renderTasks,
});

type Single = z.output<typeof single>;

function requestsOf(changes: readonly Single[] | undefined, own: Single): TaskRequest[] {
  if (changes === undefined) return [requestOf(own, '')];
  const { path, ...others } = own;
  const isOther = path !== undefined && changes.some(change => (change.path ?? path) !== path);
  if (isOther || Object.values(others).some(value => value !== undefined))
    throw refused(
      'With `changes`, only a `path` for all of them can be given.',
      'Put its arguments into an item of `changes`.',
    );
  return changes.map((change, index) => requestOf({ path, ...change }, `changes[${index}].`));
}

const statuses = ['open', 'in_progress', 'on_hold', 'done', 'cancelled'];
const changing = ['status', 'due', 'scheduled', 'start', 'priority', 'text'] as const;

/** @param above the prefix of argument names */
function requestOf({ path, line: at, expectedText, ...change }: Single, above: string): TaskRequest {
  if (path === undefined) throw refused(`\`${above}path\` is required.`);
  if ((expectedText ?? at) === undefined) throw refused(`\`${above}expectedText\` is required.`);
  if (changing.every(name => change[name] === undefined))
    throw refused('There is nothing to change.', `Pass at least one of ${changing.join(', ')}.`);
  const status = change.status === undefined ? undefined : meantOption(change.status, statuses);
  return { path, line: at, expectedText, ...change, status };
}

/** The new lines of a single note, or the diffs of several. */
function renderTasks(answer: z.input<typeof output>): string {
  const [task, other] = answer.tasks;
  if (task === undefined || other !== undefined) return renderWrites(answer);
  const { path, line: at, lines } = task;
  const version = answer.files.flatMap(file => versionOf({ ...file, dryRun: answer.dryRun }));
  const facts = [changedFiles(answer), `${path}:${at}`, ...version];
  const deleted = `(${answer.dryRun === true ? 'would be ' : ''}deleted, as the task says)`;
  return [
    oneLine([...facts, ...endingOf(answer)].join(' · ')),
    ...(lines.length === 0 ? [deleted] : lines.map(one => oneLine(one))),
  ].join('\n');
}
