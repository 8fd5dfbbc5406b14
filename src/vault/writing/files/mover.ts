import { TFile, TFolder } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { fitsWikilink } from '../../../markdown/edits';
import { sliced } from '../../../utils/slicing/time-slicer';
import { configOf } from '../../app/app-config';
import { hasFolderRules } from '../../access/grant';
import type { LoadedFile } from '../../journal/journal';
import { versionOf } from '../../reading/notes';
import { FollowedLinks } from './followed-links';
import { throwVersionConflict } from '../notes/if-match';
import {
  type LinkingFile,
  type AffectedLinks,
  movedFiles,
  movedPaths,
  newPathOf,
  type PlannedMove,
} from './affected-links';
import type { Outcome, Plan, WriteCall } from '../pipeline/pipeline';
import { leftLinks } from '../links/link-redirector';
import { requirePlainNames } from './plain-names';
import type { LinkedFile, Step } from '../pipeline/steps';
import { decoded } from '../../../utils/text/utf8';
import { DiffBudget, ending, withHints } from '../write-result';
import type { WriterContext } from '../writer-context';

export interface Move {
  readonly path: string;
  readonly newPath: string;
  readonly ifMatch?: string | undefined;
}

export interface MoveResult {
  path: string;
  newPath: string;
  /** Only for a file. */
  versionId?: string;
  /** Files whose links were updated, of those that the caller sees. */
  files: { path: string; linksUpdated: number; diff: string }[];
  linksUpdated: number;
  changeId?: string;
  dryRun?: boolean;
  hints?: string[];
}

interface MovePlan extends Plan {
  readonly path: string;
  readonly newPath: string;
  readonly linking: readonly LinkingFile[];
  /** Whether steps of the plan update links instead of the app, which does not know what the caller sees. */
  readonly hasOwnLinks: boolean;
  readonly followed: FollowedLinks;
  /** What the caller may have meant instead. */
  readonly hints: readonly string[];
}

/** Moves and renames files and folders for one caller; links follow as the app does it. */
export class Mover {
  constructor(
    private readonly context: WriterContext,
    private readonly links: AffectedLinks,
  ) {}

  /** @throws ToolFailure `already_exists`, `version_conflict`, and as for any write */
  async move(move: Move, call: WriteCall): Promise<MoveResult> {
    const { targets, pipeline, authority } = this.context;
    const outcome = await pipeline.run({
      call,
      authority,
      targets: () => {
        const file = targets.any(move.path);
        return [file.path, targets.destination(move.newPath, file)];
      },
      plan: () => this.plan(move, call),
      heldBytes: () => 0,
      aftermath: plan => this.changedLinks(plan),
    });
    return withHints(await this.answer(outcome, call), outcome.plan.hints);
  }

  private async plan({ path, newPath, ifMatch }: Move, call: WriteCall): Promise<MovePlan> {
    const { files, targets, notes, readiness } = this.context;
    const { links } = this;
    const { access } = files;
    const file = targets.any(path);
    const destination = targets.destination(newPath, file);
    if (hasFolderRules(access.grant)) requirePlainNames(destination);
    if (ifMatch !== undefined) {
      if (!(file instanceof TFile)) throw new ToolFailure('invalid_argument', '`ifMatch` is for files only.');
      const versionId = versionOf(await notes.bytesOf(file));
      if (versionId !== ifMatch) throwVersionConflict(versionId);
    }
    await readiness.wait(call.signal);
    const planned = { file, newPath: destination };
    const isSeen = (one: TFile): boolean => files.canSee(one);
    const linking = await links.of(planned, call, access.isNarrowed ? isSeen : undefined);
    const isFolder = file instanceof TFolder;
    const folders = targets.missingFolders(destination);
    const { newNames } = this.context;
    const isRenamed = file instanceof TFile || file instanceof TFolder;
    const hints = [
      ...newNames.ofFolders(folders),
      ...(isRenamed ? newNames.ofMove(newPath, file, destination) : []),
      ...leftLinks(linking.filter(one => isSeen(one.file))),
    ];
    const changed = linking.filter(one => one.links > 0);
    // A path that a wikilink cannot hold is written as a Markdown link, which is not left to the app.
    const hasOwnLinks = access.isNarrowed || !fitsWikilink({ path: destination });
    const isOwn = (one: LinkingFile): boolean => hasOwnLinks || !followsByApp(one);
    const linked = changed.filter(one => !isOwn(one)).map(one => linkedFile(one, planned, isSeen));
    const steps: Step[] = [
      ...folders.map(folder => ({ kind: 'makeFolder', path: folder }) as const),
      {
        kind: 'move',
        file,
        isFolder,
        contents: movedFiles(planned),
        newPath: destination,
        withLinks: !hasOwnLinks,
        mayAsk: linked.length > 0 && this.mayAsk(),
        linked,
      },
      ...changed.filter(isOwn).map(one => relinking(one, planned, isSeen)),
    ];
    const followed = new FollowedLinks(links, movedPaths(planned));
    return { path: file.path, newPath: destination, linking, hasOwnLinks, followed, hints, steps };
  }

  /** The app asks unless "Automatically update internal links" is on; the headless host never does. */
  private mayAsk(): boolean {
    const { app, isHeadless } = this.context;
    return !isHeadless && configOf(app.vault, 'alwaysUpdateLinks') !== true;
  }

  /** What the app changed in other files because of the move. */
  private async changedLinks({ linking, hasOwnLinks, followed }: MovePlan): Promise<LoadedFile[]> {
    if (hasOwnLinks) return [];
    const turn = this.context.slicer.slice();
    const changed: LoadedFile[] = [];
    for await (const source of sliced(linking.filter(followsByApp), turn)) {
      const { file } = source;
      const bytes = await this.context.notes.bytesOf(file).catch(() => source.bytes);
      const change = followed.of(source, bytes);
      if (change !== undefined) changed.push({ kind: 'edit', path: file.path, ...change });
      else this.context.readiness.forget(file.path);
    }
    return changed;
  }

  private async answer(outcome: Outcome<MovePlan>, call: WriteCall): Promise<MoveResult> {
    const { app, notes } = this.context;
    const { path, newPath } = outcome.plan;
    const files = await this.changedFiles(outcome, call);
    const moved = app.vault.getFileByPath(call.dryRun ? path : newPath);
    const versionId = moved === null ? undefined : await notes.versionIfPossible(moved);
    return {
      path,
      newPath,
      ...(versionId === undefined ? {} : { versionId }),
      files,
      linksUpdated: files.reduce((sum, { linksUpdated }) => sum + linksUpdated, 0),
      ...ending(outcome, call.dryRun),
    };
  }

  /** The files whose links are updated, of those that the caller sees. */
  private async changedFiles(
    { plan: { linking, hasOwnLinks }, more }: Outcome<MovePlan>,
    call: WriteCall,
  ): Promise<MoveResult['files']> {
    const { files, pipeline } = this.context;
    const changed = new Map(more.map(file => [file.path, file.after]));
    const isChanged = (one: LinkingFile): boolean =>
      call.dryRun || hasOwnLinks || !followsByApp(one) ? one.links > 0 : changed.has(one.file.path);
    const budget = new DiffBudget(call);
    const turn = pipeline.turn();
    const rows: MoveResult['files'] = [];
    for await (const one of sliced(linking, turn)) {
      if (!isChanged(one) || !files.canSee(one.file)) continue;
      const after = changed.get(one.file.path);
      const text = after === undefined ? one.text : decoded(after);
      const before = decoded(one.bytes);
      const diff = budget.diff(before ?? '', text ?? '');
      rows.push({ path: one.file.path, linksUpdated: Math.max(one.links, 1), diff });
    }
    return rows;
  }
}

/** Whether the app may update the file's links; links of bases it leaves unchanged, or updates as we do. */
function followsByApp({ file }: LinkingFile): boolean {
  return file.extension !== 'base';
}

function linkedFile(
  { file, path, bytes, links }: LinkingFile,
  move: PlannedMove,
  isSeen: (file: TFile) => boolean,
): LinkedFile {
  return { path: newPathOf(path, move), before: bytes, links, isSeen: isSeen(file) };
}

function relinking(
  { file, path, bytes, text, links }: LinkingFile,
  move: PlannedMove,
  isSeen: (file: TFile) => boolean,
): Step {
  const before = decoded(bytes) ?? '';
  return { kind: 'relink', file, path: newPathOf(path, move), before, text, links, isSeen: isSeen(file) };
}
