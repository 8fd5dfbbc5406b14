/** The names of folders, tags and properties in the filters of a view: an empty result reports those that the vault lacks. */
import { mapDefined } from '../../utils/collections';
import type { BaseDocument } from '../document/base-document';
import type { Filter } from '../document/filters';
import type { Source } from '../document/source';
import type { ViewSettings } from '../document/view-settings';
import { everyExpression, type Expression } from '../language/syntax';
import { isFile, textOf } from './narrowing';
import { otherNames } from './needs';

export interface NamesUsed {
  /** With or without `#`. */
  readonly tags: readonly string[];
  readonly folders: readonly string[];
  readonly properties: readonly string[];
}

/** The first ones. What is below `not` and `!` is left out: it keeps nothing away. */
export function namesUsed({ filter }: BaseDocument, view: ViewSettings): NamesUsed {
  const sources = [...wantedOf(filter), ...wantedOf(view.filter)];
  const parts = sources.flatMap(({ parsed }) =>
    parsed === undefined ? [] : everyExpression(parsed.expression, isAffirmed),
  );
  return {
    tags: unique(parts.flatMap(tagsIn)),
    folders: unique(parts.flatMap(foldersIn)),
    properties: unique(parts.flatMap(propertiesIn)),
  };
}

function wantedOf(filter: Filter | undefined): readonly Source[] {
  if (filter === undefined || filter.kind === 'not') return [];
  return filter.kind === 'statement' ? [filter.source] : filter.filters.flatMap(wantedOf);
}

function isAffirmed(part: Expression): boolean {
  return part.kind !== 'unary' || part.operator !== '!';
}

function tagsIn(part: Expression): string[] {
  if (part.kind !== 'method') return [];
  const { object, name, args } = part;
  const isOfTags =
    (object.kind === 'field' && object.name === 'tags') || (object.kind === 'name' && object.name === 'tags');
  const areTags = (name === 'hasTag' && isFile(object)) || (name === 'contains' && isOfTags);
  return areTags ? mapDefined(args, arg => textOf(arg)) : [];
}

function foldersIn(part: Expression): string[] {
  if (part.kind !== 'method' || part.name !== 'inFolder' || !isFile(part.object)) return [];
  return mapDefined(part.args, arg => textOf(arg));
}

/** `rating`, `note.rating`, `note["rating"]`. */
function propertiesIn(part: Expression): string[] {
  if (part.kind === 'name') return part.name === 'note' || otherNames.has(part.name) ? [] : [part.name];
  if (part.kind === 'field') return isNote(part.object) ? [part.name] : [];
  return part.kind === 'index' && isNote(part.object) ? [textOf(part.index) ?? []].flat() : [];
}

function isNote(expression: Expression): boolean {
  return expression.kind === 'name' && expression.name === 'note';
}

/** More names are not looked up. */
const maxNames = 20;

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].slice(0, maxNames);
}
