import { type App, type TAbstractFile, TFile, TFolder } from 'obsidian';
import { redirected, type RedirectableLink } from '../../markdown/edits';
import { linkTarget } from '../../markdown/link-target';
import { foldPath } from '../../utils/folding';
import { forEachSliced, type TimeSlicer } from '../../utils/time-slicer';
import type { NameIndex } from '../name-index';
import type { Notes } from '../notes';
import type { WriteCall } from './pipeline';
import { textOf } from './text-bytes';
import { tellProgress } from './write-progress';

/** A file whose links may follow a move, as it is before it. */
export interface LinkingFile {
  readonly file: TFile;
  /** Before the move. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Links that would lead elsewhere, or nowhere, if they were left. */
  readonly links: number;
  /** Where each of its links led, in the order of a link skeleton. */
  readonly targets: readonly (string | undefined)[];
}

/** A move that is about to happen. */
export interface PlannedMove {
  readonly file: TAbstractFile;
  readonly newPath: string;
}

export interface LinksAheadParts {
  readonly app: App;
  readonly names: NameIndex;
  readonly notes: Notes;
  readonly slicer: TimeSlicer;
}

/** Finds, before a move, the files whose links it concerns; the app itself tells only afterwards, if at all. */
export class LinksAhead {
  constructor(private readonly parts: LinksAheadParts) {}

  /** What cannot be read as text has no links that could follow. */
  async of(
    move: PlannedMove,
    { signal, progress }: Pick<WriteCall, 'signal' | 'progress'>,
  ): Promise<LinkingFile[]> {
    const { notes } = this.parts;
    const turn = this.parts.slicer.slice({ signal });
    const moved = movedPaths(move);
    const found: LinkingFile[] = [];
    const candidates = await this.candidates(moved, signal);
    for (const [index, file] of candidates.entries()) {
      tellProgress(progress, 'plan', index, candidates.length);
      const bytes = await notes.bytesOf(file).catch(() => undefined);
      const text = bytes === undefined ? undefined : textOf(bytes);
      if (bytes !== undefined && text !== undefined)
        found.push({ file, path: file.path, bytes, ...this.count(file, text, moved) });
      if (turn.due()) await turn.pause();
    }
    return found;
  }

  /** What moves, what links to it or to a namesake of it where it arrives, and every canvas. */
  private async candidates(moved: ReadonlyMap<string, string>, signal: AbortSignal): Promise<TFile[]> {
    const { app, slicer } = this.parts;
    const found: TFile[] = [];
    const arriving = new Set([...moved.values()].map(foldedName));
    // A target is linked to many times, and telling its folded name is dear.
    const known = new Map<string, boolean>();
    const isConcerned = (target: string): boolean => {
      const before = known.get(target);
      if (before !== undefined) return before;
      const is = moved.has(target) || arriving.has(foldedName(target));
      known.set(target, is);
      return is;
    };
    const look = (file: TFile): void => {
      if (this.mayBeConcerned(file, moved, isConcerned)) found.push(file);
    };
    await forEachSliced(app.vault.getFiles(), look, { slicer, signal });
    return found;
  }

  private mayBeConcerned(
    file: TFile,
    moved: ReadonlyMap<string, string>,
    isConcerned: (target: string) => boolean,
  ): boolean {
    if (file.extension === 'canvas') return true;
    if (file.extension !== 'md') return false;
    if (moved.has(file.path)) return true;
    const targets = this.parts.app.metadataCache.resolvedLinks[file.path];
    // A note that the app has not read yet may link to anything.
    return targets === undefined || Object.keys(targets).some(isConcerned);
  }

  /** Where a link leads as things stand now. */
  leadsTo(link: RedirectableLink, source: string): string | undefined {
    return this.targetOf(link, source, undefined);
  }

  private count(
    source: TFile,
    text: string,
    moved: ReadonlyMap<string, string>,
  ): Pick<LinkingFile, 'links' | 'targets'> {
    const { path } = source;
    const newSource = moved.get(path) ?? path;
    const targets: (string | undefined)[] = [];
    const redirect = (link: RedirectableLink): string | undefined => {
      const target = this.targetOf(link, path, undefined);
      targets.push(target);
      if (target === undefined) return undefined;
      const newTarget = moved.get(target) ?? target;
      return this.targetOf(link, newSource, moved) === newTarget ? undefined : newTarget;
    };
    const { linksUpdated } = redirected(text, source.extension, redirect);
    return { links: linksUpdated, targets };
  }

  /** @param moved where files are after the move; undefined for as things stand */
  private targetOf(
    { path, form }: RedirectableLink,
    source: string,
    moved: ReadonlyMap<string, string> | undefined,
  ): string | undefined {
    if (form === 'canvas') {
      if (moved !== undefined) return moved.has(path) ? undefined : path;
      return this.parts.app.vault.getFileByPath(path)?.path;
    }
    return linkTarget(path, source, name => {
      const now = this.parts.names.withName(name).map(file => file.path);
      if (moved === undefined) return now;
      const others = now.filter(one => !moved.has(one));
      const arriving = [...moved.values()].filter(
        one => one.toLowerCase().endsWith(`/${name}`) || one.toLowerCase() === name,
      );
      return [...others, ...arriving];
    });
  }
}

/** The files that move, from their paths to their new ones; ask before the move. */
export function movedPaths(move: PlannedMove): Map<string, string> {
  return new Map(filesIn(move.file).map(file => [file.path, newPathOf(file.path, move)]));
}

function filesIn(file: TAbstractFile): TFile[] {
  if (file instanceof TFile) return [file];
  return file instanceof TFolder ? file.children.flatMap(filesIn) : [];
}

/** Links are resolved by the last name of a path first. */
function foldedName(path: string): string {
  return foldPath(path.slice(path.lastIndexOf('/') + 1));
}

/** Where something is after a move. */
export function newPathOf(path: string, { file, newPath }: PlannedMove): string {
  const moves = path === file.path || path.startsWith(`${file.path}/`);
  return moves ? newPath + path.slice(file.path.length) : path;
}
