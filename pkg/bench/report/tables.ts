/** Figures as tables of texts, before they become plain text or Markdown. */
import type { OperationFigures } from '../measure/operation-run';
import type { SettlingFigures } from '../measure/settling';
import type { StartFigures } from '../measure/start';
import type { Summary } from '../measure/statistics';
import { operations } from '../operations';
import { type Goal, type Operation, referenceNotes } from '../operations/operation';
import type { PlainReadingFigures } from '../measure/plain-reading';
import type { Figures } from './figures';

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Goals of figures outside the rows of operations. */
const goals = {
  /** Of a plain SDK server's first list in the same run. */
  timesStart: 1.15,
  firstSearch: 800,
  coldMetadata: 1_500,
  warmMetadata: 400,
  timesSdk: 1.3,
  block: 50,
  busyTimes: 5,
  memory: 180 * 1024 * 1024,
  toolList: 34_000,
} as const;

export function tablesOf(figures: Figures): Table[] {
  const tables = allTables(figures);
  return figures.vault.notes === referenceNotes ? tables : tables.map(withoutGoals);
}

/** Without the column of goals and the next one, which shows whether they were met. */
function withoutGoals({ title, head, rows }: Table): Table {
  const goal = head.indexOf('goal');
  const kept = (row: readonly string[]): string[] =>
    row.filter((_cell, at) => at !== goal && at !== goal + 1);
  return { title, head: kept(head), rows: rows.map(kept) };
}

function allTables(figures: Figures): Table[] {
  const { start, emptyCall, liveliness } = figures;
  return [
    ...(start === undefined ? [] : [startTable(start)]),
    ...(emptyCall === undefined ? [] : [emptyCallTable(emptyCall)]),
    ...(figures.plainReading.length === 0 ? [] : [plainReadingTable(figures.plainReading)]),
    operationTable(figures.operations),
    {
      title: 'The whole',
      head: ['what', 'figure', 'goal', ''],
      rows: [
        ...settlingRows(figures.settling),
        ...wholeRows(figures),
        ...(liveliness === undefined
          ? []
          : [
              [
                `p95 of read_note while "${liveliness.heavy}" runs`,
                `${shown(liveliness.busy.p95)} ms, idle ${shown(liveliness.idle.p95)} ms: × ${shown(liveliness.times)}`,
                `≤ × ${goals.busyTimes}`,
                verdict(liveliness.times, goals.busyTimes),
              ],
            ]),
      ],
    },
  ];
}

function startTable(start: StartFigures): Table {
  const row = (what: string, time: Summary | undefined, goal?: number): string[][] =>
    time === undefined
      ? []
      : [
          [
            what,
            shown(time.p50),
            shown(time.p95),
            goal === undefined ? '' : `≤ ${goal} ms`,
            verdict(time.p50, goal),
          ],
        ];
  const once = (what: string, time: number | undefined, goal?: number): string[][] =>
    time === undefined ? [] : row(what, { p50: time, p95: time, slowest: time, calls: 1 }, goal);
  return {
    title: 'From the start of the process, milliseconds',
    head: ['until', 'p50', 'p95', 'goal', ''],
    rows: [
      ...row('first `tools/list`, no caches', start.cold),
      ...row('first `tools/list`, warm caches', start.warm, Math.round(goals.timesStart * start.sdk.p50)),
      ...row('it listens, warm caches', start.listening),
      ...row('floor: first `tools/list` of a plain SDK server, not bundled', start.sdk),
      ...once('floor: an empty Node process has ended', start.emptyNode),
      ...row('first right search, no caches', start.coldSearch, goals.firstSearch),
      ...row('first right search, warm caches', start.warmSearch, goals.firstSearch),
      ...once('all metadata is in, no caches', start.coldMetadata, goals.coldMetadata),
      ...once('all metadata is in, warm caches', start.warmMetadata, goals.warmMetadata),
    ],
  };
}

function emptyCallTable({ call, rows }: NonNullable<Figures['emptyCall']>): Table {
  return {
    title: `The empty call (${call}), milliseconds`,
    head: ['server', 'p50', 'p95', '× SDK on node:http', 'goal', ''],
    rows: rows.map(({ name, p50, p95, timesSdk }) => {
      const goal = name.startsWith('Lectern') ? goals.timesSdk : undefined;
      const goalText = goal === undefined ? '' : `≤ × ${goal}`;
      return [name, shown(p50), shown(p95), shown(timesSdk), goalText, verdict(timesSdk, goal)];
    }),
  };
}

function plainReadingTable(rows: readonly PlainReadingFigures[]): Table {
  return {
    title:
      'Beside a plain SDK server that reads, or looks for, the same files and sends the same result, milliseconds',
    head: ['call', 'Lectern', '× its empty call', 'SDK server', '× its empty call', 'Lectern × SDK server'],
    rows: rows.map(({ name, own, timesEmpty, plain, plainTimesEmpty, timesPlain }) => [
      name,
      ...[own, timesEmpty, plain, plainTimesEmpty, timesPlain].map(shown),
    ]),
  };
}

function operationTable(rows: readonly OperationFigures[]): Table {
  return {
    title: 'Calls, milliseconds',
    head: [
      'call',
      'first',
      'p50',
      'p95',
      'floor',
      '× floor',
      '× empty',
      'HTTP alone',
      'kB',
      'block',
      'wait',
      'goal',
      '',
      'answer',
    ],
    rows: rows.map(row => {
      const operation = operations.find(({ name }) => name === row.name);
      const blockMissed = row.block.median > goals.block ? ' missed' : '';
      return [
        row.name,
        shown(row.first),
        shown(row.time.p50),
        shown(row.time.p95),
        `${shown(row.floor)} ${operation?.floor ?? ''}`,
        shown(row.timesFloor),
        shown(row.timesEmptyCall),
        row.bare === undefined ? '' : `${shown(row.bare)}: × ${shown(row.timesBare ?? 0)}`,
        shown(row.bytes / 1000),
        `${shown(row.block.median)} (${shown(row.block.worst)})${blockMissed}`,
        `${shown(row.ping.median)} (${shown(row.ping.worst)})`,
        goalText(operation),
        row.verdict ?? '',
        row.problem === undefined ? 'ok' : `WRONG: ${row.problem}`,
      ];
    }),
  };
}

function settlingRows({ took, emptyCall }: SettlingFigures): string[][] {
  const calls =
    emptyCall === undefined
      ? 'it was quiet at once'
      : `p50 ${shown(emptyCall.p50)} ms, p95 ${shown(emptyCall.p95)}, slowest ${shown(emptyCall.slowest)}`;
  return [
    ['background work after a start without caches is done after', `${shown(took / 1000)} s`, '', ''],
    ['an empty call meanwhile, words being counted', calls, '', ''],
  ];
}

function wholeRows({ memory, idleBlock, toolListBytes, floors }: Figures): string[][] {
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
  return [
    ['memory (RSS) before the first call', megabytes(memory.before), '', ''],
    [
      'memory (RSS) after everything',
      megabytes(memory.after),
      `≤ ${megabytes(goals.memory)}`,
      verdict(memory.after, goals.memory),
    ],
    ['memory (RSS) after changes of hundreds of notes, again and again', megabytes(memory.afterMany), '', ''],
    ['memory at its peak', megabytes(memory.peak), '', ''],
    [
      'tools/list as a model pays it',
      `${shown(toolListBytes / 1000)} kB`,
      `≤ ${goals.toolList / 1000} kB`,
      verdict(toolListBytes, goals.toolList),
    ],
    ['longest block while nothing is asked', `${shown(idleBlock)} ms`, '', ''],
    ['floor: reading all notes', `${shown(floors.reading)} ms`, '', ''],
    ['floor: one word in all texts in memory', `${shown(floors.scanning)} ms`, '', ''],
  ];
}

function goalText(operation: Operation | undefined): string {
  const { milliseconds, timesFloor, timesBare, beyondEmptyCall }: Goal = operation?.goal ?? {};
  return [
    ...(milliseconds === undefined ? [] : [`≤ ${milliseconds}`]),
    ...(timesFloor === undefined ? [] : [`≤ × ${timesFloor}`]),
    ...(timesBare === undefined ? [] : [`≤ × ${timesBare} HTTP alone`]),
    ...(beyondEmptyCall === undefined ? [] : [`≤ empty + ${beyondEmptyCall}`]),
  ].join(', ');
}

function verdict(value: number, goal: number | undefined): string {
  if (goal === undefined) return '';
  return value <= goal ? 'met' : 'missed';
}

/** Three digits are significant. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return 'never';
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
