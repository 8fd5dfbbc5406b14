import type { App, CachedMetadata, TFile } from 'obsidian';
import { cutBetweenCharacters } from '../markdown/excerpt';
import { Lines } from '../markdown/lines';
import type { NoteText } from '../search/note-text';
import type { TimeSlicer } from '../utils/time-slicer';
import type { NoteFactsReader } from './note-facts';
import type { NoteTexts } from './note-texts';
import type { VisibleFiles } from './visible-files';

const minNameLength = 2;
const maxPerNote = 20;
const maxTextLength = 200;

export interface Mention {
  source: string;
  line: number;
  text: string;
}

export interface MentionParts {
  readonly app: App;
  readonly files: VisibleFiles;
  readonly texts: NoteTexts;
  readonly facts: NoteFactsReader;
  readonly slicer: TimeSlicer;
}

/** Where other notes name a note without linking to it. */
export class Mentions {
  constructor(private readonly parts: MentionParts) {}

  async of(file: TFile, signal: AbortSignal): Promise<Mention[]> {
    const { files, texts, slicer, app } = this.parts;
    const notes = (await files.notesSliced({ slicer, signal })).filter(note => note !== file);
    const store = await texts.read(notes, signal);
    const names = this.namesOf(file).map(name => store.folder.fold(name).folded);
    const turn = slicer.slice({ signal });
    const mentions: Mention[] = [];
    for (const note of notes) {
      if (turn.due()) await turn.pause();
      const stored = store.get(note.path);
      const text = stored === undefined ? undefined : await store.textOf(stored);
      if (text === undefined) continue;
      const offsets = names
        .flatMap(name => offsetsOf(text, name))
        .filter(offset => !isInLink(app.metadataCache.getFileCache(note), offset));
      if (offsets.length > 0) mentions.push(...shown(note.path, text.original, offsets));
    }
    return mentions;
  }

  /** Its file name, title and aliases: what the app takes for a mention, too short ones left out. */
  private namesOf(file: TFile): string[] {
    const { ownTitle, aliases } = this.parts.facts.of(file);
    const names = [file.basename, ...(ownTitle === undefined ? [] : [ownTitle]), ...aliases];
    return [...new Set(names.map(name => name.trim()))].filter(name => name.length >= minNameLength);
  }
}

/** Where a folded name stands as whole words, as offsets into the original text. */
function offsetsOf(text: NoteText, name: string): number[] {
  const found: number[] = [];
  for (
    let at = text.folded.indexOf(name);
    at !== -1 && found.length < maxPerNote;
    at = text.folded.indexOf(name, at + name.length)
  ) {
    if (isBoundary(text.folded, at) && isBoundary(text.folded, at + name.length))
      found.push(text.originalSpan(at, at + name.length)[0]);
  }
  return found;
}

const letter = /[\p{L}\p{N}_]/u;
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Whether words end between two characters: always beside an ideograph. */
function isBoundary(text: string, at: number): boolean {
  const [before, behind] = [text.charAt(at - 1), text.charAt(at)];
  return !letter.test(before) || !letter.test(behind) || ideograph.test(before) || ideograph.test(behind);
}

function isInLink(cache: CachedMetadata | null, offset: number): boolean {
  const places = [...(cache?.links ?? []), ...(cache?.embeds ?? [])].map(({ position }) => position);
  if (cache?.frontmatterPosition !== undefined) places.push(cache.frontmatterPosition);
  return places.some(({ start, end }) => start.offset <= offset && offset < end.offset);
}

function shown(source: string, text: string, offsets: readonly number[]): Mention[] {
  const lines = new Lines(text);
  const numbers = [...new Set(offsets.map(offset => lines.lineAt(offset)))].sort((a, b) => a - b);
  return numbers.map(line => ({
    source,
    line,
    text: cutBetweenCharacters(lines.textOf(line).trim(), maxTextLength),
  }));
}
