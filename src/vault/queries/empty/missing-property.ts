import { namedField } from '../../../utils/properties/note-field-names';
import { nearest } from '../../../utils/near';
import { fieldHint, quoted } from './missing-names';

const maxNear = 5;
/** Much begins as so few letters do. */
const shortName = 2;

/**
 * A sentence about a property that no note has, with what may be meant.
 * @param known the properties that there are
 * @param takesFields whether fields of notes, such as `wordCount`, can be named in its place
 */
export function missingProperty(name: string, known: Iterable<string>, takesFields: boolean): string {
  const isShort = name.trim().length <= shortName;
  const near = isShort ? [] : nearest(name, known, maxNear);
  const way =
    near.length === 0 ? '`list_properties` lists those there are' : `near names: ${near.join(', ')}`;
  const missing = `No note has a property ${quoted(name)};`;
  if (!takesFields) return `${missing} ${fieldShown(name) ?? way}.`;
  const form = /\s/u.test(name.trim()) ? ' A condition is written as `key=value`.' : '';
  const field = isShort ? '' : fieldHint(name);
  return `${missing} ${way}.${field === '' ? '' : ` ${field}`}${form}`;
}

/** The way to a field of notes, where properties alone are shown. */
function fieldShown(name: string): string | undefined {
  const field = namedField(name);
  if (field === undefined || field.root === 'frontmatter') return undefined;
  return `\`query_notes\` with \`select: ["${field.name}"]\` shows this field of notes`;
}
