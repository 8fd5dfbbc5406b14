import { type TAbstractFile, TFile, TFolder } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { fitsWikilink, mayEndCode } from '../../../markdown/edits/links/redirection';
import { forEachInTurn } from '../../../utils/slicing/time-slicer';
import { itemAt } from '../../../utils/collections';
import { lastName } from '../../../utils/text/pieces';
import { foldPath } from '../../../utils/text/folding';
import { configOf } from '../../app/app-config';
import { hasFolderRules } from '../../access/access';
import { namingBaseHints } from '../../bases/naming-bases';
import type { LoadedFile } from '../../journal/recording';
import { lostPartHints } from '../../links/checks/lost-links';
import { versionOf } from '../../reading/notes';
import {
  FollowedLinks,
  type LinkingFile,
  type AffectedLinks,
  movedFiles,
  movedPaths,
  type PlannedMove,
} from './affected-links';
import { throwVersionConflict } from '../notes/if-match';
import type { Outcome, Plan, WriteCall } from '../pipeline/pipeline';
import { leftLinks, relinkSteps, requirePlainNames } from '../links/link-redirector';
import { type LinkedFile, madeFolders, type Step } from '../pipeline/steps';
import { decodedInTurns, encoded } from '../../../utils/bytes';
import { DiffBudget, type Ending, ending, ofEach, withHints } from '../write-result';
import type { WriterContext } from '../writer-context';

export interface Move {
  readonly path: string;
  readonly newPath: string;
  readonly ifMatch?: string | undefined;
}

export interface MoveResult extends Ending {
  path: string;
  newPath: string;
  /** Only for a file. */
  versionId?: string;
  /** Files whose links were updated, of those that the caller sees. */
  files: { path: string; linksUpdated: number; diff: string }[];
  linksUpdated: number;
}

export interface MovesResult extends Omit<MoveResult, 'path' | 'newPath' | 'versionId'> {
  moves: { path: string; newPath: string; isFolder?: true }[];
}

interface Moving extends PlannedMove {
  /** The old path: the app changes the file's own. */
  readonly path: string;
}

interface MovePlan extends Plan {
  readonly moves: readonly Moving[];
  readonly linking: readonly LinkingFile[];
  /** Files whose links the app updates; for the others, the plan has steps. */
  readonly byApp: ReadonlySet<LinkingFile>;
  readonly followed: FollowedLinks;
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
    const outcome = await this.run([move], call);
    const { moves, linking } = outcome.plan;
    const { path, newPath } = itemAt(moves, 0);
    const moved = this.context.app.vault.getFileByPath(call.dryRun ? path : newPath);
    const planned = call.dryRun ? linking.find(one => one.file === moved && one.links > 0) : undefined;
    const existing = moved === null ? undefined : this.context.notes.versionIfPossible(moved);
    const versionId = planned === undefined ? await existing : versionOf(encoded(planned.text));
    const version = versionId === undefined ? {} : { versionId };
    return withHints(
      { path, newPath, ...version, ...(await this.answer(outcome, call)) },
      outcome.plan.hints,
    );
  }

  /** Moves all or none; each link is written once. @throws ToolFailure as `move`, with the number of the move */
  async moveAll(moves: readonly Move[], call: WriteCall): Promise<MovesResult> {
    const outcome = await this.run(moves, call);
    const moved = outcome.plan.moves.map(({ file, path, newPath }) =>
      file instanceof TFolder ? ({ path, newPath, isFolder: true } as const) : { path, newPath },
    );
    return withHints({ moves: moved, ...(await this.answer(outcome, call)) }, outcome.plan.hints);
  }

  private run(moves: readonly Move[], call: WriteCall): Promise<Outcome<MovePlan>> {
    const { pipeline, authority, readiness } = this.context;
    let pointing: readonly TFile[] = [];
    return pipeline.run({
      call,
      authority,
      targets: async () => {
        const planned = this.planned(moves);
        await readiness.wait(call.signal);
        const isApps = this.areApps(planned);
        pointing = await this.links.candidates(movedPaths(planned), pipeline.loop(call.signal));
        // The app may ask the user about its links, and nobody should wait for that.
        const ours = pointing.filter(({ extension }) => !isApps || extension === 'base');
        return [...planned.flatMap(({ path, newPath }) => [path, newPath]), ...ours.map(({ path }) => path)];
      },
      plan: () => this.plan(moves, call, pointing),
      heldBytes: () => 0,
      aftermath: plan => this.changedLinks(plan),
    });
  }

  private planned(moves: readonly Move[]): Moving[] {
    const { files, targets } = this.context;
    const forEach = <T>(check: (move: Move, index: number) => T): T[] =>
      moves.map((move, index) => ofEach('Move', moves, index, () => check(move, index)));
    const moving = forEach(({ path }) => targets.any(path));
    const leaving = new Set(moving.map(({ path }) => path));
    const planned: Moving[] = [];
    forEach(({ path, newPath }, index) => {
      const file = itemAt(moving, index);
      const destination = targets.destination(newPath, { moving: file, named: path, leaving });
      if (hasFolderRules(files.access.grant)) requirePlainNames(destination);
      const move = { file, path: file.path, newPath: destination };
      for (const other of planned) refuseOverlap(move, other);
      planned.push(move);
    });
    return planned;
  }

  private async plan(given: readonly Move[], call: WriteCall, pointing: readonly TFile[]): Promise<MovePlan> {
    const { files, isHeadless, newNames, targets } = this.context;
    const { links } = this;
    const moves = this.planned(given);
    for (const [index, { ifMatch }] of given.entries())
      if (ifMatch !== undefined) await this.checkVersion(itemAt(moves, index).file, ifMatch);
    const moved = movedPaths(moves);
    const isSeen = (one: TFile): boolean => files.canSee(one);
    const linking = await links.of(pointing, moved, call);
    const folders = [...new Set(moves.flatMap(({ newPath }) => targets.missingFolders(newPath)))];
    const changed = linking.filter(one => one.links > 0);
    const planned = changed
      .filter(one => isSeen(one.file))
      .map(one => ({ ...one, after: one.text, linking: one.before }));
    const hints = [
      ...(await lostPartHints(planned, this.context, call.signal)),
      ...newNames.ofFolders(folders),
      ...moves.flatMap(({ file, newPath }, index) =>
        newNames.ofMove(itemAt(given, index).newPath, file, newPath),
      ),
      ...leftLinks(linking.filter(one => isSeen(one.file))),
      ...(await this.oldNameHints(moves, call.signal)),
    ];
    const isApps = this.areApps(moves);
    // The app leaves links in bases unchanged, or updates them as we do.
    const byApp = new Set(linking.filter(({ file }) => isApps && file.extension !== 'base'));
    const linked = changed
      .filter(one => byApp.has(one))
      .map(({ path, bytes, links: count, file }) => ({
        path: moved.get(path) ?? path,
        before: bytes,
        links: count,
        isSeen: isSeen(file),
      }));
    if (call.dryRun && !isHeadless && linked.length > 0)
      hints.push('The app updates these links itself, so its settings may write them differently.');
    const own = changed.filter(one => !byApp.has(one)).map(one => ({ ...one, isSeen: isSeen(one.file) }));
    const steps: Step[] = [
      ...madeFolders(folders),
      ...inTurn(moves).map(move => this.step(move, linked, isApps)),
      ...relinkSteps(own, moved),
    ];
    return { moves, linking, byApp, followed: new FollowedLinks(links, moved), hints, steps };
  }

  /**
   * Whether the app updates the links. It does not know what the caller sees, and follows one move at a time, so it would
   * write some links twice. Nor does it write a Markdown link for a path that a wikilink may not hold.
   */
  private areApps(moves: readonly Moving[]): boolean {
    const paths = [...movedPaths(moves).values()];
    const fits = (path: string): boolean => fitsWikilink({ path }) && !mayEndCode.test(path);
    return !this.context.access.isNarrowed && moves.length === 1 && paths.every(fits);
  }

  private async oldNameHints(moves: readonly Moving[], signal: AbortSignal): Promise<string[]> {
    const { context } = this;
    const folders = moves.filter(({ file }) => file instanceof TFolder).map(({ path }) => path);
    const { path: today, settings } = context.files.periodic.note({ period: 'daily', date: undefined });
    const named = settings.template.replace(/(?:\.md)?$/u, () => '.md');
    const template = context.files.linkTarget(settings.template, '')?.path ?? named;
    const after = pathAfter(template, moves);
    const isKept = after === template || `/${after}`.endsWith(`/${named}`);
    const hasDays = !isKept || folders.some(folder => today.startsWith(`${folder}/`));
    const names = [
      ...folders.map(name => ({ kind: 'folders', name }) as const),
      ...moves.flatMap(({ file, path, newPath }) => {
        const kept = namesOf(newPath);
        const lost = file instanceof TFolder ? [] : namesOf(path).filter(name => !kept.includes(name));
        return lost.map(name => ({ kind: 'files', name }) as const);
      }),
    ];
    return [
      ...(await namingBaseHints(names, context, signal, movedPaths(moves))),
      ...(hasDays ? ['The settings of daily notes in the app still name the old path.'] : []),
    ];
  }

  private step(move: Moving, linked: readonly LinkedFile[], withLinks: boolean): Step {
    const { file, newPath } = move;
    const isFolder = file instanceof TFolder;
    const mayAsk = linked.length > 0 && this.mayAsk();
    return { kind: 'move', file, isFolder, contents: movedFiles(move), newPath, withLinks, mayAsk, linked };
  }

  private async checkVersion(file: TAbstractFile, ifMatch: string): Promise<void> {
    if (!(file instanceof TFile)) throw new ToolFailure('invalid_argument', '`ifMatch` is for files only.');
    const versionId = versionOf(await this.context.notes.bytesOf(file));
    if (versionId !== ifMatch) throwVersionConflict(versionId);
  }

  /** The app asks unless "Automatically update internal links" is on; the headless host never does. */
  private mayAsk(): boolean {
    const { app, isHeadless } = this.context;
    return !isHeadless && configOf(app.vault, 'alwaysUpdateLinks') !== true;
  }

  /** What the app changed in other files because of the move; in one that cannot be read now, what it was to change. */
  private async changedLinks({ byApp, followed }: MovePlan): Promise<LoadedFile[]> {
    const { notes, readiness, slicer } = this.context;
    const changed: LoadedFile[] = [];
    await forEachInTurn(byApp, { slicer }, async source => {
      const { file } = source;
      const bytes = await notes.bytesOf(file).catch(() => encoded(source.text));
      const change = await followed.of(source, bytes, { slicer });
      if (change !== undefined) changed.push({ kind: 'edit', path: file.path, ...change });
      else readiness.pending.forget(file.path);
    });
    return changed;
  }

  private async answer(outcome: Outcome<MovePlan>, call: WriteCall): Promise<Omit<MovesResult, 'moves'>> {
    const files = await this.changedFiles(outcome, call);
    return {
      files,
      linksUpdated: files.reduce((sum, { linksUpdated }) => sum + linksUpdated, 0),
      ...ending(outcome, call.dryRun),
    };
  }

  /** The files whose links are updated, of those that the caller sees. */
  private async changedFiles(
    { plan: { linking, byApp, moves }, more }: Outcome<MovePlan>,
    call: WriteCall,
  ): Promise<MoveResult['files']> {
    const { files, pipeline } = this.context;
    const changed = new Map(more.map(file => [file.path, file.after]));
    const isChanged = (one: LinkingFile): boolean =>
      call.dryRun || !byApp.has(one) ? one.links > 0 : changed.has(one.file.path);
    const loop = pipeline.loop();
    const budget = new DiffBudget(call, loop, { context: 0 });
    const rows: MoveResult['files'] = [];
    await forEachInTurn(linking, loop, async one => {
      if (!isChanged(one) || !files.canSee(one.file)) return;
      const after = changed.get(one.file.path);
      const text = after === undefined ? one.text : await decodedInTurns(after, loop);
      const diff = await budget.diff(one.before, text ?? '');
      const path = call.dryRun ? pathAfter(one.path, moves) : one.file.path;
      rows.push({ path, linksUpdated: Math.max(one.links, 1), diff });
    });
    return rows;
  }
}

function pathAfter(path: string, moves: readonly Moving[]): string {
  const move = moves.find(one => `${path}/`.startsWith(`${one.path}/`));
  return move === undefined ? path : move.newPath + path.slice(move.path.length);
}

/** @throws ToolFailure `invalid_argument` for two moves that affect each other */
function refuseOverlap(move: Moving, other: Moving): void {
  const hint = 'Move it in a separate call, before or after.';
  const moved = other.path.length > move.path.length ? 'something in it' : 'this, or a folder that it is in';
  if (areNested(move.path, other.path))
    throw new ToolFailure('invalid_argument', `Another move already moves ${moved}.`, { hint });
  if (areNested(move.newPath, other.newPath))
    throw new ToolFailure('already_exists', 'Another move already has this new path, or a part of it.');
  const isInWay = (one: string, path: string): boolean => one !== path && areNested(one, path);
  const message = 'Another move affects one of these paths or a folder above it.';
  if (isInWay(move.newPath, other.path) || isInWay(other.newPath, move.path))
    throw new ToolFailure('invalid_argument', message, { hint });
}

/** Orders moves so that each follows the one that frees its new path. @throws ToolFailure `invalid_argument` for circular moves */
function inTurn(moves: readonly Moving[]): Moving[] {
  const leaving = new Map(moves.map(move => [move.path, move]));
  const ordered = new Set<Moving>();
  for (const move of moves) {
    const chain = [move];
    for (let next = leaving.get(move.newPath); next !== undefined; next = leaving.get(next.newPath)) {
      // A temporary name would be a path that nobody allowed, and that undo could not tell from a file of the user.
      if (chain.includes(next))
        throw new ToolFailure('invalid_argument', 'These moves form a circle: none of them can go first.', {
          hint: 'Move one of the files to a free name in a separate call first.',
        });
      chain.push(next);
    }
    for (const one of chain.toReversed()) ordered.add(one);
  }
  return [...ordered];
}

/** Whether two paths are one, in any spelling, or one is a folder of the other. */
function areNested(one: string, other: string): boolean {
  const a = `${foldPath(one)}/`;
  const b = `${foldPath(other)}/`;
  return a.startsWith(b) || b.startsWith(a);
}

function namesOf(path: string): string[] {
  return [path, lastName(path), lastName(path).replace(/\.[^.]+$/u, () => '')];
}
