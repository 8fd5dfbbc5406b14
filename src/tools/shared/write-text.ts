import type * as z from 'zod';
import { counted, oneLine, trimmedEnd } from '../../utils/text/pieces';
import type { multiWriteFields, warnedWriteFields } from './fields';
import { namesInLine } from './text-lines';
import { omissionLines, shortDiff, shortDiffOfOne, withoutOmission } from './short-diff';

/** The text form of write results; docs/decisions/0060 says what the texts leave out. */

/** The answer of a tool that changes one file. */
export type WrittenOne = z.input<z.ZodObject<typeof warnedWriteFields>> & {
  readonly tags?: readonly string[] | undefined;
};

/** The answer of a tool that changes several. */
export type WrittenMany = z.input<z.ZodObject<typeof multiWriteFields>>;

type Written = WrittenMany['files'][number];
type Ending = Pick<WrittenMany, 'changeId' | 'dryRun'>;

/**
 * A line for the file, then the changed lines.
 * @param given text that the caller added: not repeated, only its new position is shown
 */
export function renderWrite(file: WrittenOne, given?: string): string {
  const lines = shortDiffOfOne(file.diff);
  return rendered(
    file,
    lines,
    given === undefined || file.dryRun === true ? lines : withoutGiven(lines, given),
  );
}

/** The same for edits written by the caller: their positions, without the lines. */
export function renderGivenEdits(file: WrittenOne, edits: number): string {
  const lines = shortDiffOfOne(file.diff);
  const places = lines.filter(line => /^@\d+$/u.test(line));
  const given = [...places, `(${counted(edits, 'edit')} as given)`].join(' ');
  return rendered(file, lines, file.changed ? [given] : []);
}

/** The same for a new file, without frontmatter that only has the given properties. */
export function renderWithoutProperties(file: WrittenOne, given: readonly string[]): string {
  const lines = shortDiffOfOne(file.diff);
  const end = lines.indexOf('+---', 2);
  const names = lines.slice(2, end).flatMap(line => /^\+([^\s:#-][^:]*):/u.exec(line)?.[1] ?? []);
  const isGiven = end > 0 && lines[1] === '+---' && names.every(name => given.includes(name));
  return rendered(file, lines, isGiven ? [`@${end}`, ...lines.slice(end + 1)] : lines);
}

function rendered(file: WrittenOne, lines: readonly string[], shown: readonly string[]): string {
  const { tags } = file;
  const facts = [
    `${verbOf(file, file)} ${file.path}`,
    ...(file.changed && !file.created && file.movedFrom === undefined && hidesAll(lines)
      ? [`${file.bytesBefore} → ${file.bytesAfter} bytes`]
      : []),
    ...versionOf(file),
    ...endingOf(file),
    ...(tags === undefined ? [] : [`tags: ${tags.join(', ')}`]),
  ];
  return [oneLine(facts.join(' · ')), ...shown, ...warningLines(file)].join('\n');
}

interface ShownDiffs {
  readonly diffLines?: number | undefined;
  /** Unchanged characters to show around a change; without it, the same change in different lines is shown once. */
  readonly keptAround?: number;
}

/** Paths that are shown to a caller who requests no lines. */
const maxNamed = 5;

/**
 * A line for all files, then the changed lines below the path of each, then the other paths. A caller who asks for no
 * lines has seen a preview, or only wants to know that it is done.
 */
export function renderWrites(answer: WrittenMany, { diffLines, keptAround }: ShownDiffs = {}): string {
  const { files, filesChanged, filesOmitted } = answer;
  if (diffLines === 0 && answer.dryRun !== true) {
    const named = files.slice(0, maxNamed).map(({ path }) => path);
    const others = files.length - named.length + (filesOmitted ?? 0);
    const paths = `${namesInLine(named)}${others === 0 ? '' : ` and ${others} more`}`;
    return oneLine([`${counted(filesChanged, 'file')} changed`, ...endingOf(answer), paths].join(' · '));
  }
  const { changes, omitted } = equalChanges(answer, keptAround);
  return [
    [changedFiles(answer), ...endingOf(answer)].join(' · '),
    ...changes.flatMap(({ verb, lines, paths }) => [oneLine(`${verb} ${namesInLine(paths)}`), ...lines]),
    ...omissionLines(omitted),
    ...(filesOmitted === undefined ? [] : [`${counted(filesOmitted, 'more file')} not shown`]),
    ...warningLines(answer),
  ].join('\n');
}

interface EqualChange {
  readonly verb: string;
  lines: readonly string[];
  readonly paths: string[];
}

/** Shows changes of the same lines once, without line numbers that may differ, and counts the lines left out of each diff. */
function equalChanges(
  { files, dryRun }: WrittenMany,
  keptAround: number | undefined,
): { changes: readonly EqualChange[]; omitted: readonly number[] } {
  const byLines = new Map<string, EqualChange>();
  const byPath = new Map<string, EqualChange>();
  const omitted: number[] = [];
  for (const file of files) {
    const verb = verbOf(file, { dryRun });
    const own = withoutOmission(shortDiff(file.diff, keptAround));
    const { sameAs } = file;
    const first = sameAs === undefined ? undefined : byPath.get(sameAs);
    const other = first !== undefined && first.verb !== verb ? [`(the lines of ${sameAs ?? ''})`] : own.lines;
    const key = [verb, ...withoutPlaces(other)].join('\n');
    const change = (first?.verb === verb ? first : byLines.get(key)) ?? { verb, lines: other, paths: [] };
    if (change.paths.length > 0) change.lines = withoutPlaces(change.lines);
    change.paths.push(file.path);
    // A file that repeats another's lines shows none itself, like one whose lines are left out.
    if (change !== first) byLines.set(key, change);
    byPath.set(file.path, change);
    omitted.push(own.omitted);
  }
  return { changes: [...byLines.values()], omitted };
}

function withoutPlaces(lines: readonly string[]): readonly string[] {
  return lines.filter(line => !/^@\d+$/u.test(line));
}

export function warningLines({ warnings = [] }: Pick<WrittenOne, 'warnings'>): string[] {
  return warnings.map(warning => oneLine(`Warning: ${warning}`));
}

/** Replaces lines that only repeat the given text by `@23 (4 lines as given)`, not counting blank lines put around it. */
function withoutGiven(lines: readonly string[], given: string): readonly string[] {
  const [place = '', ...added] = lines;
  const repeated = trimmedEnd(given, '\n')
    .split('\n')
    .map(line => `+${line}`);
  const rest = added.filter(line => line !== '+');
  const isRepeated = rest.length > 0 && rest.join('\n') === repeated.filter(line => line !== '+').join('\n');
  const line = Number(place.slice(1)) + blanksBefore(added) - blanksBefore(repeated);
  return isRepeated ? [`@${line} (${counted(repeated.length, 'line')} as given)`] : lines;
}

const blanksBefore = (added: readonly string[]): number => added.findIndex(line => line !== '+');

/** Whether a diff shows no lines, only the number of omitted ones. */
const hidesAll = ([first = '…']: readonly string[]): boolean => first.startsWith('…');

function verbOf({ created, changed, movedFrom, removed }: Written, ending: Ending): string {
  if (!changed) return 'unchanged';
  if (movedFrom !== undefined) return `${deed('move', ending)} ${movedFrom} →`;
  if (created) return deed('create', ending);
  return deed(removed === true ? 'remove' : 'change', ending);
}

/** What was done, or would be done by the same call without a dry run. */
export function deed(
  verb: 'create' | 'change' | 'remove' | 'move' | 'delete',
  { dryRun }: Pick<Ending, 'dryRun'>,
): string {
  return dryRun === true ? `would ${verb}` : `${verb}d`;
}

/** Where a removed file goes. */
export function trashText({ trashed }: { readonly trashed: 'system' | 'vault' | 'permanent' }): string {
  return trashed === 'permanent' ? 'for good' : `to the ${trashed} trash`;
}

export function updatedLinks(links: number, { dryRun }: Pick<Ending, 'dryRun'>): string {
  return `${counted(links, 'link')} ${dryRun === true ? 'to update' : 'updated'}`;
}

export function changedFiles({ filesChanged, dryRun }: Pick<WrittenMany, 'filesChanged' | 'dryRun'>): string {
  const files = counted(filesChanged, 'file');
  return dryRun === true ? `${deed('change', { dryRun })} ${files}` : `${files} changed`;
}

/** Undefined for a dry run: the file does not have that version. */
export const versionOf = ({ versionId, dryRun }: Pick<WrittenOne, 'versionId' | 'dryRun'>): string[] =>
  versionId === undefined || dryRun === true ? [] : [`versionId ${versionId}`];

export const endingOf = ({ changeId, dryRun }: Ending): string[] => [
  ...(changeId === undefined ? [] : [`changeId ${changeId}`]),
  ...(dryRun === true ? ['dry run, nothing was written'] : []),
];
