import type { Condition } from '../../../utils/properties/conditions';
import { cutText } from '../../../utils/text/trimming';

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
