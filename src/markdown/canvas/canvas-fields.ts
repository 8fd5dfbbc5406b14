/** The members of nodes and edges in JSON Canvas 1.0. */
import { itemsOf } from '../../utils/collections';
import { ToolFailure } from '../../errors';
import { nearest } from '../../utils/near';
import { oneLine, quoted } from '../../utils/text/pieces';
import type { Fields } from './canvas-file';

interface Form {
  readonly holds: (value: unknown) => boolean;
  /** A description of valid values. */
  readonly words: string;
}

const text: Form = { holds: value => typeof value === 'string', words: 'a string' };
const filled: Form = { holds: value => typeof value === 'string' && value !== '', words: 'a string' };
const whole: Form = { holds: value => Number.isSafeInteger(value), words: 'a whole number' };
const size: Form = {
  holds: value => whole.holds(value) && Number(value) > 0,
  words: 'a whole number above 0',
};
const color: Form = {
  holds: value => typeof value === 'string' && /^(?:[1-6]|#[0-9a-f]{3}(?:[0-9a-f]{3})?)$/iu.test(value),
  words: '"1" to "6" or a color such as "#ff8800"',
};
const subpath: Form = {
  holds: value => typeof value === 'string' && value.startsWith('#'),
  words: 'a string that begins with "#"',
};

function oneOf(...choices: readonly string[]): Form {
  return {
    holds: value => typeof value === 'string' && choices.includes(value),
    words: `one of ${choices.join(', ')}`,
  };
}

const side = oneOf('top', 'right', 'bottom', 'left');
const end = oneOf('none', 'arrow');

const nodeForms = new Map<string, Form>([
  ['type', oneOf('text', 'file', 'link', 'group')],
  ...['x', 'y'].map(name => [name, whole] as const),
  ...['width', 'height'].map(name => [name, size] as const),
  ['color', color],
  ['text', text],
  ['file', filled],
  ['subpath', subpath],
  ['url', filled],
  ['label', text],
  ['background', text],
  ['backgroundStyle', oneOf('cover', 'ratio', 'repeat')],
]);

const edgeForms = new Map<string, Form>([
  ['fromNode', filled],
  ['toNode', filled],
  ['fromSide', side],
  ['toSide', side],
  ['fromEnd', end],
  ['toEnd', end],
  ['color', color],
  ['label', text],
]);

/** The members of each type of node, the required one first. */
const ownFields = new Map<unknown, readonly string[]>([
  ['text', ['text']],
  ['file', ['file', 'subpath']],
  ['link', ['url']],
  ['group', ['label', 'background', 'backgroundStyle']],
]);

/**
 * Checks the given members of a node, and that the node is complete.
 * @param node including the given members
 * @throws ToolFailure `invalid_argument`
 */
export function checkNode(given: Fields, node: Fields): void {
  const type = node['type'];
  checkForms(given, nodeForms);
  const own = itemsOf(ownFields, type);
  const others = [...ownFields.values()].flat().filter(name => !own.includes(name));
  const stray = ownFields.has(type) ? others.find(name => (given[name] ?? null) !== null) : undefined;
  if (stray !== undefined)
    throw invalid(
      `A ${String(type)} node has no field \`${stray}\`.`,
      `Its own fields are ${own.join(', ')}.`,
    );
  const content = type === 'group' ? [] : own.slice(0, 1);
  requireAll(node, ['type', 'x', 'y', 'width', 'height', ...content]);
}

export function checkEdge(given: Fields, edge: Fields): void {
  checkForms(given, edgeForms);
  requireAll(edge, ['fromNode', 'toNode']);
}

/** This many extra or missing letters count as a typing error. */
const maxLetters = 1;

/** Plugins have their own fields; a field that resembles one of JSON Canvas is an error. */
function checkForms(given: Fields, forms: ReadonlyMap<string, Form>): void {
  if (Object.hasOwn(given, 'id'))
    throw invalid(
      '`fields` cannot have an `id`.',
      'Pass `id` beside `fields`; an id itself cannot be changed.',
    );
  for (const [name, value] of Object.entries(given)) {
    if (value === null) continue;
    const form = forms.get(name);
    if (form === undefined) checkOther(name, forms);
    else if (!form.holds(value)) throw invalid(`\`${oneLine(name)}\` must be ${form.words}.`);
  }
}

function checkOther(name: string, forms: ReadonlyMap<string, Form>): void {
  const isOfOthers = nodeForms.has(name) || edgeForms.has(name);
  const alike = [...forms.keys()].filter(known => Math.abs(known.length - name.length) <= maxLetters);
  const meant = isOfOthers ? [] : nearest(name, alike, 1);
  if (!isOfOthers && meant.length === 0) return;
  throw invalid(
    `There is no field ${quoted(name)} here.`,
    `Fields are ${[...forms.keys()].join(', ')}.`,
    meant,
  );
}

function requireAll(element: Fields, names: readonly string[]): void {
  const missing = names.find(name => !Object.hasOwn(element, name));
  if (missing !== undefined) throw invalid(`\`fields\` needs \`${missing}\`.`);
}

function invalid(message: string, hint?: string, candidates: readonly string[] = []): ToolFailure {
  return new ToolFailure('invalid_argument', message, {
    ...(hint === undefined ? {} : { hint }),
    ...(candidates.length === 0 ? {} : { candidates: [...candidates] }),
  });
}
