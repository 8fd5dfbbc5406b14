import { type TFile, TFolder } from 'obsidian';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import {
  type ReplaceScope,
  type ScopeParts,
  withinScope,
} from '../../../markdown/edits/replace/replace-scope';
import { locateFrontmatter } from '../../../markdown/frontmatter/frontmatter';
import { parseNote } from '../../../markdown/structure/scan-structure';
import type { Splice } from '../../../markdown/text/splices';
import type { Replacer } from '../../../search/replace/replacer';
import { ToolFailure } from '../../../errors';
import { atOrBelow } from '../../access/at-or-below';
import { fileFilter, type FileFilterQuery } from '../../queries/listings/file-filter';
import type { WriteCall } from '../pipeline/pipeline';
import { reportProgress } from '../pipeline/write-progress';
import type { WriterContext } from '../writer-context';

/** Which notes are searched, and which parts of them. */
export interface MatchQuery extends Pick<FileFilterQuery, 'includes' | 'excludes' | 'tag'> {
  /** Only this note, or notes in this folder or below it. */
  readonly path?: string | undefined;
  readonly scope: ReplaceScope;
}

interface Looked {
  readonly mtime: number;
  readonly size: number;
  readonly matches: boolean;
}

/** The notes in which a text is to be replaced. An unchanged note is not read again. */
export class MatchingNotes {
  private readonly looked = new Map<TFile, Looked>();
  /** Paths of notes that match but that the caller may not write. */
  closed: readonly string[] = [];

  constructor(
    private readonly context: WriterContext,
    private readonly query: MatchQuery,
    private readonly replacer: Replacer,
  ) {}

  /** The matching writable notes, by path. @throws ToolFailure like the filters and the replacer */
  async find({ signal, progress }: Pick<WriteCall, 'signal' | 'progress'>): Promise<TFile[]> {
    const { context, query } = this;
    const { files, slicer, targets } = context;
    const { path = '' } = query;
    const place = path === '' ? files.folder(path) : files.noteOrFolder(path);
    const isInPlace = atOrBelow(place);
    const filter = fileFilter(query, place instanceof TFolder && !place.isRoot() ? place.path : '', context);
    await filter.prepare(signal);
    const loop = { slicer, signal };
    const notes = await files.notesSliced(loop);
    const found: TFile[] = [];
    const closed: string[] = [];
    await forEachInTurn(notes.entries(), loop, async ([index, note]) => {
      reportProgress(progress, 'plan', index, 2 * notes.length);
      if (!isInPlace(note.path) || !filter.matches(note) || !(await this.matches(note, signal))) return;
      if (targets.canWrite(note.path)) found.push(note);
      else closed.push(note.path);
    });
    this.closed = closed.sort();
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  private async matches(note: TFile, signal: AbortSignal): Promise<boolean> {
    const { mtime, size } = note.stat;
    const known = this.looked.get(note);
    if (known?.mtime === mtime && known.size === size) return known.matches;
    const matches = await this.look(note, signal);
    this.looked.set(note, { mtime, size, matches });
    return matches;
  }

  /** Searches the cached text if there is one: reading ten thousand notes takes seconds. */
  private async look(note: TFile, signal: AbortSignal): Promise<boolean> {
    const { context, query, replacer } = this;
    const { notes, slicer } = context;
    const kept = context.texts.open().get(note.path)?.text?.original;
    const text = kept ?? (await notes.readIfPossible(note))?.text;
    if (text === undefined) return false;
    try {
      return (await splicesIn(text, { scope: query.scope, replacer }, { slicer, signal })).length > 0;
    } catch (error) {
      // The code that reads the note explains why nothing is found.
      if (error instanceof ToolFailure && error.code === 'too_large') return true;
      throw error;
    }
  }
}

/** Only where code matters is a note parsed, which one of more than 2 MB is not. */
function partsFor(scope: ReplaceScope, text: string): ScopeParts {
  if (scope === 'text' || scope === 'code') return parseNote(text);
  return { frontmatter: locateFrontmatter(text), enclosures: [], length: text.length };
}

/** The replacements in a text. @throws ToolFailure `too_large`, `budget_exceeded` */
export async function splicesIn(
  text: string,
  { scope, replacer }: { readonly scope: ReplaceScope; readonly replacer: Replacer },
  loop: SlicedLoop,
): Promise<readonly Splice[]> {
  const splices = await replacer.splices(text, loop.slicer.slice(loop));
  if (splices.length === 0) return splices;
  return withinScope(splices, partsFor(scope, text), scope);
}
