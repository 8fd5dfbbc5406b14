import { stringify } from 'yaml';
import { maxYamlDepth, readYaml } from '../../../../../src/markdown/yaml/frontmatter-yaml';
import { isRecord } from '../../core/unknowns';

/** As the app's class, with our own messages: the parser's quote the note. */
export class YAMLParseError extends Error {
  override readonly name = 'YAMLParseError';
}

/** Null for an empty text. @throws YAMLParseError for what is no YAML, too large, or nested too deep */
export function parseYaml(yaml: string): unknown {
  const read = readYaml(yaml);
  // A clone, since plugins expect objects that have a prototype.
  if (read.ok) return structuredClone(read.value);
  const { problem } = read;
  throw new YAMLParseError(
    problem.kind === 'syntax'
      ? `The YAML does not parse in line ${problem.line}.`
      : `The YAML is ${problem.kind}.`,
  );
}

/** Lists in block style, long lines unbroken (observed after `processFrontMatter`). @throws Error if too deep */
export function stringifyYaml(value: unknown): string {
  if (nestsDeeper(value, maxYamlDepth)) throw new Error('The value nests too deep for YAML.');
  return stringify(value, { lineWidth: 0 });
}

/** Counts a value where it first occurs: written again, it is an alias. */
function nestsDeeper(value: unknown, depth: number, seen = new Set<unknown>()): boolean {
  if (seen.has(value)) return false;
  const inner: readonly unknown[] = Array.isArray(value)
    ? value
    : isRecord(value)
      ? Object.values(value)
      : [];
  if (inner.length === 0) return false;
  seen.add(value);
  return depth === 0 || inner.some(one => nestsDeeper(one, depth - 1, seen));
}
