import { addTo, itemsOf } from '../../../utils/collections';
import { type TAbstractFile, TFile } from 'obsidian';
import type { NewTarget, RedirectableLink } from '../../../markdown/edits/links/redirection';
import { redirected } from '../../../markdown/edits/links/link-places';
import { linkKey } from '../../../markdown/links/link-target';
import { forEachInTurn } from '../../../utils/slicing/time-slicer';
import { respelled } from '../../links/link-respelling';
import { pathsNamedAmong, pointingFiles, targetOf } from '../../links/pointing-files';
import type { WriteCall } from '../pipeline/pipeline';
import { everythingAt, type MovedFile } from '../pipeline/steps';
import { decodedInTurns } from '../../../utils/bytes';
import { reportProgress } from '../pipeline/write-progress';
import type { CallerContext } from '../../caller-context';
import { lastName } from '../../../utils/text/pieces';

/** A file whose links may follow a move, with its content before it. */
export interface LinkingFile {
  readonly file: TFile;
  /** Before the move. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Links that would lead elsewhere, or nowhere, if they stayed unchanged. */
  readonly links: number;
  /** Those of them that cannot hold the new path, and stay. */
  readonly refused: number;
  /** Its text with these links updated for the new paths. */
  readonly text: string;
  /** The target of each of its links, in the order of a link skeleton. */
  readonly targets: readonly (string | undefined)[];
}

/** A move that is about to happen. */
export interface PlannedMove {
  readonly file: TAbstractFile;
  readonly newPath: string;
}

/** How links are resolved. */
interface LinkWorld {
  /** The paths of files by the `linkKey` of their name, before the move. */
  readonly named: (name: string) => readonly string[];
  readonly moved: ReadonlyMap<string, string>;
  /** New paths by the `linkKey` of their name. */
  readonly arriving: ReadonlyMap<string, readonly string[]>;
  /** Whether a bare name may be written for a file with a unique name; otherwise its path is. */
  readonly hasBareNames: boolean;
}

/** Finds, before one or more moves, the files whose links it concerns; the app itself tells only afterwards, if at all. */
export class AffectedLinks {
  constructor(private readonly context: CallerContext) {}

  /**
   * What cannot be read as text has no links that could follow.
   * @param isSeen for a caller that does not see everything: in a file that it sees, links are resolved among the files that it sees, and
   *   spelled so that no other file has a part in it; in the others among all files
   */
  async of(
    moves: readonly PlannedMove[],
    { signal, progress }: Pick<WriteCall, 'signal' | 'progress'>,
    isSeen?: (file: TFile) => boolean,
  ): Promise<LinkingFile[]> {
    const { notes } = this.context;
    const loop = { slicer: this.context.slicer, signal };
    const moved = movedPaths(moves);
    const found: LinkingFile[] = [];
    const candidates = await this.candidates(moved, isSeen !== undefined, signal);
    const all = this.worldOf(moved, () => true, true);
    const seen = isSeen === undefined ? all : this.worldOf(moved, isSeen, false);
    await forEachInTurn(candidates.entries(), loop, async ([index, file]) => {
      reportProgress(progress, 'plan', index, candidates.length);
      const bytes = await notes.bytesOf(file).catch(() => undefined);
      const text = bytes === undefined ? undefined : await decodedInTurns(bytes, loop);
      if (bytes !== undefined && text !== undefined)
        found.push({
          file,
          path: file.path,
          bytes,
          ...this.count(file, text, isSeen?.(file) === true ? seen : all),
        });
    });
    return found;
  }

  /**
   * The files that move, those that link to them or to their new namesakes, all canvases and bases.
   * @param withNamesakes also to files with the same old name
   */
  private candidates(
    moved: ReadonlyMap<string, string>,
    withNamesakes: boolean,
    signal: AbortSignal,
  ): Promise<TFile[]> {
    const { app, slicer } = this.context;
    const names = withNamesakes ? [...moved].flat() : [...moved.values()];
    return pointingFiles(app, names, { slicer, signal }, path => moved.has(path));
  }

  /** The current target of a link. */
  leadsTo(link: RedirectableLink, source: string): string | undefined {
    return targetBefore(
      link,
      source,
      this.worldOf(new Map(), () => true, true),
    );
  }

  private worldOf(
    moved: ReadonlyMap<string, string>,
    counts: (file: TFile) => boolean,
    hasBareNames: boolean,
  ): LinkWorld {
    const named = pathsNamedAmong(this.context.names, counts);
    const arriving = new Map<string, string[]>();
    for (const path of moved.values()) addTo(arriving, nameOf(path), path);
    return { named, moved, arriving, hasBareNames };
  }

  private count(
    { path, extension }: TFile,
    text: string,
    world: LinkWorld,
  ): Pick<LinkingFile, 'links' | 'refused' | 'targets' | 'text'> {
    const newSource = world.moved.get(path) ?? path;
    const targets: (string | undefined)[] = [];
    const redirect = (link: RedirectableLink): NewTarget | undefined => {
      const target = targetBefore(link, path, world);
      targets.push(target);
      if (link.path === '') return undefined;
      if (target === undefined) return undefined;
      const newTarget = world.moved.get(target) ?? target;
      if (targetAfter(link, newSource, world) === newTarget) return undefined;
      const respelling = {
        before: { source: path, target },
        now: { source: newSource, target: newTarget },
        hasBareNames: world.hasBareNames,
        leads: (way: string) => targetAfter({ ...link, path: way }, newSource, world) === newTarget,
      };
      const ending = newTarget.endsWith('.md') && !link.path.endsWith('.md') ? '.md' : '';
      const markdownPath = respelled({ ...link, path: link.path + ending }, respelling);
      return { path: respelled(link, respelling), markdownPath };
    };
    const { linksUpdated, linksRefused, text: redirectedText } = redirected(text, extension, redirect);
    return { links: linksUpdated, refused: linksRefused, targets, text: redirectedText };
  }
}

function targetBefore(link: RedirectableLink, source: string, world: LinkWorld): string | undefined {
  return targetOf(link, source, world.named);
}

function targetAfter(link: RedirectableLink, source: string, world: LinkWorld): string | undefined {
  const { moved, arriving } = world;
  const named = (name: string): string[] => [
    ...world.named(name).filter(one => !moved.has(one)),
    ...itemsOf(arriving, name),
  ];
  return targetOf(link, source, named);
}

function nameOf(path: string): string {
  return linkKey(lastName(path));
}

/** The files that move, from old to new path; call it before the moves. */
export function movedPaths(moves: readonly PlannedMove[]): Map<string, string> {
  const files = moves.flatMap(move => movedFiles(move).filter(({ isFolder }) => !isFolder));
  return new Map(files.map(({ path, newPath }) => [path, newPath]));
}

/** Everything that moves, folders included, with its size. */
export function movedFiles({ file: moved, newPath }: PlannedMove): (MovedFile & { isFolder: boolean })[] {
  return everythingAt(moved).map(file => ({
    path: file.path,
    newPath: newPath + file.path.slice(moved.path.length),
    size: file instanceof TFile ? file.stat.size : 0,
    isFolder: !(file instanceof TFile),
  }));
}
