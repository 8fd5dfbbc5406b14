/** The tags under `tags`, as the app reads them: a list of names, or one name; `tag` and other keys do not count. */
import type { Steps } from '../../../utils/slicing/steps';
import { foldTag } from '../../../utils/properties/tags';
import { findFrontmatter, readYamlText } from '../../frontmatter/frontmatter';
import { editFrontmatter, type FrontmatterEdit } from '../../frontmatter-edit';
import { isList } from '../../frontmatter-edit/values';
import { isTag } from '../../tags';
import type { TagRenaming } from './tag-names';
import { itemAt } from '../../../utils/item-at';

const key = 'tags';

function* findYaml(text: string): Steps<string | undefined> {
  const block = yield* findFrontmatter(text);
  return block && text.slice(block.bodyStart, block.bodyEnd);
}

/** @throws ToolFailure `invalid_frontmatter` if the YAML does not parse. */
export function* withFrontmatterTags(text: string, tags: readonly string[]): Steps<string> {
  const present = new Set(tagsIn(yield* findYaml(text)).map(foldTag));
  const missing = tags.filter(tag => !present.has(foldTag(tag)));
  return missing.length === 0 ? text : yield* editFrontmatter(text, [{ kind: 'merge', key, value: missing }]);
}

/** Removes the property with its last tag. Invalid YAML has no tags and stays unchanged. */
export function withoutFrontmatterTags(text: string, isGone: (tag: string) => boolean): Steps<string> {
  return mapped(text, tag => (isGone(tag) ? undefined : tag));
}

/** A tag whose new name already exists is removed. */
export function withRenamedFrontmatterTags(text: string, rename: TagRenaming): Steps<string> {
  return mapped(text, tag => rename(tag) ?? tag);
}

function* mapped(text: string, change: (tag: string) => string | undefined): Steps<string> {
  const value = readYamlText(yield* findYaml(text))?.[key];
  const before: readonly unknown[] = isList(value) ? value : [value];
  const after = before.map(item => changedItem(item, change));
  if (after.every((item, index) => item === before[index])) return text;
  const kept = withoutDoubles(before, after);
  const edit: FrontmatterEdit =
    kept.length === 0 ? { kind: 'remove', key } : { kind: 'set', key, value: isList(value) ? kept : kept[0] };
  return yield* editFrontmatter(text, [edit]);
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

function tagsIn(yaml: string | undefined): string[] {
  const value = readYamlText(yaml)?.[key];
  const items: readonly unknown[] = isList(value) ? value : [value];
  return items.flatMap(item => tagOf(item) ?? []);
}

/** Without `#`; undefined if it is no tag. */
function tagOf(item: unknown): string | undefined {
  if (typeof item !== 'string') return undefined;
  const name = item.trim();
  const tag = name.startsWith('#') ? name : `#${name}`;
  return isTag(tag) ? tag.slice(1) : undefined;
}
