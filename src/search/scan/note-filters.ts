import { readFrontmatter } from '../../markdown/frontmatter/frontmatter';
import { scanStructure } from '../../markdown/structure/scan-structure';
import { allTags } from '../../markdown/tags';
import { foldTag, tagCovers } from '../../utils/properties/tags';
import { contains } from '../../utils/text/text-search';
import type { NoteText } from '../text/note-text';
import type { FilterTerm, ParsedQuery } from '../query/parsed-query';
import type { StoredNote } from '../store/stored-note';
import type { TextFolder } from '../text/folded-text';

/** The tags of a note, with or without `#`. */
export type TagSource = (path: string) => readonly string[];

/** Whether a note passes the filters that can be told from its path. */
export function passesByPath(note: StoredNote, filters: readonly FilterTerm[], folder: TextFolder): boolean {
  return filters.every(({ key, value, isExcluded }) => {
    if (key === 'tag') return true;
    const subject = key === 'path' ? folder.fold(note.path).folded : fileName(note, folder);
    return contains(subject, value) !== isExcluded;
  });
}

export function passesByTags(
  note: StoredNote,
  text: NoteText,
  { filters }: ParsedQuery,
  tagsOf: TagSource | undefined,
): boolean {
  const wanted = filters.filter(({ key }) => key === 'tag');
  if (wanted.length === 0) return true;
  const tags = (tagsOf?.(note.path) ?? tagsIn(text)).map(foldTag);
  return wanted.every(({ value, isExcluded }) => tags.some(tag => tagCovers(value, tag)) !== isExcluded);
}

function fileName(note: StoredNote, folder: TextFolder): string {
  return folder.fold(note.path.slice(note.path.lastIndexOf('/') + 1)).folded;
}

function tagsIn({ original }: NoteText): string[] {
  const tags = scanStructure(original).tags.map(({ start, end }) => ({ tag: original.slice(start, end) }));
  return allTags({ frontmatter: readFrontmatter(original), tags });
}
