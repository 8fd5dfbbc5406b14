import { counted } from '../../utils/text/counted';
import { oneLine } from '../../utils/text/one-line';
import { type Hinted, hintLines } from './hinted';
import { shortDiff } from './short-diff';

/** The texts of what writers answer; docs/decisions/0060 says what they leave out. */

export interface Ending {
  readonly changeId?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

interface Written {
  readonly path: string;
  readonly versionId?: string | undefined;
  readonly previousVersionId?: string | undefined;
  readonly created: boolean;
  readonly changed: boolean;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly diff: string;
}

export type WrittenOne = Written & Ending & { readonly tags?: readonly string[] | undefined };

export interface WrittenMany extends Ending, Hinted {
  readonly files: readonly Written[];
  readonly filesChanged: number;
  readonly filesOmitted?: number | undefined;
}

/** A line for the file, then the lines that changed. */
export function renderWrite(file: WrittenOne): string {
  const { tags } = file;
  const facts = [
    `${verbOf(file)} ${file.path}`,
    ...(file.created ? [] : [`${file.bytesBefore} → ${file.bytesAfter} bytes`]),
    ...versionOf(file),
    ...(tags === undefined ? [] : [`tags: ${tags.join(', ')}`]),
    ...endingOf(file),
  ];
  return [oneLine(facts.join(' · ')), ...shortDiff(file.diff)].join('\n');
}

/** A line for all, then one for each file with the lines that changed. */
export function renderWrites(answer: WrittenMany): string {
  const { files, filesChanged, filesOmitted } = answer;
  return [
    [counted(filesChanged, 'file') + ' changed', ...endingOf(answer)].join(' · '),
    ...files.flatMap(file => [
      oneLine([`${verbOf(file)} ${file.path}`, ...versionOf(file)].join(' · ')),
      ...shortDiff(file.diff),
    ]),
    ...(filesOmitted === undefined ? [] : [`${counted(filesOmitted, 'more file')} not shown`]),
    ...hintLines(answer),
  ].join('\n');
}

function verbOf({ created, changed, versionId, previousVersionId }: Written): string {
  if (!changed) return 'unchanged';
  if (created) return 'created';
  return versionId === undefined && previousVersionId !== undefined ? 'removed' : 'changed';
}

export const versionOf = ({ versionId }: Pick<Written, 'versionId'>): string[] =>
  versionId === undefined ? [] : [`versionId ${versionId}`];

export const endingOf = ({ changeId, dryRun }: Ending): string[] => [
  ...(changeId === undefined ? [] : [`changeId ${changeId}`]),
  ...(dryRun === true ? ['dry run, nothing was written'] : []),
];
