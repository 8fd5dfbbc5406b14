import { ToolFailure } from '../../errors';
import { applyEdits, type ExactEdit } from '../../markdown/edits/exact-edit';
import { placeText } from '../../markdown/edits/text-place';
import type { Journal } from '../journal/journal';
import type { Notes, NoteText } from '../notes';
import type { VisibleFiles } from '../visible-files';
import type { Templates } from '../templates/templates';
import type { Authority } from './authority';
import type { DraftNote } from './draft-note';
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
  /** A reference to the note whose text, filled, comes before the content. */
  readonly template?: string | undefined;
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
  readonly templates: Templates;
  /** A note that can be created before its text is known. */
  readonly draftAt: (path: string) => DraftNote;
  readonly files: VisibleFiles;
  readonly journal: Journal;
  readonly authority: Authority;
}

/** Changes the texts of the notes that one caller may write. */
export class NoteWriter {
  constructor(private readonly parts: WriterParts) {}

  /** @throws ToolFailure `already_exists`, and as for any write */
  async create(note: NewNote, call: WriteCall): Promise<WriteAnswer> {
    if (note.template !== undefined) return this.createFromTemplate(note, note.template, call);
    const { targets } = this.parts;
    return this.write(
      call,
      () => [targets.place(note.path).path],
      async () => {
        const place = this.placeOfNew(note);
        return this.newNoteSteps(place.path, await this.beginning(place), note);
      },
    );
  }

  private async createFromTemplate(note: NewNote, template: string, call: WriteCall): Promise<WriteAnswer> {
    const { targets, templates, draftAt } = this.parts;
    const draft = draftAt(this.placeOfNew(note).path);
    let isWritten = false;
    try {
      // Once, and before any file is held: it may run code of the user's, and take its time.
      const given = await templates.given(template, draft, call.dryRun);
      const answer = await this.write(
        call,
        () => [draft.isMade ? draft.pathNow : targets.place(note.path).path],
        async () =>
          draft.isMade
            ? draft.steps(fullText(given, note))
            : this.newNoteSteps(this.placeOfNew(note).path, given, note),
      );
      isWritten = true;
      return answer;
    } finally {
      await draft.end(isWritten);
    }
  }

  /** @throws ToolFailure `already_exists`, `version_conflict`, and as for any write */
  update(update: NoteUpdate, call: WriteCall): Promise<WriteAnswer> {
    const { targets, notes } = this.parts;
    const find = (): Place =>
      update.createIfNeeded ? targets.place(update.path) : targets.existing(update.path);
    return this.write(
      call,
      () => [find().path],
      async () => {
        const place = find();
        const { file } = place;
        if (file === undefined) {
          refuseAbsent(update.ifMatch);
          const { mode, content } = update;
          const text =
            mode === 'overwrite' ? content : withContent(await this.beginning(place), mode, content);
          return this.creation(place.path, text);
        }
        const before = await notes.readFile(file);
        if (update.mode === 'overwrite') refuseBlindOverwrite(update, before);
        await checkVersion(before, update.ifMatch, this.parts);
        const text =
          update.mode === 'overwrite'
            ? overwritten(before.text, update.content)
            : placeText(before.text, update.mode, update.content).text;
        return [{ kind: 'edit', file, before, text: storable(text), isWhole: update.mode === 'overwrite' }];
      },
    );
  }

  /**
   * Changes the text of a note that is there, or of the note of a period, which is made for it.
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
      () => [targets.changeable(reference).path],
      () => this.planChange(reference, ifMatch, change),
    );
  }

  /** @throws ToolFailure `target_not_found`, `target_ambiguous`, `version_conflict`, and as for any write */
  edit({ path, edits, ifMatch }: NoteEdits, call: WriteCall): Promise<WriteAnswer> {
    requireVersion(edits, ifMatch);
    return this.change(path, ifMatch, text => applyEdits(text, edits).text, call);
  }

  /** Every note changes or none does. */
  async editAll(changes: readonly NoteEdits[], call: WriteCall): Promise<MultiWriteAnswer> {
    const { targets, pipeline, authority } = this.parts;
    for (const { edits, ifMatch } of changes) requireVersion(edits, ifMatch);
    const paths = (): string[] => changes.map(({ path }) => targets.changeable(path).path);
    const plan = async (): Promise<Plan> => {
      refuseDoubles(paths());
      const steps: Step[] = [];
      for (const [index, { path, edits, ifMatch }] of changes.entries()) {
        tellProgress(call.progress, 'plan', index, changes.length);
        const planned = this.planChange(path, ifMatch, text => applyEdits(text, edits).text);
        steps.push(...(await planned.catch((error: unknown) => throwOfChange(error, index + 1))));
      }
      return { steps: withoutDoubledFolders(steps) };
    };
    return multiWriteAnswer(await pipeline.run({ call, authority, targets: paths, plan }), call.dryRun);
  }

  private async planChange(
    reference: string,
    ifMatch: string | undefined,
    change: (text: string) => string,
  ): Promise<Step[]> {
    const { targets, notes } = this.parts;
    const place = targets.changeable(reference);
    const { file } = place;
    if (file === undefined) {
      refuseAbsent(ifMatch);
      return this.creation(place.path, change(await this.beginning(place)));
    }
    const before = await notes.readFile(file);
    await checkVersion(before, ifMatch, this.parts);
    return [{ kind: 'edit', file, before, text: storable(change(before.text)) }];
  }

  /** Where a new note goes. @throws ToolFailure `already_exists` */
  private placeOfNew({ path, ifExists }: NewNote): Place {
    const { targets } = this.parts;
    const place = targets.place(path);
    if (place.file === undefined) return place;
    if (ifExists === 'rename') return { path: targets.freeName(place.path), file: undefined };
    throw new ToolFailure('already_exists', 'There is a note at this path already.', {
      hint: 'Choose another path, pass `ifExists: "rename"`, or change the note with `edit_note` or `update_note`.',
    });
  }

  /** What a new note has before anything is written to it. */
  private async beginning({ path, periodic }: Place): Promise<string> {
    return periodic === undefined ? '' : this.parts.templates.ofPeriod(periodic, path);
  }

  private newNoteSteps(path: string, beginning: string, note: NewNote): Step[] {
    return this.creation(path, fullText(beginning, note));
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
    const { pipeline, authority } = this.parts;
    const plan = async (): Promise<Plan> => ({ steps: await steps() });
    return writeAnswer(await pipeline.run({ call, authority, targets, plan }), call.dryRun);
  }
}

/** Tells which of several changes it was. */
function throwOfChange(error: unknown, number: number): never {
  if (!(error instanceof ToolFailure)) throw error;
  const { code, message, details, hint } = error;
  throw new ToolFailure(code, `Change ${number}: ${message}`, { ...details, hint });
}

function withContent(text: string, mode: 'append' | 'prepend', content: string): string {
  if (text === '' || content === '') return text + content;
  return placeText(text, mode, content).text;
}

/** What a new note begins with, then its content, with its properties. */
function fullText(beginning: string, { content, frontmatter }: NewNote): string {
  return newNote(withContent(beginning, 'append', content), frontmatter);
}

function refuseAbsent(ifMatch: string | undefined): void {
  if (ifMatch !== undefined) throw new ToolFailure('version_conflict', 'The note is no longer there.');
}

function withoutDoubledFolders(steps: readonly Step[]): Step[] {
  const made = new Set<string>();
  return steps.filter(step => {
    if (step.kind !== 'makeFolder') return true;
    const isNew = !made.has(step.path);
    made.add(step.path);
    return isNew;
  });
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
