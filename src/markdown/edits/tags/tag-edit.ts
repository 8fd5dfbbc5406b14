/** Adds, removes and renames the tags of a note, in its text and in its frontmatter. */
import { isMap } from 'yaml';
import { ToolFailure } from '../../../errors';
import {
  additions,
  folded,
  removals,
  renamings,
  type TagPlaces,
  tagsIn,
  tagName,
  tagRenaming,
  type TagRenaming,
} from './inline-tags';
import { type FrontmatterEdit, sameValue } from '../../frontmatter-edit/edits';
import { editFrontmatter } from '../../frontmatter-edit';
import { findBody, locateFrontmatter, readYamlText, splitFrontmatter } from '../../frontmatter/frontmatter';
import { MAX_PARSED_LENGTH } from '../../structure/limits';
import { scanStructure, tooLongToParse } from '../../structure/scan-structure';
import { readYaml, textsOf } from '../../yaml/frontmatter-yaml';
import { isTag, tagsMeant } from '../../tags';
import { spansAfter, type Splice, spliced } from '../../text/splices';
import { mapDefined, itemAt } from '../../../utils/collections';
import { placeOf } from '../../../utils/text/text-search';
import { isList, isObject } from '../../../utils/json';
import { propertyName, foldTag } from '../../../utils/properties/property-names';

export interface TagEdit {
  /** With or without `#`. */
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
  readonly location: 'frontmatter' | 'inline' | 'both';
}

export interface TaggedText {
  readonly text: string;
  /** The tags in the new text, with `#`, each spelling once; without those in the frontmatter. */
  readonly inlineTags: ReadonlySet<string>;
}

/**
 * Adds and removes tags. A removed tag leaves the frontmatter and the text, while tags nested in it stay; an added one
 * goes into the frontmatter, or with `inline` to the end of the text. Adding a present tag or removing a missing one
 * does nothing.
 *
 * @param structure of exactly this text. If the changed text is too long to be parsed, it has those of these tags that remain.
 * @returns the new text; the same if there was nothing to do.
 * @throws ToolFailure `invalid_argument` for an added one that is no tag, or both added and removed, or cannot be a tag at the end of
 * the text; `invalid_frontmatter` as `editFrontmatter` does; `too_large` to add a tag at the end of a text that is too
 * long to be parsed.
 */
export function editTags(text: string, structure: TagPlaces, edit: TagEdit): TaggedText {
  const add = names(edit.add);
  const gone = new Set(edit.remove?.map(foldTag));
  if (add.some(tag => gone.has(foldTag(tag)))) {
    throw new ToolFailure('invalid_argument', 'A tag is in both `add` and `remove`.');
  }
  const left = (tag: string): string | undefined => (gone.has(foldTag(tag)) ? undefined : tag);
  const inText = removals(text, structure, takesOut(edit));
  const result = spliced(text, inText);
  const now = placesAfter(result, structure, inText);
  if (edit.location === 'inline') return withInlineTags(result, now, add);
  const without = gone.size > 0 ? mapped(result, itemsOf, left, { inPlaceOfAll: add }) : result;
  const final = withFrontmatterTags(without, add);
  // If the properties are removed, following text may become the properties.
  const isSameBody = bodyLength(final) === bodyLength(result) || final.length > MAX_PARSED_LENGTH;
  const inlineTags = isSameBody ? tagsIn(result, now) : tagsIn(final, scanStructure(final));
  return { text: final, inlineTags };
}

/** Scanned again only if the text has changed: a large note takes time. */
function placesAfter(result: string, before: TagPlaces, splices: readonly Splice[]): TagPlaces {
  if (splices.length === 0) return before;
  if (result.length > MAX_PARSED_LENGTH) return { tags: spansAfter(before.tags, splices) };
  return scanStructure(result);
}

function bodyLength(text: string): number {
  return text.length - findBody(text);
}

/**
 * Renames a tag and those nested in it, in the frontmatter and in the text.
 * @param structure of exactly this text.
 * @returns the new text; the same if the note has none of them.
 * @throws ToolFailure `invalid_argument` for an invalid tag; `invalid_frontmatter` like `editFrontmatter`.
 */
export function renameTag(text: string, structure: TagPlaces, from: string, to: string): string {
  const rename = tagRenaming(tagName(from, true), tagName(to));
  return withRenamedFrontmatterTags(spliced(text, renamings(text, structure, rename)), rename);
}

function withInlineTags(text: string, structure: TagPlaces, tags: readonly string[]): TaggedText {
  const added = additions(text, structure, tags);
  if (added.length === 0) return { text, inlineTags: tagsIn(text, structure) };
  // Only a parsed text shows whether something, such as code, is open at the end.
  if (text.length > MAX_PARSED_LENGTH) throw tooLongToParse();
  const result = spliced(text, added);
  const inlineTags = tagsIn(result, scanStructure(result));
  const present = folded(inlineTags);
  if (tags.every(tag => present.has(foldTag(tag)))) return { text: result, inlineTags };
  throw new ToolFailure('invalid_argument', 'At the end of this note a tag would be part of code.', {
    hint: 'Close what is open at the end of the note, or add the tag to the frontmatter.',
  });
}

/** Whether an edit takes a tag, given without `#`, out of the text. */
export function takesOut({ remove, location }: TagEdit): (tag: string) => boolean {
  const gone = new Set(location === 'frontmatter' ? [] : remove?.map(foldTag));
  return tag => gone.has(foldTag(tag));
}

/** Without duplicates. */
function names(given: readonly string[] = []): string[] {
  return [...new Map(given.map(tag => [foldTag(tag), tagName(tag)])).values()];
}

/** In any letter case, as the app reads it: a list of names, or one name. */
const key = 'tags';

/** @throws ToolFailure `invalid_frontmatter` if the YAML does not parse, or has a map of tags. */
function withFrontmatterTags(text: string, tags: readonly string[]): string {
  const { value } = tagsProperty(splitFrontmatter(text).yaml);
  const present = new Set(mapDefined(itemsOf(value), item => tagOf(item)).map(foldTag));
  const missing = tags.filter(tag => !present.has(foldTag(tag)));
  // A text such as `a, b` has none of them until it is a list.
  if (tags.length === 0 || (missing.length === 0 && tagsMeant(value) === undefined)) return text;
  if (isObject(value))
    throw new ToolFailure('invalid_frontmatter', 'The property `tags` is a map, so no tag can be added.', {
      hint: 'Set it to a list first.',
    });
  return editFrontmatter(text, [{ kind: 'merge', key, value: missing }]);
}

/** A tag whose new name already exists is removed. Texts that the app does not read as tags stay. */
function withRenamedFrontmatterTags(text: string, rename: TagRenaming): string {
  return mapped(
    text,
    value => (isList(value) ? value : [value]),
    tag => rename(tag) ?? tag,
    { base: renamedInPlace(text, rename) },
  );
}

/** Renames only within the scalars, so that quotes, comments and anchors stay; does nothing if another property would change. */
function renamedInPlace(text: string, rename: TagRenaming): string {
  const block = locateFrontmatter(text);
  const { yaml = '' } = splitFrontmatter(text);
  const read = readYaml(yaml);
  if (block === undefined || !read.ok || !isMap(read.document.contents)) return text;
  const { spelling } = tagsProperty(yaml);
  const [start, end] = read.document.contents.get(spelling, true)?.range ?? [0, 0];
  const splices = textsOf(read.document).flatMap(({ value, from, to }): Splice[] => {
    const tag = from >= start && to <= end ? tagOf(value) : undefined;
    const renamed = tag === undefined ? undefined : rename(tag);
    if (tag === undefined || renamed === undefined) return [];
    const at = from + placeOf(yaml.slice(from, to), tag);
    return at < from ? [] : [{ from: at, to: at + tag.length, text: renamed }];
  });
  const edited = spliced(yaml, splices);
  const [before, after] = [yaml, edited].map(one => ({ ...readYamlText(one), [spelling]: '' }));
  return sameValue(before, after)
    ? text.slice(0, block.bodyStart) + edited + text.slice(block.bodyEnd)
    : text;
}

/** Removes the property with its last tag unless `inPlaceOfAll` replaces it. Invalid YAML has no tags and stays. A text such as `a, b` becomes a list. */
function mapped(
  text: string,
  itemsOf: (value: unknown) => readonly unknown[],
  change: (tag: string) => string | undefined,
  { inPlaceOfAll = [], base = text }: { inPlaceOfAll?: readonly string[]; base?: string } = {},
): string {
  const { spelling, value } = tagsProperty(splitFrontmatter(text).yaml);
  const before = itemsOf(value);
  const after = before.map(item => changedItem(item, change));
  if (after.every((item, index) => item === before[index])) return text;
  const left = withoutDoubles(before, after);
  const kept = left.length > 0 ? left : inPlaceOfAll;
  const isOne = !isList(value) && Math.max(before.length, kept.length) <= 1;
  const edit: FrontmatterEdit =
    kept.length === 0
      ? { kind: 'remove', key: spelling, isExact: true }
      : { kind: 'set', key, value: isOne ? kept[0] : kept };
  return editFrontmatter(base, [edit]);
}

/** A text that is not a tag, such as `two words`, can be removed too. */
function changedItem(item: unknown, change: (tag: string) => string | undefined): unknown {
  if (typeof item !== 'string') return item;
  const tag = tagOf(item) ?? item.trim();
  const changed = change(tag);
  if (changed === undefined || changed === tag) return changed === undefined ? undefined : item;
  return item.trim().startsWith('#') ? `#${changed}` : changed;
}

/** Removes changed items that equal an unchanged or earlier changed one; existing duplicates stay. */
function withoutDoubles(before: readonly unknown[], after: readonly unknown[]): unknown[] {
  const foldedTags = after.map(item => foldTag(tagOf(item) ?? ''));
  const known = new Set(foldedTags.filter((_, index) => after[index] === before[index]));
  return after.filter((item, index) => {
    if (item === undefined) return false;
    const tag = itemAt(foldedTags, index);
    return item === before[index] || (!known.has(tag) && known.add(tag));
  });
}

/** The property that the app reads; no value without it, or if the YAML is invalid. */
function tagsProperty(yaml: string | undefined): { readonly spelling: string; readonly value: unknown } {
  const properties = readYamlText(yaml);
  const spelling = (properties && propertyName(properties, key)) ?? key;
  return { spelling, value: properties?.[spelling] };
}

/** The items of a list, or of the list that a text means. */
function itemsOf(value: unknown): readonly unknown[] {
  if (isList(value)) return value;
  return tagsMeant(value) ?? [value];
}

/** Without `#`; undefined if it is no tag. */
function tagOf(item: unknown): string | undefined {
  if (typeof item !== 'string') return undefined;
  const name = item.trim();
  const tag = name.startsWith('#') ? name : `#${name}`;
  return isTag(tag) ? tag.slice(1) : undefined;
}
