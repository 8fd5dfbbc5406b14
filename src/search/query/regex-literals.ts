/**
 * What a text must hold for a regular expression to match: found in the pattern before it runs, because looking
 * for a fixed text is many times faster than the engine.
 */

/** Characters that fold one by one wherever they stand: a match holds them as they are in folded text. */
const fixed = /^[ -~\u00A0-\u024F\u0391-\u03C9\u0410-\u044F\u4E00-\u9FFF]$/u;
const optional = /^(?:[*?]|\{0)/u;
const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/u;
const groupHeader = /^\((?:\?(?:P?<[^>]*>|[A-Za-z-]*:)|\?[A-Za-z-]*(?=\)))?/u;
const escape = /^\\(?:x\{[^}]*\}|x..|u\{[^}]*\}|u....|[pP]\{[^}]*\}|[pP].|c.|[0-7]{1,3}|.)/su;
const characterClass = /^\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]/su;
const minLength = 2;
const maxAlternatives = 8;

/** One of these must occur in the text; undefined when nothing certain is known. */
type Needed = readonly string[] | undefined;

/** @param pattern one that the engine takes. */
export function neededLiterals(pattern: string): Needed {
  if (pattern.includes('\\Q')) return undefined;
  const { needed, rest } = readAlternatives(pattern);
  return rest === '' && needed?.every(text => text.length >= minLength) === true ? needed : undefined;
}

interface Read {
  readonly needed: Needed;
  readonly rest: string;
}

function readAlternatives(pattern: string): Read {
  let { needed, rest } = readSequence(pattern);
  while (rest.startsWith('|')) {
    const next = readSequence(rest.slice(1));
    needed = needed && next.needed ? [...needed, ...next.needed] : undefined;
    rest = next.rest;
  }
  return { needed: (needed?.length ?? 0) > maxAlternatives ? undefined : needed, rest };
}

function readSequence(pattern: string): Read {
  let rest = pattern;
  let best: Needed;
  let run = '';
  const offer = (needed: Needed): void => {
    if (needed !== undefined && shortest(needed) > shortest(best ?? [''])) best = needed;
  };
  while (rest !== '' && !rest.startsWith('|') && !rest.startsWith(')')) {
    const atom = readAtom(rest);
    rest = atom.rest;
    const repeats = quantifier.exec(rest)?.[0] ?? '';
    rest = rest.slice(repeats.length);
    const isSure = !optional.test(repeats);
    if (atom.literal !== undefined && isSure) run += atom.literal;
    if (atom.literal === undefined || repeats !== '') {
      offer([run]);
      run = '';
    }
    if (isSure) offer(atom.needed);
  }
  offer([run]);
  return { needed: best, rest };
}

interface Atom extends Read {
  /** The character that it stands for. */
  readonly literal?: string;
}

function readAtom(pattern: string): Atom {
  const [first = ''] = pattern;
  if (first === '(') return readGroup(pattern);
  const long =
    (first === '\\' ? escape : first === '[' ? characterClass : undefined)?.exec(pattern)?.[0] ?? first;
  const rest = pattern.slice(long.length);
  if (first === '\\') {
    const isPunctuation = long.length === 2 && /[!-/:-@[-`{-~]/u.test(long.charAt(1));
    return isPunctuation ? { needed: undefined, rest, literal: long.charAt(1) } : { needed: undefined, rest };
  }
  if (long.length > 1 || '.^$[*+?'.includes(first) || !fixed.test(first)) return { needed: undefined, rest };
  return { needed: undefined, rest, literal: first };
}

function readGroup(pattern: string): Atom {
  const header = groupHeader.exec(pattern)?.[0] ?? '(';
  const { needed, rest } = readAlternatives(pattern.slice(header.length));
  return { needed, rest: rest.slice(1) };
}

function shortest(texts: readonly string[]): number {
  return Math.min(...texts.map(text => text.length));
}
