import type { App } from 'obsidian';
import { type ErrorCode, ToolFailure } from '../../../errors';
import { yieldToLoop } from '../../../platform';
import type { Grant } from '../../access/access';
import type { Change } from '../../journal/change-index';
import type { Journal } from '../../journal/journal';
import type { FileChange } from '../../journal/records';
import { reportedFiles, UndoCheck, type UndoObstacle } from './change-state';
import { loadedFiles } from '../../journal/recording';
import { decoded } from '../../../utils/bytes';
import type { Undo } from './undo';
import { noRules } from '../../../utils/rights';
import { undoneIds } from '../../../utils/undone';

/** Why a change of the list cannot be undone. */
type Obstacle = UndoObstacle['reason'] | 'undone';

/** The user in the app sees everything, may undo everything, and needs no approval. */
export const ownerGrant: Grant = { token: 'you', rights: 'full', ...noRules };

export interface ChangeDetail extends Omit<Change, 'files'> {
  /** With their texts, if they are kept and are text. */
  readonly files: readonly FileChange<string>[];
  /** Left out if it can be undone now. */
  readonly obstacle?: Obstacle;
}

/** Which of several changes could be undone together, newest first. */
export interface UndoGroupPreview {
  readonly undoable: readonly Change[];
  readonly stuck: readonly { readonly change: Change; readonly obstacle: Obstacle }[];
}

export interface GroupResult {
  readonly undone: readonly string[];
  /** Changes that could not be undone after all. */
  readonly failed: readonly { readonly changeId: string; readonly code: ErrorCode | 'undone' }[];
}

export class OwnerChanges {
  constructor(private readonly dependencies: { app: App; journal: Journal; undo: () => Undo }) {}

  list(): readonly Change[] {
    return this.dependencies.journal.newestFirst();
  }

  /** Undefined if the journal no longer has the change. */
  async detail(changeId: string): Promise<ChangeDetail | undefined> {
    const { journal, app } = this.dependencies;
    const change = journal.get(changeId);
    if (change === undefined) return undefined;
    const loaded = await loadedFiles(journal, reportedFiles(change));
    const files = loaded.map(({ before, after, ...file }) => ({
      ...file,
      before: before && decoded(before),
      after: after && decoded(after),
    }));
    const found = await new UndoCheck(app).obstacle(change.files);
    const obstacle = undoneIds(this.list()).has(changeId) ? 'undone' : found?.reason;
    return { ...change, files, ...(obstacle === undefined ? {} : { obstacle }) };
  }

  async undoPreview(changeIds: readonly string[]): Promise<UndoGroupPreview> {
    const check = new UndoCheck(this.dependencies.app);
    const undoable: Change[] = [];
    const stuck: { change: Change; obstacle: Obstacle }[] = [];
    const undone = new Set(undoneIds(this.list()));
    for (const change of this.newestFirst(changeIds)) {
      const found = undone.has(change.id) ? 'undone' : (await check.obstacle(change.files, true))?.reason;
      if (found === undefined) undoable.push(change);
      else stuck.push({ change, obstacle: found });
      // What an undo undid can be undone again once that is undone.
      if (found === undefined) undone.delete(change.undoes ?? change.id);
      await yieldToLoop();
    }
    return { undoable, stuck };
  }

  /**
   * Undoes changes one by one, newest first; one that cannot be undone does not stop the others.
   * @param progress receives the completed fraction, from 0 to 1
   */
  async undoAll(changeIds: readonly string[], progress?: (part: number) => void): Promise<GroupResult> {
    const undone: string[] = [];
    const failed: { changeId: string; code: ErrorCode | 'undone' }[] = [];
    const changes = this.newestFirst(changeIds);
    const undo = this.dependencies.undo();
    const { signal } = new AbortController();
    const call = { tool: 'undo_change', dryRun: false, hints: [], signal, isOwners: true };
    for (const [index, { id: changeId }] of changes.entries()) {
      const tell = (done: number, of = 1): void => progress?.((index + done / of) / changes.length);
      try {
        await undo.run(changeId, { ...call, progress: tell });
        undone.push(changeId);
      } catch (error) {
        if (!(error instanceof ToolFailure)) throw error;
        failed.push({ changeId, code: undoneIds(this.list()).has(changeId) ? 'undone' : error.code });
      }
      tell(1);
    }
    return { undone, failed };
  }

  private newestFirst(changeIds: readonly string[]): Change[] {
    const asked = new Set(changeIds);
    return this.list().filter(({ id }) => asked.has(id));
  }
}
