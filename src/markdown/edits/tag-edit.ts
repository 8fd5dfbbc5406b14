import { ToolFailure } from '../../errors';
import { foldTag } from '../../utils/tags';
import type { NoteStructure } from '../structure/note-structure';
import { scanStructure } from '../structure/scan-structure';
import { withFrontmatterTags, withoutFrontmatterTags, withRenamedFrontmatterTags } from './frontmatter-tags';
import { edited } from './given-text';
import { additions, removals, renamings } from './inline-tags';
import { tagName } from './tag-names';

export interface TagEdit {
  /** With or without `#`. */
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
  readonly location: 'frontmatter' | 'inline' | 'both';
}

/**
 * Adds and removes tags. A removed tag goes from the frontmatter and the text, tags nested in it stay; an added one
 * goes into the frontmatter, or with `inline` to the end of the text. Tags that are there already, or gone, are left.
 *
 * @param structure that of exactly this text.
 * @returns the new text; the same where nothing was to do.
 * @throws ToolFailure `invalid_argument` for what is no tag, or both added and removed, or cannot be a tag at the end of
 * the text; `invalid_frontmatter` as `editFrontmatter` does.
 */
export function editTags(text: string, structure: NoteStructure, edit: TagEdit): string {
  const add = names(edit.add);
  const gone = new Set(names(edit.remove).map(foldTag));
  if (add.some(tag => gone.has(foldTag(tag)))) {
    throw new ToolFailure('invalid_argument', 'A tag stands both in `add` and in `remove`.');
  }
  const isGone = (tag: string): boolean => gone.has(foldTag(tag));
  const inText = edit.location === 'frontmatter' ? [] : removals(text, structure, isGone);
  let result = edited(text, inText).text;
  if (edit.location === 'inline')
    return withInlineTags(result, result === text ? structure : scanStructure(result), add);
  if (gone.size > 0) result = withoutFrontmatterTags(result, isGone);
  return withFrontmatterTags(result, add);
}

/**
 * Renames a tag and those nested in it, in the frontmatter and in the text.
 * @param structure that of exactly this text.
 * @returns the new text; the same where the note has none of them.
 * @throws ToolFailure `invalid_argument` for what is no tag; `invalid_frontmatter` as `editFrontmatter` does.
 */
export function renameTag(text: string, structure: NoteStructure, from: string, to: string): string {
  const [old, wanted] = [tagName(from), tagName(to)];
  const inText = edited(text, renamings(text, structure, old, wanted)).text;
  return withRenamedFrontmatterTags(inText, old, wanted);
}

function withInlineTags(text: string, structure: NoteStructure, tags: readonly string[]): string {
  const added = additions(text, structure, tags);
  if (added.length === 0) return text;
  const result = edited(text, added).text;
  const present = new Set(
    scanStructure(result).tags.map(({ start, end }) => foldTag(result.slice(start, end))),
  );
  if (tags.every(tag => present.has(foldTag(tag)))) return result;
  throw new ToolFailure('invalid_argument', 'At the end of this note a tag would be part of code.', {
    hint: 'Close what is open at the end of the note, or add the tag to the frontmatter.',
  });
}

/** Without doubles. */
function names(given: readonly string[] = []): string[] {
  return [...new Map(given.map(tag => [foldTag(tag), tagName(tag)])).values()];
}
