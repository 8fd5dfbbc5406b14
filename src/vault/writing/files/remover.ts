import { type TAbstractFile, TFile, type App } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { linkTarget } from '../../../markdown/links/link-target';
import { decodedInTurns } from '../../../utils/bytes';
import { countUp, mapDefined } from '../../../utils/collections';
import { suffices } from '../../../utils/rights';
import { forEachInTurn, someInTurn, throwIfAborted } from '../../../utils/slicing/time-slicer';
import { foldPath } from '../../../utils/text/folding';
import { counted } from '../../../utils/text/pieces';
import type { Grant } from '../../access/access';
import { configOf } from '../../app/app-config';
import { maxImageBytes } from '../../journal/image-store';
import { someOf } from '../../hints/missing-names';
import { TakenLinks } from '../../links/checks/lost-links';
import { occurrencesIn } from '../../links/file-occurrences';
import { pathsNamedAmong } from '../../links/pointing-files';
import { versionOf } from '../../reading/notes';
import { throwVersionConflict } from '../notes/if-match';
import { type Plan, type WriteCall, reportProgress } from '../pipeline/pipeline';
import { everythingAt, type Removed, type Step, type TrashWay } from '../pipeline/steps';
import { DiffBudget, type Ending, ending, withHints } from '../write-result';
import type { WriterContext } from '../writer-context';

interface Deletion {
  readonly path: string;
  readonly recursive: boolean;
  readonly permanent: boolean;
  readonly ifMatch?: string | undefined;
}

interface Shown {
  path: string;
  diff: string;
}

interface DeleteResult extends Ending {
  path: string;
  trashed: 'system' | 'vault' | 'permanent';
  filesDeleted: number;
  /** Contents of the readable files, as diffs; left out if the call requests no lines. */
  files?: Shown[];
}

interface DeletionPlan extends Plan {
  readonly steps: readonly [Step & { kind: 'trash' }];
  readonly trashed: DeleteResult['trashed'];
}

/** How many files an answer shows with their lines, or with the number of lines. */
const maxShown = 100;

/** Limit for the contents of one deletion in the journal; the rest is only in the trash. */
export const maxKeptBytes = 50 * 1024 * 1024;

/** Deletes files and folders for one caller. */
export class Remover {
  constructor(private readonly context: WriterContext) {}

  /** @throws ToolFailure `not_empty`, `permission_denied`, `version_conflict`, and as for any write */
  async delete(deletion: Deletion, call: WriteCall): Promise<DeleteResult> {
    const { targets, pipeline, authority } = this.context;
    const { grant } = authority;
    const { permanent } = deletion;
    if (permanent && !suffices(grant.rights, 'full'))
      throw new ToolFailure('permission_denied', 'Deleting permanently needs a token with full rights.', {
        hint: 'Leave `permanent` out: the file then goes to the trash.',
      });
    const plan = async (): Promise<DeletionPlan> => {
      // Reads the current setting: it may change while the user is asked.
      const { way, trashed } = this.wayOut(permanent);
      const file = targets.any(deletion.path);
      this.check(file, deletion);
      const removed = await this.contents(file, call);
      if (trashed === 'permanent') await this.refuseUnseen(removed);
      if (deletion.ifMatch !== undefined) this.checkVersion(file, removed, deletion.ifMatch);
      return {
        steps: [{ kind: 'trash', file, way, isPermanent: trashed === 'permanent', removed }],
        trashed,
        hints: [...unkeptHint(removed), ...(await this.lostHints(removed, call))],
      };
    };
    const outcome = await pipeline.run({
      call,
      authority,
      targets: () => [targets.any(deletion.path).path],
      heldBytes: () => bytesOf(keptFiles(everythingAt(targets.any(deletion.path)))),
      plan,
    });
    const { steps, trashed, hints = [] } = outcome.plan;
    const { removed } = steps[0];
    const files = await this.shown(removed, call);
    const path = removed.at(-1)?.path ?? deletion.path;
    const filesDeleted = removed.filter(({ isFolder }) => !isFolder).length;
    const shown = files.length === 0 ? {} : { files };
    return withHints({ path, trashed, filesDeleted, ...shown, ...ending(outcome, call.dryRun) }, hints);
  }

  /** Names the visible notes, canvases and bases that link to a deleted file. */
  private async lostHints(removed: readonly Removed[], { dryRun, signal }: WriteCall): Promise<string[]> {
    const { app, files, linkingFiles, links, names, slicer } = this.context;
    const gone = new Set(removed.map(({ path }) => path));
    const left = pathsNamedAmong(names, file => files.canSee(file) && !gone.has(file.path));
    const graph = await links.whole(signal);
    const sources = new Set([...gone].flatMap(path => graph.incoming(path)));
    const notes = mapDefined(sources, path => app.vault.getFileByPath(path));
    const lost = new Map<string, number>();
    const taken = new TakenLinks(dryRun);
    await forEachInTurn([...notes, ...linkingFiles.all()], { slicer, signal }, async file => {
      if (gone.has(file.path) || !files.canSee(file)) return;
      for (const { isPath, linkpath, target } of await occurrencesIn(file, this.context)) {
        if (target === undefined || !gone.has(target.path)) continue;
        const now = isPath === true ? undefined : linkTarget(linkpath, file.path, left);
        if (now === undefined) countUp(lost, file.path);
        else taken.add(file.path, target.path, now);
      }
    });
    return [...(lost.size === 0 ? [] : [lostHint(lost, dryRun)]), ...taken.hints()];
  }

  /** The files that the caller may read; their diffs share the requested number of lines. */
  private async shown(removed: readonly Removed[], call: WriteCall): Promise<Shown[]> {
    if (call.diffLines === 0) return [];
    const { files, pipeline } = this.context;
    const loop = pipeline.loop(call.signal);
    const budget = new DiffBudget(call, loop, { context: 0 });
    const shown: Shown[] = [];
    await someInTurn(removed, loop, async ({ path, bytes }) => {
      if (bytes === undefined || !files.mayRead(path)) return false;
      const text = await decodedInTurns(bytes, loop);
      const diff = text === undefined ? '' : await budget.diff(text, '');
      if (diff !== '') shown.push({ path, diff });
      return shown.length === maxShown;
    });
    return shown;
  }

  private wayOut(permanent: boolean): TrashTarget {
    if (permanent) return { way: 'permanent', trashed: 'permanent' };
    const { app, authority, isHeadless } = this.context;
    return trashTarget(app, authority.grant, isHeadless);
  }

  private check(file: TAbstractFile, { recursive, ifMatch }: Deletion): void {
    const { files, targets } = this.context;
    if (file instanceof TFile) return;
    if (ifMatch !== undefined) throw new ToolFailure('invalid_argument', '`ifMatch` is for files only.');
    const inside = everythingAt(file).slice(1);
    // Checks visible files first, so that hidden ones change the result as little as possible.
    if (!recursive && inside.some(one => files.canSee(one)))
      throw new ToolFailure('not_empty', 'The folder is not empty.');
    if (inside.some(({ path }) => !targets.canWrite(path)))
      throw new ToolFailure('permission_denied', 'The token may not delete everything in this folder.');
  }

  /** Files that the app does not show may be hidden from the caller: only the trash may take them. */
  private async refuseUnseen(removed: readonly Removed[]): Promise<void> {
    const known = new Set(removed.map(({ path }) => foldPath(path)));
    for (const { path, isFolder } of removed) {
      if (!isFolder) continue;
      const { files, folders } = await this.context.app.vault.adapter.list(path);
      if ([...files, ...folders].every(one => known.has(foldPath(one)))) continue;
      throw new ToolFailure('not_empty', 'The folder also holds files that are not part of the vault.', {
        hint: 'A trash would take the folder with everything in it: leave `permanent` out, unless the vault deletes without one.',
      });
    }
  }

  private checkVersion(file: TAbstractFile, [removed]: readonly Removed[], ifMatch: string): void {
    const versionId = removed?.bytes === undefined ? undefined : versionOf(removed.bytes);
    if (versionId !== ifMatch && file instanceof TFile) throwVersionConflict(versionId);
  }

  /** What is deleted, deepest first, with the contents that the journal can keep. */
  private async contents(file: TAbstractFile, { progress, signal }: WriteCall): Promise<Removed[]> {
    const all = everythingAt(file).reverse();
    const kept = keptFiles(all);
    const removed: Removed[] = [];
    for (const [index, one] of all.entries()) {
      throwIfAborted(signal);
      reportProgress(progress, 'plan', index, all.length);
      const isFolder = !(one instanceof TFile);
      const bytes = !isFolder && kept.has(one) ? await this.context.notes.bytesOf(one) : undefined;
      const size = isFolder ? 0 : (bytes?.length ?? one.stat.size);
      removed.push({ path: one.path, isFolder, size, bytes });
    }
    return removed;
  }
}

/** @param lost number of links by the path of their file */
function lostHint(lost: ReadonlyMap<string, number>, dryRun: boolean): string {
  const links = [...lost.values()].reduce((sum, count) => sum + count, 0);
  const now = links === 1 ? 'is broken now' : 'are broken now';
  const where = someOf([...lost.keys()].sort());
  return `${counted(links, 'link')} in ${counted(lost.size, 'file')} ${dryRun ? 'would break' : now}: ${where}.`;
}

function unkeptHint(removed: readonly Removed[]): string[] {
  const unkept = removed.filter(({ bytes, isFolder }) => !isFolder && bytes === undefined).length;
  if (unkept === 0) return [];
  const files = counted(unkept, 'file does', 'files do');
  return [`This deletion cannot be undone: ${files} not fit into the journal.`];
}

/** The files whose contents the journal keeps, in the same order. */
function keptFiles(all: readonly TAbstractFile[]): Set<TFile> {
  const kept = new Set<TFile>();
  let bytes = 0;
  for (const file of all) {
    if (!(file instanceof TFile)) continue;
    const { size } = file.stat;
    if (size > maxImageBytes || bytes + size > maxKeptBytes) continue;
    bytes += size;
    kept.add(file);
  }
  return kept;
}

function bytesOf(files: Iterable<TFile>): number {
  return [...files].reduce((sum, { stat }) => sum + stat.size, 0);
}

/** Where a deleted file goes. */
interface TrashTarget {
  readonly way: TrashWay;
  readonly trashed: 'system' | 'vault' | 'permanent';
}

/** Files that the user's setting deletes permanently go to the trash unless the token has full rights. */
export function trashTarget(app: App, grant: Grant, isHeadless: boolean): TrashTarget {
  // The app's setting "Deleted files"; internal, but the only way to know where a deleted file goes.
  const option = configOf(app.vault, 'trashOption');
  if (option === 'none')
    return suffices(grant.rights, 'full')
      ? { way: 'setting', trashed: 'permanent' }
      : { way: 'vault', trashed: 'vault' };
  return { way: 'setting', trashed: option === 'local' || isHeadless ? 'vault' : 'system' };
}
