import { TFile } from 'obsidian';
import { type DiffOptions, difference, unifiedDiffInTurns } from '../../markdown/diff/diff';
import { ToolFailure } from '../../errors';
import { baseWarnings, noteHints } from './note-check';
import { itemAt } from '../../utils/collections';
import { quoted } from '../../utils/text/pieces';
import { forEachInTurn, type SlicedLoop } from '../../utils/slicing/time-slicer';
import { lostPartHints, takenLinkHints, type PlannedText } from '../links/checks/lost-links';
import { type NoteContent, versionFromHash } from '../reading/notes';
import { fingerprintOf, decodedInTurns } from '../../utils/bytes';
import {
  type Outcome,
  type Plan,
  type WriteCall,
  type WriteRequest,
  reportProgress,
} from './pipeline/pipeline';
import { intendedFiles, isIdle, type Step } from './pipeline/steps';
import type { IntendedFile } from '../journal/recording';
import type { WriterContext } from './writer-context';

/** The effect of a change, or of its preview, on one file. */
export interface WrittenFile {
  path: string;
  /** Left out if the file is deleted or moved away. */
  versionId?: string;
  previousVersionId?: string;
  movedFrom?: string;
  removed?: true;
  created: boolean;
  changed: boolean;
  bytesBefore: number;
  bytesAfter: number;
  diff: string;
  /** A file above that has the same diff. */
  sameAs?: string;
}

interface Warned {
  warnings?: string[];
}

/** The end of the answer to any change. */
export interface Ending {
  changeId?: string;
  dryRun?: boolean;
  hints?: string[];
}

export interface WriteResult extends WrittenFile, Ending, Warned {}

/** Warnings begin with the path of their base. */
export interface MultiWriteResult extends Ending, Warned {
  files: WrittenFile[];
  filesChanged: number;
  /** Number of files that did not fit into the result. */
  filesOmitted?: number;
}

/** The parts of a call that determine the format of its result. */
type AnswerCall = Pick<WriteCall, 'dryRun' | 'diffLines' | 'hints'>;

const defaultDiffLines = 40;
const maxHints = 5;
/** More files are counted, not listed, to keep the result below 100 kB. */
const maxFiles = 300;

/** The diff lines that one result shows: all files of a change share them. */
export class DiffBudget {
  private left: number;
  /** The first file with each change. */
  private readonly first = new Map<string, string>();

  constructor(
    { diffLines = defaultDiffLines }: AnswerCall,
    readonly loop: SlicedLoop,
    /** Of several files no lines around the changes are shown. */
    private readonly options: DiffOptions = {},
  ) {
    this.left = diffLines;
  }

  /** A unified diff within the remaining lines; its last line says how many are missing. */
  async diff(before: string, after: string): Promise<string> {
    const options = { ...this.options, maxLines: this.left };
    const diff = await unifiedDiffInTurns(before, after, options, this.loop);
    if (diff !== '') this.left = Math.max(0, this.left - diff.split('\n').length);
    return diff;
  }

  /** The diff of one of several files, which takes no lines if an earlier file has the same change. */
  async shown(path: string, before: string, after: string): Promise<Pick<WrittenFile, 'diff' | 'sameAs'>> {
    const change = changeOf(before, after);
    const sameAs = change === undefined ? undefined : this.first.get(change);
    if (sameAs !== undefined) return { diff: '', sameAs };
    if (change !== undefined) this.first.set(change, path);
    return { diff: await this.diff(before, after) };
  }
}

/** Limits for a change, and for its texts, to be compared with other changes. */
const compared = { lines: 200, characters: 20_000, texts: 400_000 };

/** The lines that a change removes and adds, wherever they are; undefined if there are none, or many. */
function changeOf(before: string, after: string): string | undefined {
  if (before.length + after.length > compared.texts) return undefined;
  const { lines, omitted } = difference(before, after, { maxLines: compared.lines, context: 0 });
  const changed = lines.filter(({ mark }) => mark === '-' || mark === '+');
  const length = changed.reduce((sum, { text }) => sum + text.length, 0);
  if (omitted > 0 || changed.length === 0 || length > compared.characters) return undefined;
  return changed.map(({ mark, text }) => mark + text).join('\n');
}

type OwnRequest<P extends Plan> = Pick<WriteRequest<P>, 'call' | 'targets' | 'plan'>;

/** Writes one file and creates its missing folders. @throws ToolFailure like `WritePipeline.run` */
export async function writeOne(context: WriterContext, request: OwnRequest<Plan>): Promise<WriteResult> {
  const outcome = await run(context, request, () => true);
  return writeResult(outcome, request.call, context.pipeline.loop(request.call.signal));
}

/**
 * Writes several files, all or none.
 * @param isShown whether the answer may mention a step
 * @returns also the plan that was carried out
 * @throws ToolFailure like `WritePipeline.run`
 */
export async function writeMany<P extends Plan>(
  context: WriterContext,
  request: OwnRequest<P>,
  isShown: (step: Step) => boolean = () => true,
): Promise<{ readonly plan: P; readonly answer: MultiWriteResult }> {
  const outcome = await run(context, request, isShown);
  const { plan } = outcome;
  const shown = { ...outcome, plan: { ...plan, steps: plan.steps.filter(isShown) } };
  return { plan, answer: await multiWriteResult(shown, request.call, context.pipeline.loop()) };
}

/** Adds hints about links to parts that shown steps remove, and to files that they create. */
function run<P extends Plan>(
  context: WriterContext,
  request: OwnRequest<P>,
  isShown: (step: Step) => boolean,
): Promise<Outcome<P>> {
  const { pipeline, authority } = context;
  const plan = async (): Promise<P> => {
    const made = await request.plan();
    const { steps, hints = [] } = made;
    const shown = steps.filter(isShown);
    const lost = await lostPartHints(plannedTexts(shown), context, request.call.signal);
    const created = shown.flatMap(step => (step.kind === 'create' ? [step.path] : []));
    const taken = await takenLinkHints(created, context, request.call);
    return { ...made, hints: [...lost, ...taken, ...hints] };
  };
  return pipeline.run({ ...request, plan, authority });
}

/** The existing files with their texts; empty for a removed one. */
function plannedTexts(steps: readonly Step[]): PlannedText[] {
  return steps.flatMap(step => {
    if (step.kind === 'edit') return [{ file: step.file, before: step.before.text, after: step.text }];
    if (step.kind === 'relink') return [{ file: step.file, before: step.before, after: step.text }];
    return step.kind === 'trash' && step.file instanceof TFile
      ? [{ file: step.file, before: '', after: '' }]
      : [];
  });
}

/**
 * The steps for each of several items, with the folders that several need made once.
 * @param kind what an item is, such as `Change`
 * @throws the failure of an item as `throwItemError`
 */
export async function stepsOfEach<Item extends { readonly path: string }>(
  items: readonly Item[],
  kind: string,
  { call, loop }: { readonly call: WriteCall; readonly loop: SlicedLoop },
  stepsOf: (item: Item) => Promise<readonly Step[]>,
): Promise<Step[]> {
  const steps: Step[] = [];
  const made = new Set<string>();
  await forEachInTurn(items.entries(), loop, async ([index, item]) => {
    reportProgress(call.progress, 'plan', index, items.length);
    const planned = await stepsOf(item).catch((error: unknown) =>
      throwItemError(error, kind, index, item.path),
    );
    steps.push(...planned.filter(step => step.kind !== 'makeFolder' || !made.has(step.path)));
    for (const step of planned) if (step.kind === 'makeFolder') made.add(step.path);
  });
  return steps;
}

export async function writeResult(
  outcome: Outcome<Plan>,
  call: AnswerCall,
  loop: SlicedLoop,
): Promise<WriteResult> {
  const budget = new DiffBudget(call, loop);
  const files: WrittenFile[] = [];
  for (const step of outcome.plan.steps) files.push(...(await writtenFiles(step, budget)));
  const [file] = files;
  if (file === undefined) throw new Error('A plan without a file has no answer.');
  const { steps, hints = [] } = outcome.plan;
  const warnings = steps.flatMap(step => baseWarnings(step));
  const warned = warnings.length === 0 ? {} : { warnings };
  const answer = { ...file, ...ending(outcome, call.dryRun), ...warned };
  return withHints(answer, [...steps.flatMap(step => noteHints(step, false)), ...call.hints, ...hints]);
}

/** Adds hints to an answer, if there are any; at most the first five. */
export function withHints<Answer extends object>(
  answer: Answer & { hints?: string[] },
  hints: readonly string[],
): Answer & { hints?: string[] } {
  const all = [...(answer.hints ?? []), ...hints];
  return all.length === 0 ? answer : { ...answer, hints: all.slice(0, maxHints) };
}

export async function multiWriteResult(
  outcome: Outcome<Plan>,
  call: AnswerCall,
  loop: SlicedLoop,
): Promise<MultiWriteResult> {
  const { steps, hints: planned = [] } = outcome.plan;
  const budget = new DiffBudget(call, loop, { context: 0 });
  const files: WrittenFile[] = [];
  const warnings: string[] = [];
  const hints: string[] = [];
  // The last step is listed in any case: after merging it is the one that removes a note.
  const omitted = steps.slice(maxFiles - 1, -1);
  const listed = omitted.length === 0 ? steps : [...steps.slice(0, maxFiles - 1), ...steps.slice(-1)];
  await forEachInTurn(listed, loop, async step => {
    const written = await writtenFiles(step, budget);
    files.push(...written);
    hints.push(...noteHints(step, true));
    for (const warning of baseWarnings(step)) warnings.push(`${written[0]?.path ?? ''}: ${warning}`);
  });
  const unshown = omitted.filter(step => !isIdle(step)).length;
  const filesChanged = files.filter(({ changed }) => changed).length + unshown;
  const result = {
    files,
    filesChanged,
    ...(omitted.length > 0 ? { filesOmitted: omitted.length } : {}),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...ending(outcome, call.dryRun),
  };
  return withHints(result, [...hints, ...call.hints, ...planned]);
}

export function ending({ changeId }: Outcome<Plan>, dryRun: boolean): Ending {
  return { ...(changeId === undefined ? {} : { changeId }), ...(dryRun ? { dryRun } : {}) };
}

async function writtenFiles(step: Step, budget: DiffBudget): Promise<WrittenFile[]> {
  if (step.kind === 'move') return [moved(step)];
  const files: WrittenFile[] = [];
  await forEachInTurn(intendedFiles(step), budget.loop, async file => {
    if (file.isFolder !== true) files.push(await written(file, budget));
  });
  return files;
}

async function written(
  { kind, path, before, after }: IntendedFile,
  budget: DiffBudget,
): Promise<WrittenFile> {
  const was = before === undefined ? undefined : await stateOf(before, budget.loop);
  const is = after === before ? was : after === undefined ? undefined : await stateOf(after, budget.loop);
  return {
    path,
    ...(is === undefined ? {} : { versionId: is.versionId }),
    ...(was === undefined ? {} : { previousVersionId: was.versionId }),
    ...(is === undefined ? { removed: true } : {}),
    created: kind === 'create',
    changed: kind !== 'edit' || was !== is,
    bytesBefore: was?.size ?? 0,
    bytesAfter: is?.size ?? 0,
    ...(await budget.shown(path, was?.text ?? '', is?.text ?? '')),
  };
}

/** The text is empty if the file is not text. */
async function stateOf(content: string | Uint8Array, loop: SlicedLoop): Promise<Omit<NoteContent, 'path'>> {
  const { hash, size } = await fingerprintOf(content);
  const text = typeof content === 'string' ? content : ((await decodedInTurns(content, loop)) ?? '');
  return { text, size, versionId: versionFromHash(hash) };
}

/** Its bytes stay the same; a folder has none. */
function moved({ file, contents, newPath, versionId }: Step & { kind: 'move' }): WrittenFile {
  const bytes = file instanceof TFile ? file.stat.size : 0;
  const from = contents.find(one => one.newPath === newPath)?.path;
  return {
    path: newPath,
    ...(versionId === undefined ? {} : { versionId }),
    ...(from === undefined ? {} : { movedFrom: from }),
    created: false,
    changed: true,
    bytesBefore: bytes,
    bytesAfter: bytes,
    diff: '',
  };
}

/**
 * Throws the failure of one of several items with its number and its path as given; rethrows other errors.
 * @param kind what an item is, such as `Change`
 * @param index from 0
 */
export function throwItemError(error: unknown, kind: string, index: number, path: string): never {
  if (!(error instanceof ToolFailure)) throw error;
  const { code, message, details, hint } = error;
  const item = `${kind} ${index + 1} (${quoted(path, 200)})`;
  throw new ToolFailure(code, `${item}: ${message}`, { ...details, hint });
}

/** Like `ofItem`, but the failure of an only item is not numbered. */
export function ofEach<T>(
  kind: string,
  items: readonly { readonly path: string }[],
  index: number,
  check: () => T,
): T {
  return items.length === 1 ? check() : ofItem(kind, index, itemAt(items, index).path, check);
}

/** The result of a check of one of several items. @throws its failure as `throwItemError` */
export function ofItem<T>(kind: string, index: number, path: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    return throwItemError(error, kind, index, path);
  }
}
