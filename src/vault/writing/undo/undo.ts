import { type App, TFile, TFolder } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { unifiedDiffInTurns } from '../../../markdown/diff/diff';
import { revertedLinks } from '../../../markdown/edits/links/link-places';
import { suffices } from '../../../utils/rights';
import { forEachInTurn } from '../../../utils/slicing/time-slicer';
import { counted, jsonLine } from '../../../utils/text/pieces';
import { undoneIds } from '../../../utils/undone';
import { configOf } from '../../app/app-config';
import type { Change } from '../../journal/change-index';
import type { ChangedFile, Image } from '../../journal/records';
import { atFile, isVersion, versionOf } from '../../reading/notes';
import {
  countedFiles,
  isLinkEdit,
  isOwn,
  mayUndo,
  reportedFiles,
  UndoCheck,
  type UndoObstacle,
} from './change-state';
import { movedFiles } from '../files/affected-links';
import type { Plan, WriteCall } from '../pipeline/pipeline';
import { madeFolders, pathsOf, type Step } from '../pipeline/steps';
import { decodedInTurns, encoded } from '../../../utils/bytes';
import {
  type MultiWriteResult,
  multiWriteResult,
  withHints,
  type WriteResult,
  type WrittenFile,
  writeResult,
} from '../write-result';
import type { WriterContext } from '../writer-context';

/** Limit for a created file that undo removes, in bytes: an attachment may be larger than any note. */
const maxRemovedBytes = 64 * 1024 * 1024;
/** How many changes are checked for a hint: checking one reads its files. */
const maxChecked = 20;
const maxNamed = 5;

/** Undoes whole changes if their files have not changed since. */
export class Undo {
  constructor(private readonly context: WriterContext) {}

  /** @throws ToolFailure `not_found`, `permission_denied`, `version_conflict`, `storage_error` */
  async run(changeId: string, call: WriteCall): Promise<WriteResult | MultiWriteResult> {
    const { pipeline, authority, files } = this.context;
    const change = changeId === 'last' ? await this.lastOwn(call) : await this.change(changeId, call);
    const outcome = await pipeline.run({
      call,
      authority,
      targets: () => change.files.flatMap(({ path, newPath }) => [path, newPath ?? path]),
      heldBytes: () =>
        change.files.reduce((sum, { before, after }) => sum + (before?.size ?? 0) + (after?.size ?? 0), 0),
      plan: () => this.plan(change),
    });
    const isSeen = (path: string): boolean => files.mayRead(path);
    const reported = reportedFiles(change).filter(({ path }) => isSeen(path));
    const shown = outcome.plan.steps.filter(step => pathsOf(step).every(isSeen));
    // Moves matter most; the links that follow them come after.
    const steps = shown.toSorted((a, b) => Number(b.kind === 'move') - Number(a.kind === 'move'));
    const seen = { ...outcome, plan: { ...outcome.plan, steps } };
    const isOne = reported.length === 1 && reported[0]?.isFolder !== true;
    if (isOne) return writeResult(seen, call, pipeline.loop());
    const answer = movedBack(await multiWriteResult(seen, call, pipeline.loop()), steps);
    const deed = steps.some(({ kind }) => kind === 'removeFolder') ? 'goes' : 'comes back';
    const hints = steps.flatMap(pathsOf).map(path => `The folder ${jsonLine(path)} ${deed}.`);
    return answer.files.length > 0 ? answer : withHints(answer, hints);
  }

  /** @throws ToolFailure `not_found`, `busy`, `version_conflict`; `invalid_argument` after an undo, where that or the change before may be meant */
  private async lastOwn(call: WriteCall): Promise<Change> {
    const { authority, journal } = this.context;
    const own = [...journal.newestFirst(), ...journal.pending()].filter(one => isOwn(one, authority.grant));
    const last = own.sort((a, b) => (a.id < b.id ? 1 : -1))[0];
    if (last !== undefined && last.undoes === undefined) return this.change(last.id, call);
    const hint = (await undoableChanges(this.context)) ?? (last === undefined ? othersChanges : whichChange);
    if (last === undefined)
      throw new ToolFailure('not_found', 'You have not changed anything yet.', { hint });
    throw new ToolFailure('invalid_argument', 'Your last change was an undo: name a change.', { hint });
  }

  private async change(id: string, call: WriteCall): Promise<Change> {
    const { journal, pipeline } = this.context;
    const open = journal.pending().find(one => one.id === id);
    const files = open && this.mine(open).files;
    if (files !== undefined) await pipeline.settle({ call, targets: () => files.map(one => one.path) });
    const change = journal.get(id);
    if (change !== undefined) return this.mine(change);
    if (open !== undefined)
      throw new ToolFailure('busy', 'The change has not ended, or the disk failed at its end.', {
        hint: 'Once the disk works, it is taken back before the next change, or completed and can then be undone.',
      });
    const hint = (await undoableChanges(this.context)) ?? whichChange;
    throw new ToolFailure('not_found', 'There is no change with this id in the journal.', { hint });
  }

  private mine(change: Change): Change {
    const { app, authority, targets } = this.context;
    const { grant } = authority;
    if (mayUndo(change, grant, targets, app)) return change;
    throw new ToolFailure('permission_denied', 'The token may not undo this change.', {
      hint:
        isOwn(change, grant) || suffices(grant.rights, 'full')
          ? 'The folder rules of the token do not allow it; the owner of the vault can undo it.'
          : 'Another token made it: one with `full` rights can undo it, and so can the owner of the vault.',
    });
  }

  private async plan(change: Change): Promise<Plan> {
    const { app, journal, targets } = this.context;
    if (undoneIds(journal.newestFirst()).has(change.id)) {
      const hint = (await undoableChanges(this.context)) ?? 'Read its files to see how they are now.';
      throw new ToolFailure('version_conflict', 'This change has already been undone.', { hint });
    }
    const obstacle = await new UndoCheck(app).obstacle(countedFiles(change, path => targets.canWrite(path)));
    if (obstacle !== undefined) throw this.movedSince(change, obstacle) ?? (await this.conflict(obstacle));
    const steps: Step[] = [];
    for (const file of change.files.toReversed()) {
      const isLink = isLinkEdit(file, change.files);
      const step = isLink ? await this.relinked(file, steps) : await this.step(file, steps);
      if (step !== undefined) steps.push(...this.goneFolders(step, steps), step);
    }
    return { steps, undoes: change.id };
  }

  /** Steps that make folders again that were removed since. */
  private goneFolders(step: Step, before: readonly Step[]): Step[] {
    if (step.kind !== 'create' && step.kind !== 'makeFolder' && step.kind !== 'move') return [];
    const made = new Set(before.map(one => pathsOf(one).at(-1)));
    const folders = this.context.targets.missingFolders(pathsOf(step).at(-1) ?? '');
    return madeFolders(folders.filter(path => !made.has(path)));
  }

  private async step(file: ChangedFile, before: readonly Step[]): Promise<Step | undefined> {
    switch (file.kind) {
      case 'create':
        return file.isFolder === true ? this.folderRemoval(file.path, before) : this.removal(file);
      case 'edit':
        return this.restoredText(file);
      case 'delete':
        if (file.isFolder !== true) return this.restoredFile(file);
        return this.at(file.path) === null ? { kind: 'makeFolder', path: file.path } : undefined;
      case 'move':
        return this.moveBack(file, before);
    }
  }

  /** Later edits of a note that the caller may not write never prevent undo: the links that can be reverted are. */
  private async relinked(
    { path, before, after }: ChangedFile,
    steps: readonly Step[],
  ): Promise<Step | undefined> {
    const { files, journal, notes, pipeline, targets } = this.context;
    const moved = steps.find(step => step.kind === 'move' && `${path}/`.startsWith(`${step.newPath}/`));
    const [from, to] = moved === undefined ? [path, path] : pathsOf(moved);
    const file = this.at(`${from}${path.slice(to?.length)}`);
    if (!(file instanceof TFile) || before === undefined || after === undefined) return undefined;
    const was = await journal.image(before);
    const became = await journal.image(after);
    if (was === undefined || became === undefined) {
      if (targets.canWrite(path)) throw notKept();
      return undefined;
    }
    const loop = pipeline.loop();
    const now = files.canSee(file)
      ? await notes.bytesOf(file).catch((error: unknown) => Promise.reject(atFile(file.path, error)))
      : (await notes.linkingText(file, loop))?.bytes;
    const text = now && revertedLinks({ before: was, after: became }, now, file.extension);
    return text && { kind: 'relink', file, path, ...text, isSeen: files.canSee(file) };
  }

  private folderRemoval(path: string, before: readonly Step[]): Step | undefined {
    const folder = this.at(path);
    const going = new Set(before.flatMap(step => (step.kind === 'relink' ? [] : [pathsOf(step)[0]])));
    const goes = folder instanceof TFolder && folder.children.every(child => going.has(child.path));
    return goes ? { kind: 'removeFolder', path } : undefined;
  }

  private async removal(changed: ChangedFile): Promise<Step> {
    const { app, authority } = this.context;
    const { path } = changed;
    const { file, bytes } = await this.unchanged(changed, maxRemovedBytes);
    // If the user's setting deletes permanently, only a token with full rights does so.
    const way = suffices(authority.grant.rights, 'full') ? 'setting' : 'vault';
    const isPermanent = way === 'setting' && configOf(app.vault, 'trashOption') === 'none';
    const removed = [{ path, isFolder: false, size: bytes.length, bytes }];
    return { kind: 'trash', file, way, isPermanent, removed };
  }

  private async restoredText(changed: ChangedFile): Promise<Step> {
    const { path, before } = changed;
    const { file, bytes, versionId } = await this.unchanged(changed);
    const loop = this.context.pipeline.loop();
    const text = await decodedInTurns(await this.content(before), loop);
    const now = await decodedInTurns(bytes, loop);
    if (text === undefined || now === undefined) throw notKept();
    return { kind: 'edit', file, before: { path, text: now, versionId, size: bytes.length }, text };
  }

  private async restoredFile({ path, before }: ChangedFile): Promise<Step> {
    const bytes = await this.content(before);
    const content = (await decodedInTurns(bytes, this.context.pipeline.loop())) ?? bytes;
    return { kind: 'create', path, content };
  }

  private async moveBack({ path, newPath = path }: ChangedFile, before: readonly Step[]): Promise<Step> {
    const file = this.at(newPath);
    if (file === null) throw conflict('move');
    const relinked = before.find(step => step.kind === 'relink' && step.file === file);
    const text = relinked?.kind === 'relink' ? encoded(relinked.text) : undefined;
    const isKept = text === undefined && file instanceof TFile;
    const now = isKept ? await this.context.notes.versionIfPossible(file) : undefined;
    return {
      kind: 'move',
      file,
      isFolder: file instanceof TFolder,
      contents: movedFiles({ file, newPath: path }),
      newPath: path,
      withLinks: false,
      mayAsk: false,
      linked: [],
      versionId: text === undefined ? now : versionOf(text),
    };
  }

  /** The file as the change left it, checked again with the bytes that the steps are made from. */
  private async unchanged(
    changed: ChangedFile,
    most?: number,
  ): Promise<{ file: TFile; bytes: Uint8Array; versionId: string }> {
    const { notes } = this.context;
    const file = this.at(changed.path);
    if (!(file instanceof TFile)) throw conflict(changed.kind);
    const bytes = await notes.bytesOf(file, most);
    const versionId = versionOf(bytes);
    if (changed.after !== undefined && isVersion(changed.after.hash, versionId))
      return { file, bytes, versionId };
    throw await this.conflict({ reason: 'changedSince', file: changed });
  }

  /** The failure for a file that a later change moved, if the caller sees where it is now. */
  private movedSince(change: Change, { reason, file }: UndoObstacle): ToolFailure | undefined {
    const { authority, app, journal, targets } = this.context;
    if (reason === 'notKept' || file.kind === 'delete') return undefined;
    const all = journal.newestFirst();
    const path = file.newPath ?? file.path;
    const own = all.findIndex(({ id }) => id === change.id);
    const moved = lastMove(path, all.slice(0, own).reverse(), this.context);
    if (moved === undefined || this.at(path) !== null || this.at(moved.path) === null) return undefined;
    const isOpen = mayUndo(moved.change, authority.grant, targets, app);
    const way = isOpen ? `Undo the move first, change "${moved.change.id}", or change` : 'Change';
    const problem = `A file in this change has moved to ${jsonLine(moved.path)}.`;
    const details = { hint: `${way} the file where it is now.`, candidates: [moved.path] };
    return new ToolFailure('version_conflict', problem, details);
  }

  /** What has changed since, as far as known. */
  private async conflict({
    reason,
    file: { kind, path, after, isFolder },
  }: UndoObstacle): Promise<ToolFailure> {
    if (reason === 'notKept') return notKept();
    if (reason === 'unreadable')
      return new ToolFailure('storage_error', 'A file in this change could not be read.');
    const { files, notes, journal } = this.context;
    const file = this.at(path);
    if (kind === 'create' && isFolder === true && file instanceof TFolder)
      return new ToolFailure('version_conflict', 'A folder in this change is no longer empty.', {
        hint: 'Move or delete what is in it first.',
      });
    if (kind === 'move' || kind === 'delete' || !(file instanceof TFile)) return conflict(kind);
    const bytes = await notes.bytesOf(file).catch((error: unknown) => {
      // Deleted by another program, which the app has not noticed yet.
      throw error instanceof ToolFailure && error.code === 'not_found' ? conflict(kind) : error;
    });
    const left = after === undefined ? undefined : await journal.image(after);
    const loop = this.context.pipeline.loop();
    const was = left === undefined ? undefined : await decodedInTurns(left, loop);
    const is = await decodedInTurns(bytes, loop);
    const isKnown = was !== undefined && is !== undefined;
    const named = files.mayRead(path) ? `The file ${jsonLine(path)}` : 'A file in this change';
    return new ToolFailure('version_conflict', `${named} has been edited since then.`, {
      versionId: versionOf(bytes),
      ...(isKnown ? { diff: await unifiedDiffInTurns(was, is, {}, loop) } : {}),
      hint: 'Undo the later changes first, or edit the note.',
    });
  }

  private async content(image: Image | undefined): Promise<Uint8Array> {
    const bytes = image === undefined ? undefined : await this.context.journal.image(image);
    if (bytes === undefined) throw notKept();
    return bytes;
  }

  private at(path: string): ReturnType<App['vault']['getAbstractFileByPath']> {
    return this.context.app.vault.getAbstractFileByPath(path);
  }
}

const othersChanges = [
  '`list_changes` with `actor: "any"` lists other changes.',
  'There is nothing to undo.',
];
const whichChange = [
  'Find its id with `list_changes`.',
  'Pass the `changeId` from the answer to that change.',
];

/** An answer that names files by their paths after the undo: their links are changed back before they move. */
function movedBack(answer: MultiWriteResult, steps: readonly Step[]): MultiWriteResult {
  const moves = steps.flatMap(step => (step.kind === 'move' ? step.contents : []));
  const now = new Map(moves.map(({ path, newPath }) => [path, newPath]));
  const files: WrittenFile[] = [];
  for (const { sameAs, ...row } of answer.files) {
    const path = row.movedFrom === undefined ? (now.get(row.path) ?? row.path) : row.path;
    const same = sameAs === undefined ? {} : { sameAs: now.get(sameAs) ?? sameAs };
    const moved = files.findIndex(one => one.path === path);
    const movedFrom = files[moved]?.movedFrom;
    if (movedFrom === undefined) files.push({ ...row, path, ...same });
    else files[moved] = { ...row, path, movedFrom, ...same };
  }
  return { ...answer, files, filesChanged: answer.filesChanged - (answer.files.length - files.length) };
}

interface LastMove {
  readonly path: string;
  readonly change: Change;
}

/** Where changes, oldest first, have moved a file, and the last that did; undefined if the caller could not see it all the way. */
function lastMove(from: string, changes: readonly Change[], { files }: WriterContext): LastMove | undefined {
  let last: LastMove | undefined;
  for (const change of changes) {
    const now = last?.path ?? from;
    const move = change.files.find(({ kind, path }) => kind === 'move' && `${now}/`.startsWith(`${path}/`));
    if (move?.newPath === undefined) continue;
    last = { path: move.newPath + now.slice(move.path.length), change };
    if (!files.mayRead(last.path)) return undefined;
  }
  return last;
}

function conflict(kind: ChangedFile['kind']): ToolFailure {
  const [message, hint] = conflicts[kind];
  return new ToolFailure('version_conflict', message, { hint });
}

const gone = [
  'A file in this change is gone.',
  'If it was moved outside Lectern, change it where it is now.',
] as const;
const wayBack = 'If the old name is taken, move or rename what has it now, then undo.';
const conflicts = {
  create: gone,
  edit: gone,
  delete: ['Something else now has the name of the deleted file, or of its folder.', wayBack],
  move: ['The file has since been moved again or deleted, or its old name is taken.', wayBack],
} as const;

function notKept(): ToolFailure {
  return new ToolFailure('not_found', 'The content from before the change is no longer kept.', {
    hint: 'If it was not deleted permanently, look for the file in the trash.',
  });
}

/** A sentence with the last changes that the caller can undo; undefined if there are none. */
async function undoableChanges(context: WriterContext): Promise<string | undefined> {
  const { app, authority, journal, targets } = context;
  const check = new UndoCheck(app);
  const changes = journal.newestFirst();
  const undone = undoneIds(changes);
  const named: string[] = [];
  let checked = 0;
  await forEachInTurn(changes, context.pipeline.loop(), async change => {
    const [shown] = named.length === maxNamed || checked === maxChecked ? [] : shortly(change, context);
    if (shown === undefined) return;
    checked += 1;
    if (change.undoes !== undefined || undone.has(change.id)) return;
    if (await check.allows(change, authority.grant, targets)) named.push(shown);
  });
  return named.length === 0 ? undefined : `Last changes that can be undone: ${named.join('; ')}.`;
}

/** `0mwx… (move A.md → B.md and 2 more files)`; empty for a change whose files the caller does not see. */
function shortly(change: Change, { files }: WriterContext): string[] {
  const seen = reportedFiles(change).filter(({ path }) => files.mayRead(path));
  const main = seen.find(({ kind }) => kind === 'move') ?? seen[0];
  if (main === undefined) return [];
  const { kind, path, newPath } = main;
  const to = newPath === undefined ? '' : ` → ${newPath}`;
  const more = seen.length === 1 ? '' : ` and ${counted(seen.length - 1, 'more file')}`;
  return [`${change.id} (${kind} ${path}${to}${more})`];
}
