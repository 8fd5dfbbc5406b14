/** What a view needs from the vault: the facts it reads, how indexes can narrow its rows, and the names it mentions. */

import { mapDefined, itemAt } from '../../utils/collections';
import type { BaseDocument } from '../document/base-document';
import {
  parsePropertyId,
  statementsOf,
  type ViewSettings,
  type Filter,
  requiredOf,
  shownIn,
} from '../document/view-settings';
import type { ParsedSource, Source } from '../document/source';
import { everyExpression, type Expression } from '../language/syntax';

interface ViewNeeds {
  readonly self: boolean;
  readonly graph: boolean;
  /** The frontmatter of notes, their tags and links included. */
  readonly properties: boolean;
}

export function needsOf(base: BaseDocument, view: ViewSettings): ViewNeeds {
  const parsed = parsedOf(base, view);
  const shown = shownIn(view);
  const asksFor = (members: readonly string[]): boolean =>
    parsed.some(source => members.some(name => source.members.has(name))) ||
    shown.some(({ kind, name }) => kind === 'file' && members.includes(name));
  const asksForNotes = shown.some(({ kind }) => kind === 'note') || parsed.some(namesProperty);
  return {
    self: parsed.some(({ usesThis }) => usesThis),
    graph: asksFor(ofGraph),
    properties: asksForNotes || asksFor(ofProperties),
  };
}

const ofGraph = ['hasLink', 'linksTo', 'backlinks'];
const ofProperties = [...ofGraph, 'tags', 'hasTag', 'links', 'properties', 'hasProperty'];
/** Names in an expression that are not properties, including those inside `filter` and the like. */
const otherNames: ReadonlySet<string> = new Set('file this formula value index acc values'.split(' '));

function namesProperty({ expression }: ParsedSource): boolean {
  return everyExpression(expression).some(part => part.kind === 'name' && !otherNames.has(part.name));
}

/** The expressions that the view may run. */
function parsedOf(base: BaseDocument, view: ViewSettings): readonly ParsedSource[] {
  const filters = [base.filter, view.filter].flatMap(statementsOf);
  const summaries = mapDefined(view.summaries.values(), name => base.summaries.get(name));
  return mapDefined([...filters, ...base.formulas.values(), ...summaries], ({ parsed }) => parsed);
}

export interface NamesUsed {
  /** Names and paths of files, as they are compared. */
  readonly files: readonly string[];
  /** With or without `#`. */
  readonly tags: readonly string[];
  readonly folders: readonly string[];
  readonly properties: readonly string[];
}

/** The first names used. Those below `not` and `!` are left out: a missing one there hides no rows. */
export function namesUsed({ filter }: BaseDocument, view: ViewSettings): Omit<NamesUsed, 'files'> {
  const isAffirmed = (part: Expression): boolean => part.kind !== 'unary' || part.operator !== '!';
  const wanted = expressionsOf([filter, view.filter].flatMap(wantedOf));
  const parts = wanted.flatMap(one => everyExpression(one, isAffirmed));
  const first = (of: typeof tagsIn): string[] => [...new Set(parts.flatMap(of))].slice(0, maxNames);
  return { tags: first(tagsIn), folders: first(foldersIn), properties: first(propertiesIn) };
}

/** All names in a base: also below `not`, in formulas and settings of views, and anywhere in a condition on a field of files. */
export function namesIn({ filter, formulas, summaries, ids, views }: BaseDocument): NamesUsed {
  const filters = [filter, ...views.map(view => view.filter)].flatMap(statementsOf);
  const sources = [...filters, ...formulas.values(), ...summaries.values()];
  const shown = [...views.flatMap(shownIn), ...ids.map(parsePropertyId)];
  return {
    files: textsBeside(sources, ['name', 'basename', 'path']).filter(text => !text.endsWith('/')),
    tags: textsBeside(sources, ['tags', 'hasTag']),
    folders: textsBeside(sources, ['folder', 'inFolder', 'path']),
    properties: [
      ...expressionsOf(sources).flatMap(one => everyExpression(one).flatMap(propertiesIn)),
      ...mapDefined(shown, ({ kind, name }) => (kind === 'note' ? name : undefined)),
    ],
  };
}

function expressionsOf(sources: readonly Source[]): Expression[] {
  return mapDefined(sources, ({ parsed }) => parsed?.expression);
}

/** All texts of the conditions that name one of these fields or functions. */
function textsBeside(sources: readonly Source[], names: readonly string[]): string[] {
  const all = expressionsOf(sources).flatMap(one => conditionsIn(one).map(part => everyExpression(part)));
  return all.flatMap(parts => (parts.some(part => isOneOf(part, names)) ? mapDefined(parts, textOf) : []));
}

/** What `&&`, `||`, `!` and `if` connect, the values between which `if` chooses too. */
function conditionsIn(part: Expression): readonly Expression[] {
  if (part.kind === 'unary') return conditionsIn(part.operand);
  if (part.kind === 'call' && part.name === 'if') return part.args.flatMap(conditionsIn);
  const parts = operandsOf(part, ['&&', '||']);
  return parts.length === 1 ? parts : parts.flatMap(conditionsIn);
}

/** A property may have the name of a field, other than `tags`, which are the same. */
function isOneOf(part: Expression, names: readonly string[]): boolean {
  if (isNamed(part, 'tags')) return names.includes('tags');
  const member = part.kind === 'method' ? part : memberOf(part);
  const isIt = member !== undefined && names.includes(member.name);
  return isIt && (member.name === 'tags' || !hasProperties(member.object));
}

function wantedOf(filter: Filter | undefined): readonly Source[] {
  if (filter === undefined || filter.kind === 'not') return [];
  return filter.kind === 'statement' ? [filter.source] : filter.filters.flatMap(wantedOf);
}

const listChecks = ['contains', 'containsAny', 'containsAll'];

function tagsIn(part: Expression): string[] {
  if (part.kind !== 'method') return [];
  const { object, name, args } = part;
  const isOfTags = memberOf(object)?.name === 'tags' || isNamed(object, 'tags');
  const areTags = name === 'hasTag' || (listChecks.includes(name) && isOfTags);
  return areTags ? mapDefined(args, textOf) : [];
}

/** `file.inFolder("a")`, `file.folder == "a"`, `file.folder.startsWith("a")`, `file.path.startsWith("a/")`. */
function foldersIn(part: Expression): string[] {
  if (part.kind === 'binary') {
    const sides = [part.left, part.right];
    return sides.some(side => isFileField(side, 'folder')) ? mapDefined(sides, side => textOf(side)) : [];
  }
  if (part.kind !== 'method') return [];
  const { object, name } = part;
  const texts = mapDefined(part.args, textOf);
  if (name === 'inFolder') return texts;
  if (name !== 'startsWith') return [];
  if (isFileField(object, 'path')) return texts.filter(text => text.endsWith('/'));
  return isFileField(object, 'folder') ? texts : [];
}

function isFileField(expression: Expression, name: string): boolean {
  const member = memberOf(expression);
  return member?.name === name && isFile(member.object);
}

/** `rating`, `note.rating`, `this["rating"]`, `file.properties.rating`, `file.hasProperty("rating")`. */
function propertiesIn(part: Expression): string[] {
  if (part.kind === 'name') return part.name === 'note' || otherNames.has(part.name) ? [] : [part.name];
  if (part.kind === 'method') return part.name === 'hasProperty' ? mapDefined(part.args, textOf) : [];
  const member = memberOf(part);
  if (member === undefined || (member.name === 'file' && isThis(part))) return [];
  return hasProperties(member.object) ? [member.name] : [];
}

function hasProperties(object: Expression): boolean {
  return isNamed(object, 'note') || isNamed(object, 'this') || memberOf(object)?.name === 'properties';
}

/** `object.name` or `object["name"]`. */
function memberOf(part: Expression): { readonly object: Expression; readonly name: string } | undefined {
  if (part.kind === 'field') return part;
  const name = part.kind === 'index' ? textOf(part.index) : undefined;
  return part.kind !== 'index' || name === undefined ? undefined : { object: part.object, name };
}

/** Names beyond this are not looked up. */
const maxNames = 20;

/** Each keeps every row that passes the filters, and maybe more. */
export type Narrowing =
  | { readonly kind: 'folder'; readonly path: string }
  /** A file has one of the tags, or one nested in it. */
  | { readonly kind: 'tags'; readonly names: readonly string[] }
  | { readonly kind: 'extension'; readonly name: string }
  | { readonly kind: 'linksToThis' }
  | { readonly kind: 'linkedFromThis' };

/** All of them hold for every row of the view. */
export function narrowingsOf({ filter }: BaseDocument, view: ViewSettings): Narrowing[] {
  const required = [filter, view.filter].flatMap(requiredOf);
  return expressionsOf(required).flatMap(one => operandsOf(one, ['&&']).flatMap(narrowingOf));
}

function operandsOf(part: Expression, operators: readonly string[]): readonly Expression[] {
  return part.kind === 'binary' && operators.includes(part.operator)
    ? [part.left, part.right].flatMap(one => operandsOf(one, operators))
    : [part];
}

function narrowingOf(expression: Expression): Narrowing[] {
  if (expression.kind === 'binary') return extensionOf(expression);
  if (expression.kind !== 'method') return [];
  const { object, name, args } = expression;
  const [first] = args;
  if (first === undefined) return [];
  const texts = mapDefined(args, textOf);
  const areTexts = texts.length === args.length;
  if (isFile(object)) {
    if (name === 'inFolder' && areTexts) return [{ kind: 'folder', path: itemAt(texts, 0) }];
    if (name === 'hasTag' && areTexts) return [{ kind: 'tags', names: texts }];
    return name === 'hasLink' && isThis(first) ? [{ kind: 'linksToThis' }] : [];
  }
  if (isThis(object)) return name === 'hasLink' && isFile(first) ? [{ kind: 'linkedFromThis' }] : [];
  return isFileField(object, 'tags') && name === 'contains' && areTexts
    ? [{ kind: 'tags', names: texts }]
    : [];
}

function extensionOf({ operator, left, right }: Extract<Expression, { kind: 'binary' }>): Narrowing[] {
  if (operator !== '==') return [];
  const [field, text] = textOf(right) === undefined ? [right, textOf(left)] : [left, textOf(right)];
  return isFileField(field, 'ext') && text !== undefined ? [{ kind: 'extension', name: text }] : [];
}

function textOf(expression: Expression): string | undefined {
  return expression.kind === 'literal' && typeof expression.value === 'string' ? expression.value : undefined;
}

function isFile(expression: Expression): boolean {
  return isNamed(withoutFile(expression), 'file');
}

function isThis(expression: Expression): boolean {
  return isNamed(withoutFile(expression), 'this');
}

function withoutFile(expression: Expression): Expression {
  return expression.kind === 'field' && expression.name === 'file' ? expression.object : expression;
}

function isNamed(expression: Expression, name: string): boolean {
  return expression.kind === 'name' && expression.name === name;
}
