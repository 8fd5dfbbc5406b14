import { itemAt, countBefore } from '../../utils/collections';
import type { VisibleVault } from '../index/indexes';
import { cutBetweenCharacters } from '../../markdown/text/excerpt';
import { linesOf } from '../../markdown/text/lines';
import { parseNote } from '../../markdown/structure/scan-structure';
import { Corpus } from '../../search/index/corpus';
import type { NoteText } from '../../search/text/search-text';
import type { StoredNote, TextStore } from '../../search/index/text-store';
import { eitherMatcher, type Matcher } from '../../search/match/matcher';
import { literalMatcher } from '../../search/match/text-matchers';
import { isBoundary, mentionNames } from './unlinked/name-table';
import { ToolFailure } from '../../errors';
import { someOf } from '../hints/missing-names';
import { rest, type SliceTurn } from '../../utils/slicing/time-slicer';
import { compareKeys, nameKey } from '../../utils/text/folding';
import type { CachedMetadata, TFile } from 'obsidian';

/** At most this many places of one note are checked. */
const maxPerNote = 5000;
/** At most this many are listed. */
const maxMentions = 20_000;
const maxTextLength = 200;

export interface Mention {
  source: string;
  line: number;
  text: string;
}

/** The places in other notes, by name, that name a note without linking to it, and hints on what was not checked. */
export async function mentionsOf(
  file: TFile,
  { files, facts, texts, slicer, app }: VisibleVault,
  signal: AbortSignal,
): Promise<{ mentions: Mention[]; hints: string[] }> {
  const notes = (await files.notesSliced({ slicer, signal })).filter(note => note !== file);
  const store = await texts.read(notes, signal);
  const named = mentionNames(file, facts.of(file)).map(name => store.folder.fold(name).folded);
  const names = named.filter(name => name !== '');
  const rules = { kinds: store.kinds, caseSensitive: false, wholeWord: false };
  const matchers = names.map(name => literalMatcher({ folded: name, cased: name }, 'anywhere', rules));
  const turn = slicer.slice({ signal });
  const mentions: Mention[] = [];
  const cutNotes: string[] = [];
  const naming = await notesNaming(matchers, notes, store, turn);
  const keyed = naming.map(note => ({ note, key: nameKey(note.path) }));
  for (const { note } of keyed.sort((a, b) => compareKeys(a.key, b.key))) {
    await rest(turn);
    if (mentions.length > maxMentions) break;
    const stored = store.get(note.path);
    const text = stored === undefined ? undefined : await store.textOf(stored, turn);
    if (text === undefined) continue;
    const offsets = await offsetsOf(text, matchers, turn);
    if (offsets.length === 0) continue;
    if (offsets.length > maxPerNote) cutNotes.push(note.path);
    const free = await outsideLinks(app.metadataCache.getFileCache(note), offsets.slice(0, maxPerNote), turn);
    mentions.push(...shown(note.path, text.original, outsideCode(text.original, free)));
  }
  const first = `Only the first ${maxMentions} unlinked mentions are listed.`;
  const cut = `Only ${maxPerNote} places with its name were checked in ${someOf(cutNotes, 3)}; there are more.`;
  const hints = [...(mentions.length > maxMentions ? [first] : []), ...(cutNotes.length > 0 ? [cut] : [])];
  return { mentions: mentions.slice(0, maxMentions), hints };
}

/** The notes that may contain one of the names, by the counted words, so that most texts need not be read. */
async function notesNaming(
  names: readonly Matcher[],
  notes: readonly TFile[],
  store: TextStore,
  turn: SliceTurn,
): Promise<readonly TFile[]> {
  const files = new Map<StoredNote, TFile>();
  for (const file of notes) {
    if (turn.due()) await turn.pause();
    const note = store.get(file.path);
    if (note !== undefined) files.set(note, file);
  }
  const corpus = new Corpus([...files.keys()], store.index);
  const meeting = await corpus.meeting(eitherMatcher(names).needs, turn);
  return corpus.notes.flatMap((note, number) => {
    const file = note === undefined || meeting?.[number] === 0 ? undefined : files.get(note);
    return file === undefined ? [] : [file];
  });
}

/** Finds folded names as whole words; returns ascending offsets in the original text, up to one more than `maxPerNote`. */
async function offsetsOf(text: NoteText, names: readonly Matcher[], turn: SliceTurn): Promise<number[]> {
  const offsets = new Set<number>();
  for (const name of names) {
    for (const match of name.matches(text)) {
      if (turn.due()) await turn.pause();
      if (offsets.size > maxPerNote) break;
      if (match === undefined) continue;
      const { start, end } = match;
      if (!isBoundary(text.folded, start) || !isBoundary(text.folded, end)) continue;
      offsets.add(text.originalSpan(start, end)[0]);
    }
  }
  return [...offsets].sort((a, b) => a - b);
}

async function outsideLinks(
  cache: CachedMetadata | null,
  offsets: readonly number[],
  turn: SliceTurn,
): Promise<readonly number[]> {
  const inside = new Set<number>();
  const { frontmatterPosition: properties, links = [], embeds = [] } = cache ?? {};
  for (const offset of within(offsets, 0, properties?.end.offset ?? 0)) inside.add(offset);
  for (const { position } of [...links, ...embeds]) {
    if (turn.due()) await turn.pause();
    const { start, end } = position;
    for (const offset of within(offsets, start.offset, end.offset)) inside.add(offset);
  }
  return offsets.filter(offset => !inside.has(offset));
}

/** Keeps the offsets that are not in code or in links to outside the vault. */
function outsideCode(text: string, offsets: readonly number[]): readonly number[] {
  const free = offsets.filter(offset => !isInWebLink(text, offset));
  const mayHoldCode = (['`', '~~~', '\n    ', '\n\t'] as const).some(mark => text.includes(mark));
  if (free.length === 0 || !mayHoldCode) return free;
  try {
    const { enclosures } = parseNote(text);
    const inside = new Set<number>();
    for (const { kind, start, end } of enclosures)
      if (kind === 'code') for (const offset of within(free, start, end)) inside.add(offset);
    return free.filter(offset => !inside.has(offset));
  } catch (error) {
    if (error instanceof ToolFailure && error.code === 'too_large') return free;
    throw error;
  }
}

const linkSearchChars = 500;

export function isInWebLink(text: string, offset: number): boolean {
  const near = text.slice(Math.max(0, offset - linkSearchChars), offset);
  const before = near.slice(near.lastIndexOf('\n') + 1);
  const address = before.slice(Math.max(before.lastIndexOf(' '), before.lastIndexOf('\t')) + 1);
  if (address.includes('://')) return true;
  if (before.lastIndexOf('[') <= before.lastIndexOf(']')) return false;
  const behind = text.slice(offset, offset + linkSearchChars);
  return behind.startsWith('](', behind.indexOf(']'));
}

/** Those of ascending offsets that are in a range. */
function within(offsets: readonly number[], start: number, end: number): readonly number[] {
  const before = (place: number): number =>
    countBefore(offsets.length, index => itemAt(offsets, index) < place);
  return offsets.slice(before(start), before(end));
}

function shown(source: string, text: string, offsets: readonly number[]): Mention[] {
  const lines = linesOf(text);
  const mentions: Mention[] = [];
  for (const offset of offsets) {
    const line = lines.lineAt(offset);
    if (mentions.at(-1)?.line === line) continue;
    mentions.push({ source, line, text: cutBetweenCharacters(lines.textOf(line).trim(), maxTextLength) });
  }
  return mentions;
}
