/** Parses YAML within limits of size, depth and aliases. */
import { parseDocument, type Document, CST, Lexer, visit } from 'yaml';
import { ValueReader } from './yaml-value';

/** Limit for YAML: at this size a parse takes some 30 ms, on the app's UI thread. */
export const maxYamlLength = 65_536;
/** Limit for nesting; the parser is recursive. */
export const maxYamlDepth = 100;

/** Does not use the parser's messages, which quote the note. `line` is 1-based within the YAML. */
export type YamlProblem =
  | { readonly kind: 'syntax'; readonly line: number }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'too_deep' }
  | { readonly kind: 'aliases' };

export type YamlDocument = Document.Parsed;

type ReadYaml =
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
  if (error) {
    // What is missing at the end is missing on the last line, not below its line break.
    const at = Math.min(error.pos[0], yaml.length - 1);
    return { ok: false, problem: { kind: 'syntax', line: yaml.slice(0, at).split('\n').length } };
  }
  const read = new ValueReader(document, exactIntegers).read();
  return read.ok ? { ok: true, value: read.value, document } : { ok: false, problem: { kind: 'aliases' } };
}

/** A scalar with a text for its value. */
export interface YamlText {
  readonly value: string;
  /** Offsets in the YAML, quotes included. */
  readonly from: number;
  readonly to: number;
  readonly isKey: boolean;
}

/** All texts of a document, in their order. */
export function textsOf(document: YamlDocument): YamlText[] {
  const texts: YamlText[] = [];
  visit(document, {
    Scalar: (place, { value, range }) => {
      if (typeof value !== 'string' || !range) return;
      texts.push({ value, from: range[0], to: range[1], isKey: place === 'key' });
    },
  });
  return texts;
}

/**
 * Whether `yaml` may nest deeper than `limit`; always true if it does. Asked before it is parsed: the parser recurses, and
 * if V8 compiles one of its regular expressions near the end of the stack the whole process dies ("RegExpCompiler
 * Allocation failed", observed in Node 20 on the second of two documents with 16,000 nested brackets), which cannot be
 * caught.
 */
function depthExceeds(yaml: string, limit: number): boolean {
  return mightExceed(yaml, limit) && lexedDepth(yaml, limit) > limit;
}

/** A cheap upper bound that avoids the exact check for nearly every note. */
function mightExceed(yaml: string, limit: number): boolean {
  let brackets = 0;
  let indent = 0;
  let indicators = 0;
  let atLineStart = true;
  for (let at = 0; at < yaml.length; at += 1) {
    const char = yaml.charCodeAt(at);
    if (char === 0x0a) {
      indent = 0;
      indicators = 0;
      atLineStart = true;
    } else if (atLineStart && char === 0x20) {
      indent += 1;
    } else {
      atLineStart = false;
      if (char === 0x5b || char === 0x7b) brackets += 1;
      else if (char === 0x2d || char === 0x3f || char === 0x3a) indicators += 1;
      else continue;
      if (brackets + blockDepth(indent, indicators) > limit) return true;
    }
  }
  return false;
}

/** The most block collections around a line: one per column, but a list may be at the column of its key. */
function blockDepth(indent: number, indicators: number): number {
  return 2 * (indent + 1) + indicators;
}

function lexedDepth(yaml: string, limit: number): number {
  let deepest = 0;
  /** For each open bracket the indicators since its last comma: further ones nest, as in `{a: b: c`. */
  const flow: number[] = [];
  let block = 0;
  let indent = 0;
  let indicators = 0;
  let atLineStart = true;
  let inScalar = false;
  for (const token of new Lexer().lex(yaml)) {
    if (token === CST.SCALAR) {
      inScalar = true;
      continue;
    }
    if (inScalar) inScalar = false;
    else if (token[0] === ' ' && atLineStart) indent = token.length;
    else if (token === '[' || token === '{') flow.push(0);
    else if (token === ']' || token === '}') flow.pop();
    else if (token === ',' && flow.length > 0) flow[flow.length - 1] = 0;
    else if (['-', '?', ':'].includes(token)) {
      const inBracket = flow.pop();
      if (inBracket === undefined) indicators += 1;
      else flow.push(inBracket + 1);
    }
    if (flow.length === 0) block = blockDepth(indent, indicators);
    deepest = Math.max(deepest, block + flow.reduce((sum, count) => sum + Math.max(1, count), 0));
    if (deepest > limit) break;
    atLineStart = flow.length === 0 && token.endsWith('\n');
    if (atLineStart) indent = indicators = 0;
  }
  return deepest;
}
