import { matchOf } from '../../utils/text/pieces';
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import { ToolFailure } from '../../errors';
import { placeOf } from '../../utils/text/text-search';

const maxPatternLength = 1000;
const maxNesting = 100;
/** A larger program takes too long for each character. */
const maxProgramSize = 700;
/** Compiling takes 3 microseconds per step of the program, so much larger programs are not even compiled. */
const maxWrittenOut = 8000;
/** A step is about 400 ns, a state at most 100 ns. */
const statesPerStep = 4;

/**
 * Compiles a user's pattern for an engine with linear run time.
 * @param argument the pattern's name in errors: that of an argument, or the pattern itself in double quotes.
 * @throws ToolFailure `invalid_query` with the problem and its place.
 */
export function compilePattern(
  pattern: string,
  { caseSensitive }: { caseSensitive: boolean },
  argument: string,
): RE2JS {
  if (pattern.length > maxPatternLength)
    throw invalid(argument, `is longer than ${maxPatternLength} characters`);
  const { steps, depth } = writtenOut(pattern);
  if (depth > maxNesting) throw invalid(argument, `nests groups deeper than ${maxNesting}`);
  if (steps > maxWrittenOut) throw tooLarge(argument);
  const compiled = compile(pattern, caseSensitive, argument);
  if (compiled.programSize() > maxProgramSize) throw tooLarge(argument);
  return compiled;
}

function tooLarge(argument: string): ToolFailure {
  return invalid(argument, `is too large: it expands to more than ${maxProgramSize} steps`);
}

const repetition = /\{(\d+)(?:,(\d*))?\}/uy;

/** Estimates the steps of a pattern with its repetitions written out, a character class counting as one, and how deeply its groups nest. */
function writtenOut(pattern: string): { readonly steps: number; readonly depth: number } {
  const outer: number[] = [];
  let [sum, last, depth] = [0, 0, 0];
  for (let at = 0; at < pattern.length; at += 1) {
    repetition.lastIndex = at;
    const [repeated, least = '', most = ''] = matchOf(repetition, pattern);
    if (repeated !== undefined) {
      sum -= last;
      last *= Number(most === '' ? least : most);
      at += repeated.length - 1;
    } else if (pattern[at] === '(') {
      depth = Math.max(depth, outer.push(sum));
      [sum, last] = [0, 0];
      continue;
    } else if (pattern[at] === ')') {
      last = sum + 2;
      sum = outer.pop() ?? 0;
    } else {
      at = endOfAtom(pattern, at);
      last = 1;
    }
    sum += last;
  }
  return { steps: sum, depth };
}

/** The place of the last character of a class, an escape or a letter. */
function endOfAtom(pattern: string, start: number): number {
  if (pattern[start] === '\\') {
    const isProperty = /[pP]/u.test(pattern[start + 1] ?? '') && pattern[start + 2] === '{';
    const end = isProperty ? pattern.indexOf('}', start) : -1;
    return end === -1 ? start + 1 : end;
  }
  if (pattern[start] !== '[') return start;
  let at = start + 1;
  for (; at < pattern.length && pattern[at] !== ']'; at += 1) if (pattern[at] === '\\') at += 1;
  return at;
}

/** Most steps of a filter's budget that one character costs: some programs are simulated state by state. */
export function costOfPattern(pattern: RE2JS): number {
  return Math.max(1, pattern.programSize() / statesPerStep);
}

function compile(pattern: string, caseSensitive: boolean, argument: string): RE2JS {
  const flags = RE2JS.MULTILINE | (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern), flags);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) throw invalid(argument, problem(error, pattern));
    if (error instanceof RE2JSException || error instanceof RangeError)
      throw invalid(argument, 'is too large');
    throw error;
  }
}

function problem(error: RE2JSSyntaxException, pattern: string): string {
  const fragment = error.getPattern() ?? '';
  const at = fragment === '' ? -1 : placeOf(pattern, fragment);
  const where = at < 0 ? '' : ` at character ${at + 1}`;
  if (/^\(\?<?[=!]/u.test(fragment)) return `uses look-around${where}, which is not supported`;
  if (/^\\(?:[1-9]|k)/u.test(fragment)) return `uses a back-reference${where}, which is not supported`;
  return `is not a valid regular expression${where}: ${error.getDescription()}`;
}

function invalid(argument: string, text: string): ToolFailure {
  const name = argument.startsWith('"') ? argument : `\`${argument}\``;
  return new ToolFailure('invalid_query', `${name} ${text}.`, {
    hint: 'Patterns follow RE2: no look-around, no back-references; `\\b`, classes, groups and bounded repeats work.',
  });
}
