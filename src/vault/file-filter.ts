import { type TAbstractFile, TFile } from 'obsidian';
import { parseConditions } from '../utils/conditions';
import { type DateClock, parseDateBound } from '../utils/dates';
import { GlobUtils } from '../utils/glob-utils';
import { foldTag, tagCovers } from '../utils/tags';
import type { NoteFactsReader } from './note-facts';
import { isNote } from './visible-files';

/** What several tools take to narrow the files they look at. */
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

export interface FilterContext {
  readonly facts: NoteFactsReader;
  readonly clock: DateClock;
  readonly caseInsensitive: boolean;
}

export interface FileFilter {
  /** Whether the app's metadata is asked, which must then be complete. */
  readonly readsMetadata: boolean;
  /** Whether it lets everything through. */
  readonly isOpen: boolean;
  matches(file: TAbstractFile): boolean;
}

type Test = (file: TFile) => boolean;

/**
 * One test for all that a query asks of a file. Globs are for folders too; every other condition leaves them out.
 * @param folder the listed folder, from which globs match beside the root
 * @throws ToolFailure `invalid_query`
 */
export function fileFilter(query: FileFilterQuery, folder: string, context: FilterContext): FileFilter {
  const { facts, caseInsensitive } = context;
  const globs = GlobUtils.compile(query.includes, query.excludes, { folder, caseInsensitive });
  const ofFiles = [...dateTests(query, context.clock), ...sizeTests(query)];
  const ofNotes: Test[] = [];
  if (query.tag !== undefined) {
    const wanted = foldTag(query.tag);
    ofNotes.push(note => facts.of(note).tagKeys.some(tag => tagCovers(wanted, tag)));
  }
  if (query.where !== undefined && query.where.length > 0) {
    const holds = parseConditions(query.where, context.clock);
    ofNotes.push(note => holds(facts.of(note)));
  }
  const hasNoTests = ofFiles.length + ofNotes.length === 0;
  return {
    readsMetadata: ofNotes.length > 0,
    isOpen: hasNoTests && isNone(query.includes) && isNone(query.excludes),
    matches: file => {
      if (!globs.shouldInclude(file.path)) return false;
      if (hasNoTests) return true;
      if (!(file instanceof TFile) || !ofFiles.every(test => test(file))) return false;
      return ofNotes.length === 0 || (isNote(file) && ofNotes.every(test => test(file)));
    },
  };
}

function isNone(patterns: readonly string[] | undefined): boolean {
  return patterns === undefined || patterns.length === 0;
}

function dateTests(query: FileFilterQuery, clock: DateClock): Test[] {
  const bounds = [
    ['modifiedSince', 'since', 'mtime'],
    ['modifiedUntil', 'until', 'mtime'],
    ['createdSince', 'since', 'ctime'],
    ['createdUntil', 'until', 'ctime'],
  ] as const;
  return bounds.flatMap(([argument, side, field]) => {
    const text = query[argument];
    if (text === undefined) return [];
    const bound = parseDateBound(text, side, clock, argument);
    const isWithin: Test =
      side === 'since' ? ({ stat }) => stat[field] >= bound : ({ stat }) => stat[field] <= bound;
    return [isWithin];
  });
}

function sizeTests({ minSize, maxSize }: FileFilterQuery): Test[] {
  const tests: Test[] = [];
  if (minSize !== undefined) tests.push(({ stat }) => stat.size >= minSize);
  if (maxSize !== undefined) tests.push(({ stat }) => stat.size <= maxSize);
  return tests;
}
