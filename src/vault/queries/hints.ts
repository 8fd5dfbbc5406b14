import { adviceFor } from '../../errors';
import type { VisibleVault } from '../index/indexes';
import type { TFile } from 'obsidian';
import type { Condition } from '../../utils/properties/conditions';
import { nearest } from '../../utils/near';
import type { NoteField } from '../../utils/properties/note-field-names';
import { sliced } from '../../utils/slicing/time-slicer';
import { foreignOperatorHint, missingProperty } from './empty/missing-property';
import { falseHints, isExistenceTest } from './empty/false-values';
import { nearValues } from './empty/near-values';
import { absentFolders, folderHints, globHints, noteHints, quoted } from './empty/missing-names';
import type { FileFilter, FilterPart } from './listings/file-filter';
import { TagHints } from './tag-hints';
import { type UnreadableFields, unreadableFields } from './unreadable';

/** Fields of a result that explain its rows. */
export interface Hinted extends UnreadableFields {
  /** Why it may be empty, or differ from what was meant. */
  hints?: string[];
}

/** The conditions of a query, and whether anything was found. */
export interface Asked {
  /** The folder of the query; '' for the whole vault. */
  readonly folder: string;
  readonly found: number;
  readonly filter?: FileFilter;
  /** Tags in the conditions. */
  readonly tags?: readonly string[];
  /** Further properties, in addition to those in conditions. */
  readonly properties?: readonly string[];
  /** Properties to show, where fields of notes cannot be named. */
  readonly shown?: readonly string[];
  /** Whether the result depends on tags or properties. */
  readonly readsMetadata?: boolean;
  /** The files that were searched; the notes of the folder by default. */
  readonly among?: readonly TFile[];
}

export interface ConditionNames {
  readonly tags?: readonly string[];
  readonly folders?: readonly string[];
  readonly properties?: readonly string[];
}

const shownNear = 5;
const maxNameLength = 60;

/** Explains why a result may be empty, using only what the caller sees. */
export class Hints {
  readonly tags: TagHints;

  constructor(private readonly context: VisibleVault) {
    this.tags = new TagHints(context);
  }

  async of(asked: Asked, signal: AbortSignal): Promise<Hinted> {
    const { folder, filter, properties = [], tags = [], found } = asked;
    const conditions = filter?.conditions ?? [];
    const names = [
      ...properties,
      ...conditions.flatMap(({ property, field }) => (field === undefined ? (property ?? []) : [])),
    ];
    const readsMetadata =
      asked.readsMetadata === true ||
      tags.length + names.length + (asked.shown ?? []).length > 0 ||
      conditions.some(asksForMetadata);
    if (found > 0 && !readsMetadata) return {};
    const hints = [
      ...(await this.missingProperties(names, signal)),
      ...(await this.missingProperties(asked.shown ?? [], signal, false)),
    ];
    if (found === 0) {
      hints.push(
        ...(await this.tags.missing([...tags, ...tagsAsked(filter)], signal)),
        ...(await this.missingNames(filter, signal)),
      );
      const among = asked.among ?? (hints.length === 0 ? await this.notesIn(folder, signal) : []);
      if (hints.length === 0) {
        const alone = await this.emptying(among, asked, signal);
        hints.push(...alone);
        for (const condition of alone.length === 0 ? [] : conditions)
          hints.push(...(await this.valueHints(condition, signal)));
      }
    }
    if (conditions.some(isExistenceTest)) {
      const notes = await this.notesIn(folder, signal);
      const turn = this.context.slicer.slice({ signal });
      hints.push(...(await falseHints(notes, conditions, this.context.facts, turn)));
    }
    return {
      ...(hints.length === 0 ? {} : { hints }),
      ...(readsMetadata ? await this.unreadable(folder, signal) : {}),
    };
  }

  private async notesIn(folder: string, signal: AbortSignal): Promise<readonly TFile[]> {
    const { files, slicer } = this.context;
    const all = await files.notesSliced({ slicer, signal });
    return folder === '' ? all : all.filter(note => note.path.startsWith(`${folder}/`));
  }

  /**
   * The notes whose properties, tags and links are unknown.
   * @param reference a folder or a note; the whole vault if left out
   * @throws ToolFailure like `VisibleFiles.noteOrFolder`
   */
  unreadableAt(reference: string | undefined, signal: AbortSignal): Promise<Hinted> {
    const place = reference === undefined ? undefined : this.context.files.noteOrFolder(reference);
    return this.unreadable(place === undefined || place.path === '/' ? '' : place.path, signal);
  }

  private unreadable(folder: string, signal: AbortSignal): Promise<Hinted> {
    const isBelow = (path: string): boolean =>
      folder === '' || path === folder || path.startsWith(`${folder}/`);
    return this.unreadableAmong(isBelow, signal);
  }

  /**
   * Like `unreadableAt`, for notes whose paths pass a test.
   * @param large notes that the answer lacks since they have more than 2 MB of text
   */
  unreadableAmong(
    isWanted: (path: string) => boolean,
    signal: AbortSignal,
    large: readonly TFile[] = [],
  ): Promise<UnreadableFields> {
    const { files, slicer, unreadableNotes } = this.context;
    const isShown = (note: TFile): boolean => isWanted(note.path) && files.canSee(note);
    return unreadableFields(unreadableNotes, isShown, slicer.slice({ signal }), large);
  }

  /** Similar names of properties, including the name itself if a note has it. */
  async nearProperties(name: string, signal: AbortSignal): Promise<string[]> {
    return nearest(name, (await this.propertyNames([], signal)).known, shownNear);
  }

  /** @param takesFields whether fields of notes may be meant too */
  private async missingProperties(
    names: readonly string[],
    signal: AbortSignal,
    takesFields = true,
  ): Promise<string[]> {
    if (names.length === 0) return [];
    const { known, missing } = await this.propertyNames(names, signal);
    return missing.map(name => missingProperty(name, known, { takesFields, shows: this.context.shows }));
  }

  /** Collects property names until all of `names` are found; also returns the names that no note has. */
  private async propertyNames(
    names: readonly string[],
    signal: AbortSignal,
  ): Promise<{ known: readonly string[]; missing: string[] }> {
    const { files, facts, slicer } = this.context;
    const turn = slicer.slice({ signal });
    // Ten thousand notes share the spellings of a few names.
    const spellings = new Set<string>();
    const known = new Map<string, string>();
    const isMissing = (name: string): boolean =>
      !known.has(name.toLowerCase()) && !known.has(foldProperty(name));
    for (const note of await files.notesSliced({ slicer, signal })) {
      const before = spellings.size;
      for (const name of Object.keys(facts.of(note).frontmatter ?? {})) {
        if (spellings.has(name)) continue;
        spellings.add(name);
        known.set(name.toLowerCase(), name);
      }
      if (spellings.size > before && names.length > 0 && !names.some(isMissing)) break;
      if (turn.due()) await turn.pause();
    }
    return { known: [...known.values()], missing: names.filter(isMissing) };
  }

  /** Which of the names that were asked for the vault does not have. */
  async ofNames(
    { tags = [], folders = [], properties = [] }: ConditionNames,
    signal: AbortSignal,
  ): Promise<string[]> {
    const { files, slicer } = this.context;
    return [
      ...(await this.missingProperties(properties, signal)),
      ...(await this.tags.missing(tags, signal)),
      ...(await absentFolders(folders, files, slicer.slice({ signal }))),
    ];
  }

  /** How to write a condition's value if it looks like another type; near values that notes have. */
  private async valueHints(condition: Condition, signal: AbortSignal): Promise<string[]> {
    const { property, value = '', operator } = condition;
    const said = foreignOperatorHint(condition) ?? writtenOtherwise(condition);
    if (said !== undefined) return [said];
    if (property === undefined || value === '') return [];
    const near = operator === '=' ? await this.nearValues(property, value, signal) : [];
    return [
      near.length === 0
        ? this.valuesWay(property)
        : `The property ${quoted(property)} has near values: ${near.join(', ')}.`,
    ];
  }

  /** How to see which values a property has. */
  valuesWay(property: string): string {
    return adviceFor(
      [
        `\`list_properties\` with \`property: ${quoted(property)}\` lists its values.`,
        `\`query_notes\` with \`groupBy: ${quoted(property)}\` shows its values.`,
      ],
      this.context.shows,
    );
  }

  private async nearValues(property: string, value: string, signal: AbortSignal): Promise<string[]> {
    const turn = this.context.slicer.slice({ signal });
    return nearValues(await this.notesIn('', signal), { property, value }, this.context.facts, turn);
  }

  /** Of folders and notes that the filter names. */
  private async missingNames(filter: FileFilter | undefined, signal: AbortSignal): Promise<string[]> {
    const { files, slicer } = this.context;
    const turn = slicer.slice({ signal });
    const hints: string[] = [];
    for await (const condition of sliced(filter?.conditions ?? [], turn)) {
      const hintsOf = condition.field?.root === 'folder' ? folderHints : noteHints;
      hints.push(...hintsOf(condition, files));
    }
    return [...hints, ...globHints(filter?.includes ?? [], files)];
  }

  /** The conditions that match nothing even alone. */
  private async emptying(
    files: readonly TFile[],
    { folder, filter, among }: Asked,
    signal: AbortSignal,
  ): Promise<string[]> {
    const kind = among === undefined ? 'notes' : 'files';
    if (files.length === 0)
      return [folder === '' ? `There are no ${kind} here.` : `The folder ${quoted(folder)} has no ${kind}.`];
    const alone: FilterPart[] = [];
    for (const part of filter?.parts ?? []) {
      let matches = 0;
      const count = (file: TFile): void => {
        if (matches === 0 && part.matches(file)) matches += 1;
      };
      for await (const file of sliced(files, this.context.slicer.slice({ signal }))) count(file);
      if (matches === 0) alone.push(part);
    }
    if (alone.length > 0) return [emptyingHint(alone)];
    const parts = filter?.parts ?? [];
    let together = 0;
    const pass = (file: TFile): void => {
      if (together === 0 && parts.every(part => part.matches(file))) together += 1;
    };
    const compared = parts.length > 1 ? files : [];
    for await (const file of sliced(compared, this.context.slicer.slice({ signal }))) pass(file);
    return parts.length > 1 && together === 0
      ? ['Each filter alone finds something; together they leave nothing.']
      : [];
  }
}

function emptyingHint(alone: readonly FilterPart[]): string {
  const names = alone.map(({ name, problem }) => (problem === undefined ? name : `${name}, ${problem}`));
  const isPlain = alone.length === 1 && alone[0]?.problem === undefined;
  return `Nothing passes ${names.join(', nor ')}${isPlain ? ' alone' : ''}.`;
}

/** Of a value that looks like another type; undefined for others. */
function writtenOtherwise({ property, field, value = '' }: Condition): string | undefined {
  if (field !== undefined && field.root !== 'frontmatter' && value !== '')
    return `\`query_notes\` with \`select: ["${field.name}"]\` shows what notes have there.`;
  if (property === undefined || value === '') return undefined;
  if (value === 'null')
    return `A property without a value is asked for by \`!${property.slice(0, maxNameLength)}\`.`;
  return /[|,]/u.test(value)
    ? 'A condition compares with one value; for several use `filter`, as {"in":[{"var":"frontmatter.status"},["a","b"]]}.'
    : undefined;
}

/** Fields other than properties and tags, whose names hardly any property has. */
const plainFields: readonly NoteField[] = [
  'path',
  'name',
  'folder',
  'links',
  'backlinks',
  'wordCount',
  'size',
  'tasks',
];

function asksForMetadata({ field }: Condition): boolean {
  return field === undefined || !plainFields.includes(field.root);
}

function tagsAsked(filter: FileFilter | undefined): string[] {
  return (filter?.conditions ?? []).flatMap(({ field, operator, value = '' }) =>
    field?.root === 'tags' && operator === '=' && value !== '' ? [value] : [],
  );
}

/** The part of a dotted name before the dot, by which properties are indexed. */
function foldProperty(name: string): string {
  return (name.split('.', 1)[0] ?? name).toLowerCase();
}
