import { type TFile, TFolder } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { counted } from '../../../utils/text/pieces';
import { filtered } from '../../../utils/slicing/time-slicer';
import { atOrBelow } from '../../access/at-or-below';
import { parseReference } from '../../access/note-reference';
import { VaultPath } from '../../access/vault-path';
import { type FileFilter, fileFilter } from '../../queries/listings/file-filter';
import type { Hinted } from '../../hints/hints';
import { throwItemError } from '../write-result';
import type { WriterContext } from '../writer-context';

/** The notes that one change is for: those that are named, or all that pass the filters. */
export interface NoteSelection {
  readonly paths?: readonly string[] | undefined;
  /** A folder or a note. */
  readonly path?: string | undefined;
  readonly tag?: string | undefined;
  readonly where?: readonly string[] | undefined;
  /** How many notes the caller expects; needed to write to notes that filters select. */
  readonly expectedCount?: number | undefined;
}

/** More notes are not changed at once. */
const maxNotes = 500;

/** Whether arguments select notes, rather than name the one at `path`. */
export function selectsNotes({ paths, tag, where = [], expectedCount }: NoteSelection): boolean {
  return (paths ?? tag ?? where[0] ?? expectedCount) !== undefined;
}

/** Finds the notes of a selection, all of which the caller may write. */
export class SelectedNotes {
  private readonly filter: FileFilter;
  private readonly place: TFile | TFolder;

  /** @throws ToolFailure `invalid_argument`, `invalid_path`, `not_found`, `invalid_query` */
  constructor(
    private readonly context: WriterContext,
    private readonly selection: NoteSelection,
  ) {
    const { paths, path, tag, where = [] } = selection;
    if (paths !== undefined && (path ?? tag ?? where[0]) !== undefined)
      throw new ToolFailure('invalid_argument', '`paths` excludes `path`, `tag` and `where`.');
    if (paths === undefined && (path ?? tag ?? where[0]) === undefined)
      throw new ToolFailure('invalid_argument', '`path` is missing.', {
        hint: 'Name notes in `paths`, or select them by `path`, `tag` or `where`.',
      });
    const { files } = context;
    this.place = path === undefined ? files.folder('') : files.noteOrFolder(path);
    this.filter = fileFilter({ tag, where }, '', context);
  }

  /** Whether a call only previews: notes that nobody has named or counted are not written. */
  get isPreview(): boolean {
    return this.selection.paths === undefined && this.selection.expectedCount === undefined;
  }

  /** @throws ToolFailure `permission_denied` for any of them, `version_conflict` for another number, `budget_exceeded` */
  async find(signal: AbortSignal): Promise<TFile[]> {
    const { paths, expectedCount } = this.selection;
    const found = paths === undefined ? await this.filtered(signal) : this.named(paths);
    const { length } = found;
    if (expectedCount !== undefined && expectedCount !== length)
      throw new ToolFailure(
        'version_conflict',
        `There are ${counted(length, 'note')}, but \`expectedCount\` says ${expectedCount}.`,
        { hint: 'Call without `expectedCount` to preview, then pass the number that it gives.' },
      );
    if (length > maxNotes)
      throw new ToolFailure(
        'budget_exceeded',
        `${length} notes are selected; at most ${maxNotes} can be changed at once.`,
        {
          hint: 'Narrow it by `path`, `tag` or `where`.',
        },
      );
    return found;
  }

  /** Which notes may be missing since their properties could not be read; of no note, why there is none. */
  async hinted(found: number, signal: AbortSignal): Promise<Hinted> {
    const { hints } = this.context;
    if (this.selection.paths !== undefined) return {};
    const { place, filter } = this;
    const said = await hints.of(
      {
        ...{ found, filter, folder: place.path === '/' ? '' : place.path },
        ...(place instanceof TFolder ? {} : { among: [place] }),
      },
      signal,
    );
    return found > 0 || said.hints !== undefined ? said : { ...said, hints: ['This selects no note.'] };
  }

  private named(paths: readonly string[]): TFile[] {
    const found: TFile[] = [];
    for (const [index, path] of paths.entries()) {
      try {
        found.push(this.context.targets.note(path));
      } catch (error) {
        throwItemError(error, 'Path', index, path);
      }
    }
    return [...new Set(found)];
  }

  private async filtered(signal: AbortSignal): Promise<TFile[]> {
    const { files, slicer, targets } = this.context;
    await this.filter.prepare(signal);
    const isInPlace = atOrBelow(this.place);
    const loop = { slicer, signal };
    const isWanted = (note: TFile): boolean => isInPlace(note.path) && this.filter.matches(note);
    const found = await filtered(await files.notesSliced(loop), isWanted, loop);
    for (const { path } of found) targets.allow(path);
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}

/** Whether a path that is given alone is a folder, and no note's. */
export function namesFolder({ files }: WriterContext, path: string | undefined): boolean {
  if (path === undefined || path === '/' || parseReference(path).kind !== 'path') return path === '/';
  const parsed = VaultPath.parseFolder(path);
  const isNoNote = path.endsWith('/') || files.at(parsed.withExtension('.md')) === undefined;
  return isNoNote && files.at(parsed) instanceof TFolder;
}
