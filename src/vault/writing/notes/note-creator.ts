import { sameValue } from '../../../markdown/frontmatter-edit/edits';
import { itemAt } from '../../../utils/collections';
import { ToolFailure } from '../../../errors';
import { emptyCanvas, isCanvasPath, isEmptyCanvas } from '../../../markdown/canvas/canvas-file';
import { endsBlank, placeText } from '../../../markdown/edits/sections/text-place';
import { frontmatterIn, readFrontmatter } from '../../../markdown/frontmatter/frontmatter';
import { unreadable } from '../../../markdown/frontmatter-edit';
import { propertyName } from '../../../utils/properties/property-names';
import { quoted, withoutReadNumbers } from '../../../utils/text/pieces';
import { foldPath } from '../../../utils/text/folding';
import { throwIfAborted } from '../../../utils/slicing/time-slicer';
import type { Templates } from '../../plugins/templates/templates';
import type { DraftNote } from './draft-note';
import type { Plan, WriteCall } from '../pipeline/pipeline';
import { creation, madeFolders, type Step } from '../pipeline/steps';
import { isBasePath } from '../note-check';
import { propertyHints } from '../../hints/property-hints';
import { usualKinds } from '../../queries/usual-kinds';
import { meantProperties } from './meant-value';
import { newNote, storable } from './whole-note';
import {
  type Ending,
  ending,
  type MultiWriteResult,
  stepsOfEach,
  ofItem,
  throwItemError,
  type WriteResult,
  withHints,
  writeMany,
  writeOne,
} from '../write-result';
import type { TargetPath } from '../write-targets';
import type { WriterContext } from '../writer-context';

interface NewText {
  readonly path: string;
  readonly content: string;
  /** Override the properties in the text. */
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
  /** A reference to the note whose filled-in text comes before the content, or a name in the template folder. */
  readonly template?: string | undefined;
}

interface NewNote extends NewText {
  readonly ifExists: 'error' | 'rename';
}

/** A new note with the text of its template. */
interface Filled {
  readonly draft: DraftNote;
  readonly text: string;
}

/** Limit for the characters that templates add to the notes of one call. */
const maxFilled = 10_000_000;

/** How many new notes of a call get hints: each is compared with all names. */
const maxHinted = 5;

export class NoteCreator {
  constructor(
    private readonly context: WriterContext,
    private readonly templates: Templates,
    private readonly draftAt: (path: string) => DraftNote,
  ) {}

  /** @throws ToolFailure `already_exists`, and as for any write */
  async create(given: NewNote, call: WriteCall): Promise<WriteResult> {
    const note = asMeant(given);
    refuseForOtherKinds(note);
    const hints = [
      ...this.hintsOf(note, this.placeOf(note).path, false),
      ...(await this.propertyHints(note, call.signal)),
    ];
    const { template } = note;
    // A draft takes the name before the plan is made.
    if (template !== undefined) await this.context.pipeline.settle({ call, targets: () => [] });
    const draft = template === undefined ? undefined : this.draftAt(this.placeOf(note).path);
    let filled: Filled | undefined;
    let isWritten = false;
    try {
      // Once, and before any lock is held: it may run the user's code and be slow.
      if (draft !== undefined && template !== undefined)
        filled = { draft, text: await this.templates.given(template, draft, call.dryRun) };
      const answer = await writeOne(this.context, {
        call,
        targets: () => [draft?.isMade === true ? draft.pathNow : this.placeAt(note.path).path],
        plan: async () => ({ steps: await this.stepsOfOne(note, () => this.placeOf(note), filled) }),
      });
      isWritten = true;
      return withHints(answer, hints);
    } finally {
      await draft?.end(isWritten);
    }
  }

  /** Creates a folder, also missing ones above it. @throws ToolFailure `already_exists`, and like any write */
  async createFolder(
    reference: string,
    call: WriteCall,
  ): Promise<Ending & { path: string; created: boolean }> {
    const { targets, pipeline, authority, newNames } = this.context;
    const plan = (): Promise<Plan & { path: string }> => {
      const path = targets.freePath(reference);
      const folders = [...targets.missingFolders(path), path];
      return Promise.resolve({ path, steps: madeFolders(folders), hints: newNames.ofFolders(folders) });
    };
    const paths = (): string[] => [targets.freePath(reference)];
    const outcome = await pipeline.run({ call, authority, targets: paths, plan });
    const { path, hints = [] } = outcome.plan;
    return withHints({ path, created: true, ...ending(outcome, call.dryRun) }, hints);
  }

  /** Hints on a new note at a path. @param mayBeOther whether an existing note may be meant */
  hintsOf(given: Pick<NewText, 'path' | 'template'>, path: string, mayBeOther: boolean): string[] {
    const { newNames, targets } = this.context;
    return [
      ...newNames.ofNote(given.path, path, targets.missingFolders(path), mayBeOther),
      ...(given.template === undefined ? newNames.ofPeriod(given.path, path) : []),
    ];
  }

  private async propertyHints({ content, properties }: NewText, signal: AbortSignal): Promise<string[]> {
    if (properties === undefined) return [];
    const inText = readFrontmatter(content) ?? {};
    const twice = Object.entries(properties).flatMap(([key, value]) => {
      const name = propertyName(inText, key);
      return name === undefined || sameValue(inText[name], value) ? [] : [key];
    });
    const names = twice.map(key => quoted(key)).join(', ');
    const lost = names === '' ? [] : [`${names} in \`properties\` replaces what \`content\` has there.`];
    const usual = await usualKinds(properties, this.context, signal);
    const { clock } = this.context;
    return [...lost, ...propertyHints({}, { set: properties, replace: true }, { clock, usual })];
  }

  /** Creates all notes or none. @throws ToolFailure like `create`, with the path of the note that failed */
  async createAll(given: readonly NewText[], call: WriteCall): Promise<MultiWriteResult> {
    const notes = given.map(asMeant);
    const filled = new Map<NewText, Filled>();
    let isWritten = false;
    try {
      await this.fillAll(notes, filled, call);
      const answer = await this.createFilled(notes, filled, call);
      isWritten = true;
      return answer;
    } finally {
      for (const { draft } of filled.values()) await draft.end(isWritten);
    }
  }

  /** Fills the templates, before any lock is held: they may run the user's code and be slow. */
  private async fillAll(
    notes: readonly NewText[],
    filled: Map<NewText, Filled>,
    call: WriteCall,
  ): Promise<void> {
    if (notes.every(({ template }) => template === undefined)) return;
    refuseTwins(notes.map((note, index) => this.pathOfNew(note, index)));
    let length = 0;
    for (const [index, note] of notes.entries()) {
      throwIfAborted(call.signal);
      const text = await this.fill(note, filled, call).catch((error: unknown) =>
        throwItemError(error, 'Note', index, note.path),
      );
      length += text.length;
      if (length > maxFilled)
        throw new ToolFailure('too_large', 'The templates produce more text than one call may write.', {
          hint: 'Create fewer notes at once.',
        });
    }
  }

  private async fill(note: NewText, filled: Map<NewText, Filled>, call: WriteCall): Promise<string> {
    refuseForOtherKinds(note);
    if (note.template === undefined) return '';
    const draft = this.draftAt(this.newPlace(note).path);
    // Registered before it is created, so that it ends whatever happens.
    filled.set(note, { draft, text: '' });
    const text = await this.templates.given(note.template, draft, call.dryRun);
    filled.set(note, { draft, text });
    return text;
  }

  private pathOfNew({ path }: NewText, index: number): string {
    return ofItem('Note', index, path, () => this.placeAt(path).path);
  }

  private async createFilled(
    notes: readonly NewText[],
    filled: ReadonlyMap<NewText, Filled>,
    call: WriteCall,
  ): Promise<MultiWriteResult> {
    const { pipeline } = this.context;
    const paths = (): string[] =>
      notes.map((note, index) => {
        const draft = filled.get(note)?.draft;
        return draft?.isMade === true ? draft.pathNow : this.pathOfNew(note, index);
      });
    const plan = async (): Promise<Plan> => {
      refuseTwins(paths());
      const hints = paths()
        .slice(0, maxHinted)
        .flatMap((path, index) => this.hintsOf(itemAt(notes, index), path, false));
      for (const note of notes.slice(0, maxHinted))
        hints.push(...(await this.propertyHints(note, call.signal)));
      const stepsOf = (note: NewText): Promise<Step[]> =>
        this.stepsOfOne(note, () => this.newPlace(note), filled.get(note));
      const steps = await stepsOfEach(notes, 'Note', { call, loop: pipeline.loop() }, stepsOf);
      return { steps, hints: [...new Set(hints)] };
    };
    return (await writeMany(this.context, { call, targets: paths, plan })).answer;
  }

  async beginning({ path, periodic }: TargetPath): Promise<string> {
    return periodic === undefined ? '' : this.templates.ofPeriod(periodic, path);
  }

  /** The steps that create a note with this text, which `storable` has checked, and its missing folders. */
  steps(path: string, text: string): Step[] {
    return creation(this.context.targets.missingFolders(path), { path, content: text });
  }

  private async stepsOfOne(
    note: NewText,
    findPlace: () => TargetPath,
    filled: Filled | undefined,
  ): Promise<Step[]> {
    refuseForOtherKinds(note);
    if (filled?.draft.isMade === true) return filled.draft.steps(fullText(filled.text, note));
    const place = findPlace();
    return this.steps(place.path, fullText(filled?.text ?? (await this.beginning(place)), note));
  }

  /** @throws ToolFailure `already_exists` */
  private newPlace({ path }: NewText): TargetPath {
    const place = this.placeAt(path);
    if (place.file !== undefined) throw taken('Choose another path');
    return place;
  }

  private placeAt(path: string): TargetPath {
    const { targets } = this.context;
    return isBasePath(path) || isCanvasPath(path) ? targets.base(path, true) : targets.place(path);
  }

  /** The path of a new note. @throws ToolFailure `already_exists` */
  private placeOf({ path, ifExists }: Pick<NewNote, 'path' | 'ifExists'>): TargetPath {
    const { targets } = this.context;
    const place = this.placeAt(path);
    if (place.file === undefined) return place;
    if (ifExists === 'rename') return { path: targets.freeName(place.path), file: undefined };
    throw taken('Choose another path, pass `ifExists: "rename"`');
  }
}

/** @throws ToolFailure `invalid_argument` for a base, `unsupported_file` for a canvas */
function refuseForOtherKinds(note: NewText): void {
  const { path, content, properties, template } = note;
  const isMade = (template ?? properties) !== undefined;
  if (isBasePath(path) && isMade)
    throw new ToolFailure('invalid_argument', 'A base cannot have a `template` or `properties`.');
  if (isCanvasPath(path) && (isMade || !isEmptyCanvas(content)))
    throw new ToolFailure('unsupported_file', 'A canvas is not a note: it is created empty.', {
      hint: [
        'Leave `content`, `template` and `properties` out, then add cards with `edit_canvas`.',
        'Leave `content`, `template` and `properties` out.',
      ],
    });
}

function taken(ways: string): ToolFailure {
  return new ToolFailure('already_exists', 'There is already a note at this path.', {
    hint: [`${ways}, or change the note with \`edit_note\` or \`update_note\`.`, `${ways}.`],
  });
}

/** The text with more at its start or end. */
export function withContent(text: string, mode: 'append' | 'prepend', content: string): string {
  if (text === '' || content === '') return text + content;
  return placeText(text, mode, content);
}

function asMeant<Note extends NewText>(note: Note): Note {
  const { content, properties } = note;
  return { ...note, content: withoutReadNumbers(content), properties: meantProperties(properties) };
}

/** The initial text of a new note, then its content, with its properties. */
function fullText(beginning: string, { path, content, properties }: NewText): string {
  if (isCanvasPath(path)) return emptyCanvas;
  const gap = /^#{1,6}[ \t]/u.test(content) && !endsBlank(beginning) ? '\n' : '';
  const parsed = properties === undefined ? undefined : frontmatterIn(beginning);
  if (parsed?.ok === false && parsed.problem.kind !== 'empty') {
    const { code, message } = unreadable(parsed.problem, 'The YAML of the template');
    throw new ToolFailure(code, message, { hint: 'Repair the template, or leave `properties` out.' });
  }
  return storable(newNote(withContent(beginning, 'append', gap + content), properties));
}

function refuseTwins(paths: readonly string[]): void {
  const seen = new Set<string>();
  for (const path of paths) {
    const folded = foldPath(path);
    if (seen.has(folded))
      throw new ToolFailure('invalid_argument', `${quoted(path, 200)} is given twice.`, {
        hint: 'Two notes cannot have paths that differ only in letter case.',
      });
    seen.add(folded);
  }
}
