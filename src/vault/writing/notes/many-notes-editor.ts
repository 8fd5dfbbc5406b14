import { type TFile, TFolder } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { editTags, takesOut, type TagEdit } from '../../../markdown/edits/tags/tag-edit';
import { editFrontmatter } from '../../../markdown/frontmatter-edit';
import { readFrontmatter } from '../../../markdown/frontmatter/frontmatter';
import { filtered } from '../../../utils/slicing/time-slicer';
import { counted } from '../../../utils/text/pieces';
import { atOrBelow } from '../../access/visible-folders';
import { VaultPath, parseReference } from '../../access/vault-path';
import type { Hinted } from '../../hints/hints';
import { type PropertyChanges, propertyHints } from '../../hints/property-hints';
import { usualKinds } from '../../queries/usual-kinds';
import { type FileFilter, fileFilter } from '../../queries/listings/file-filter';
import type { UnreadableFields } from '../../queries/unreadable';
import { eachProperty, eachTag, meantProperties } from './meant-value';
import { missingTagHints, propertyEdits, requireProperties, requireTags, tagsThere } from './note-editor';
import { tagPlaces } from './tag-places';
import { storable } from './whole-note';
import type { WriteCall } from '../pipeline/pipeline';
import type { Step } from '../pipeline/steps';
import { type MultiWriteResult, ofItem, stepsOfEach, withHints, writeMany } from '../write-result';
import type { WriterContext } from '../writer-context';

type NoteChange = (text: string, file: TFile) => string | Promise<string>;

interface ManyWriteResult extends MultiWriteResult, UnreadableFields {
  /** Notes that the arguments select. */
  count: number;
}

/** Makes the same change in several notes of one caller: in all of them or none, as one change. */
export class ManyNotesEditor {
  constructor(private readonly context: WriterContext) {}

  /** Whether the arguments of a call are for several notes. */
  isFor({ paths, path, tag, where = [], expectedCount }: NoteSelection): boolean {
    return (paths ?? tag ?? where[0] ?? expectedCount) !== undefined || namesFolder(this.context, path);
  }

  /** @throws ToolFailure as `SelectedNotes`, `invalid_frontmatter`, and as for any write */
  async properties(
    selection: NoteSelection,
    given: PropertyChanges,
    call: WriteCall,
  ): Promise<ManyWriteResult> {
    const remove = await eachProperty(given.remove, this.context, call.signal);
    requireProperties({ ...given, remove });
    const { clock } = this.context;
    const usual = await usualKinds(given.set ?? {}, this.context, call.signal);
    const said = new Set<string>();
    const change = (text: string): string => {
      const there = readFrontmatter(text) ?? {};
      const changes = { ...given, set: meantProperties(given.set, there), remove };
      for (const hint of propertyHints(there, changes, { clock, usual })) said.add(hint);
      return editFrontmatter(text, propertyEdits(changes));
    };
    return withHints(await this.run(selection, change, call), [...said]);
  }

  /** @throws ToolFailure as `SelectedNotes`, `invalid_frontmatter`, and as for any write */
  async tags(selection: NoteSelection, given: TagEdit, call: WriteCall): Promise<ManyWriteResult> {
    const edit = { ...given, add: eachTag(given.add), remove: eachTag(given.remove) };
    requireTags(edit);
    const concerns = takesOut(edit);
    const there = new Set<string>();
    const change = async (text: string, file: TFile): Promise<string> => {
      const places = await tagPlaces({ file, text, concerns }, this.context, call.signal);
      for (const tag of tagsThere(text, places)) there.add(tag);
      return editTags(text, places, edit).text;
    };
    const answer = await this.run(selection, change, call);
    return withHints(answer, missingTagHints('None of the notes has the tag', edit, [...there]));
  }

  private async run(
    selection: NoteSelection,
    change: NoteChange,
    given: WriteCall,
  ): Promise<ManyWriteResult> {
    const { notes, pipeline } = this.context;
    const selected = new SelectedNotes(this.context, selection);
    const call = { ...given, dryRun: given.dryRun || selected.isPreview };
    const stepsOf = async (file: TFile): Promise<Step[]> => {
      const before = await notes.readFile(file, call.signal);
      return [{ kind: 'edit', file, before, text: storable(await change(before.text, file), before.text) }];
    };
    const { plan, answer: written } = await writeMany(this.context, {
      call,
      targets: async () => (await selected.find(call.signal)).map(({ path }) => path),
      plan: async () => {
        const found = await selected.find(call.signal);
        const loop = pipeline.loop(call.signal);
        return { steps: await stepsOfEach(found, 'Note', { call, loop }, stepsOf) };
      },
    });
    const count = plan.steps.length;
    const { hints = [], ...unreadable } = await selected.hinted(count, call.signal);
    const isOpen = selected.isPreview && written.filesChanged > 0;
    const answer = { ...written, ...unreadable, count };
    const also = given.dryRun ? ' and leave out `dryRun`' : '';
    const confirm = `Nothing was written. ${counted(count, 'note')} selected: pass \`expectedCount: ${count}\`${also} to change ${count === 1 ? 'it' : 'them'}.`;
    return withHints(answer, isOpen ? [...hints, confirm] : hints);
  }
}

/** The notes to change: the named ones, or all that pass the filters. */
interface NoteSelection {
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

/** Finds the notes of a selection, all of which the caller may write. */
class SelectedNotes {
  private readonly filter: FileFilter;
  private readonly place: TFile | TFolder;

  /** @throws ToolFailure `invalid_argument`, `invalid_path`, `not_found`, `invalid_query` */
  constructor(
    private readonly context: WriterContext,
    private readonly selection: NoteSelection,
  ) {
    const { paths, path, tag, where = [] } = selection;
    if (paths !== undefined && (path ?? tag ?? where[0]) !== undefined)
      throw new ToolFailure('invalid_argument', '`paths` cannot be combined with `path`, `tag` or `where`.');
    if (paths === undefined && (path ?? tag ?? where[0]) === undefined)
      throw new ToolFailure('invalid_argument', '`path` is required.', {
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
        `Found ${counted(length, 'note')}, but \`expectedCount\` says ${expectedCount}.`,
        { hint: 'Call without `expectedCount` to preview, then pass the number that it gives.' },
      );
    if (length > maxNotes)
      throw new ToolFailure('budget_exceeded', `At most ${maxNotes} notes can be changed, not ${length}.`, {
        hint: 'Narrow it by `path`, `tag` or `where`.',
      });
    return found;
  }

  /** Hints on notes that may be missing because their properties cannot be read, or on why there are none. */
  async hinted(found: number, signal: AbortSignal): Promise<Hinted> {
    const { hints } = this.context;
    if (this.selection.paths !== undefined) return {};
    const { place, filter } = this;
    const said = await hints.of(
      {
        found,
        filter,
        folder: place.path === '/' ? '' : place.path,
        ...(place instanceof TFolder ? {} : { among: [place] }),
      },
      signal,
    );
    return found > 0 || said.hints !== undefined ? said : { ...said, hints: ['This selects no notes.'] };
  }

  private named(paths: readonly string[]): TFile[] {
    const { targets } = this.context;
    return [...new Set(paths.map((path, index) => ofItem('Path', index, path, () => targets.note(path))))];
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

/** Whether a path without filters is a folder, and not a note. */
function namesFolder({ files }: WriterContext, path: string | undefined): boolean {
  if (path === undefined || path === '/' || parseReference(path).kind !== 'path') return path === '/';
  const parsed = VaultPath.parseFolder(path);
  const isNoNote = path.endsWith('/') || files.at(parsed.withExtension('.md')) === undefined;
  return isNoNote && files.at(parsed) instanceof TFolder;
}
