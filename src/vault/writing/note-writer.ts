import { ToolFailure } from '../../errors';
import { applyEdits, type ExactEdit } from '../../markdown/edits/exact-edit';
import { placeText } from '../../markdown/edits/text-place';
import type { Journal } from '../journal/journal';
import type { Notes, NoteText } from '../notes';
import { checkVersion } from './if-match';
import type { Plan, WriteCall, WritePipeline } from './pipeline';
import type { Step } from './steps';
import { newNote, overwritten, storable } from './whole-note';
import { type MultiWriteAnswer, multiWriteAnswer, type WriteAnswer, writeAnswer } from './write-answer';
import { tellProgress } from './write-progress';
import type { Place, WriteTargets } from './write-targets';

export interface NewNote {
  readonly path: string;
  readonly content: string;
  readonly frontmatter?: Readonly<Record<string, unknown>> | undefined;
  readonly ifExists: 'error' | 'rename';
}

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

export interface WriterParts {
  readonly notes: Notes;
  readonly targets: WriteTargets;
  readonly pipeline: WritePipeline;
  readonly journal: Journal;
  /** The caller's. */
  readonly token: string;
}

/** Changes the texts of the notes that one caller may write. */
export class NoteWriter {
  constructor(private readonly parts: WriterParts) {}

  /** @throws ToolFailure `already_exists`, and as for any write */
  create(note: NewNote, call: WriteCall): Promise<WriteAnswer> {
    const { targets } = this.parts;
    return this.write(
      call,
      () => [targets.place(note.path).path],
      () => {
        const place = targets.place(note.path);
        if (place.file !== undefined && note.ifExists === 'error')
          throw new ToolFailure('already_exists', 'There is a note at this path already.', {
            hint: 'Choose another path, pass `ifExists: "rename"`, or change the note with `edit_note` or `update_note`.',
          });
        const path = place.file === undefined ? place.path : targets.freeName(place.path);
        return Promise.resolve(this.creation(path, newNote(note.content, note.frontmatter)));
      },
    );
  }

  /** @throws ToolFailure `already_exists`, `version_conflict`, and as for any write */
  update(update: NoteUpdate, call: WriteCall): Promise<WriteAnswer> {
    const { targets, notes, journal } = this.parts;
    const find = (): Place =>
      update.createIfNeeded ? targets.place(update.path) : existing(targets, update.path);
    return this.write(
      call,
      () => [find().path],
      async () => {
        const { path, file } = find();
        if (file === undefined) {
          if (update.ifMatch !== undefined)
            throw new ToolFailure('version_conflict', 'The note is no longer there.');
          return this.creation(path, update.content);
        }
        const before = await notes.readFile(file);
        if (update.mode === 'overwrite') refuseBlindOverwrite(update, before);
        await checkVersion(before, update.ifMatch, journal);
        const text =
          update.mode === 'overwrite'
            ? overwritten(before.text, update.content)
            : placeText(before.text, update.mode, update.content).text;
        return [{ kind: 'edit', file, before, text: storable(text), isWhole: update.mode === 'overwrite' }];
      },
    );
  }

  /**
   * Changes the text of a note that is there.
   * @param change pure; runs again when the note changed meanwhile
   */
  async change(
    reference: string,
    ifMatch: string | undefined,
    change: (text: string) => string,
    call: WriteCall,
  ): Promise<WriteAnswer> {
    const { targets } = this.parts;
    return this.write(
      call,
      () => [targets.note(reference).path],
      async () => [await this.planChange(reference, ifMatch, change)],
    );
  }

  /** @throws ToolFailure `target_not_found`, `target_ambiguous`, `version_conflict`, and as for any write */
  edit({ path, edits, ifMatch }: NoteEdits, call: WriteCall): Promise<WriteAnswer> {
    requireVersion(edits, ifMatch);
    return this.change(path, ifMatch, text => applyEdits(text, edits).text, call);
  }

  /** Every note changes or none does. */
  async editAll(changes: readonly NoteEdits[], call: WriteCall): Promise<MultiWriteAnswer> {
    const { targets, pipeline, token } = this.parts;
    for (const { edits, ifMatch } of changes) requireVersion(edits, ifMatch);
    const paths = (): string[] => changes.map(({ path }) => targets.note(path).path);
    const plan = async (): Promise<Plan> => {
      refuseDoubles(paths());
      const steps: Step[] = [];
      for (const [index, { path, edits, ifMatch }] of changes.entries()) {
        tellProgress(call.progress, 'plan', index, changes.length);
        steps.push(await this.planChange(path, ifMatch, text => applyEdits(text, edits).text));
      }
      return { steps };
    };
    return multiWriteAnswer(await pipeline.run({ call, token, targets: paths, plan }), call.dryRun);
  }

  private async planChange(
    reference: string,
    ifMatch: string | undefined,
    change: (text: string) => string,
  ): Promise<Step> {
    const { targets, notes, journal } = this.parts;
    const file = targets.note(reference);
    const before = await notes.readFile(file);
    await checkVersion(before, ifMatch, journal);
    return { kind: 'edit', file, before, text: storable(change(before.text)) };
  }

  private creation(path: string, text: string): Step[] {
    const folders = this.parts.targets.missingFolders(path);
    return [
      ...folders.map(folder => ({ kind: 'makeFolder', path: folder }) as const),
      { kind: 'create', path, content: storable(text) },
    ];
  }

  private async write(
    call: WriteCall,
    targets: () => readonly string[],
    steps: () => Promise<readonly Step[]>,
  ): Promise<WriteAnswer> {
    const { pipeline, token } = this.parts;
    const plan = async (): Promise<Plan> => ({ steps: await steps() });
    return writeAnswer(await pipeline.run({ call, token, targets, plan }), call.dryRun);
  }
}

function existing(targets: WriteTargets, reference: string): Place {
  const file = targets.note(reference);
  return { path: file.path, file };
}

function refuseBlindOverwrite({ overwriteIfExists, ifMatch }: NoteUpdate, { versionId }: NoteText): void {
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

function refuseDoubles(paths: readonly string[]): void {
  if (new Set(paths).size < paths.length)
    throw new ToolFailure('invalid_argument', 'A note is named twice in `changes`.', {
      hint: 'Put all edits of a note into one change.',
    });
}
