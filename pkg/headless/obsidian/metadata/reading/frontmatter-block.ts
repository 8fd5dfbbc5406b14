/**
 * Changing a note's frontmatter as `processFrontMatter` does: the whole block is written anew, so that comments,
 * quotes and the layout of lists are lost (observed; the app's own answer is that this is how it formats).
 */
import { stringify } from 'yaml';
import { afterByteOrderMark, locateFrontmatter } from '../../../../../src/markdown/frontmatter/frontmatter';
import { detectNewline, withNewline } from '../../../../../src/markdown/text/line-endings';
import { finish } from '../../../../../src/utils/slicing/steps';
import { isRecord, type Json } from '../../core/unknowns';
import { parseYaml, YAMLParseError } from './yaml';

/**
 * @param change mutates the properties it is given
 * @returns the note's text; a block that is left without properties goes, a missing one is made (both assumed)
 * @throws YAMLParseError when the block cannot be read, and whatever `change` throws
 */
export function changeFrontmatter(text: string, change: (properties: Json) => void): string {
  const block = locateFrontmatter(text);
  const start = block?.start ?? afterByteOrderMark(text);
  const end = block?.after ?? start;
  const properties = block === undefined ? {} : propertiesOf(text.slice(block.bodyStart, block.bodyEnd));
  change(properties);
  const newline = block?.newline ?? finish(detectNewline(text));
  return text.slice(0, start) + finish(withNewline(blockOf(properties), newline)) + text.slice(end);
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
