import { isDeepStrictEqual } from 'node:util';
import type { RecordedAnswer } from './answer';

export const kinds = ['call', 'error', 'text', 'structured', 'file'] as const;

/** The first place of its kind at which an answer is not what was recorded. */
export interface Difference {
  readonly tool: string;
  /** `call`: there are more or fewer than were recorded. */
  readonly kind: (typeof kinds)[number];
  /** The call, shortened. */
  readonly call: string;
  readonly place: string;
  /** JSON, shortened. */
  readonly before: string;
  readonly after: string;
}

const maxLength = 160;

function shortened(value: unknown): string {
  const json = value === undefined ? 'nothing' : JSON.stringify(value);
  return json.length <= maxLength ? json : `${json.slice(0, maxLength)}…`;
}

const keyOf = ({ who, tool, given }: RecordedAnswer): string => `${who} ${tool} ${JSON.stringify(given)}`;

/** Equal calls are told apart by their order. */
function byKey(answers: readonly RecordedAnswer[]): Map<string, RecordedAnswer> {
  const times = new Map<string, number>();
  return new Map(
    answers.map(answer => {
      const key = keyOf(answer);
      const nth = (times.get(key) ?? 0) + 1;
      times.set(key, nth);
      return [`${key} ${nth}`, answer];
    }),
  );
}

export function differencesOf(
  recorded: readonly RecordedAnswer[],
  answers: readonly RecordedAnswer[],
): Difference[] {
  const [before, after] = [byKey(recorded), byKey(answers)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap(key =>
    between(before.get(key), after.get(key)),
  );
}

function between(before?: RecordedAnswer, after?: RecordedAnswer): Difference[] {
  const known = before ?? after;
  if (known === undefined) return [];
  const head = { tool: known.tool, call: shortened([known.who, known.given]) };
  if (before === undefined || after === undefined) {
    const [was, is] = [before, after].map(answer => (answer === undefined ? 'not there' : 'there'));
    return [{ ...head, kind: 'call', place: '', before: was ?? '', after: is ?? '' }];
  }
  const parts: readonly (readonly [Difference['kind'], (answer: RecordedAnswer) => unknown])[] = [
    ['error', ({ isError }) => isError],
    ['text', ({ content }) => content],
    ['structured', ({ structured }) => structured],
    ['file', ({ files }) => files],
  ];
  return parts.flatMap(([kind, partOf]) => {
    const found = firstDifference(partOf(before), partOf(after), '');
    if (found === undefined) return [];
    return [
      { ...head, kind, place: found.place, before: shortened(found.before), after: shortened(found.after) },
    ];
  });
}

interface Place {
  readonly place: string;
  readonly before: unknown;
  readonly after: unknown;
}

function fieldsOf(value: unknown): Map<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
}

function firstDifference(before: unknown, after: unknown, place: string): Place | undefined {
  if (isDeepStrictEqual(before, after) && JSON.stringify(before) === JSON.stringify(after)) return undefined;
  const [left, right] = [fieldsOf(before), fieldsOf(after)];
  if (left === undefined || right === undefined) return { place, before, after };
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const found = firstDifference(left.get(key), right.get(key), `${place}/${key}`);
    if (found !== undefined) return found;
  }
  return { place: `${place} (order of fields)`, before: [...left.keys()], after: [...right.keys()] };
}

const maxShown = 12;

/** A few lines for each difference, for whoever reads a failed test. */
export function shortReport(differences: readonly Difference[]): string {
  const shown = differences.slice(0, maxShown).map(oneOf).join('\n');
  const more = differences.length - maxShown;
  return more > 0 ? `${shown}\nand ${more} more` : shown;
}

function oneOf({ tool, kind, call, place, before, after }: Difference): string {
  return `${tool} ${call}: ${kind} ${place}\n  - ${before}\n  + ${after}`;
}

/** How many there are of each tool and kind, and one of them. */
export function reportByKind(differences: readonly Difference[]): string {
  const groups = new Map<string, Difference[]>();
  for (const difference of differences) {
    const name = `${difference.tool}, ${difference.kind}`;
    groups.set(name, [...(groups.get(name) ?? []), difference]);
  }
  return [...groups].map(([name, [first, ...more]]) => groupText(name, more.length + 1, first)).join('\n');
}

function groupText(name: string, count: number, first?: Difference): string {
  return `${name}: ${count}${first === undefined ? '' : `, such as\n${oneOf(first)}`}`;
}
