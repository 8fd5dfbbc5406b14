/** Short spellings of what a scan found, for tables of cases: places are `line:column`, ends exclusive. */
import { linkText } from '../../../src/markdown/links/links';
import { LineTable } from '../../../pkg/headless/obsidian/metadata/records/cached-metadata';
import type { Link, NoteStructure, Span } from '../../../src/markdown/structure/note-structure';
import { scanStructure } from '../../../src/markdown/structure/scan-structure';

function place(structure: NoteStructure, span: Span): string {
  const { start, end } = new LineTable(structure).between(span.start, span.end);
  return `${start.line}:${start.col}-${end.line}:${end.col}`;
}

export function sections(text: string): string[] {
  const structure = scanStructure(text);
  return structure.sections.map(section => `${section.type} ${place(structure, section)}`);
}

export function headings(text: string): string[] {
  const { headings: found } = scanStructure(text);
  return found.map(heading => `${heading.level} ${text.slice(heading.textStart, heading.textEnd)}`);
}

/** `place parent`, and the task's character in brackets. */
export function items(text: string): string[] {
  const structure = scanStructure(text);
  return structure.listItems.map(item => {
    const task = item.task === -1 ? '' : ` [${text.charAt(item.task)}]`;
    return `${place(structure, item)} ${item.parent}${task}`;
  });
}

export function tags(text: string): string[] {
  return scanStructure(text).tags.map(tag => text.slice(tag.start, tag.end));
}

function shownLinks(text: string, found: readonly Link[]): string[] {
  return found.map(link => {
    const { link: target, displayText } = linkText(text, link);
    return target === displayText ? target : `${target} as ${displayText}`;
  });
}

/** `target`, or `target as text`. */
export function links(text: string): string[] {
  return shownLinks(text, scanStructure(text).links);
}

export function embeds(text: string): string[] {
  return shownLinks(text, scanStructure(text).embeds);
}

/** `kind text`. */
export function enclosures(text: string): string[] {
  return scanStructure(text).enclosures.map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
}

/** `id of what it names`. */
export function blockIds(text: string): string[] {
  const structure = scanStructure(text);
  return structure.blockIds.map(({ start, end, names, index }) => {
    const named = names === 'item' ? structure.listItems[index] : structure.sections[index];
    return `${text.slice(start, end)} of ${names}${named ? ` ${place(structure, named)}` : ''}`;
  });
}
