import { isObject } from '../../utils/json';
import { isMap, isScalar, type Pair, Scalar } from 'yaml';
import { propertyKey } from '../../utils/properties/property-names';
import { locateFrontmatter } from '../frontmatter/frontmatter';
import { spliced, type Splice } from '../text/splices';
import { readYaml, type YamlDocument } from '../yaml/frontmatter-yaml';
import { scalarName } from '../yaml/yaml-value';
import { keyText } from './value-text';
import { sameValue } from './edits';
import { refusal, unreadable } from './index';

type RenamedProperty =
  | { readonly kind: 'renamed'; readonly text: string }
  /** The note does not have the property. */
  | { readonly kind: 'absent' }
  /** The note has the new name too, or the old one in several spellings. */
  | { readonly kind: 'taken' };

/** A name of the root map with its position in the YAML. */
interface Key {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly quote: string;
}

/**
 * Renames a property. The name is found in any letter case; its value, position, comments and quotes stay.
 * @throws ToolFailure `invalid_frontmatter` for YAML that does not parse, or would not parse as expected
 */
export function renameProperty(text: string, from: string, to: string): RenamedProperty {
  const block = locateFrontmatter(text);
  if (block === undefined) return { kind: 'absent' };
  const yaml = text.slice(block.bodyStart, block.bodyEnd);
  const read = readYaml(yaml);
  if (!read.ok) throw unreadable(read.problem);
  if (!isObject(read.value)) return { kind: 'absent' };
  const { isFlow, keys } = keysOf(yaml, read.document);
  const own = keys.filter(({ name }) => propertyKey(name) === propertyKey(from));
  const [first] = own;
  if (first === undefined) return { kind: 'absent' };
  const others = keys.filter(key => !own.includes(key));
  const isTaken = others.some(({ name }) => propertyKey(name) === propertyKey(to));
  if (isTaken || own.some(({ name }) => name !== first.name)) return { kind: 'taken' };
  const splices = own.map((key): Splice => ({ ...key, text: writtenKey(to, key.quote, isFlow) }));
  const renamed = spliced(yaml, splices);
  requireOnlyRenamed(read.value, readYaml(renamed), first.name, to);
  return {
    kind: 'renamed',
    text: [text.slice(0, block.bodyStart), renamed, text.slice(block.bodyEnd)].join(''),
  };
}

function keysOf(yaml: string, { contents }: YamlDocument): { isFlow: boolean; keys: Key[] } {
  if (!isMap(contents)) return { isFlow: false, keys: [] };
  return { isFlow: contents.flow === true, keys: contents.items.flatMap(pair => keyOf(yaml, pair)) };
}

function keyOf(yaml: string, { key }: Pair): Key[] {
  if (!isScalar(key) || !key.range) return [];
  const name = scalarName(key.value);
  const [from, to] = key.range;
  const isQuoted = key.type === Scalar.QUOTE_DOUBLE || key.type === Scalar.QUOTE_SINGLE;
  return name === undefined ? [] : [{ name, from, to, quote: isQuoted ? yaml.charAt(from) : '' }];
}

/** In the quotes of the old name; without quotes if it had none and the new name needs none. */
function writtenKey(name: string, quote: string, isFlow: boolean): string {
  if (quote === "'" && !/['\p{Cc}]/u.test(name)) return `'${name}'`;
  return quote === '' ? keyText(name, isFlow ? 'flow' : 'block') : JSON.stringify(name);
}

function requireOnlyRenamed(
  before: Readonly<Record<string, unknown>>,
  after: ReturnType<typeof readYaml>,
  from: string,
  to: string,
): void {
  const renamed = Object.entries(before).map(([name, value]) => [name === from ? to : name, value] as const);
  if (after.ok && isObject(after.value) && sameValue(after.value, Object.fromEntries(renamed))) return;
  throw refusal('The property cannot be renamed in place.');
}
