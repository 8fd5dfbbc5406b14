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
}

const diffLines = { single: 40, several: 10 };

/** The answer for a plan about one file. */
export function writeAnswer<P extends Plan>(outcome: Outcome<P>, dryRun: boolean): WriteAnswer {
  const [file] = writtenFiles(outcome.plan.steps, diffLines.single);
  if (file === undefined) throw new Error('A plan without a file has no answer.');
  return { ...file, ...ending(outcome, dryRun) };
}

export function multiWriteAnswer<P extends Plan>(outcome: Outcome<P>, dryRun: boolean): MultiWriteAnswer {
  const files = writtenFiles(outcome.plan.steps, diffLines.several);
  return { files, filesChanged: files.filter(({ changed }) => changed).length, ...ending(outcome, dryRun) };
}

export function ending({ changeId }: Outcome<Plan>, dryRun: boolean): Ending {
  return { ...(changeId === undefined ? {} : { changeId }), ...(dryRun ? { dryRun } : {}) };
}

function writtenFiles(steps: readonly Step[], maxLines: number): WrittenFile[] {
  return steps.flatMap(step => {
    switch (step.kind) {
      case 'edit':
        return [edited(step, maxLines)];
      case 'create':
        return [created(step, maxLines)];
      case 'trash':
        return step.removed
          .filter(({ isFolder }) => !isFolder)
          .map(file => removed(file.path, file.bytes, maxLines));
      case 'move':
        return [moved(step.newPath)];
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
    diff: unifiedDiff(before.text, text, { maxLines }),
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
    diff: unifiedDiff('', textOf(bytes) ?? '', { maxLines }),
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
    diff: unifiedDiff(bytes === undefined ? '' : (textOf(bytes) ?? ''), '', { maxLines }),
  };
}

function moved(path: string): WrittenFile {
  return { path, created: false, changed: true, bytesBefore: 0, bytesAfter: 0, diff: '' };
}
