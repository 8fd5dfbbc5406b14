import { areSameBytes } from '../../../platform';
import { linkSkeleton, redirected } from '../../../markdown/edits/links/link-places';
import type { NewTarget, RedirectableLink } from '../../../markdown/edits/links/redirection';
import type { LinkingFile, AffectedLinks } from './affected-links';
import { decodedInTurns, encoded } from '../../../utils/bytes';
import type { SlicedLoop } from '../../../utils/slicing/time-slicer';

interface Followed {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/**
 * Reverts the links that a move changed; returns the text and their number. Byte for byte as before the move
 * unless the file changed since. Undefined if no link is to be reverted, or the file is not text.
 */
export async function revertedLinks(
  { before, after }: Followed,
  now: Uint8Array,
  extension: string,
  loop: SlicedLoop,
): Promise<{ readonly before: string; readonly text: string; readonly links: number } | undefined> {
  const was = await decodedInTurns(before, loop);
  const became = await decodedInTurns(after, loop);
  const is = await decodedInTurns(now, loop);
  if (was === undefined || became === undefined || is === undefined) return undefined;
  const old = linkSkeleton(was, extension).links;
  const spellings = new Map<string, NewTarget>();
  for (const [index, link] of linkSkeleton(became, extension).links.entries()) {
    const { path, subpath } = old[index] ?? link;
    if (path !== link.path || subpath !== link.subpath) spellings.set(spellingOf(link), { path, subpath });
  }
  if (areSameBytes(after, now)) return { before: is, text: was, links: spellings.size };
  const back = redirected(is, extension, link => spellings.get(spellingOf(link)));
  return back.text === is ? undefined : { before: is, text: back.text, links: back.linksUpdated };
}

function spellingOf({ form, path, subpath }: RedirectableLink): string {
  return [form, path, subpath].join('\n');
}

interface KnownLink extends Pick<RedirectableLink, 'form' | 'path' | 'subpath'> {
  readonly target: string | undefined;
}

/**
 * Separates what a move changed in a linking file from what another program changed meanwhile, so that
 * reverting the move reverts nothing else.
 */
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
  async of(source: LinkingFile, bytes: Uint8Array, loop: SlicedLoop): Promise<Followed | undefined> {
    if (areSameBytes(source.bytes, bytes)) return undefined;
    const before = await decodedInTurns(source.bytes, loop);
    const after = await decodedInTurns(bytes, loop);
    if (before === undefined || after === undefined) return undefined;
    const { extension } = source.file;
    const was = linkSkeleton(before, extension);
    const known: readonly KnownLink[] = was.links.map(({ form, path, subpath }, index) => ({
      form,
      path,
      subpath,
      target: source.targets[index],
    }));
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
