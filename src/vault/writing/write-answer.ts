import { TFile } from 'obsidian';
import { unifiedDiff } from '../../markdown/diff';
import { versionOf } from '../notes';
import type { Outcome, Plan } from './pipeline';
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

const diffLines = { single: 40, several: 10 };
/** So many files are told, and of so many the diff, to keep the answer below 100 kB. */
const mostTold = { files: 300, diffs: 50 };

/** The answer for a plan about one file. */
export function writeAnswer<P extends Plan>(outcome: Outcome<P>, dryRun: boolean): WriteAnswer {
  const [file] = writtenFiles(outcome.plan.steps, diffLines.single);
  if (file === undefined) throw new Error('A plan without a file has no answer.');
  return { ...file, ...ending(outcome, dryRun) };
}

export function multiWriteAnswer<P extends Plan>(outcome: Outcome<P>, dryRun: boolean): MultiWriteAnswer {
  const { steps } = outcome.plan;
  const files = [
    ...writtenFiles(steps.slice(0, mostTold.diffs), diffLines.several),
    ...writtenFiles(steps.slice(mostTold.diffs, mostTold.files), 0),
  ];
  const omitted = steps.length - mostTold.files;
  const filesChanged = files.filter(({ changed }) => changed).length + Math.max(omitted, 0);
  return {
    files,
    filesChanged,
    ...(omitted > 0 ? { filesOmitted: omitted } : {}),
    ...ending(outcome, dryRun),
  };
}

export function ending({ changeId }: Outcome<Plan>, dryRun: boolean): Ending {
  return { ...(changeId === undefined ? {} : { changeId }), ...(dryRun ? { dryRun } : {}) };
}

function writtenFiles(steps: readonly Step[], maxLines: number): WrittenFile[] {
  return steps.flatMap(step => {
    switch (step.kind) {
      case 'edit':
        return [edited(step, maxLines)];
      case 'relink':
        return [relinked(step, maxLines)];
      case 'create':
        return [created(step, maxLines)];
      case 'trash':
        return step.removed
          .filter(({ isFolder }) => !isFolder)
          .map(file => removed(file.path, file.bytes, maxLines));
      case 'move':
        return [moved(step)];
      case 'makeFolder':
      case 'removeFolder':
        return [];
    }
  });
}

function edited({ file, before, text }: Step & { kind: 'edit' }, maxLines: number): WrittenFile {
  const after = bytesOf(text);
  return {
    path: file.path,
    versionId: text === before.text ? before.versionId : versionOf(after),
    previousVersionId: before.versionId,
    created: false,
    changed: text !== before.text,
    bytesBefore: bytesOf(before.text).length,
    bytesAfter: after.length,
    diff: diffOf(before.text, text, maxLines),
  };
}

function relinked({ path, before, text }: Step & { kind: 'relink' }, maxLines: number): WrittenFile {
  const [was, is] = [bytesOf(before), bytesOf(text)];
  return {
    path,
    versionId: versionOf(is),
    previousVersionId: versionOf(was),
    created: false,
    changed: true,
    bytesBefore: was.length,
    bytesAfter: is.length,
    diff: diffOf(before, text, maxLines),
  };
}

function created({ path, content }: Step & { kind: 'create' }, maxLines: number): WrittenFile {
  const bytes = bytesOf(content);
  return {
    path,
    versionId: versionOf(bytes),
    created: true,
    changed: true,
    bytesBefore: 0,
    bytesAfter: bytes.length,
    diff: diffOf('', textOf(bytes) ?? '', maxLines),
  };
}

function removed(path: string, bytes: Uint8Array | undefined, maxLines: number): WrittenFile {
  return {
    path,
    ...(bytes === undefined ? {} : { previousVersionId: versionOf(bytes) }),
    created: false,
    changed: true,
    bytesBefore: bytes?.length ?? 0,
    bytesAfter: 0,
    diff: diffOf(bytes === undefined ? '' : (textOf(bytes) ?? ''), '', maxLines),
  };
}

/** Its bytes stay; a folder has none. */
function moved({ file, newPath }: Step & { kind: 'move' }): WrittenFile {
  const bytes = file instanceof TFile ? file.stat.size : 0;
  return { path: newPath, created: false, changed: true, bytesBefore: bytes, bytesAfter: bytes, diff: '' };
}

function diffOf(before: string, after: string, maxLines: number): string {
  return maxLines === 0 ? '' : unifiedDiff(before, after, { maxLines });
}
