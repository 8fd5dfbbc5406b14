/** The names and shapes in which other servers, programs and models give arguments. */

import { parseExactJson, isObject, isTooComplex } from '../utils/json';
import { matchOf, withoutOuterSlashes } from '../utils/text/pieces';
import { refused } from './argument-problem';

/** Names that other servers and models use, by the argument that they mean. docs/clients.md has the same table. */
export const usualNames: Readonly<Record<string, readonly string[]>> = {
  path: ['file', 'filePath', 'filepath', 'fileName', 'filename', 'note', 'notePath'],
  oldText: ['oldString', 'oldStr', 'search', 'find'],
  newText: ['newString', 'newStr', 'replacement', 'replace', 'content'],
  edits: ['replacements'],
  content: ['text', 'body'],
  query: ['q', 'pattern'],
  limit: ['maxResults', 'topK', 'count'],
  newPath: ['to', 'destination', 'newName'],
  paths: ['filePaths', 'filepaths', 'files', 'path'],
  set: ['frontmatter', 'properties', 'patch'],
  property: ['key'],
  heading: ['section'],
  sort: ['sortBy', 'orderBy'],
  excludes: ['exclude', 'excludePatterns'],
  includes: ['include', 'includePatterns'],
  ifExists: ['onConflict'],
  endLine: ['head'],
  matchesPerNote: ['maxMatchesPerHit'],
  link: ['linkText'],
  from: ['sourcePath'],
  newTab: ['newLeaf'],
};

/** The same for a `path` that may be a folder (`fileOrFolder` in src/tools/shared/fields.ts). */
export const folderNames: readonly string[] =
  'folder folderPath directory dir dirPath dirpath pathPrefix'.split(' ');

/** The same for a `path` beside a `newPath`. */
export const oldPathNames: readonly string[] = ['oldPath', 'source', 'sourcePath', 'from'];

/** Arguments that programs add to every call, with where that was reported; ignored unless the tool has them. */
export const clientNames: Readonly<Record<string, string>> = {
  toolCallId: 'n8n (n8n-io/n8n#21500)',
  sessionId: 'n8n (sansan0/TrendRadar#768)',
  action: 'n8n (sansan0/TrendRadar#768)',
  chatInput: 'n8n (sansan0/TrendRadar#768)',
  tool: 'n8n (sansan0/TrendRadar#768)',
  task_progress: 'Cline (cline/cline#8256)',
  random_string: 'Cursor, for tools without arguments',
  explanation: 'models that explain each call, as editors ask them to',
  __tool_use_purpose: 'Kiro',
  requestId: 'programs with their own call ids',
  _meta: 'programs that put the protocol’s own field among the arguments',
};

const ofClients: ReadonlySet<string> = new Set(Object.keys(clientNames).map(camelCase));

export function isOfClient(name: string): boolean {
  return ofClients.has(camelCase(name));
}

/**
 * The known argument that another name means: the same name in snake case, otherwise what the tables say. Undefined
 * if none fits, or more than one.
 * @param takesFolder whether `path` may be a folder
 */
export function meantArgument(
  name: string,
  known: readonly string[],
  takesFolder: boolean,
): string | undefined {
  const own = camelCase(name);
  if (known.includes(own)) return own;
  const usualPathNames = known.includes('from') ? [] : ['sourcePath'];
  const names = known.includes('newPath') ? oldPathNames : usualPathNames;
  if (known.includes('path') && names.includes(own)) return 'path';
  const meant = known.filter(one => namesOf(one, takesFolder).includes(own));
  return meant.length === 1 ? meant[0] : undefined;
}

export function namesOf(argument: string, takesFolder: boolean): readonly string[] {
  const usual = Object.hasOwn(usualNames, argument) ? (usualNames[argument] ?? []) : [];
  return argument === 'path' && takesFolder ? [...usual, ...folderNames] : usual;
}

/** `old_text` as `oldText`; underscores at the beginning stay. */
function camelCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])_([a-z0-9])/giu, (_match, letter: string) => letter.toUpperCase());
}

/** Characters; a property is rarely longer. */
const maxText = 100_000;

type Given = Readonly<Record<string, unknown>>;

/** Null and an empty text are left out. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Options of other servers for what our tools always do, or never do. */
const always: readonly string[] = ['confirm', 'createParents', 'updateLinks'];
const never: readonly string[] = ['overwrite', 'force'];
/** Options of tools that only preview until they are told to write. */
const previews: readonly string[] = ['dryRun', 'preview', 'simulate'];
const confirmations: Readonly<Record<string, readonly string[]>> = {
  confirmPath: ['path'],
  confirmOldPath: ['oldPath', 'path'],
  confirmNewPath: ['newPath'],
};

/** Converters for other shapes, each with the arguments that a tool must have for it to apply. */
const shapes: readonly (readonly [
  needed: readonly string[],
  shaped: (given: Given, known: readonly string[]) => Given,
])[] = [
  [['path'], withTarget],
  [['path', 'newPath'], withNewName],
  [['path', 'content', 'properties'], withNewNote],
  [['target', 'targetType'], withSection],
  [['set', 'remove'], withProperty],
  [['add', 'remove'], withTags],
  [['query', 'mode'], withMode],
  [['sort', 'order'], withOrder],
  [['dueBefore', 'text'], withTaskWords],
  [['where'], withConditions],
  [['path'], withTagFilter],
  [['source', 'view'], withBaseText],
];

/** A base given as an object becomes JSON, which is YAML too. */
function withBaseText(given: Given): Given {
  return isObject(given['source']) ? { ...given, source: JSON.stringify(given['source']) } : given;
}

/**
 * Converts the arguments of a call to the shapes of our tools where the meaning is plain: a note in `target`, a
 * section in `section`, one property as `key` and `value`, tags with an `operation`, conditions as an object.
 * @param known the arguments that the tool has
 * @throws ToolFailure `invalid_argument` where the meaning is ambiguous
 */
export function inOurShapes(given: Given, known: readonly string[]): Given {
  let shaped = given;
  for (const [needed, shape] of shapes)
    if (needed.every(name => known.includes(name))) shaped = shape(shaped, known);
  const isSaid = ([name, value]: [string, unknown]): boolean =>
    known.includes(name) || !goesWithoutSaying(name, value, given, known);
  const entries = Object.entries(shaped);
  return entries.every(isSaid) ? shaped : Object.fromEntries(entries.filter(isSaid));
}

function goesWithoutSaying(name: string, value: unknown, given: Given, known: readonly string[]): boolean {
  if (previews.includes(camelCase(name)) && known.includes('confirm'))
    return switchOf(value) === true && !isGiven(given['confirm']);
  if (always.includes(camelCase(name))) return switchOf(value) === true;
  if (never.includes(name)) return switchOf(value) === false;
  const confirmed = Object.hasOwn(confirmations, name) ? (confirmations[name] ?? []) : [];
  return typeof value === 'string' && confirmed.some(one => given[one] === value);
}

function switchOf(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

/** A bare new name stays in the folder of `path`; a folder without a new name keeps the old one. */
function withNewName(given: Given): Given {
  const { newName, new_name: snakeName = newName, ...others } = given;
  const path = others['path'] ?? others['file_path'] ?? others['oldPath'];
  if (typeof path !== 'string' || others['newPath'] !== undefined) return given;
  const folderName = folderNames.find(name => typeof given[name] === 'string' && isGiven(given[name]));
  if (folderName !== undefined && snakeName === undefined) {
    const { [folderName]: folder, ...rest } = others;
    return { ...rest, newPath: `${withoutOuterSlashes(String(folder))}/` };
  }
  if (typeof snakeName !== 'string' || snakeName.includes('/')) return given;
  return { ...others, newPath: path.slice(0, path.lastIndexOf('/') + 1) + snakeName };
}

/** `{type: "path", path}`, `{type: "active"}` or `{type: "periodic", period, date}` as a reference. */
function withTarget({ target, ...others }: Given): Given {
  const whole = target === undefined ? others : { target, ...others };
  if (!isObject(target) || others['path'] !== undefined) return whole;
  const { type, path, period, date } = target;
  if (type === 'path' && typeof path === 'string') return { path, ...others };
  if (type === 'active') return { path: '@active', ...others };
  if (type !== 'periodic' || typeof period !== 'string') return whole;
  return { path: `@${period}${typeof date === 'string' ? `:${date}` : ''}`, ...others };
}

const targetTypes: Readonly<Record<string, string>> = {
  heading: 'heading',
  section: 'heading',
  header: 'heading',
  block: 'block',
  blockId: 'block',
  property: 'frontmatter',
  key: 'frontmatter',
};

/** `{type, target}` in `section`, or a name in `heading`, `block` or `property`, as the type and name of a target. */
function withSection(given: Given): Given {
  const { section, ...beside } = given;
  if (isGiven(given['target'])) return given;
  if (isObject(section) && !isGiven(given['targetType']))
    return { targetType: section['type'], target: section['target'], ...beside };
  const [name = '', another] = Object.keys(given).filter(
    one =>
      Object.hasOwn(targetTypes, camelCase(one)) && typeof given[one] === 'string' && isGiven(given[one]),
  );
  const { [name]: target, ...others } = given;
  const targetType = targetTypes[camelCase(name)];
  if (name === '' || another !== undefined || (others['targetType'] ?? targetType) !== targetType)
    return given;
  return { ...others, targetType, target };
}

/** A title and a folder in place of a path; tags and aliases beside the properties. */
function withNewNote(given: Given): Given {
  const { title, tags, aliases, ...rest } = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => name === 'path' || isGiven(value)),
  );
  const isFolder = (name: string): boolean => folderNames.includes(camelCase(name));
  const [folderName = '', another] = Object.keys(rest).filter(isFolder);
  const { [folderName]: folder = '', ...others } = rest;
  const pathName = Object.keys(others).find(name => meantArgument(name, ['path'], false) === 'path');
  const name = pathName === undefined ? title : others[pathName];
  const isPlain =
    typeof name === 'string' &&
    name !== '' &&
    !name.includes('/') &&
    typeof folder === 'string' &&
    another === undefined;
  const isWhole = pathName !== undefined && (folderName === '' || title !== undefined);
  const { [pathName ?? '']: _path, ...withoutPath } = others;
  const placed =
    isPlain && !isWhole
      ? { ...withoutPath, path: `${/[^/]$/u.test(folder) ? `${folder}/` : folder}${name}` }
      : { ...rest, ...(title === undefined ? {} : { title }) };
  return withOwnProperties(placed, { tags, aliases });
}

function withOwnProperties(given: Given, own: Given): Given {
  const named = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  const name = given['frontmatter'] === undefined ? 'properties' : 'frontmatter';
  const properties = given[name] ?? {};
  const isFree =
    isObject(properties) && !Object.keys(properties).some(one => Object.hasOwn(named, one.toLowerCase()));
  if (Object.keys(named).length === 0) return given;
  return isFree ? { ...given, [name]: { ...properties, ...named } } : { ...given, ...named };
}

function withProperty(given: Given): Given {
  const { key, value, operation, ...others } = given;
  if (typeof key !== 'string' || others['set'] !== undefined || others['remove'] !== undefined) return given;
  if (value === undefined)
    return operation === 'delete' || operation === 'remove' ? { remove: [key], ...others } : given;
  return operation === undefined || operation === 'set'
    ? { set: { [key]: listOrValue(value) }, ...others }
    : given;
}

function listOrValue(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/u.test(value) || value.length > maxText || isTooComplex(value))
    return value;
  try {
    return parseExactJson(value);
  } catch {
    return value;
  }
}

function withTags(given: Given): Given {
  const { tags, action, operation = action, ...others } = given;
  if (tags === undefined || (operation !== 'add' && operation !== 'remove')) return given;
  return others[operation] === undefined ? { [operation]: tags, ...others } : given;
}

function withMode(given: Given): Given {
  const { isRegex, ...others } = given;
  const isPattern = switchOf(isRegex);
  if (isPattern === undefined || others['mode'] !== undefined) return given;
  return isPattern ? { mode: 'regex', ...others } : others;
}

/** `-rating`, `rating desc`, `{"rating":-1}` or `{"field":"rating","order":"desc"}` as a field and an order. */
function withOrder(given: Given): Given {
  const { order } = given;
  const items: unknown[] = [listOrValue(given['sort'])].flat();
  const [item, another] = items;
  if (another !== undefined) throw refused('`sort` takes one field.', 'Give the most important one.');
  const sort = isObject(item) ? sortOf(item) : item;
  const direction =
    typeof order === 'string' ? /^\s*(asc|desc)(?:ending)?\s*$/iu.exec(order)?.[1] : undefined;
  const own = direction?.toLowerCase();
  const words = typeof sort === 'string' ? sortWords(sort) : undefined;
  if (words === undefined) return own === undefined ? given : { ...given, order: own };
  if (own !== undefined && own !== words.order)
    throw refused('`sort` and `order` name different directions.', 'Give the field in `sort` alone.');
  return { ...given, sort: words.field, order: words.order };
}

function sortOf({ field, order, direction = order, ...others }: Given): unknown {
  const [[name, way] = [field, direction], another] = Object.entries(others);
  const word = way === -1 ? 'desc' : way === 1 ? 'asc' : way;
  return another === undefined ? [name, word].filter(isGiven).join(' ') : others;
}

const doneNames: readonly string[] = ['done', 'completed', 'isCompleted', 'isDone', 'checked'];

/** Arguments of other task lists: words in `query`, `done: true`, `overdue: true`. */
function withTaskWords(given: Given): Given {
  const shaped = new Map<string, unknown>();
  const put = (name: string, value: unknown): void => {
    const before = [shaped.get(name), given[name]].find(isGiven) ?? value;
    if (before !== value) throw refused(`\`${name}\` is given twice, with different values.`);
    shaped.set(name, value);
  };
  for (const [key, value] of Object.entries(given)) {
    const name = camelCase(key);
    const isOn = switchOf(value);
    if (['query', 'q', 'search'].includes(name) && typeof value === 'string') put('text', value);
    else if (doneNames.includes(name) && isOn !== undefined) put('status', isOn ? 'done' : 'open');
    else if (name === 'overdue' && isOn === true) put('dueBefore', 'yesterday');
    else if (isGiven(value)) shaped.set(key, value);
  }
  return Object.fromEntries(shaped);
}

/** Names that contain no operator of a condition. */
const plainName = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]*$/u;

/**
 * `{"status":"open","rating":">4"}`, also as JSON text or in a list, as conditions.
 * @throws ToolFailure `invalid_argument` for other objects
 */
function withConditions(given: Given): Given {
  const where = listOrValue(given['where']);
  const items: unknown[] = isObject(where) || Array.isArray(where) ? [where].flat() : [];
  if (!items.some(isObject)) return given;
  const conditions = items.flatMap(item =>
    isObject(item) ? Object.entries(item).flatMap(([name, value]) => conditionsOf(name, value)) : [item],
  );
  if (!conditions.includes(undefined)) return { ...given, where: conditions };
  throw refused(
    '`where` is a list of strings.',
    'Write each condition as a string, such as "status=open" or "rating>=4".',
  );
}

/** Operators by their names in MongoDB and its followers. */
const comparisons = new Map(
  Object.entries({ $eq: '=', $ne: '!=', $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' }),
);

/** Conditions for a plain name with a plain value, a value after a comparison, or `{"$gt":4}`; undefined for others. */
function conditionsOf(name: string, value: unknown): (string | undefined)[] {
  if (isObject(value))
    return Object.entries(value).map(([key, one]) => conditionOf(name, comparisons.get(key), one));
  const [, operator = '=', compared = value] =
    typeof value === 'string' ? matchOf(/^\s*(!=|[<>]=?)\s*(\S.*)$/su, value) : [];
  return [conditionOf(name, operator, compared)];
}

function conditionOf(name: string, operator: string | undefined, value: unknown): string | undefined {
  if (operator === undefined || !plainName.test(name)) return undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return `${name}${operator}${String(value)}`;
  // A text such as `=4` may be meant as an operator.
  const isPlain = typeof value === 'string' && !/^\s*[<>=!~]|"/u.test(value);
  return isPlain ? `${name}${operator}"${value}"` : undefined;
}

/** A single tag in a list, or as a condition where a tool has no `tag`. Tools that set tags take them elsewhere. */
function withTagFilter(given: Given, known: readonly string[]): Given {
  const { tags, ...others } = given;
  const hasTag = known.includes('tag');
  const wanted = tags ?? (hasTag ? undefined : others['tag']);
  if (wanted === undefined || known.includes('tags') || known.includes('remove')) return given;
  const named = [listOrValue(wanted)].flat();
  const [tag] = named;
  if (typeof tag !== 'string' || named.length > 1 || /[\s,"]/u.test(tag.trim())) return given;
  if (hasTag) return others['tag'] === undefined ? { ...others, tag } : given;
  const { tag: _tag, ...rest } = others;
  if (!known.includes('where')) return given;
  const name = tag.trim().replace(/^#/u, () => '');
  return name === '' ? rest : { ...rest, where: [rest['where'] ?? [], `tags=${name}`].flat() };
}

const inOneText = /^([-+]?)([\p{L}_][\p{L}\p{N}_.()]{0,60})(?:[\s:,]+(asc|desc)(?:ending)?)?$/iu;

/** The field and direction of `modified desc`, `modified:desc` and `-modified`; undefined for a text without a direction. */
function sortWords(text: string): { readonly field: string; readonly order: 'asc' | 'desc' } | undefined {
  const [, sign = '', field = '', word] = matchOf(inOneText, text.trim());
  if (field === '' || (sign === '') === (word === undefined)) return undefined;
  return { field, order: sign === '-' || word?.toLowerCase() === 'desc' ? 'desc' : 'asc' };
}
