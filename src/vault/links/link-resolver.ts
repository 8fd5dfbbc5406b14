import type { CallerContext } from '../caller-context';
import { ToolFailure } from '../../errors';
import { parseNote } from '../../markdown/structure/scan-structure';
import { linkTargetText } from '../../markdown/links/links';
import { findBlock } from '../../markdown/targets/block-target';
import { linkedSection } from '../../markdown/targets/heading-target';
import { parseReference } from '../access/vault-path';
import { isNote } from '../access/visible-files';

interface ResolvedLink {
  link: string;
  path: string;
  /** First line of the heading's section or the block that the link names, 1-based. */
  startLine?: number;
  endLine?: number;
}

export class LinkResolver {
  constructor(private readonly context: CallerContext) {}

  /** @throws ToolFailure `not_found` with similar notes, aliases first; like `findHeading` and `findBlock` */
  async resolve(link: string, from: string | undefined, signal: AbortSignal): Promise<ResolvedLink> {
    const { files } = this.context;
    const source = from === undefined ? undefined : files.note(from);
    const { links, embeds } = parseNote(link);
    const [only] = [...links, ...embeds];
    if (/^(?:!?\[[^\]]*\]\(|<)*(?:https?:\/\/|mailto:)/iu.test(link))
      throw new ToolFailure('invalid_argument', '`link` is a web address, not a link to a file.');
    // The last bracket of `[[Note#[^1]]]` is not part of the link.
    const target =
      only !== undefined && /^\]?$/u.test(link.slice(only.end)) ? linkTargetText(link, only) : link;
    const reference = parseReference(`[[${target}]]`);
    if (reference.kind !== 'link') throw new ToolFailure('invalid_argument', '`link` is not a link.');
    const { linkpath, subpath } = reference;
    const file =
      linkpath === '' && source !== undefined ? source : files.linkTarget(linkpath, source?.path ?? '');
    if (file === undefined) throw await this.absent(linkpath, signal);
    const hasLines = subpath !== undefined && isNote(file) && !/^\[\^[^\]]*\]?$/u.test(subpath);
    return { link, path: file.path, ...(hasLines && (await this.linesOf(file.path, subpath, signal))) };
  }

  private async linesOf(
    path: string,
    subpath: string,
    signal: AbortSignal,
  ): Promise<Pick<ResolvedLink, 'startLine' | 'endLine'>> {
    const { text } = await this.context.notes.read(path, signal);
    const find = subpath.startsWith('^') ? findBlock : linkedSection;
    const { startLine, endLine } = find(text, parseNote(text), subpath);
    return { startLine, endLine };
  }

  private async absent(linkpath: string, signal: AbortSignal): Promise<ToolFailure> {
    const { files, aliases } = this.context;
    const aliased = await aliases.notesWith(linkpath, signal);
    return new ToolFailure('not_found', 'The link points to no file.', {
      candidates: [...new Set([...aliased, ...files.near.to(linkpath, isNote)])].slice(0, 5),
    });
  }
}
