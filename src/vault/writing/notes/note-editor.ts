import type { TFile } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { addTableRow } from '../../../markdown/edits/sections/table-row';
import { editBlock } from '../../../markdown/edits/sections/block-edit';
import { editSection } from '../../../markdown/edits/sections/section-edit';
import { type TagPlaces, tagsIn } from '../../../markdown/edits/tags/inline-tags';
import { editTags, takesOut, type TagEdit, type TaggedText } from '../../../markdown/edits/tags/tag-edit';
import type { TargetEdit } from '../../../markdown/edits/sections/given-text';
import { applyEdits, type ExactEdit } from '../../../markdown/edits/exact/exact-edit';
import { placeText } from '../../../markdown/edits/sections/text-place';
import type { FrontmatterEdit } from '../../../markdown/frontmatter-edit/edits';
import { editFrontmatter } from '../../../markdown/frontmatter-edit';
import { readFrontmatter } from '../../../markdown/frontmatter/frontmatter';
import type { NoteStructure } from '../../../markdown/structure/note-structure';
import { parseNote } from '../../../markdown/structure/scan-structure';
import { allTags, tagsMeant, withUsualNames } from '../../../markdown/tags';
import { isRecord, jsonField } from '../../../utils/json';
import { nearest } from '../../../utils/near';
import { propertyKey, propertyName, foldTag } from '../../../utils/properties/property-names';
import { longStep } from '../../../utils/slicing/time-slicer';
import { allQuoted, quoted, withoutReadNumbers } from '../../../utils/text/pieces';
import { absentFailure, dayOf } from '../../access/absent-files';
import { parseReference } from '../../access/vault-path';
import type { NoteContent } from '../../reading/notes';
import { isBasePath } from '../note-check';
import type { Plan, WriteCall } from '../pipeline/pipeline';
import type { Step } from '../pipeline/steps';
import {
  type MultiWriteResult,
  ofItem,
  stepsOfEach,
  throwItemError,
  type WriteResult,
  withHints,
  writeMany,
  writeOne,
} from '../write-result';
import type { TargetPath } from '../write-targets';
import type { WriterContext } from '../writer-context';
import { checkVersion } from './if-match';
import {
  declaredKind,
  eachProperty,
  eachTag,
  meantProperties,
  meantRow,
  meantValue,
  withTagList,
} from './meant-value';
import { type NoteCreator, withContent } from './note-creator';
import { type PropertyChanges, propertyHints, type PropertySurroundings } from '../../hints/property-hints';
import { type UsualKind, usualKinds } from '../../queries/usual-kinds';
import { sectionHints } from '../../hints/section-hints';
import { tagPlaces } from './tag-places';
import { tickHints } from '../../hints/task-hints';
import { overwritten, storable } from './whole-note';

interface ChangedText {
  readonly text: string;
  readonly hints?: readonly string[];
}

/** Computes the new text from the old one and its structure. Pure: may run again. */
type NoteChange = (
  text: string,
  structure: () => NoteStructure,
  /** Undefined for a note that does not exist yet. */
  file: TFile | undefined,
) => ChangedText | Promise<ChangedText>;

interface Versioned {
  readonly path: string;
  readonly ifMatch?: string | undefined;
}

interface NoteUpdate extends Versioned {
  readonly mode: 'append' | 'prepend' | 'overwrite';
  readonly content: string;
  /** If undefined, a note is created unless another one, or a daily note, may be meant. */
  readonly createIfNeeded?: boolean | undefined;
  readonly overwriteIfExists: boolean;
}

interface NoteEdits extends Versioned {
  readonly edits: readonly ExactEdit[];
}

interface NotePatch extends Omit<TargetEdit, 'content'>, Versioned {
  readonly targetType: 'heading' | 'block' | 'frontmatter';
  readonly content?: string | undefined;
  readonly value?: unknown;
}

interface NoteProperties extends PropertyChanges, Versioned {}

/** Changes the notes that one caller may write: whole texts, sections, blocks, properties and tags. */
export class NoteEditor {
  constructor(
    private readonly context: WriterContext,
    private readonly creator: NoteCreator,
  ) {}

  /** @throws ToolFailure `already_exists`, `version_conflict`, and as for any write */
  async update(update: NoteUpdate, call: WriteCall): Promise<WriteResult> {
    const { targets, notes } = this.context;
    const { mode } = update;
    const content = withoutReadNumbers(update.content);
    const find = (): TargetPath => {
      const mayCreate = update.createIfNeeded !== false;
      if (isBasePath(update.path)) return existingIf(!mayCreate, targets.base(update.path));
      return mayCreate ? targets.noteOrPlace(update.path) : targets.existing(update.path);
    };
    return writeOne(this.context, {
      call,
      targets: () => [find().path],
      plan: async () => {
        const place = find();
        const { file } = place;
        if (file === undefined) {
          refuseAbsent(update.ifMatch);
          if (update.createIfNeeded === undefined) this.refuseNear(update.path, place.path);
          const hints = this.creator.hintsOf(update, place.path, true);
          const beginning = mode === 'overwrite' ? '' : await this.creator.beginning(place);
          const made = withContent(beginning, mode === 'prepend' ? mode : 'append', content);
          return { steps: this.creator.steps(place.path, storable(made)), hints };
        }
        const before = await notes.readFile(file, call.signal);
        const isWhole = mode === 'overwrite';
        if (isWhole) refuseBlindOverwrite(update, before);
        await checkVersion(before, update.ifMatch, this.context);
        const made = isWhole ? overwritten(before.text, content) : placeText(before.text, mode, content);
        const text = storable(made, before.text);
        const hints = await tickHints(before.text, text, this.context, call);
        return { steps: [{ kind: 'edit', file, before, text, isWhole }], hints };
      },
    });
  }

  /** @throws ToolFailure `not_found` for what may mean a daily note, or misspell another (for a path, in its folder) */
  private refuseNear(given: string, path: string): void {
    if (parseReference(given).kind !== 'path') return;
    const near = this.context.newNames.nearNotes(path, given.includes('/'));
    if (dayOf(given) !== undefined) throw absentFailure('note', given, near);
    if (near.length > 0)
      throw new ToolFailure('not_found', 'No note has this name, but others have similar names.', {
        candidates: near,
        hint: 'Use one of the candidates, or pass `createIfNeeded: true` for a new note.',
      });
  }

  /** @throws ToolFailure `target_not_found`, `target_ambiguous`, `version_conflict`, and as for any write */
  edit(given: NoteEdits, call: WriteCall): Promise<WriteResult> {
    const { path, edits, ifMatch } = given;
    requireVersion(edits, ifMatch);
    return this.change(path, ifMatch, this.exact(given, call), call, reference => this.editable(reference));
  }

  private exact({ path, edits }: NoteEdits, call: WriteCall): NoteChange {
    return async (text, _structure, file) => {
      // A missing periodic note without a template has nothing to edit.
      if (file === undefined && text === '') this.context.targets.existing(path);
      return { text: await applyEdits(text, edits, this.context.pipeline.loop(call.signal)) };
    };
  }

  /** All notes change or none. */
  async editAll(changes: readonly NoteEdits[], call: WriteCall): Promise<MultiWriteResult> {
    const { pipeline } = this.context;
    const pathOf = ({ path, edits, ifMatch }: NoteEdits): string => {
      requireVersion(edits, ifMatch);
      return this.editable(path).path;
    };
    const paths = (): string[] =>
      changes.map((change, index) => ofItem('Change', index, change.path, () => pathOf(change)));
    const plan = async (): Promise<Plan> => {
      refuseDoubles(paths(), changes);
      const stepsOf = async (one: NoteEdits): Promise<readonly Step[]> =>
        (await this.planChange(this.editable(one.path), one.ifMatch, this.exact(one, call), call)).steps;
      return {
        steps: await stepsOfEach(changes, 'Change', { call, loop: pipeline.loop(call.signal) }, stepsOf),
      };
    };
    return (await writeMany(this.context, { call, targets: paths, plan })).answer;
  }

  /** @throws ToolFailure `target_not_found`, `target_ambiguous`, `invalid_frontmatter`, and as for any write */
  async patch(given: NotePatch, call: WriteCall): Promise<WriteResult> {
    checkPatch(given);
    const { path, ifMatch, targetType, operation, target } = given;
    const { file } = this.context.targets.changeable(path);
    if (file !== undefined && targetType !== 'frontmatter') this.context.notes.requireParts(file);
    const content = given.content === undefined ? undefined : withoutReadNumbers(given.content);
    const patch = { ...given, content };
    const { kind, ...asked } = await this.settingOf(patch, call.signal);
    const change: NoteChange = async (text, structure) => {
      if (targetType !== 'frontmatter') {
        // The edit parses the new text too, which takes as long.
        const parsed = await longStep(this.context.pipeline.loop(call.signal), structure);
        const isSection = targetType === 'heading' && content !== undefined;
        const hints = isSection ? sectionHints(text, parsed, { ...patch, content }) : [];
        return { text: patched(text, patch, () => parsed), hints };
      }
      const before = readFrontmatter(text) ?? {};
      const was = jsonField(before, propertyName(before, target) ?? target);
      const value = settingIn(patch, was, kind);
      const set = { [target]: value };
      // Other operations extend the existing value, so its kind need not match.
      const hints = operation === 'replace' ? propertyHints(before, { set, replace: true }, asked) : [];
      return { text: patched(text, { ...patch, value }, structure), hints };
    };
    return this.change(path, ifMatch, change, call);
  }

  /** What is known in addition to the property that a patch sets. */
  private async settingOf(
    { targetType, target, value, content }: NotePatch,
    signal: AbortSignal,
  ): Promise<PropertySurroundings & { readonly kind: UsualKind | undefined }> {
    const { access, app, clock, hints } = this.context;
    const isProperty = targetType === 'frontmatter';
    // The app also declares types for properties that only hidden notes have.
    const isOpen = !access.isNarrowed || (isProperty && (await hints.hasProperty(target, signal)));
    const set = { [target]: value ?? content };
    const usual = isProperty ? await usualKinds(set, this.context, signal) : new Map<string, UsualKind>();
    const isAsked = isProperty && isOpen && typeof value === 'string';
    const declared = isAsked ? await declaredKind(app, target) : undefined;
    const kind = declared ?? usual.get(target.toLowerCase());
    return {
      clock,
      usual,
      kind: kind === 'other' ? undefined : kind,
      ...(content === undefined ? {} : { way: 'as `value`' }),
    };
  }

  /** @throws ToolFailure `invalid_frontmatter`, and as for any write */
  async properties(given: NoteProperties, call: WriteCall): Promise<WriteResult> {
    const remove = await eachProperty(given.remove, this.context, call.signal);
    requireProperties({ ...given, remove });
    const { clock, targets } = this.context;
    const usual = await usualKinds(given.set ?? {}, this.context, call.signal);
    const change: NoteChange = before => {
      const there = readFrontmatter(before) ?? {};
      const missing = remove.filter(name => propertyName(there, name) === undefined);
      const absent = missingHints('The note has no property', missing, Object.keys(there));
      const changes = { ...given, set: meantProperties(given.set, there), remove };
      const text = editFrontmatter(before, propertyEdits(changes));
      const said = text === before ? [] : propertyHints(there, changes, { clock, usual });
      return { text, hints: [...said, ...absent] };
    };
    const adds = Object.keys(given.set ?? {}).length > 0;
    const find = (path: string): TargetPath => targets.changeable(path, adds);
    return this.change(given.path, given.ifMatch, change, call, find);
  }

  /** @returns also the note's new tags */
  async tags(
    given: TagEdit & { readonly path: string },
    call: WriteCall,
  ): Promise<WriteResult & { tags: string[] }> {
    const edit = { ...given, add: eachTag(given.add), remove: eachTag(given.remove) };
    requireTags(edit);
    const concerns = takesOut(edit);
    let tags: string[] = [];
    const change: NoteChange = async (text, structure, file) => {
      const places =
        file === undefined
          ? structure()
          : await tagPlaces({ file, text, concerns }, this.context, call.signal);
      const result = editTags(text, places, edit);
      tags = tagsOf(result);
      return {
        text: result.text,
        hints: missingTagHints('The note has no tag', edit, tagsThere(text, places)),
      };
    };
    const adds = edit.add !== undefined && edit.add.length > 0;
    const find = (path: string): TargetPath => this.context.targets.changeable(path, adds);
    const { hints = [], ...answer } = await this.change(edit.path, undefined, change, call, find);
    return withHints({ ...answer, tags }, hints);
  }

  /** Changes the text of an existing note, or of a periodic note, which is created if missing. */
  private async change(
    reference: string,
    ifMatch: string | undefined,
    change: NoteChange,
    call: WriteCall,
    find: (reference: string) => TargetPath = text => this.context.targets.changeable(text),
  ): Promise<WriteResult> {
    return writeOne(this.context, {
      call,
      targets: () => [find(reference).path],
      plan: () => this.planChange(find(reference), ifMatch, change, call),
    });
  }

  private editable(reference: string): TargetPath {
    const { targets } = this.context;
    return isBasePath(reference) ? existingIf(true, targets.base(reference)) : targets.changeable(reference);
  }

  private async planChange(
    place: TargetPath,
    ifMatch: string | undefined,
    change: NoteChange,
    call: WriteCall,
  ): Promise<Plan> {
    const { file } = place;
    const before = file && (await this.context.notes.readFile(file, call.signal));
    if (before === undefined) refuseAbsent(ifMatch);
    else await checkVersion(before, ifMatch, this.context);
    const old = before?.text ?? (await this.creator.beginning(place));
    const made = await change(old, () => parseNote(old), file);
    const text = storable(made.text, before?.text);
    const hints = [...(await tickHints(old, made.text, this.context, call)), ...(made.hints ?? [])];
    if (file === undefined || before === undefined)
      return { steps: this.creator.steps(place.path, text), hints };
    return { steps: [{ kind: 'edit', file, before, text }], hints };
  }
}

/** @throws ToolFailure `not_found` for a missing file, if one is needed */
function existingIf(isNeeded: boolean, place: TargetPath): TargetPath {
  if (!isNeeded || place.file !== undefined) return place;
  throw new ToolFailure('not_found', 'There is no base at this path.');
}

function refuseAbsent(ifMatch: string | undefined): void {
  if (ifMatch !== undefined)
    throw new ToolFailure('version_conflict', 'There is no note at this path.', {
      hint: 'A tool that creates notes does so without `ifMatch`.',
    });
}

function refuseBlindOverwrite({ overwriteIfExists, ifMatch }: NoteUpdate, { versionId }: NoteContent): void {
  if (!overwriteIfExists)
    throw new ToolFailure('already_exists', 'There is already a note at this path.', {
      hint: 'To replace all of it, read it and pass `overwriteIfExists: true` with its `versionId` as `ifMatch`. To change a part, edit it instead.',
      versionId,
    });
  if (ifMatch === undefined)
    throw new ToolFailure('invalid_argument', '`ifMatch` is required: it shows that you read the note.', {
      hint: 'Read the note and pass its `versionId` as `ifMatch`.',
      versionId,
    });
}

function requireVersion(edits: readonly ExactEdit[], ifMatch: string | undefined): void {
  const byLine = edits.some(({ startLine, endLine }) => startLine !== undefined || endLine !== undefined);
  if (byLine && ifMatch === undefined)
    throw new ToolFailure('invalid_argument', '`ifMatch` is required: line numbers belong to one version.', {
      hint: 'Read the note and pass its `versionId` as `ifMatch`.',
    });
}

function refuseDoubles(paths: readonly string[], changes: readonly NoteEdits[]): void {
  const first = new Map<string, number>();
  for (const [index, path] of paths.entries()) {
    const before = first.get(path);
    if (before !== undefined) {
      const message = `Change ${before + 1} already names this note.`;
      const failure = new ToolFailure('invalid_argument', message, {
        hint: 'Combine all edits of a note into one change.',
      });
      throwItemError(failure, 'Change', index, changes[index]?.path ?? path);
    }
    first.set(path, index);
  }
}

/** @throws ToolFailure `invalid_argument` for arguments that exclude each other */
function checkPatch({ targetType, content, value, occurrence }: NotePatch): void {
  if ((content === undefined) === (value === undefined))
    throw new ToolFailure('invalid_argument', 'Exactly one of `content` and `value` is needed.');
  if (value !== undefined && targetType !== 'frontmatter' && meantRow(value) === undefined)
    throw new ToolFailure('invalid_argument', '`value` is for properties, and as an object for table rows.', {
      hint: 'Pass `content`, or for a row `value: {"Column":"text"}`.',
    });
  if (occurrence !== undefined && targetType !== 'heading')
    throw new ToolFailure('invalid_argument', '`occurrence` is for headings only.');
}

/** @throws ToolFailure `target_not_found`, `target_ambiguous`, `invalid_frontmatter`, `invalid_argument` */
function patched(text: string, patch: NotePatch, structure: () => NoteStructure): string {
  const { targetType } = patch;
  if (targetType === 'frontmatter') return withProperty(text, patch);
  const row = meantRow(patch.value);
  if (row !== undefined) return addTableRow(text, structure(), { ...patch, targetType }, row);
  const edit = patch.targetType === 'heading' ? editSection : editBlock;
  return edit(text, structure(), { ...patch, content: patch.content ?? '' });
}

/** The value of a property that a patch sets. Its `content` is a text unless the property holds something else. */
function settingIn(
  { target, content, value }: NotePatch,
  was: unknown,
  kind: UsualKind | undefined,
): unknown {
  const given = withTagList({ [target]: value === undefined ? content : value })[target];
  const meant = meantValue(given, was, value === undefined ? undefined : kind);
  const mayBeList = Array.isArray(was) || /^(?:tags|aliases)$/iu.test(target) || isRecord(given);
  return value === undefined && isRecord(meant) && !mayBeList ? given : meant;
}

/** Creates a missing property: its position does not matter. */
function withProperty(text: string, { operation, target: key, value, content }: NotePatch): string {
  const kind = operation === 'replace' ? 'set' : operation;
  return editFrontmatter(text, [{ kind, key, value: value === undefined ? content : value }]);
}

/** @throws ToolFailure `invalid_argument` if no tag is named */
export function requireTags({ add = [], remove = [] }: TagEdit): void {
  if (add.length + remove.length === 0)
    throw new ToolFailure('invalid_argument', 'Neither `add` nor `remove` names a tag.');
}

/** The YAML of a note cannot hold more. */
const maxProperties = 10_000;

/** @throws ToolFailure `too_large`; `invalid_argument` if nothing is to change, or a key is both set and removed */
export function requireProperties({ set = {}, remove = [] }: PropertyChanges): void {
  const keys = Object.keys(set);
  if (keys.length + remove.length > maxProperties)
    throw new ToolFailure('too_large', `More than ${maxProperties} properties are named.`);
  if (keys.length + remove.length === 0)
    throw new ToolFailure('invalid_argument', 'Neither `set` nor `remove` names a property.', {
      hint: 'Write {"set":{"status":"done"}}.',
    });
  const known = new Set(keys.map(propertyKey));
  if (remove.some(key => known.has(propertyKey(key))))
    throw new ToolFailure('invalid_argument', 'A property is in both `set` and `remove`.');
}

export function propertyEdits({ set = {}, remove = [], replace }: PropertyChanges): FrontmatterEdit[] {
  return [
    ...Object.entries(set).map(([key, value]) => ({ kind: replace ? 'set' : 'merge', key, value }) as const),
    ...remove.map(key => ({ kind: 'remove', key }) as const),
  ];
}

/** Limit for hints about missing names. */
const maxHints = 5;
const maxNear = 3;

export function missingTagHints(lacks: string, { remove = [] }: TagEdit, there: readonly string[]): string[] {
  const known = new Set(there.map(foldTag));
  const missing = remove.map(tag => tag.replace(/^#/u, () => '')).filter(tag => !known.has(foldTag(tag)));
  return missingHints(lacks, missing, there);
}

/** The tags of a note, and the texts in its property that are not tags. */
export function tagsThere(text: string, places: TagPlaces): string[] {
  const value = withUsualNames(readFrontmatter(text))?.['tags'];
  const given: unknown[] = tagsMeant(value) ?? [value].flat();
  const inText = [...tagsIn(text, places)].map(tag => tag.slice(1));
  return [...inText, ...given.filter(one => typeof one === 'string')];
}

function missingHints(what: string, missing: readonly string[], there: readonly string[]): string[] {
  return missing.slice(0, maxHints).map(name => {
    const near = nearest(name, there, maxNear);
    const named = near.length === 0 ? '' : `; similar names: ${allQuoted(near)}`;
    return `${what} ${quoted(name, 200)}${named}.`;
  });
}

/** Without `#`, each spelling once, those of the frontmatter first. */
function tagsOf({ text, inlineTags }: TaggedText): string[] {
  const tags = [...inlineTags].map(tag => ({ tag }));
  const frontmatter = withUsualNames(readFrontmatter(text));
  return [...new Set(allTags({ frontmatter, tags }).map(tag => tag.slice(1)))];
}
