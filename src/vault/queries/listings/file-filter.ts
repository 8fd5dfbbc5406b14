import { mapDefined } from '../../../utils/collections';
import { type TAbstractFile, TFile } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { fieldValue } from '../rows';
import { type Condition, type ConditionSubject, parseConditions } from '../../../utils/properties/conditions';
import { type DateClock, parseDateBound, requireRange } from '../../../utils/dates';
import { GlobUtils } from '../../../utils/glob-utils';
import { tagCovers, wantedTag } from '../../../utils/properties/property-names';
import {
  fileFields,
  type NamedField,
  namedField,
  type NoteField,
} from '../../../utils/properties/note-field-names';
import type { VisibleVault } from '../../index/indexes';
import type { NoteFactsIndex } from '../../index/metadata/note-metadata';
import type { FieldReader, NoteFields } from '../note-fields';
import { isNote } from '../../access/visible-files';

export interface FileFilterQuery {
  readonly includes?: readonly string[] | undefined;
  readonly excludes?: readonly string[] | undefined;
  readonly modifiedSince?: string | undefined;
  readonly modifiedUntil?: string | undefined;
  readonly createdSince?: string | undefined;
  readonly createdUntil?: string | undefined;
  /** Bytes. */
  readonly minSize?: number | undefined;
  readonly maxSize?: number | undefined;
  readonly where?: readonly string[] | undefined;
  readonly tag?: string | undefined;
}

interface FilterContext extends VisibleVault {
  readonly fields: NoteFields;
  readonly caseInsensitive: boolean;
}

export interface FileFilter {
  /** Whether every file below the folder matches. */
  readonly isOpen: boolean;
  /** The conditions one by one, to find the one that matches nothing. */
  readonly parts: readonly FilterPart[];
  readonly conditions: readonly Condition[];
  readonly includes: readonly string[];
  readonly tag: string | undefined;
  /** Prepares the notes' data; await it before matching. */
  prepare(signal: AbortSignal): Promise<void>;
  readonly matches: (file: TAbstractFile) => boolean;
}

export interface FilterPart {
  readonly name: string;
  /** Why nothing can match, if that is known: "a date in the future". */
  readonly problem?: string;
  /** Whether no folder passes it. */
  readonly isOfFiles: boolean;
  matches(file: TFile): boolean;
  /** The property for which a file is left out, because its value cannot be compared. */
  uncompared?(file: TFile): string | undefined;
}

/**
 * One test for all conditions on a file. Globs match folders too; every other condition excludes them.
 * @param folder only what is below it matches, '' for the whole vault; globs match from it and from the root
 * @param withOthers whether other files than notes are wanted, which have some of the fields
 * @throws ToolFailure `invalid_query`
 */
export function fileFilter(
  query: FileFilterQuery,
  folder: string,
  context: FilterContext,
  withOthers = false,
): FileFilter {
  const { includes = [], excludes = [], where = [] } = query;
  refuseEmpty({ includes, excludes });
  const globs = GlobUtils.compile(includes, excludes, { folder, caseInsensitive: context.caseInsensitive });
  const conditions = parseConditions(where, context.clock);
  const subjects = new Subjects(context, conditions, withOthers);
  const ofFiles = [...dateTests(query, context.clock), ...sizeTests(query)];
  const ofNotes = [
    ...tagTests(query, context.facts),
    ...conditions.map(({ holds, field, property, isUnlike }, index) => ({
      ...part(
        `condition ${index + 1} of \`where\``,
        file => subjects.has(file, field) && holds(subjects.of(file)),
      ),
      ...(isUnlike && { uncompared: (file: TFile) => (isUnlike(subjects.of(file)) ? property : undefined) }),
    })),
  ];
  const globNames = Object.entries({ includes, excludes }).flatMap(([name, { length }]) =>
    length > 0 ? [`\`${name}\``] : [],
  );
  const tests = [...ofFiles, ...ofNotes];
  const start = folder === '' ? '' : `${folder}/`;
  return {
    conditions,
    includes,
    tag: query.tag,
    isOpen: tests.length === 0 && globNames.length === 0,
    parts: [
      ...(globNames.length > 0
        ? [part(globNames.join(' and '), file => globs.shouldInclude(file.path), false)]
        : []),
      ...tests,
    ],
    prepare: async signal => {
      if (ofNotes.length > 0) await subjects.prepare(signal);
    },
    matches: file => {
      if (!file.path.startsWith(start) || !globs.shouldInclude(file.path)) return false;
      return tests.length === 0 || (file instanceof TFile && tests.every(test => test.matches(file)));
    },
  };
}

function part(name: string, matches: (file: TFile) => boolean, isOfFiles = true): FilterPart {
  return { name, isOfFiles, matches };
}

function tagTests({ tag }: FileFilterQuery, facts: NoteFactsIndex): FilterPart[] {
  if (tag === undefined) return [];
  const wanted = wantedTag(tag);
  return [part('`tag`', file => isNote(file) && facts.of(file).tagKeys.some(key => tagCovers(wanted, key)))];
}

/** Notes as the conditions see them. */
class Subjects {
  private readonly wanted: ReadonlySet<NoteField>;
  private readers: ReadonlyMap<NoteField, FieldReader> = new Map();

  constructor(
    private readonly context: FilterContext,
    private readonly conditions: readonly Condition[],
    private readonly withOthers: boolean,
  ) {
    this.wanted = new Set(mapDefined(conditions, ({ field }) => field?.root));
  }

  async prepare(signal: AbortSignal): Promise<void> {
    const { files, fields, readiness, slicer } = this.context;
    await readiness.wait(signal);
    if (this.conditions.length === 0) return;
    const notes = await files.notesSliced({ slicer, signal });
    await fields.readRounded(notes, signal);
    this.readers = await fields.readers(this.wanted, notes, signal);
  }

  /** Whether a condition applies to a file: files other than notes have some fields and no properties. */
  has(file: TFile, field: NamedField | undefined): boolean {
    return isNote(file) || (this.withOthers && field !== undefined && fileFields.has(field.name));
  }

  of(note: TFile): ConditionSubject {
    const { facts, fields } = this.context;
    if (!isNote(note)) return { frontmatter: null, tags: [], field: name => this.field(name, note) };
    const { frontmatter, tags } = facts.exactOf(note);
    return {
      frontmatter,
      tags,
      field: name => this.field(name, note),
      linkForms: link => fields.linkForms(link, note),
    };
  }

  private field(name: string, note: TFile): unknown {
    const field = namedField(name);
    const value = field === undefined ? undefined : this.readers.get(field.root)?.(note);
    return field === undefined || field.name === field.root
      ? value
      : fieldValue({ [field.root]: value }, field.name);
  }
}

/** Refuses empty globs, which would silently match nothing. */
function refuseEmpty(lists: Readonly<Record<string, readonly string[]>>): void {
  for (const [name, globs] of Object.entries(lists))
    if (globs.some(glob => glob.trim() === ''))
      throw new ToolFailure('invalid_query', `\`${name}\` has an empty pattern.`, {
        hint: `Leave \`${name}\` out, or write a pattern such as \`Work/**\`.`,
      });
}

function dateTests(query: FileFilterQuery, clock: DateClock): FilterPart[] {
  const kinds = [
    ['modifiedSince', 'modifiedUntil', 'mtime'],
    ['createdSince', 'createdUntil', 'ctime'],
  ] as const;
  return kinds.flatMap(([since, until, field]) => {
    const from = query[since];
    const to = query[until];
    const first = from === undefined ? undefined : parseDateBound(from, 'since', clock, since);
    const last = to === undefined ? undefined : parseDateBound(to, 'until', clock, until);
    requireRange([since, first], [until, last]);
    const isFuture = first !== undefined && first > clock.now().getTime();
    const parts = first === undefined ? [] : [part(`\`${since}\``, ({ stat }) => stat[field] >= first)];
    return [
      ...parts.map(one => (isFuture ? { ...one, problem: 'a date in the future' } : one)),
      ...(last === undefined ? [] : [part(`\`${until}\``, ({ stat }) => stat[field] <= last)]),
    ];
  });
}

function sizeTests({ minSize, maxSize }: FileFilterQuery): FilterPart[] {
  requireRange(['minSize', minSize], ['maxSize', maxSize], 'greater than');
  const tests: FilterPart[] = [];
  if (minSize !== undefined) tests.push(part('`minSize`', ({ stat }) => stat.size >= minSize));
  if (maxSize !== undefined) tests.push(part('`maxSize`', ({ stat }) => stat.size <= maxSize));
  return tests;
}
