import { oneLine } from '../utils/text/one-line';
import { shortDiff } from './short-diff';
import { counted } from '../utils/text/counted';
import { type Hinted, hintLines } from './hinted';

/** The texts of what writers answer; docs/decisions/0060 says what they leave out. */

interface Ending {
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

type WrittenOne = Written & Ending & { readonly tags?: readonly string[] | undefined };

interface WrittenMany extends Ending, Hinted {
  readonly files: readonly Written[];
  readonly filesChanged: number;
  readonly filesOmitted?: number | undefined;
}

interface Moved extends Ending {
  readonly path: string;
  readonly newPath: string;
  readonly versionId?: string | undefined;
  readonly files: readonly { readonly path: string; readonly linksUpdated: number; readonly diff: string }[];
  readonly linksUpdated: number;
}

interface Deleted extends Ending {
  readonly path: string;
  readonly trashed: string;
  readonly filesDeleted: number;
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

/** The same without the lines of a new file, where the caller gave all of them. */
export function renderCreated(file: WrittenOne, hasTemplate: boolean): string {
  return renderWrite(hasTemplate ? file : { ...file, diff: '' });
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

/** The same without the lines of the new files. */
export function renderAllCreated(answer: WrittenMany): string {
  return renderWrites({ ...answer, files: answer.files.map(file => ({ ...file, diff: '' })) });
}

/** A line for the move, then one for each file whose links follow, with the lines that changed. */
export function renderMove(answer: Moved): string {
  const { path, newPath, files, linksUpdated } = answer;
  const facts = [
    `moved ${path} → ${newPath}`,
    ...(linksUpdated === 0 ? [] : [`${counted(linksUpdated, 'link')} updated`]),
    ...versionOf(answer),
    ...endingOf(answer),
  ];
  const followed = files.flatMap(file => [
    oneLine(`${file.path} · ${counted(file.linksUpdated, 'link')}`),
    ...shortDiff(file.diff),
  ]);
  return [oneLine(facts.join(' · ')), ...followed].join('\n');
}

export function renderDelete(answer: Deleted): string {
  const { path, trashed, filesDeleted } = answer;
  const where = trashed === 'permanent' ? 'for good' : `to the ${trashed} trash`;
  const facts = [`deleted ${path} ${where}`, counted(filesDeleted, 'file'), ...endingOf(answer)];
  return oneLine(facts.join(' · '));
}

function verbOf({ created, changed, versionId, previousVersionId }: Written): string {
  if (!changed) return 'unchanged';
  if (created) return 'created';
  return versionId === undefined && previousVersionId !== undefined ? 'removed' : 'changed';
}

const versionOf = ({ versionId }: Pick<Written, 'versionId'>): string[] =>
  versionId === undefined ? [] : [`versionId ${versionId}`];

const endingOf = ({ changeId, dryRun }: Ending): string[] => [
  ...(changeId === undefined ? [] : [`changeId ${changeId}`]),
  ...(dryRun === true ? ['dry run, nothing was written'] : []),
];

type Undone = {
  readonly [Name in keyof (WrittenOne & WrittenMany)]?: (WrittenOne & WrittenMany)[Name] | undefined;
};

/** Of one file or several, as the change that is taken back. */
export function renderUndo({ files = [], filesChanged = 0, filesOmitted, ...one }: Undone): string {
  const { path, created = false, changed = true, bytesBefore = 0, bytesAfter = 0, diff = '' } = one;
  if (path !== undefined)
    return renderWrite({ ...one, path, created, changed, bytesBefore, bytesAfter, diff });
  return renderWrites({ ...one, files, filesChanged, filesOmitted });
}
