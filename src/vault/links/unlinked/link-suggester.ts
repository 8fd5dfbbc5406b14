import { addTo, countBefore, getOrInsert, itemAt } from '../../../utils/collections';
import type { NoteStructure, Span } from '../../../markdown/structure/note-structure';
import { forEachInTurn, type SlicedLoop, type SliceTurn } from '../../../utils/slicing/time-slicer';
import { isInWebLink } from '../mentions';
import { ToolFailure } from '../../../errors';
import { type Lines, linesOf } from '../../../markdown/text/lines';
import { linkKey } from '../../../markdown/links/link-target';
import { parseNote } from '../../../markdown/structure/scan-structure';
import { templateTest } from '../../plugins/templates/templates';
import { NoteText } from '../../../search/text/search-text';
import { compareNames } from '../../../utils/text/folding';
import type { CallerContext } from '../../caller-context';
import type { NameAt, NameTable, NotesOfName } from './name-table';
import type { TFile } from 'obsidian';

/** The parts of a text that can become links: not properties, headings (which links name by their text), code, comments, tags, links and URLs. */
class LinkableText {
  private constructor(
    readonly text: string,
    private readonly structure: NoteStructure,
    /** Sorted by start; the ends ascend too. */
    private readonly closed: readonly Span[],
  ) {}

  static async of(text: string, structure: NoteStructure, loop: SlicedLoop): Promise<LinkableText> {
    const { frontmatter, headings, links, embeds, enclosures, tags, definitions } = structure;
    const spans = [headings, links, embeds, enclosures, tags, definitions, frontmatter ?? []].flat();
    const closed: { start: number; end: number }[] = [];
    const inOrder = spans.sort((a, b) => a.start - b.start);
    await forEachInTurn(inOrder, loop, ({ start, end }) => {
      const last = closed.at(-1);
      if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
      else closed.push({ start, end });
    });
    return new LinkableText(text, structure, closed);
  }

  /** Whether a range overlaps no closed span. */
  isOpen(start: number, end: number): boolean {
    const next = this.closed[firstEndingBehind(this.closed, start)];
    return (next === undefined || next.start >= end) && !isInWebLink(this.text, start);
  }

  isInTable(start: number): boolean {
    const { sections } = this.structure;
    const section = sections[firstEndingBehind(sections, start)];
    return section !== undefined && section.type === 'table' && section.start <= start;
  }
}

/** The index of the first of ascending spans that ends after a place. */
function firstEndingBehind(spans: readonly Span[], place: number): number {
  return countBefore(spans.length, index => itemAt(spans, index).end <= place);
}

/** Exactly one of `path` and `text`. */
interface SuggestionQuery {
  readonly path?: string | undefined;
  readonly text?: string | undefined;
  readonly limit: number;
}

interface SuggestedLink {
  path: string;
  others?: string[];
  /** 1-based. */
  line: number;
  /** [start, end) in the line, in UTF-16 units. */
  range: [number, number];
  text: string;
  link: string;
}

interface LineEdit {
  startLine: number;
  endLine: number;
  newText: string;
}

interface Suggestions {
  path?: string;
  versionId?: string;
  suggestions: SuggestedLink[];
  totalCount: number;
  /** For `edit_note`: each line once, with all of its links. */
  edits: LineEdit[];
  hints?: string[];
}

/** Longer lines get no edit: the text would be most of the result. */
const maxPerEdit = 2000;

/** Limit for one text; more are found once these are links. */
const maxPlaces = 20_000;

/** At most this many notes with the same name are offered. */
const maxNotesPerName = 10;
/** They are chosen among this many of the namesakes. */
const maxNamesakes = 1000;

/** Finds mentions of notes in one text that could be links. */
export class LinkSuggester {
  constructor(private readonly context: CallerContext) {}

  /** @throws ToolFailure `invalid_argument` for both or none of `path` and `text`; like any note reference */
  async of({ path, text, limit }: SuggestionQuery, signal: AbortSignal): Promise<Suggestions> {
    if ((path === undefined) === (text === undefined))
      throw new ToolFailure('invalid_argument', 'Give either `path` or `text`.');
    await this.context.readiness.wait(signal);
    if (path === undefined) return this.inText(text ?? '', undefined, limit, signal);
    const { notes, files } = this.context;
    const file = files.note(path);
    return notes.whileHeld(file, signal, async note => ({
      path: note.path,
      versionId: note.versionId,
      ...(await this.inText(note.text, file, limit, signal)),
    }));
  }

  private async inText(
    text: string,
    file: TFile | undefined,
    limit: number,
    signal: AbortSignal,
  ): Promise<Omit<Suggestions, 'path' | 'versionId'>> {
    const { noteNames, slicer, texts } = this.context;
    const turn = slicer.slice({ signal });
    const { folder } = texts.open();
    const names = await noteNames.get(signal);
    const linkable = await LinkableText.of(text, parseNote(text), { slicer, signal });
    const lines = linesOf(text);
    const folded = new NoteText(text, folder, await folder.foldLong(text, turn));
    const found = await placesOf(folded, { names, notesOf: this.notesFor(file) }, linkable, turn);
    const places = withoutOverlaps(found)
      .map(place => ({ ...place, notes: place.notes.filter(note => note !== file) }))
      .filter(({ notes }) => notes.length > 0);
    const last = lines.lineAt(found.at(-1)?.start ?? 0);
    const stopped = `Only the first ${maxPlaces} mentions were checked, up to line ${last}. Ask again when these are links, or pass the rest as \`text\`.`;
    const suggestions = places.slice(0, limit).map(place => this.suggested(place, linkable, lines));
    return {
      suggestions,
      totalCount: places.length,
      edits: editsOf(suggestions, lines),
      ...(found.length < maxPlaces ? {} : { hints: [stopped] }),
    };
  }

  /** The notes that the caller sees, without templates; each name is looked up once. The text's own note is found too: what its name contains is no mention. */
  private notesFor(file: TFile | undefined): NotesOfName {
    const { app, files } = this.context;
    const isTemplate = templateTest(app, file?.path ?? '');
    const known = new Map<string, readonly TFile[]>();
    const notesAt = (paths: Iterable<string>): readonly TFile[] => {
      const notes: TFile[] = [];
      for (const path of paths) {
        const note = files.noteAtExactly(path);
        if (note !== undefined && !isTemplate(path)) notes.push(note);
        if (notes.length === maxNamesakes) break;
      }
      return notes.sort((a, b) => compareNames(a.path, b.path)).slice(0, maxNotesPerName);
    };
    return (name, paths) => getOrInsert(known, name, () => notesAt(paths));
  }

  private suggested({ start, end, notes }: NameAt, linkable: LinkableText, lines: Lines): SuggestedLink {
    const line = lines.lineAt(start);
    const lineStart = lines.startOf(line);
    const [note, ...others] = notes;
    const text = linkable.text.slice(start, end);
    const target = note === undefined ? '' : this.targetOf(note);
    const bar = linkable.isInTable(start) ? '\\|' : '|';
    return {
      path: note?.path ?? '',
      ...(others.length === 0 ? {} : { others: others.map(other => other.path) }),
      line,
      range: [start - lineStart, end - lineStart],
      text,
      link: target === text ? `[[${target}]]` : `[[${target}${bar}${text}]]`,
    };
  }

  /** The note's name if no other visible note has it; else its path. */
  private targetOf(note: TFile): string {
    const { names, files } = this.context;
    const hasNamesake = names.withName(linkKey(note.name)).some(file => file !== note && files.canSee(file));
    return hasNamesake ? note.path.slice(0, -'.md'.length) : note.basename;
  }
}

async function placesOf(
  text: NoteText,
  { names, notesOf }: { readonly names: NameTable; readonly notesOf: NotesOfName },
  linkable: LinkableText,
  turn: SliceTurn,
): Promise<NameAt[]> {
  const found: NameAt[] = [];
  const { folded } = text;
  for (let at = 0; at < folded.length && found.length < maxPlaces; at += 1) {
    if (turn.due()) await turn.pause();
    const name = names.longestAt(folded, at, notesOf);
    if (name === undefined) continue;
    const [start, end] = text.originalSpan(name.start, name.end);
    // Names of several words may continue on the next line; a link cannot contain brackets.
    if (/[\n[\]|]/u.test(linkable.text.slice(start, end))) continue;
    if (linkable.isOpen(start, end) && !isPartOfNumber(folded, name)) found.push({ ...name, start, end });
  }
  return found;
}

/** Whether it is part of a longer date or version, like `2026-11` in `2026-11-28`. */
function isPartOfNumber(text: string, { start, end }: Pick<NameAt, 'start' | 'end'>): boolean {
  const edges = [text.slice(Math.max(0, start - 2), start + 1), text.slice(end - 1, end + 2)];
  return edges.some(edge => /^\d[-./:]\d$/u.test(edge));
}

/** Keeps the longest matches, and of equally long ones the first; removes those that overlap a longer one. */
function withoutOverlaps(found: readonly NameAt[]): NameAt[] {
  const byLength = (a: NameAt, b: NameAt): number => b.end - b.start - (a.end - a.start) || a.start - b.start;
  const sorted = found.toSorted(byLength);
  const taken = new Uint8Array(found.reduce((last, { end }) => Math.max(last, end), 0));
  return sorted.filter(({ start, end }) => {
    // Longer matches come first: one that overlaps has its start or end inside.
    if (taken[start] === 1 || taken[end - 1] === 1) return false;
    taken.fill(1, start, end);
    return true;
  });
}

function editsOf(suggestions: readonly SuggestedLink[], lines: Lines): LineEdit[] {
  const byLine = new Map<number, SuggestedLink[]>();
  for (const suggestion of suggestions) addTo(byLine, suggestion.line, suggestion);
  const short = [...byLine].filter(([line]) => lines.textOf(line).length <= maxPerEdit);
  const edits = short.map(([line, links]) => {
    let newText = lines.textOf(line);
    for (const { range, link } of links.toSorted((a, b) => b.range[0] - a.range[0]))
      newText = newText.slice(0, range[0]) + link + newText.slice(range[1]);
    return { startLine: line, endLine: line, newText };
  });
  return edits
    .filter(({ newText }) => newText.length <= maxPerEdit)
    .toSorted((a, b) => a.startLine - b.startLine);
}
