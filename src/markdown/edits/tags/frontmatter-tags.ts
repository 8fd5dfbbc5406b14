/** The tags under `tags`, in any letter case, as the app reads them: a list of names, or one name. */
import { mapDefined, itemAt } from '../../../utils/collections';
import { foldTag, propertyName } from '../../../utils/properties/property-names';
import { locateFrontmatter, readYamlText } from '../../frontmatter/frontmatter';
import { editFrontmatter, type FrontmatterEdit } from '../../frontmatter-edit';
import { isList } from '../../frontmatter-edit/values';
import { isTag, tagsMeant } from '../../tags';
import type { TagRenaming } from './tag-names';

const key = 'tags';

function findYaml(text: string): string | undefined {
  const block = locateFrontmatter(text);
  return block && text.slice(block.bodyStart, block.bodyEnd);
}

/** @throws ToolFailure `invalid_frontmatter` if the YAML does not parse. */
export function withFrontmatterTags(text: string, tags: readonly string[]): string {
  const value = valueIn(findYaml(text));
  const items = itemsOf(value);
  const present = new Set(mapDefined(items, item => tagOf(item)).map(foldTag));
  const missing = tags.filter(tag => !present.has(foldTag(tag)));
  if (missing.length === 0) return text;
  const edit: FrontmatterEdit =
    tagsMeant(value) === undefined
      ? { kind: 'merge', key, value: missing }
      : { kind: 'set', key, value: [...items, ...missing] };
  return editFrontmatter(text, [edit]);
}

/** Removes the property with its last tag. Invalid YAML has no tags and stays unchanged. A text such as `a, b` becomes a list. */
export function withoutFrontmatterTags(text: string, isGone: (tag: string) => boolean): string {
  return mapped(text, itemsOf, tag => (isGone(tag) ? undefined : tag));
}

/** A tag whose new name already exists is removed. Texts that the app does not read as tags stay. */
export function withRenamedFrontmatterTags(text: string, rename: TagRenaming): string {
  return mapped(
    text,
    value => (isList(value) ? value : [value]),
    tag => rename(tag) ?? tag,
  );
}

function mapped(
  text: string,
  itemsOf: (value: unknown) => readonly unknown[],
  change: (tag: string) => string | undefined,
): string {
  const value = valueIn(findYaml(text));
  const before = itemsOf(value);
  const after = before.map(item => changedItem(item, change));
  if (after.every((item, index) => item === before[index])) return text;
  const kept = withoutDoubles(before, after);
  const edit: FrontmatterEdit =
    kept.length === 0
      ? { kind: 'remove', key }
      : { kind: 'set', key, value: isList(value) || before.length > 1 ? kept : kept[0] };
  return editFrontmatter(text, [edit]);
}

/** An item that is no tag stays unchanged. */
function changedItem(item: unknown, change: (tag: string) => string | undefined): unknown {
  const tag = tagOf(item);
  if (tag === undefined || typeof item !== 'string') return item;
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

/** The value of the property; undefined without it, or if the YAML is invalid. */
function valueIn(yaml: string | undefined): unknown {
  const properties = readYamlText(yaml);
  const name = properties && propertyName(properties, key);
  return properties && name !== undefined ? properties[name] : undefined;
}

/** The items of the list, or of the list that is meant by a text. */
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
