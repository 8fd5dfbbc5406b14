/**
 * Changes a note's frontmatter as `processFrontMatter` does: the whole block is written anew, so that
 * comments, quotes and the layout of lists are lost (observed; the app's developers call this its format).
 */
import { stringify } from 'yaml';
import { afterByteOrderMark, locateFrontmatter } from '../../../../../src/markdown/frontmatter/frontmatter';
import { detectNewline, withNewline } from '../../../../../src/markdown/text/lines';
import { isRecord, type Json } from '../../core/unknowns';
import { parseYaml, YAMLParseError } from './yaml';

/**
 * @param change mutates the properties that it gets
 * @returns the note's text; a block without properties is removed, a missing one is created (both assumed)
 * @throws YAMLParseError if the block cannot be parsed, and any error of `change`
 */
export function changeFrontmatter(text: string, change: (properties: Json) => void): string {
  const block = locateFrontmatter(text);
  const start = block?.start ?? afterByteOrderMark(text);
  const end = block?.after ?? start;
  const properties = block === undefined ? {} : propertiesOf(text.slice(block.bodyStart, block.bodyEnd));
  change(properties);
  const newline = block?.newline ?? detectNewline(text);
  return text.slice(0, start) + withNewline(blockOf(properties), newline) + text.slice(end);
}

function propertiesOf(yaml: string): Json {
  const value = parseYaml(yaml) ?? {};
  if (!isRecord(value)) throw new YAMLParseError('The properties are no map.');
  return value;
}

function blockOf(properties: Json): string {
  if (Object.keys(properties).length === 0) return '';
  // An empty property is written without a value (assumed).
  return `---\n${stringify(properties, { lineWidth: 0, nullStr: '' })}---\n`;
}
