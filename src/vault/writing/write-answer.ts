import { TFile } from 'obsidian';
import { unifiedDiff } from '../../markdown/diff';
import type { SliceTurn } from '../../utils/time-slicer';
import { versionOf } from '../notes';
import type { Outcome, Plan, WriteCall } from './pipeline';
import type { Step } from './steps';
import { bytesOf, textOf } from './text-bytes';

/** What a change did, or would do, to one file. */
export interface WrittenFile {
  path: string;
  /** Left out where the file is gone. */
  versionId?: string;
  previousVersionId?: string;
  created: boolean;
  changed: boolean;
  bytesBefore: number;
  bytesAfter: number;
  /** Unified, cut. */
  diff: string;
}

interface Ending {
  changeId?: string;
  dryRun?: boolean;
}

export interface WriteAnswer extends WrittenFile, Ending {}

export interface MultiWriteAnswer extends Ending {
  files: WrittenFile[];
  filesChanged: number;
  /** Files that the answer has no room for. */
  filesOmitted?: number;
}

/** What of a call decides how its answer looks. */
type AnswerCall = Pick<WriteCall, 'dryRun' | 'diffLines'>;

const usualDiffLines = 40;
/** More files are counted, not listed, to keep the answer below 100 kB. */
const mostFiles = 300;

/** The lines of differences that one answer shows: all files of a change share them. */
export class DiffBudget {
  private left: number;

  constructor({ diffLines = usualDiffLines }: AnswerCall) {
    this.left = diffLines;
  }

  /** A unified diff within what is left; its last line says how many lines are missing. */
  diff(before: string, after: string): string {
    const diff = unifiedDiff(before, after, { maxLines: this.left });
    if (diff !== '') this.left = Math.max(0, this.left - diff.split('\n').length);
    return diff;
  }
}

/** The answer for a plan about one file. */
export function writeAnswer<P extends Plan>(outcome: Outcome<P>, call: AnswerCall): WriteAnswer {
  const budget = new DiffBudget(call);
  const [file] = outcome.plan.steps.flatMap(step => writtenFiles(step, budget));
  if (file === undefined) throw new Error('A plan without a file has no answer.');
  return { ...file, ...ending(outcome, call.dryRun) };
}

/** The answer for a plan about several files. */
export async function multiWriteAnswer<P extends Plan>(
  outcome: Outcome<P>,
  call: AnswerCall,
  turn: SliceTurn,
): Promise<MultiWriteAnswer> {
  const { steps } = outcome.plan;
  const budget = new DiffBudget(call);
  const files: WrittenFile[] = [];
  for (const step of steps.slice(0, mostFiles)) {
    files.push(...writtenFiles(step, budget));
    if (turn.due()) await turn.pause();
  }
  const omitted = steps.length - mostFiles;
  const filesChanged = files.filter(({ changed }) => changed).length + Math.max(omitted, 0);
  return {
    files,
    filesChanged,
    ...(omitted > 0 ? { filesOmitted: omitted } : {}),
    ...ending(outcome, call.dryRun),
  };
}

export function ending({ changeId }: Outcome<Plan>, dryRun: boolean): Ending {
  return { ...(changeId === undefined ? {} : { changeId }), ...(dryRun ? { dryRun } : {}) };
}

function writtenFiles(step: Step, budget: DiffBudget): WrittenFile[] {
  switch (step.kind) {
    case 'edit':
      return [edited(step, budget)];
    case 'relink':
      return [relinked(step, budget)];
    case 'create':
      return [created(step, budget)];
    case 'trash':
      return step.removed
        .filter(({ isFolder }) => !isFolder)
        .map(file => removed(file.path, file.bytes, budget));
    case 'move':
      return [moved(step)];
    case 'makeFolder':
    case 'removeFolder':
      return [];
  }
}

function edited({ file, before, text }: Step & { kind: 'edit' }, budget: DiffBudget): WrittenFile {
  const after = bytesOf(text);
  return {
    path: file.path,
    versionId: text === before.text ? before.versionId : versionOf(after),
    previousVersionId: before.versionId,
    created: false,
    changed: text !== before.text,
    bytesBefore: bytesOf(before.text).length,
    bytesAfter: after.length,
    diff: budget.diff(before.text, text),
  };
}

function relinked({ path, before, text }: Step & { kind: 'relink' }, budget: DiffBudget): WrittenFile {
  const [was, is] = [bytesOf(before), bytesOf(text)];
  return {
    path,
    versionId: versionOf(is),
    previousVersionId: versionOf(was),
    created: false,
    changed: true,
    bytesBefore: was.length,
    bytesAfter: is.length,
    diff: budget.diff(before, text),
  };
}

function created({ path, content }: Step & { kind: 'create' }, budget: DiffBudget): WrittenFile {
  const bytes = bytesOf(content);
  return {
    path,
    versionId: versionOf(bytes),
    created: true,
    changed: true,
    bytesBefore: 0,
    bytesAfter: bytes.length,
    diff: budget.diff('', textOf(bytes) ?? ''),
  };
}

function removed(path: string, bytes: Uint8Array | undefined, budget: DiffBudget): WrittenFile {
  return {
    path,
    ...(bytes === undefined ? {} : { previousVersionId: versionOf(bytes) }),
    created: false,
    changed: true,
    bytesBefore: bytes?.length ?? 0,
    bytesAfter: 0,
    diff: budget.diff(bytes === undefined ? '' : (textOf(bytes) ?? ''), ''),
  };
}

/** Its bytes stay; a folder has none. */
function moved({ file, newPath }: Step & { kind: 'move' }): WrittenFile {
  const bytes = file instanceof TFile ? file.stat.size : 0;
  return { path: newPath, created: false, changed: true, bytesBefore: bytes, bytesAfter: bytes, diff: '' };
}
