import { type TFile, TFolder } from 'obsidian';
import { type ErrorCode, ToolFailure } from '../../../errors';
import {
  replaced,
  type ReplaceScope,
  type ScopeParts,
  withinScope,
} from '../../../markdown/edits/replace/replace-scope';
import { locateFrontmatter } from '../../../markdown/frontmatter/frontmatter';
import { compilePattern } from '../../../search/match/compiled-pattern';
import { parseNote } from '../../../markdown/structure/scan-structure';
import type { Splice } from '../../../markdown/text/splices';
import { type Replacer, replacerOf, type Replacing } from './replacer';
import { addTo, itemsOf, mapDefined } from '../../../utils/collections';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import { counted, excerpt } from '../../../utils/text/pieces';
import { atOrBelow } from '../../access/visible-folders';
import { someOf } from '../../hints/missing-names';
import { misledHint, misledLinks } from '../../links/checks/lost-links';
import { fileFilter, type FileFilterQuery } from '../../queries/listings/file-filter';
import { tooLargeFiles, type UnreadableFields } from '../../queries/unreadable';
import type { NoteContent } from '../../reading/notes';
import { storable } from '../notes/whole-note';
import { type Plan, type WriteCall, reportProgress } from '../pipeline/pipeline';
import type { Step } from '../pipeline/steps';
import { type MultiWriteResult, withHints, writeMany } from '../write-result';
import type { WriterContext } from '../writer-context';

interface Replacement extends Replacing, MatchQuery {
  /** More notes than this are not changed at once. */
  readonly maxFiles: number;
  /** The number of matches from a preview; without it nothing is written. */
  readonly confirm?: number | undefined;
  /** The number of matches that the caller expects; a preview with another number is refused too. */
  readonly expectedCount?: number | undefined;
}

interface ReplacementResult extends MultiWriteResult, UnreadableFields {
  count: number;
}

type ReplaceCall = Omit<WriteCall, 'dryRun'>;

interface ReplacementPlan extends Plan {
  readonly count: number;
  /** Links whose targets would be replaced and lead nowhere. */
  readonly misled: number;
  /** Paths of matching notes that are not changed, by reason. */
  readonly left: ReadonlyMap<LeftReason, readonly string[]>;
}

const leftWords = {
  permission_denied: 'because the token may not change them',
  invalid_frontmatter: 'because their properties would change their meaning',
  too_large: 'because they are too large, or their lines are too long for the pattern',
} as const;
type LeftReason = keyof typeof leftWords;

export class NoteReplacer {
  constructor(private readonly context: WriterContext) {}

  /**
   * Only previews unless the number of matches is confirmed. Notes that the caller may not write, or whose
   * properties would be invalid, are left unchanged and named.
   * @throws ToolFailure `invalid_query`; `invalid_argument` where nothing could change; `budget_exceeded` for more notes than `maxFiles`; `version_conflict`
   * for another number of matches; and like any write
   */
  async run(replacement: Replacement, given: ReplaceCall): Promise<ReplacementResult> {
    const call = { ...given, dryRun: replacement.confirm === undefined };
    refuseSame(replacement);
    const replacer = replacerOf(replacement);
    const matching = new MatchingNotes(this.context, replacement, replacer);
    const { plan, answer } = await writeMany(this.context, {
      call,
      targets: async () => (await matching.find(call)).map(({ path }) => path),
      plan: () => this.plan(replacement, replacer, matching, call),
    });
    const { count, left, misled } = plan;
    const hints = [
      ...hintsOf(left),
      ...misledHint(misled, call.dryRun, this.context),
      ...(replacement.isRegex && /\\[1-9]/u.test(replacement.replace) ? [groupHint] : []),
      ...(call.dryRun && count > 0 ? [`Nothing was written: pass \`confirm: ${count}\` to replace.`] : []),
      ...(call.dryRun && matching.outside > 0
        ? [`\`scope: "all"\` would find ${counted(matching.outside, 'more match', 'more matches')}.`]
        : []),
    ];
    const isExplained = (call.dryRun && matching.outside > 0) || hintsOf(left).length > 0;
    if (count === 0 && !isExplained) hints.push(...(await this.emptyHints(replacement, call)));
    return withHints({ ...answer, count, ...(await this.unreadable(left, replacement, call)) }, hints);
  }

  /** The tags of a note with invalid YAML are unknown; its text is not. */
  private async unreadable(
    left: ReplacementPlan['left'],
    { path, tag }: Replacement,
    { signal }: ReplaceCall,
  ): Promise<UnreadableFields> {
    const { app, files, hints, notes } = this.context;
    const large = mapDefined(itemsOf(left, 'too_large'), one => app.vault.getFileByPath(one)).filter(note =>
      notes.isLarge(note),
    );
    if (tag === undefined) return tooLargeFiles(large);
    const place = path === undefined || path === '' ? files.folder('') : files.noteOrFolder(path);
    return hints.unreadableAmong(atOrBelow(place), signal, large);
  }

  /** Hints for a replacement without matches: options that would find some. */
  private async emptyHints(replacement: Replacement, { signal }: ReplaceCall): Promise<string[]> {
    for (const [said, change] of wideningsOf(replacement)) {
      const query = { ...replacement, ...change };
      const matching = new MatchingNotes(this.context, query, replacerOf(query));
      const { length } = await matching.find({ signal });
      if (length > 0) return [`With ${said} there are matches in ${counted(length, 'note')}.`];
    }
    const { path, includes, excludes, tag } = replacement;
    const isNarrowed = [path, includes, excludes, tag].some(filter => filter !== undefined);
    const { find, isRegex } = replacement;
    const byLine =
      isRegex && /\\n|\n/u.test(find)
        ? ['A pattern is matched line by line, so it cannot find line breaks.']
        : [];
    const ofTag = /^#[\p{L}\p{N}_/-]+$/u.test(find)
      ? ['To change a tag everywhere, in properties too, use `rename_tag`.']
      : [];
    const ofUnknownTag = tag === undefined ? [] : await this.context.hints.tags.missing([tag], signal);
    const isEmpty = isRegex && compilePattern(find, replacement, 'find').test('');
    const why = isEmpty
      ? emptyHint
      : `No note ${isNarrowed ? 'that matches the filters' : 'here'} has a match.`;
    return [...byLine, ...ofTag, ...ofUnknownTag, why];
  }

  private async plan(
    replacement: Replacement,
    replacer: Replacer,
    matching: MatchingNotes,
    { signal, progress }: WriteCall,
  ): Promise<ReplacementPlan> {
    const { notes, slicer } = this.context;
    const found = await matching.find({ signal });
    requireFew(found.length, replacement);
    const left = new Map<LeftReason, string[]>([['permission_denied', [...matching.closed]]]);
    const steps: Step[] = [];
    let count = 0;
    let misled = 0;
    await forEachInTurn(found.entries(), { slicer, signal }, async ([index, file]) => {
      reportProgress(progress, 'plan', found.length + index, 2 * found.length);
      const before = await notes.readFile(file, signal);
      const result = await this.edited(before, replacement, replacer, signal);
      if (typeof result === 'string') addTo(left, result, file.path);
      else if (result.count > 0) {
        count += result.count;
        misled += misledLinks({ file, before: before.text, after: result.text }, this.context);
        steps.push({ kind: 'edit', file, before, text: result.text });
      }
    });
    requireCount(replacement, count);
    const texts = { find: excerpt(replacement.find), replacement: excerpt(replacement.replace) };
    const action = { kind: 'replaceText', ...texts, places: count, notes: steps.length } as const;
    return { steps, count, misled, left, action };
  }

  /** The new text of a note, or why it is left unchanged. */
  private async edited(
    { text }: NoteContent,
    { scope }: Replacement,
    replacer: Replacer,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly count: number } | LeftReason> {
    try {
      const { within } = await matchesIn(text, { scope, replacer }, this.context.pipeline.loop(signal));
      if (within.length === 0) return { text, count: 0 };
      return { text: storable(replaced(text, within), text), count: within.length };
    } catch (error) {
      const code = error instanceof ToolFailure ? error.code : undefined;
      if (isLeftReason(code)) return code;
      throw error;
    }
  }
}

function isLeftReason(code: ErrorCode | undefined): code is LeftReason {
  return code !== undefined && Object.hasOwn(leftWords, code);
}

type Widening = readonly [said: string, change: Partial<Replacement>];

/** Options that widen the search, one at a time, with their arguments. */
function* wideningsOf({ find, isRegex, caseSensitive, wholeWord }: Replacement): Iterable<Widening> {
  if (!isRegex && readsAsPattern(find)) yield ['`regex: true`', { isRegex: true }];
  if (caseSensitive) yield ['`caseSensitive: false`', { caseSensitive: false }];
  if (wholeWord) yield ['`wholeWord: false`', { wholeWord: false }];
}

/** Whether a literal text looks like a pattern, and is a valid one. */
function readsAsPattern(find: string): boolean {
  if (!/[.\])}][*+?]|\\[bdsw]|\[[^[\]]+\]|\([^()|]*\|/u.test(find)) return false;
  try {
    replacerOf({ find, replace: '', isRegex: true, caseSensitive: true, wholeWord: false });
    return true;
  } catch {
    return false;
  }
}

function refuseSame({ find, replace, isRegex, caseSensitive }: Replacement): void {
  if (find !== replace || isRegex || !caseSensitive) return;
  throw new ToolFailure(
    'invalid_argument',
    '`find` and `replace` are the same text, so nothing would change.',
  );
}

function requireFew(notes: number, { maxFiles }: Replacement): void {
  if (notes <= maxFiles) return;
  throw new ToolFailure('budget_exceeded', `There are matches in ${notes} notes, more than \`maxFiles\`.`, {
    hint: 'Narrow it by `path`, `includes` or `tag`, or raise `maxFiles` (at most 500).',
  });
}

function requireCount({ confirm, expectedCount }: Replacement, count: number): void {
  for (const [name, wanted] of Object.entries({ confirm, expectedCount })) {
    if (wanted === undefined || wanted === count) continue;
    throw new ToolFailure(
      'version_conflict',
      `Found ${counted(count, 'match', 'matches')}, but \`${name}\` says ${wanted}.`,
      {
        hint: 'Call without `confirm` and `expectedCount` to preview, then confirm the number that it gives.',
      },
    );
  }
}

const groupHint = 'A backslash and a digit in `replace` are text: the first group of the pattern is `$1`.';

const emptyHint =
  '`find` matches no text here, and empty matches are skipped: use `^.*` for whole lines, and `$&` to keep them.';

function hintsOf(left: ReplacementPlan['left']): string[] {
  return [...left].flatMap(([reason, paths]) =>
    paths.length === 0 ? [] : [`Not changed ${leftWords[reason]}: ${someOf(paths)}.`],
  );
}

/** Which notes are searched, and which parts of them. */
interface MatchQuery extends Pick<FileFilterQuery, 'includes' | 'excludes' | 'tag'> {
  /** Only this note, or notes in this folder or below it. */
  readonly path?: string | undefined;
  readonly scope: ReplaceScope;
}

interface Look {
  readonly matches: boolean;
  /** Matches in other parts of the note than the scope. */
  readonly outside: number;
}

/** The notes in which a text is to be replaced. An unchanged note is not read again. */
class MatchingNotes {
  private readonly looks = new Map<TFile, Look & { readonly mtime: number; readonly size: number }>();
  /** Paths of notes that match but that the caller may not write. */
  closed: readonly string[] = [];
  /** Matches outside the scope in notes that the caller may write. */
  outside = 0;

  constructor(
    private readonly context: WriterContext,
    private readonly query: MatchQuery,
    private readonly replacer: Replacer,
  ) {}

  /** The matching writable notes, by path. @throws ToolFailure like the filters and the replacer */
  async find({ signal, progress }: Pick<WriteCall, 'signal' | 'progress'>): Promise<TFile[]> {
    const { context, query } = this;
    const { files, slicer, targets } = context;
    const { path = '' } = query;
    const place = path === '' ? files.folder(path) : files.noteOrFolder(path);
    const isInPlace = atOrBelow(place);
    const filter = fileFilter(query, place instanceof TFolder && !place.isRoot() ? place.path : '', context);
    await filter.prepare(signal);
    const loop = { slicer, signal };
    const notes = await files.notesSliced(loop);
    const found: TFile[] = [];
    const closed: string[] = [];
    this.outside = 0;
    await forEachInTurn(notes.entries(), loop, async ([index, note]) => {
      reportProgress(progress, 'plan', index, 2 * notes.length);
      if (!isInPlace(note.path) || !filter.matches(note)) return;
      const { matches, outside } = await this.looked(note, signal);
      const mayWrite = targets.canWrite(note.path);
      if (mayWrite) this.outside += outside;
      if (matches && mayWrite) found.push(note);
      else if (matches) closed.push(note.path);
    });
    this.closed = closed.sort();
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  private async looked(note: TFile, signal: AbortSignal): Promise<Look> {
    const { mtime, size } = note.stat;
    const known = this.looks.get(note);
    if (known?.mtime === mtime && known.size === size) return known;
    const look = await this.look(note, signal);
    this.looks.set(note, { mtime, size, ...look });
    return look;
  }

  /** Searches the cached text if there is one: reading ten thousand notes takes seconds. */
  private async look(note: TFile, signal: AbortSignal): Promise<Look> {
    const { context, query, replacer } = this;
    const { notes, slicer, texts } = context;
    const kept = texts.open().get(note.path)?.text?.original;
    const text = kept ?? (await notes.readIfPossible(note))?.text;
    if (text === undefined) return { matches: false, outside: 0 };
    try {
      const { within, outside } = await matchesIn(text, { scope: query.scope, replacer }, { slicer, signal });
      return { matches: within.length > 0, outside };
    } catch (error) {
      // The code that reads the note explains why nothing is found.
      if (error instanceof ToolFailure && error.code === 'too_large') return { matches: true, outside: 0 };
      throw error;
    }
  }
}

/** Parses the note only if code matters; one of more than 2 MB is never parsed. */
function partsFor(scope: ReplaceScope, text: string): ScopeParts {
  if (scope === 'text' || scope === 'code') return parseNote(text);
  return { frontmatter: locateFrontmatter(text), enclosures: [], length: text.length };
}

/** The replacements within a scope, and how many there are elsewhere. @throws ToolFailure `too_large`, `budget_exceeded` */
async function matchesIn(
  text: string,
  { scope, replacer }: { readonly scope: ReplaceScope; readonly replacer: Replacer },
  loop: SlicedLoop,
): Promise<{ within: readonly Splice[]; outside: number }> {
  const splices = await replacer.splices(text, loop.slicer.slice(loop));
  if (splices.length === 0) return { within: splices, outside: 0 };
  const parts = partsFor(scope, text);
  const within = withinScope(splices, parts, scope);
  return { within, outside: withinScope(splices, parts, 'all').length - within.length };
}
