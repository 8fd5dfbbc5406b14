import { matchOf } from '../../utils/text/pieces';
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import { ToolFailure } from '../../errors';
import { placeOf } from '../../utils/text/text-search';

const maxPatternLength = 1000;
const maxNesting = 100;
/** A larger program takes too long for each character. */
const maxProgramSize = 700;
/** Compiling takes 3 microseconds for each step of the program, so that of a much larger one is not made. */
const maxWrittenOut = 8000;
/** A step is about 400 ns, a state at most 100 ns. */
const statesPerStep = 4;

/**
 * Compiles a user's pattern for an engine with linear run time.
 * @param argument the pattern's name in errors.
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

/** About how many steps a pattern has when its repetitions are written out, a class of letters counting as one; and how deep its groups nest. */
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
  return new ToolFailure('invalid_query', `\`${argument}\` ${text}.`, {
    hint: 'Patterns follow RE2: no look-around, no back-references; `\\b`, classes, groups and bounded repeats work.',
  });
}

/**
 * Analyses a regular expression before it runs: which fixed texts a match must contain, and how long it can
 * be. Searching for a fixed text is many times faster than the engine.
 */

/** Characters that fold one by one in every context: a match contains them as they are in folded text. */
const fixed = /^[ -~\u00A0-\u024F\u0391-\u03C9\u0410-\u044F\u4E00-\u9FFF]$/u;
const optional = /^(?:[*?]|\{0)/u;
const quantifier = /^(?:([*+])|\?|\{(\d+)(,(\d*))?\})\??/u;
const groupHeader = /^\((?:\?(?:P?<[^>]*>|[A-Za-z-]*:)|\?[A-Za-z-]*(?=\)))?/u;
const escape = /^\\(?:x\{[^}]*\}|x..|u\{[^}]*\}|u....|[pP]\{[^}]*\}|[pP].|c.|[0-7]{1,3}|.)/su;
const characterClass = /^\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]/su;
const minLength = 2;
const maxAlternatives = 8;

/** One of these must occur in the text; undefined if none is certain. */
type Needed = readonly string[] | undefined;

interface PatternFacts {
  readonly needed: Needed;
  /** Characters (code points) of the longest text that it can match; Infinity if unlimited. */
  readonly longest: number;
}

/** @param pattern one that the engine accepts. */
export function readPattern(pattern: string): PatternFacts {
  const unknown = { needed: undefined, longest: Infinity };
  if (pattern.includes('\\Q')) return unknown;
  const { needed, longest, rest } = readAlternatives(pattern);
  if (rest !== '') return unknown;
  return { needed: needed?.every(text => text.length >= minLength) === true ? needed : undefined, longest };
}

interface Read extends PatternFacts {
  readonly rest: string;
}

function readAlternatives(pattern: string): Read {
  let { needed, longest, rest } = readSequence(pattern);
  while (rest.startsWith('|')) {
    const next = readSequence(rest.slice(1));
    needed = needed && next.needed ? [...needed, ...next.needed] : undefined;
    longest = Math.max(longest, next.longest);
    rest = next.rest;
  }
  return { needed: (needed?.length ?? 0) > maxAlternatives ? undefined : needed, longest, rest };
}

function readSequence(pattern: string): Read {
  let rest = pattern;
  let best: Needed;
  let run = '';
  let longest = 0;
  const offer = (needed: Needed): void => {
    if (needed !== undefined && shortest(needed) > shortest(best ?? [''])) best = needed;
  };
  while (rest !== '' && !rest.startsWith('|') && !rest.startsWith(')')) {
    const atom = readAtom(rest);
    rest = atom.rest;
    const [repeats = '', endless, least, range, most] = matchOf(quantifier, rest);
    rest = rest.slice(repeats.length);
    const times = endless !== undefined || most === '' ? Infinity : Number((range && most) ?? least ?? 1);
    longest += times === 0 || atom.longest === 0 ? 0 : times * atom.longest;
    const isSure = !optional.test(repeats);
    if (atom.literal !== undefined && isSure) run += atom.literal;
    if (atom.literal === undefined || repeats !== '') {
      offer([run]);
      run = '';
    }
    if (isSure) offer(atom.needed);
  }
  offer([run]);
  return { needed: best, longest, rest };
}

interface Atom extends Read {
  /** The character that it stands for. */
  readonly literal?: string;
}

const one = { needed: undefined, longest: 1 };

function readAtom(pattern: string): Atom {
  const [first = ''] = pattern;
  if (first === '(') return readGroup(pattern);
  const long =
    (first === '\\' ? escape : first === '[' ? characterClass : undefined)?.exec(pattern)?.[0] ?? first;
  const rest = pattern.slice(long.length);
  if (first === '\\') {
    const isPunctuation = long.length === 2 && /[!-/:-@[-`{-~]/u.test(long.charAt(1));
    return isPunctuation ? { ...one, rest, literal: long.charAt(1) } : { ...one, rest };
  }
  if (long.length > 1 || '.^$[*+?'.includes(first) || !fixed.test(first)) return { ...one, rest };
  return { ...one, rest, literal: first };
}

function readGroup(pattern: string): Atom {
  const header = groupHeader.exec(pattern)?.[0] ?? '(';
  const { needed, longest, rest } = readAlternatives(pattern.slice(header.length));
  return { needed, longest, rest: rest.slice(1) };
}

function shortest(texts: readonly string[]): number {
  return Math.min(...texts.map(text => text.length));
}
