import type { CallerContext } from '../caller-context';
import { ToolFailure } from '../../errors';
import { findBlock } from '../../markdown/targets/block-target';
import { findHeading } from '../../markdown/targets/heading-target';
import { parseReference } from '../access/note-reference';
import type { NoteContent } from '../reading/notes';
import { isNote } from '../access/visible-files';

export interface ResolvedLink {
  link: string;
  path: string;
  /** First line of the heading's section or the block that the link names, 1-based. */
  startLine?: number;
  endLine?: number;
}

interface LinkedLines {
  readonly startLine: number;
  readonly endLine: number;
}

/** Resolves single links for one caller. */
export class LinkResolver {
  constructor(private readonly context: CallerContext) {}

  /** @throws ToolFailure `not_found` with similar notes, aliases first; like `findHeading` and `findBlock` */
  async resolve(link: string, from: string | undefined, signal: AbortSignal): Promise<ResolvedLink> {
    const { files } = this.context;
    const source = from === undefined ? '' : files.note(from).path;
    const reference = parseReference(link.startsWith('[[') ? link : `[[${link}]]`);
    if (reference.kind !== 'link') throw new ToolFailure('invalid_argument', '`link` is not a link.');
    const path =
      reference.linkpath === '' && source !== ''
        ? source
        : files.linkTarget(reference.linkpath, source)?.path;
    if (path === undefined) throw await this.absent(reference.linkpath, signal);
    const lines = reference.subpath === undefined ? {} : await this.linesOf(path, reference.subpath, signal);
    return { link, path, ...lines };
  }

  private async linesOf(path: string, subpath: string, signal: AbortSignal): Promise<LinkedLines> {
    const { notes } = this.context;
    const note = await notes.read(path, signal);
    return this.linesIn(note, subpath);
  }

  private linesIn(note: NoteContent, subpath: string): LinkedLines {
    const structure = this.context.notes.structureOf(note);
    const { startLine, endLine } = subpath.startsWith('^')
      ? findBlock(note.text, structure, subpath)
      : findHeading(note.text, structure, subpath.split('#').join('::'));
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
