import { parseDocument } from 'yaml';
import type { Document } from 'yaml';

import { depthExceeds } from './yaml-depth';
import { ValueReader } from './yaml-value';

/** Limit for YAML: at this size a parse takes some 30 ms, on the app's UI thread. */
export const maxYamlLength = 65_536;
/** Limit for nesting; the parser is recursive. */
export const maxYamlDepth = 100;

/** In our own words: the parser's messages quote the note. `line` is 1-based within the YAML. */
export type YamlProblem =
  | { readonly kind: 'syntax'; readonly code: string; readonly line: number }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'too_deep' }
  | { readonly kind: 'aliases' };

export type YamlDocument = Document.Parsed;

export type ReadYaml =
  | { readonly ok: true; readonly value: unknown; readonly document: YamlDocument }
  | { readonly ok: false; readonly problem: YamlProblem };

/** Parses one YAML document into plain data whose maps have no prototype; null for an empty one. */
export function readYaml(yaml: string, { keepSourceTokens = false, exactIntegers = false } = {}): ReadYaml {
  if (yaml.length > maxYamlLength) return { ok: false, problem: { kind: 'too_large' } };
  if (depthExceeds(yaml, maxYamlDepth)) return { ok: false, problem: { kind: 'too_deep' } };
  const document = parseDocument(yaml, {
    uniqueKeys: false,
    // Not 'silent', which hides errors too.
    logLevel: 'error',
    prettyErrors: false,
    // Tags of YAML 1.1 would turn text into dates, sets and bytes.
    resolveKnownTags: false,
    keepSourceTokens,
  });
  const error = document.errors[0];
  if (error)
    return { ok: false, problem: { kind: 'syntax', code: error.code, line: lineOf(yaml, error.pos[0]) } };
  const read = new ValueReader(document, exactIntegers).read();
  return read.ok ? { ok: true, value: read.value, document } : { ok: false, problem: { kind: 'aliases' } };
}

function lineOf(yaml: string, offset: number): number {
  let line = 1;
  for (let feed = yaml.indexOf('\n'); feed >= 0 && feed < offset; feed = yaml.indexOf('\n', feed + 1))
    line += 1;
  return line;
}
