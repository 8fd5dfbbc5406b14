import { ToolFailure } from '../../../errors';
import { applyEdits, type ExactEdit } from '../../../markdown/edits/exact/exact-edit';
import { placeText } from '../../../markdown/edits/exact/text-place';
import type { NoteStructure } from '../../../markdown/structure/note-structure';
import { parseNote } from '../../../markdown/structure/scan-structure';
import type { NoteContent } from '../../reading/notes';
import { type NoteCreator, withContent, withoutDoubledFolders } from './note-creator';
import { checkVersion } from './if-match';
import type { Plan, WriteCall } from '../pipeline/pipeline';
import type { Step } from '../pipeline/steps';
import { isBasePath } from '../base-check';
import { overwritten, storable } from './whole-note';
import {
  type MultiWriteResult,
  multiWriteResult,
  throwItemError,
  type WriteResult,
  withHints,
  writeOne,
} from '../write-result';
import { reportProgress } from '../pipeline/write-progress';
import type { TargetPath } from '../write-targets';
import type { WriterContext } from '../writer-context';

/** Computes the new text from the old one and its structure. Pure: may run again. */
export type NoteChange = (text: string, structure: () => NoteStructure) => string;

export interface NoteUpdate {
  readonly path: string;
  readonly mode: 'append' | 'prepend' | 'overwrite';
  readonly content: string;
  readonly createIfNeeded: boolean;
  readonly overwriteIfExists: boolean;
  readonly ifMatch?: string | undefined;
}

export interface NoteEdits {
  readonly path: string;
  readonly edits: readonly ExactEdit[];
  readonly ifMatch?: string | undefined;
}

/** Changes the texts of the notes that one caller may write. */
export class NoteWriter {
  constructor(
    private readonly context: WriterContext,
    private readonly creator: NoteCreator,
  ) {}

  /** @throws ToolFailure `already_exists`, `version_conflict`, and as for any write */
  async update(update: NoteUpdate, call: WriteCall): Promise<WriteResult> {
    const { targets, notes } = this.context;
    let hints: readonly string[] = [];
    const find = (): TargetPath => {
      if (isBasePath(update.path)) return existingIf(!update.createIfNeeded, targets.base(update.path));
      return update.createIfNeeded ? targets.noteOrPlace(update.path) : targets.existing(update.path);
    };
    const answer = await writeOne(
      this.context,
      call,
      () => [find().path],
      async () => {
        const place = find();
        const { file } = place;
        if (file === undefined) {
          refuseAbsent(update.ifMatch);
          hints = this.creator.hintsOf(update.path, place.path, true);
          const { mode, content } = update;
          const beginning = mode === 'overwrite' ? '' : await this.creator.beginning(place);
          const made = withContent(beginning, mode === 'prepend' ? mode : 'append', content);
          return this.creator.steps(place.path, storable(made));
        }
        const before = await notes.readFile(file, call.signal);
        if (update.mode === 'overwrite') refuseBlindOverwrite(update, before);
        await checkVersion(before, update.ifMatch, this.context);
        const made =
          update.mode === 'overwrite'
            ? overwritten(before.text, update.content)
            : placed(before.text, update.mode, update.content);
        const text = storable(made, before.text);
        return [{ kind: 'edit', file, before, text, isWhole: update.mode === 'overwrite' }];
      },
    );
    return withHints(answer, hints);
  }

  /** Changes the text of an existing note, or of a periodic note, which is created if missing. */
  change(
    reference: string,
    ifMatch: string | undefined,
    change: NoteChange,
    call: WriteCall,
    find: (reference: string) => TargetPath = text => this.context.targets.changeable(text),
  ): Promise<WriteResult> {
    return writeOne(
      this.context,
      call,
      () => [find(reference).path],
      () => this.planChange(find(reference), ifMatch, change, call.signal),
    );
  }

  /** @throws ToolFailure `target_not_found`, `target_ambiguous`, `version_conflict`, and as for any write */
  edit({ path, edits, ifMatch }: NoteEdits, call: WriteCall): Promise<WriteResult> {
    requireVersion(edits, ifMatch);
    return this.change(
      path,
      ifMatch,
      text => editing(text, edits),
      call,
      reference => this.editable(reference),
    );
  }

  /** All notes change or none. */
  async editAll(changes: readonly NoteEdits[], call: WriteCall): Promise<MultiWriteResult> {
    const { pipeline, authority } = this.context;
    const pathOf = ({ path, edits, ifMatch }: NoteEdits, index: number): string => {
      try {
        requireVersion(edits, ifMatch);
        return this.editable(path).path;
      } catch (error) {
        return throwItemError(error, 'Change', index, path);
      }
    };
    const paths = (): string[] => changes.map(pathOf);
    const plan = async (): Promise<Plan> => {
      refuseDoubles(paths(), changes);
      const steps: Step[] = [];
      for (const [index, { path, edits, ifMatch }] of changes.entries()) {
        reportProgress(call.progress, 'plan', index, changes.length);
        const place = this.editable(path);
        const planned = this.planChange(place, ifMatch, text => editing(text, edits), call.signal);
        steps.push(
          ...(await planned.catch((error: unknown) => throwItemError(error, 'Change', index, path))),
        );
      }
      return { steps: withoutDoubledFolders(steps) };
    };
    return multiWriteResult(
      await pipeline.run({ call, authority, targets: paths, plan }),
      call,
      pipeline.turn(),
    );
  }

  /** A base or a note. */
  private editable(reference: string): TargetPath {
    const { targets } = this.context;
    return isBasePath(reference) ? existingIf(true, targets.base(reference)) : targets.changeable(reference);
  }

  private async planChange(
    place: TargetPath,
    ifMatch: string | undefined,
    change: NoteChange,
    signal: AbortSignal,
  ): Promise<Step[]> {
    const { notes } = this.context;
    const { file } = place;
    if (file === undefined) {
      refuseAbsent(ifMatch);
      const beginning = await this.creator.beginning(place);
      const made = change(beginning, () => parseNote(beginning));
      return this.creator.steps(place.path, storable(made));
    }
    const before = await notes.readFile(file, signal);
    await checkVersion(before, ifMatch, this.context);
    const made = change(before.text, () => notes.structureOf(before));
    const text = storable(made, before.text);
    return [{ kind: 'edit', file, before, text }];
  }
}

function editing(text: string, edits: readonly ExactEdit[]): string {
  return applyEdits(text, edits);
}

function placed(text: string, mode: 'append' | 'prepend', content: string): string {
  return placeText(text, mode, content);
}

/** @throws ToolFailure `not_found` for a missing file, if one is needed */
function existingIf(isNeeded: boolean, place: TargetPath): TargetPath {
  if (!isNeeded || place.file !== undefined) return place;
  throw new ToolFailure('not_found', 'There is no base at this path.');
}

function refuseAbsent(ifMatch: string | undefined): void {
  if (ifMatch !== undefined) throw new ToolFailure('version_conflict', 'The note is no longer there.');
}

function refuseBlindOverwrite({ overwriteIfExists, ifMatch }: NoteUpdate, { versionId }: NoteContent): void {
  if (!overwriteIfExists)
    throw new ToolFailure('already_exists', 'There is a note at this path already.', {
      hint: 'To replace all of it, read it and pass `overwriteIfExists: true` with its `versionId` as `ifMatch`; to change a part use `edit_note`.',
      versionId,
    });
  if (ifMatch === undefined)
    throw new ToolFailure(
      'invalid_argument',
      '`ifMatch` is missing: it proves that you know what is replaced.',
      {
        hint: 'Read the note and pass its `versionId` as `ifMatch`.',
        versionId,
      },
    );
}

function requireVersion(edits: readonly ExactEdit[], ifMatch: string | undefined): void {
  const byLine = edits.some(({ startLine, endLine }) => startLine !== undefined || endLine !== undefined);
  if (byLine && ifMatch === undefined)
    throw new ToolFailure(
      'invalid_argument',
      '`ifMatch` is missing: edits by line need the version that the lines are of.',
      {
        hint: 'Read the note and pass its `versionId` as `ifMatch`.',
      },
    );
}

function refuseDoubles(paths: readonly string[], changes: readonly NoteEdits[]): void {
  const first = new Map<string, number>();
  for (const [index, path] of paths.entries()) {
    const before = first.get(path);
    if (before !== undefined) {
      const message = `Change ${before + 1} already names this note.`;
      const failure = new ToolFailure('invalid_argument', message, {
        hint: 'Put all edits of a note into one change.',
      });
      throwItemError(failure, 'Change', index, changes[index]?.path ?? path);
    }
    first.set(path, index);
  }
}
