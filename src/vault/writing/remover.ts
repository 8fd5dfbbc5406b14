import { type App, type TAbstractFile, TFile, TFolder } from 'obsidian';
import { ToolFailure } from '../../errors';
import { foldPath } from '../../utils/folding';
import { suffices } from '../../utils/rights';
import { throwIfAborted } from '../../utils/time-slicer';
import { configOf } from '../config';
import type { Grant } from '../grant';
import { maxImageBytes } from '../journal/image-store';
import { type Notes, versionOf } from '../notes';
import { throwVersionConflict } from './if-match';
import type { WriteCall, WritePipeline } from './pipeline';
import type { Removed, Step, TrashWay } from './steps';
import { ending } from './write-answer';
import { tellProgress } from './write-progress';
import type { WriteTargets } from './write-targets';

export interface Deletion {
  readonly path: string;
  readonly recursive: boolean;
  readonly permanent: boolean;
  readonly ifMatch?: string | undefined;
}

export interface DeleteAnswer {
  path: string;
  trashed: 'system' | 'vault' | 'permanent';
  filesDeleted: number;
  changeId?: string;
  dryRun?: boolean;
}

export interface RemoverParts {
  readonly app: App;
  readonly notes: Notes;
  readonly targets: WriteTargets;
  readonly pipeline: WritePipeline;
  readonly grant: Grant;
  readonly isHeadless: boolean;
}

/** Of one deletion this much is kept in the journal; beyond it only the trash has what was deleted. */
const maxKeptBytes = 50 * 1024 * 1024;

/** Deletes files and folders for one caller. */
export class Remover {
  constructor(private readonly parts: RemoverParts) {}

  /** @throws ToolFailure `not_empty`, `permission_denied`, `version_conflict`, and as for any write */
  async delete(deletion: Deletion, call: WriteCall): Promise<DeleteAnswer> {
    const { targets, pipeline, grant } = this.parts;
    const { permanent } = deletion;
    if (permanent && !suffices(grant.rights, 'full'))
      throw new ToolFailure('permission_denied', 'Deleting for good needs a token with full rights.', {
        hint: 'Leave `permanent` out: the file then goes to the trash.',
      });
    const { way, trashed } = this.wayOut(permanent);
    const plan = async (): Promise<{ steps: readonly [Step & { kind: 'trash' }] }> => {
      const file = targets.any(deletion.path);
      this.check(file, deletion);
      const removed = await this.contents(file, call);
      if (trashed === 'permanent') await this.refuseUnseen(removed);
      if (deletion.ifMatch !== undefined) this.checkVersion(file, removed, deletion.ifMatch);
      return { steps: [{ kind: 'trash', file, way, removed }] };
    };
    const request = { call, token: grant.token, targets: () => [targets.any(deletion.path).path], plan };
    const outcome = await pipeline.run(request);
    const { removed } = outcome.plan.steps[0];
    const path = removed.at(-1)?.path ?? deletion.path;
    const filesDeleted = removed.filter(({ isFolder }) => !isFolder).length;
    return { path, trashed, filesDeleted, ...ending(outcome, call.dryRun) };
  }

  /** What the user would have deleted for good goes to the trash unless the token has full rights. */
  private wayOut(permanent: boolean): { way: TrashWay; trashed: DeleteAnswer['trashed'] } {
    if (permanent) return { way: 'permanent', trashed: 'permanent' };
    const option = this.trashOption();
    if (option === 'none')
      return suffices(this.parts.grant.rights, 'full')
        ? { way: 'setting', trashed: 'permanent' }
        : { way: 'vault', trashed: 'vault' };
    return { way: 'setting', trashed: option === 'local' || this.parts.isHeadless ? 'vault' : 'system' };
  }

  /** The app's setting "Deleted files"; internal, but nothing else tells where a deleted file goes. */
  private trashOption(): unknown {
    return configOf(this.parts.app.vault, 'trashOption');
  }

  private check(file: TAbstractFile, { recursive, ifMatch }: Deletion): void {
    const { targets } = this.parts;
    if (file instanceof TFile) return;
    if (ifMatch !== undefined) throw new ToolFailure('invalid_argument', '`ifMatch` is for files only.');
    const inside = file instanceof TFolder ? everythingIn(file) : [];
    for (const { path } of inside) {
      if (!targets.canWrite(path))
        throw new ToolFailure('permission_denied', 'The token may not delete everything in this folder.');
    }
    if (inside.length > 0 && !recursive) throw new ToolFailure('not_empty', 'The folder is not empty.');
  }

  /** What the app does not show is in no journal, and perhaps not for the caller: only the trash may take it along. */
  private async refuseUnseen(removed: readonly Removed[]): Promise<void> {
    const known = new Set(removed.map(({ path }) => foldPath(path)));
    for (const { path, isFolder } of removed) {
      if (!isFolder) continue;
      const { files, folders } = await this.parts.app.vault.adapter.list(path);
      if ([...files, ...folders].every(one => known.has(foldPath(one)))) continue;
      throw new ToolFailure('not_empty', 'The folder also holds files that are not part of the vault.', {
        hint: 'Leave `permanent` out: the trash takes the folder with everything in it.',
      });
    }
  }

  private checkVersion(file: TAbstractFile, [removed]: readonly Removed[], ifMatch: string): void {
    const versionId = removed?.bytes === undefined ? undefined : versionOf(removed.bytes);
    if (versionId !== ifMatch && file instanceof TFile) throwVersionConflict(versionId);
  }

  /** What goes, deepest first, with the contents that the journal can keep. */
  private async contents(file: TAbstractFile, { progress, signal }: WriteCall): Promise<Removed[]> {
    const all = [file, ...(file instanceof TFolder ? everythingIn(file) : [])].reverse();
    const removed: Removed[] = [];
    let kept = 0;
    for (const [index, one] of all.entries()) {
      throwIfAborted(signal);
      tellProgress(progress, 'plan', index, all.length);
      const isKept =
        one instanceof TFile && one.stat.size <= maxImageBytes && kept + one.stat.size <= maxKeptBytes;
      if (isKept) kept += one.stat.size;
      const bytes = isKept ? await this.parts.notes.bytesOf(one) : undefined;
      removed.push({ path: one.path, isFolder: !(one instanceof TFile), bytes });
    }
    return removed;
  }
}

/** A folder before what is in it. */
function everythingIn(folder: TFolder): TAbstractFile[] {
  return folder.children.flatMap(child => [child, ...(child instanceof TFolder ? everythingIn(child) : [])]);
}
