/** Arguments of other servers that are not another name of one of ours, but another shape of one or two. */
import { parseExactJson } from '../utils/json/exact-json';
import { isObject } from '../utils/json/json-field';
import { isTooComplex } from '../utils/json/json-limits';

/** Characters; a property is rarely longer. */
const maxText = 100_000;

type Given = Readonly<Record<string, unknown>>;

/** What other servers ask to be told that ours do always, or never. */
const always: readonly string[] = [
  'confirm',
  'createParents',
  'create_parents',
  'updateLinks',
  'update_links',
];
const never: readonly string[] = ['overwrite', 'force'];
const confirmations: Readonly<Record<string, readonly string[]>> = {
  confirmPath: ['path'],
  confirmOldPath: ['oldPath', 'path'],
  confirmNewPath: ['newPath'],
};

/**
 * The arguments of a call in the shapes that our tools have, where it is plain what is meant: a note in `target`, a
 * section in `section`, one property as `key` and `value`, tags with an `operation`.
 * @param known the arguments that the tool has
 */
export function inOurShapes(given: Given, known: readonly string[]): Given {
  const has = (...names: string[]): boolean => names.every(name => known.includes(name));
  let shaped = given;
  if (has('path')) shaped = withTarget(shaped);
  if (has('path', 'newPath')) shaped = withNewName(shaped);
  if (has('target', 'targetType')) shaped = withSection(shaped);
  if (has('set', 'remove')) shaped = withProperty(shaped);
  if (has('add', 'remove')) shaped = withTags(shaped);
  if (has('query', 'mode')) shaped = withMode(shaped);
  const isSaid = ([name, value]: [string, unknown]): boolean =>
    known.includes(name) || !goesWithoutSaying(name, value, given);
  const entries = Object.entries(shaped);
  return entries.every(isSaid) ? shaped : Object.fromEntries(entries.filter(isSaid));
}

function goesWithoutSaying(name: string, value: unknown, given: Given): boolean {
  if (always.includes(name)) return switchOf(value) === true;
  if (never.includes(name)) return switchOf(value) === false;
  const confirmed = Object.hasOwn(confirmations, name) ? (confirmations[name] ?? []) : [];
  return typeof value === 'string' && confirmed.some(one => given[one] === value);
}

/** True or false, also as a text. */
function switchOf(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

/** A new name alone stays in the folder that the path names. */
function withNewName(given: Given): Given {
  const { newName, new_name: snakeName = newName, ...others } = given;
  const path = others['path'] ?? others['file_path'] ?? others['oldPath'];
  const isPlain = typeof snakeName === 'string' && typeof path === 'string' && !snakeName.includes('/');
  if (!isPlain || others['newPath'] !== undefined) return given;
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

/** `{type, target}` as the type and name of a target. */
function withSection({ section, ...others }: Given): Given {
  const isPlain = isObject(section) && others['target'] === undefined && others['targetType'] === undefined;
  if (!isPlain) return section === undefined ? others : { section, ...others };
  return { targetType: section['type'], target: section['target'], ...others };
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

/** A list or an object that a program sent as JSON text. */
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
  const { tags, operation, ...others } = given;
  if (tags === undefined || (operation !== 'add' && operation !== 'remove')) return given;
  return others[operation] === undefined ? { [operation]: tags, ...others } : given;
}

/** A pattern that is said to be one. */
function withMode(given: Given): Given {
  const { isRegex, ...others } = given;
  const isPattern = switchOf(isRegex);
  if (isPattern === undefined || others['mode'] !== undefined) return given;
  return isPattern ? { mode: 'regex', ...others } : others;
}
