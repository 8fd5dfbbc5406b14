/** The links that a move concerns: which follow it, and which part of a changed file was the move's. */
import { type TAbstractFile, TFile } from 'obsidian';
import { redirected, linkSkeleton } from '../../../markdown/edits/links/link-places';
import type { NewTarget, RedirectableLink, RedirectedText } from '../../../markdown/edits/links/redirection';
import { respelledForms } from '../../../markdown/links/link-spelling';
import { linkKey } from '../../../markdown/links/link-target';
import { areSameBytes } from '../../../platform';
import { decodedInTurns, encoded } from '../../../utils/bytes';
import { addTo, itemsOf } from '../../../utils/collections';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import { lastName } from '../../../utils/text/pieces';
import type { CallerContext } from '../../caller-context';
import { pathsNamedAmong, pointingFiles, targetOf } from '../../links/pointing-files';
import { type WriteCall, reportProgress } from '../pipeline/pipeline';
import { everythingAt, type MovedFile } from '../pipeline/steps';

/**
 * A file whose links may follow a move, with its content before the move, and its text with links updated that would
 * otherwise lead elsewhere or nowhere, or name their target less precisely.
 */
export interface LinkingFile extends RedirectedText {
  readonly file: TFile;
  /** Before the move. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The text of these bytes. */
  readonly before: string;
  /** The target of each of its links, in the order of a link skeleton. */
  readonly targets: readonly (string | undefined)[];
}

export interface PlannedMove {
  readonly file: TAbstractFile;
  readonly newPath: string;
}

interface LinkWorld {
  /** The paths of files by the `linkKey` of their name, before the move. */
  readonly named: (name: string) => readonly string[];
  readonly moved: ReadonlyMap<string, string>;
  /** The same after the moves. */
  readonly namedAfter: (name: string) => readonly string[];
  /** Whether a bare name may be written for a file with a unique name; otherwise its path is. */
  readonly hasBareNames: boolean;
}

/** Finds the files whose links are affected before moves happen; the app only tells afterwards, if at all. */
export class AffectedLinks {
  constructor(private readonly context: CallerContext) {}

  /** The moving files, and those that link to them or to new namesakes; for a restricted caller, also to old namesakes. */
  candidates(moved: ReadonlyMap<string, string>, loop: SlicedLoop): Promise<TFile[]> {
    const names = this.context.access.isNarrowed ? [...moved].flat() : [...moved.values()];
    return pointingFiles(this.context, names, loop, path => moved.has(path));
  }

  /**
   * Files that are no text have no links that could follow. For a caller that does not see everything: in a visible
   * file, links are resolved among visible files, and spelled regardless of hidden ones; in other files among all files.
   * @throws ToolFailure `storage_error` for a file that cannot be read
   */
  async of(
    candidates: readonly TFile[],
    moved: ReadonlyMap<string, string>,
    { signal, progress }: Pick<WriteCall, 'signal' | 'progress'>,
  ): Promise<LinkingFile[]> {
    const { access, files, notes, slicer } = this.context;
    const loop = { slicer, signal };
    const found: LinkingFile[] = [];
    const all = this.worldOf(moved, () => true, true);
    const seen = access.isNarrowed ? this.worldOf(moved, file => files.canSee(file), false) : all;
    await forEachInTurn(candidates.entries(), loop, async ([index, file]) => {
      reportProgress(progress, 'plan', index, candidates.length);
      const content = await notes.linkingText(file, loop);
      if (content === undefined) return;
      const links = this.count(file, content.before, files.canSee(file) ? seen : all);
      found.push({ file, path: file.path, ...content, ...links });
    });
    return found;
  }

  leadsTo(link: RedirectableLink, source: string): string | undefined {
    const named = pathsNamedAmong(this.context.names, () => true);
    return targetOf(link, source, named);
  }

  private worldOf(
    moved: ReadonlyMap<string, string>,
    counts: (file: TFile) => boolean,
    hasBareNames: boolean,
  ): LinkWorld {
    const named = pathsNamedAmong(this.context.names, counts);
    const arriving = new Map<string, string[]>();
    for (const path of moved.values()) addTo(arriving, linkKey(lastName(path)), path);
    const namedAfter = (name: string): string[] => [
      ...named(name).filter(one => !moved.has(one)),
      ...itemsOf(arriving, name),
    ];
    return { named, moved, namedAfter, hasBareNames };
  }

  private count(
    { path, extension }: TFile,
    text: string,
    world: LinkWorld,
  ): RedirectedText & Pick<LinkingFile, 'targets'> {
    const newSource = world.moved.get(path) ?? path;
    const targets: (string | undefined)[] = [];
    const redirect = (link: RedirectableLink): NewTarget | undefined => {
      const target = targetOf(link, path, world.named);
      targets.push(target);
      if (link.path === '' || target === undefined) return undefined;
      const newTarget = world.moved.get(target) ?? target;
      const paths = respelledForms(link, {
        before: { source: path, target },
        now: { source: newSource, target: newTarget },
        mayBeBare: world.hasBareNames && world.namedAfter(linkKey(lastName(newTarget))).length < 2,
        leads: (way: string) => targetOf({ ...link, path: way }, newSource, world.namedAfter) === newTarget,
      });
      return paths.path === link.path ? undefined : paths;
    };
    return { ...redirected(text, extension, redirect), targets };
  }
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

interface KnownLink extends Pick<RedirectableLink, 'form' | 'path' | 'subpath'> {
  readonly target: string | undefined;
}

/** Separates what a move changed in a linking file from another program's changes, which a revert must keep. */
export class FollowedLinks {
  private readonly oldPaths: ReadonlyMap<string, string>;

  constructor(
    private readonly links: Pick<AffectedLinks, 'leadsTo'>,
    private readonly moved: ReadonlyMap<string, string>,
  ) {
    this.oldPaths = new Map([...moved].map(([path, newPath]) => [newPath, path]));
  }

  /**
   * The move's own part: the file as it would be without the move, and as it is. Undefined if the move did
   * not change it.
   * @param bytes the content after the move
   */
  async of(
    source: LinkingFile,
    bytes: Uint8Array,
    loop: SlicedLoop,
  ): Promise<{ before: Uint8Array; after: Uint8Array } | undefined> {
    if (areSameBytes(source.bytes, bytes)) return undefined;
    const after = await decodedInTurns(bytes, loop);
    if (after === undefined) return undefined;
    const { extension } = source.file;
    const was = linkSkeleton(source.before, extension);
    const known: KnownLink[] = was.links.map((link, index) => ({ ...link, target: source.targets[index] }));
    const is = linkSkeleton(after, extension);
    const hasOnlyFollowed = was.text === is.text && this.leadAsBefore(is.links, known, source.file.path);
    if (hasOnlyFollowed) return { before: source.bytes, after: bytes };
    const { text: without } = redirected(after, extension, link =>
      this.oldSpelling(link, known, source.file.path),
    );
    return without === after ? undefined : { before: encoded(without), after: bytes };
  }

  /** Whether links lead to the same files as before. */
  private leadAsBefore(
    links: readonly RedirectableLink[],
    known: readonly KnownLink[],
    source: string,
  ): boolean {
    if (links.length !== known.length) return false;
    return links.every((link, index) => {
      const { path, subpath, target } = known[index] ?? {};
      if (subpath !== link.subpath) return false;
      if (path === link.path || target === undefined) return path === link.path;
      return this.links.leadsTo(link, source) === (this.moved.get(target) ?? target);
    });
  }

  /** How the file wrote a link to the same target before the move, in the most similar style. */
  private oldSpelling(
    link: RedirectableLink,
    known: readonly KnownLink[],
    source: string,
  ): NewTarget | undefined {
    if (link.path === '') return undefined;
    const target = this.links.leadsTo(link, source);
    if (target === undefined) return undefined;
    const old = this.oldPaths.get(target) ?? target;
    const spellings = known.filter(one => one.form === link.form && one.target === old).map(one => one.path);
    if (spellings.includes(link.path)) return undefined;
    return { path: spellings.find(path => path.includes('/') === link.path.includes('/')) ?? spellings[0] };
  }
}
