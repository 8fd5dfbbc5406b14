import { adviceFor, type Shows } from '../../../errors';
import { namedField } from '../../../utils/properties/note-field-names';
import { nearest } from '../../../utils/near';
import { fieldHint, quoted } from './missing-names';
import type { Condition } from '../../../utils/properties/conditions';
import { cutText } from '../../../utils/text/trimming';

const maxNear = 5;
/** Much begins as so few letters do. */
const shortName = 2;

/**
 * A sentence about a property that no note has, with what may be meant.
 * @param known the properties that there are
 * @param takesFields whether fields of notes, such as `wordCount`, can be named in its place
 */
export function missingProperty(
  name: string,
  known: Iterable<string>,
  { takesFields, shows }: { readonly takesFields: boolean; readonly shows: Shows },
): string {
  const isShort = name.trim().length <= shortName;
  const near = isShort ? [] : nearest(name, known, maxNear);
  const listed = ['`list_properties` lists those there are', '`read_note` shows those of a note'];
  const nearNames = `near names: ${near.join(', ')}`;
  const way = near.length === 0 ? adviceFor(listed, shows) : nearNames;
  const missing = `No note has a property ${quoted(name)}${way === '' ? '' : ';'}`;
  if (!takesFields) return `${missing} ${fieldShown(name) ?? way}`.trimEnd() + '.';
  const form = /\s/u.test(name.trim()) ? ' A condition is written as `key=value`.' : '';
  const field = isShort ? '' : fieldHint(name, shows);
  return `${`${missing} ${way}`.trimEnd()}.${field === '' ? '' : ` ${field}`}${form}`;
}

/** The way to a field of notes, where properties alone are shown. */
function fieldShown(name: string): string | undefined {
  const field = namedField(name);
  if (field === undefined || field.root === 'frontmatter') return undefined;
  return `\`query_notes\` with \`select: ["${field.name}"]\` shows this field of notes`;
}

const maxShownLength = 60;

/** Comparison operators of other languages, with the operator of `where`. */
const meant: ReadonlyMap<string, string> = new Map([
  ['=~', '~'],
  ['~=', '~'],
  ['=*', '~'],
  ['<>', '!='],
  ['=>', '>='],
  ['=<', '<='],
]);

/** The operator that is meant where a value begins with a sign, as in `status=~len`; undefined for others. */
export function foreignOperatorHint({
  property,
  field,
  operator,
  value = '',
}: Condition): string | undefined {
  const way = meant.get(`${operator ?? ''}${value.slice(0, 1)}`);
  const key = property ?? field?.name;
  if (way === undefined || key === undefined || value.length < 2) return undefined;
  const shown = (text: string): string => cutText(text, maxShownLength);
  const rest = shown(value.slice(1).trim());
  return `"${shown(value)}" was read as the value; for the operator \`${way}\` write \`${shown(key)}${way}${rest}\`.`;
}
