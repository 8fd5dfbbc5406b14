import { type App, TFile, TFolder } from 'obsidian';
import { ToolFailure } from '../../errors';
import type { TimeSlicer } from '../../utils/time-slicer';
import { configOf } from '../config';
import type { IntendedFile } from '../journal/journal';
import type { MetadataReadiness } from '../metadata-readiness';
import { type Notes, versionOf } from '../notes';
import type { VisibleFiles } from '../visible-files';
import { FollowedLinks } from './followed-links';
import { throwVersionConflict } from './if-match';
import { type LinkingFile, type LinksAhead, movedPaths, newPathOf } from './links-ahead';
import type { Outcome, Plan, WriteCall, WritePipeline } from './pipeline';
import type { Step } from './steps';
import { ending } from './write-answer';
import type { WriteTargets } from './write-targets';

export interface Move {
  readonly path: string;
  readonly newPath: string;
  readonly ifMatch?: string | undefined;
}

export interface MoveAnswer {
  path: string;
  newPath: string;
  /** Of a file. */
  versionId?: string;
  /** Files whose links followed, as far as the caller sees them. */
  files: { path: string; linksUpdated: number }[];
  linksUpdated: number;
  changeId?: string;
  dryRun?: boolean;
}

interface MovePlan extends Plan {
  readonly path: string;
  readonly newPath: string;
  readonly linking: readonly LinkingFile[];
  readonly followed: FollowedLinks;
}

export interface MoverParts {
  readonly app: App;
  readonly notes: Notes;
  readonly files: VisibleFiles;
  readonly targets: WriteTargets;
  readonly pipeline: WritePipeline;
  readonly links: LinksAhead;
  readonly readiness: MetadataReadiness;
  readonly slicer: TimeSlicer;
  readonly isHeadless: boolean;
}

/** Moves and renames files and folders for one caller; links follow as the app does it. */
export class Mover {
  constructor(private readonly parts: MoverParts) {}

  /** @throws ToolFailure `already_exists`, `version_conflict`, and as for any write */
  async move(move: Move, call: WriteCall): Promise<MoveAnswer> {
    const { targets, pipeline, files } = this.parts;
    const outcome = await pipeline.run({
      call,
      token: files.access.grant.token,
      targets: () => {
        const file = targets.any(move.path);
        return [file.path, targets.destination(move.newPath, file)];
      },
      plan: () => this.plan(move, call),
      aftermath: plan => this.changedLinks(plan),
    });
    return this.answer(outcome, call.dryRun);
  }

  private async plan({ path, newPath, ifMatch }: Move, call: WriteCall): Promise<MovePlan> {
    const { targets, notes, links, readiness } = this.parts;
    const file = targets.any(path);
    const destination = targets.destination(newPath, file);
    if (ifMatch !== undefined) {
      if (!(file instanceof TFile)) throw new ToolFailure('invalid_argument', '`ifMatch` is for files only.');
      const versionId = versionOf(await notes.bytesOf(file));
      if (versionId !== ifMatch) throwVersionConflict(versionId);
    }
    await readiness.wait(call.signal);
    const planned = { file, newPath: destination };
    const linking = await links.of(planned, call);
    const isFolder = file instanceof TFolder;
    const folders = targets.missingFolders(destination);
    const linked = linking
      .filter(one => one.links > 0)
      .map(one => ({ path: newPathOf(one.path, planned), before: one.bytes }));
    const steps: Step[] = [
      ...folders.map(folder => ({ kind: 'makeFolder', path: folder }) as const),
      {
        kind: 'move',
        file,
        isFolder,
        newPath: destination,
        withLinks: true,
        mayAsk: linked.length > 0 && this.mayAsk(),
        linked,
      },
    ];
    const followed = new FollowedLinks(links, movedPaths(planned));
    return { path: file.path, newPath: destination, linking, followed, steps };
  }

  /** The app asks unless its setting "Automatically update internal links" is on; the host never does. */
  private mayAsk(): boolean {
    const { app, isHeadless } = this.parts;
    return !isHeadless && configOf(app.vault, 'alwaysUpdateLinks') !== true;
  }

  /** What the app changed in other files on account of the move. */
  private async changedLinks({ linking, followed }: MovePlan): Promise<IntendedFile[]> {
    const turn = this.parts.slicer.slice();
    const changed: IntendedFile[] = [];
    for (const source of linking) {
      const { file } = source;
      const bytes = await this.parts.notes.bytesOf(file).catch(() => source.bytes);
      const change = followed.of(source, bytes);
      if (change !== undefined) changed.push({ kind: 'edit', path: file.path, ...change });
      else this.parts.readiness.forget(file.path);
      if (turn.due()) await turn.pause();
    }
    return changed;
  }

  private async answer(outcome: Outcome<MovePlan>, dryRun: boolean): Promise<MoveAnswer> {
    const { files, app, notes } = this.parts;
    const { path, newPath, linking } = outcome.plan;
    const changed = new Set(outcome.more.map(file => file.path));
    const told = linking
      .filter(one => (dryRun ? one.links > 0 : changed.has(one.file.path)))
      .filter(one => files.canSee(one.file))
      .map(one => ({ path: one.file.path, linksUpdated: Math.max(one.links, 1) }));
    const moved = app.vault.getFileByPath(dryRun ? path : newPath);
    const versionId = moved === null ? undefined : await notes.versionIfPossible(moved);
    return {
      path,
      newPath,
      ...(versionId === undefined ? {} : { versionId }),
      files: told,
      linksUpdated: told.reduce((sum, { linksUpdated }) => sum + linksUpdated, 0),
      ...ending(outcome, dryRun),
    };
  }
}
