/**
 * Measures how deep YAML nests before it is parsed. The parser recurses, and if V8 compiles one of its
 * regular expressions near the end of the stack the whole process dies ("RegExpCompiler Allocation failed",
 * observed in Node 20 on the second of two documents with 16,000 nested brackets): that cannot be caught.
 */
import { CST, Lexer } from 'yaml';

/** Whether `yaml` may nest deeper than `limit`; always true if it does. */
export function depthExceeds(yaml: string, limit: number): boolean {
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

/**
 * The maximum depth of a line in block collections: each begins at a separate column, but a list may be at
 * the column of its key.
 */
function blockDepth(indent: number, indicators: number): number {
  return 2 * (indent + 1) + indicators;
}

function lexedDepth(yaml: string, limit: number): number {
  let deepest = 0;
  let flow = 0;
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
    else if (token === '[' || token === '{') flow += 1;
    else if (token === ']' || token === '}') flow = Math.max(0, flow - 1);
    else if (token === '-' || token === '?' || token === ':') indicators += 1;
    if (flow === 0) block = blockDepth(indent, indicators);
    deepest = Math.max(deepest, flow + block);
    if (deepest > limit) break;
    atLineStart = flow === 0 && token.endsWith('\n');
    if (atLineStart) indent = indicators = 0;
  }
  return deepest;
}
