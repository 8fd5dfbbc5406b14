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

export interface PatternFacts {
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
    const [repeats = '', endless, least, range, most] = quantifier.exec(rest) ?? [];
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
