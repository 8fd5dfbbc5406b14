import { limits } from '../../../pkg/bench/limits';
import { type Attack, callOf } from '../attack';
import { costlyPath, longNeedles, nameText } from '../costly-notes';

const dates = (text: (index: number) => string): unknown => ({
  map: [Array.from({ length: 6500 }, (_item, index) => text(index)), { date: { var: '' } }],
});

const isoDay = (index: number): string => `${1000 + (index % 8000)}-0${1 + (index % 9)}-1${index % 10}`;

const aliases = Array.from({ length: 46_656 }, (_item, index) => index.toString(36).padStart(3, '0'));

/** One call each, of which a single step cost much: needles, names, drawings, dates. */
export const costlyAttacks: readonly Attack[] = [
  ...Object.entries(longNeedles).flatMap(([name, needle]) => [
    callOf(`list_tasks by a long text ${name}`, 'list_tasks', { text: needle }),
    // Each is a note of nearly 2 MB, which is parsed in one step.
    ...['long-headings', 'long-headings-marked'].map(kind => ({
      ...callOf(`read_note by a long heading ${name}, ${kind}`, 'read_note', {
        path: costlyPath(kind),
        heading: needle,
      }),
      own: limits.largeBlock.most,
    })),
  ]),
  callOf('suggest_links of a name a million times', 'suggest_links', { text: nameText }),
  callOf('suggest_links of names in names', 'suggest_links', { path: costlyPath('repeated-names') }),
  callOf('suggest_links beside 90,000 aliases', 'suggest_links', { text: aliases.join(' ') }),
  ...['openings', 'elements', 'quotes', 'slashes', 'packed'].map(kind =>
    callOf(`read_attachment of drawing ${kind}`, 'read_attachment', { path: costlyPath(`drawing-${kind}`) }),
  ),
  callOf('query_notes of 6,500 dates', 'query_notes', { filter: dates(isoDay) }),
  callOf('query_notes of 6,500 months', 'query_notes', { filter: dates(index => isoDay(index).slice(0, 7)) }),
];
