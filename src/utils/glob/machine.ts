/** Patterns that run: an automaton with its alphabet and limits, whose cache is dropped when it grows too large. */

import { setHolds, type CharacterSet, slash, parseGlob } from './parser';
import { type CompiledProgram, type Program, compileProgram, hasSlash, withoutSlashes } from './program';
import { codePointAt } from '../text/pieces';
import { ToolFailure } from '../../errors';
import { Automaton, type State, type WorkMeter } from './automaton';

export interface CharacterClass {
  readonly index: number;
  /** The one character of the class, if the program names it; else -1. */
  readonly code: number;
  readonly isSlash: boolean;
  /** For each set of the program, whether it contains the characters of the class. */
  readonly inSets: readonly boolean[];
}

const asciiSize = 128;

class Alphabet {
  private readonly named = new Set<number>([slash]);
  private readonly sets: readonly CharacterSet[];
  private readonly classes = new Map<string, CharacterClass>();
  private readonly ascii: (CharacterClass | undefined)[] = new Array<undefined>(asciiSize).fill(undefined);
  private readonly others = new Map<number, CharacterClass>();

  constructor({ program, sets }: CompiledProgram) {
    this.sets = sets;
    this.nameCharacters(program);
  }

  classOf(code: number): CharacterClass {
    return (code < asciiSize ? this.ascii[code] : this.others.get(code)) ?? this.learn(code);
  }

  private learn(code: number): CharacterClass {
    const inSets = this.sets.map(set => setHolds(set, code));
    const named = this.named.has(code) ? code : -1;
    const key = `${named} ${inSets.map(Number).join('')}`;
    const known = this.classes.get(key);
    const found = known ?? { index: this.classes.size, code: named, isSlash: code === slash, inSets };
    if (known === undefined) this.classes.set(key, found);
    if (code < asciiSize) this.ascii[code] = found;
    else this.others.set(code, found);
    return found;
  }

  private nameCharacters(program: Program): void {
    for (const instruction of program.instructions) {
      if (instruction.op === 'character') this.named.add(instruction.code);
      else if (instruction.op === 'not') this.nameCharacters(instruction.program);
    }
  }
}

/** Limit for steps per text; only malicious patterns exceed it. */
const maxStepsPerText = 300_000;
/** Limit for positions in all states together: about a megabyte. */
const maxPlaces = 20_000;
/** The fixed cost of a state, in positions. */
const stateCost = 32;
const highSurrogates = 0xd800;

class Machine implements WorkMeter {
  private alphabet: Alphabet;
  private automaton: Automaton;
  private stepsForText = 0;
  private places = 0;
  /** All steps so far, except look-ups. */
  steps = 0;

  constructor(private readonly compiled: CompiledProgram) {
    this.alphabet = new Alphabet(compiled);
    this.automaton = new Automaton(compiled.program, this);
  }

  step(): void {
    this.steps += 1;
    this.stepsForText += 1;
    if (this.stepsForText > maxStepsPerText) {
      throw new ToolFailure('budget_exceeded', 'A glob pattern is too complex for one of the paths.', {
        hint: 'Use a simpler pattern, with fewer nested groups and fewer stars.',
      });
    }
  }

  keep(places: number): void {
    this.places += places + stateCost;
  }

  /**
   * Whether the text from an index to another matches.
   * @throws ToolFailure `budget_exceeded`.
   */
  accepts(text: string, from: number, to: number): boolean {
    this.begin();
    let state = this.automaton.start(true);
    for (let index = from; index < to; index += 1) {
      const code = text.charCodeAt(index);
      state = state.ascii[code] ?? this.follow(state, text, index);
      if (state.isDead) return false;
      if (code >= highSurrogates && isPair(text, index)) index += 1;
    }
    return state.accepts;
  }

  /**
   * Whether the text from an index on matches, or a folder above it that ends at `foldersFrom` or later. A
   * folder counts with `takesContent` also when everything in it matches, the whole text included.
   * @throws ToolFailure `budget_exceeded`.
   */
  acceptsFolder(text: string, from: number, foldersFrom: number, takesContent: boolean): boolean {
    this.begin();
    let state = this.automaton.start(true);
    for (let index = from; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      const endsFolder = code === slash && index >= foldersFrom;
      if (endsFolder && state.accepts) return true;
      state = state.ascii[code] ?? this.follow(state, text, index);
      if (state.isDead) return false;
      if (endsFolder && takesContent && state.accepts) return true;
      if (code >= highSurrogates && isPair(text, index)) index += 1;
    }
    return (
      state.accepts || (takesContent && this.automaton.step(state, this.alphabet.classOf(slash)).accepts)
    );
  }

  private follow(state: State, text: string, index: number): State {
    const code = text.codePointAt(index) ?? slash;
    const next = this.automaton.step(state, this.alphabet.classOf(code));
    if (code < asciiSize) state.ascii[code] = next;
    return next;
  }

  private begin(): void {
    this.stepsForText = 0;
    if (this.places <= maxPlaces) return;
    this.places = 0;
    this.alphabet = new Alphabet(this.compiled);
    this.automaton = new Automaton(this.compiled.program, this);
  }
}

function isPair(text: string, index: number): boolean {
  return codePointAt(text, index) > 0xffff;
}

/** A path, folded like the patterns, with the offsets that patterns need. */
export interface Subject {
  readonly text: string;
  /** Start of the part below the listed folder; 0 if the path is not in it. */
  readonly below: number;
  /** Where the name begins. */
  readonly name: number;
}

export class GlobPattern {
  /** Begins with `!`: excludes what it matches. */
  readonly negated: boolean;
  /** For alternatives without a slash: matched with names at any depth. */
  private readonly names: Machine | undefined;
  /** For a pattern with a slash: matched with whole paths. */
  private readonly paths: Machine | undefined;

  /** @throws ToolFailure `invalid_query`; `where` names the pattern in it. */
  constructor(pattern: string, ignoresCase: boolean, where: string) {
    const { negated, anchored, sequence } = parseGlob(pattern, ignoresCase, where);
    this.negated = negated;
    const isPath = anchored || sequence.some(hasSlash);
    const nameSequence = anchored ? undefined : withoutSlashes(sequence);
    this.names = nameSequence && new Machine(compileProgram(nameSequence));
    this.paths = isPath ? new Machine(compileProgram(sequence)) : undefined;
  }

  /** Steps so far, except look-ups in the cache. */
  get steps(): number {
    return (this.names?.steps ?? 0) + (this.paths?.steps ?? 0);
  }

  matches({ text, below, name }: Subject): boolean {
    return (
      this.names?.accepts(text, name, text.length) === true ||
      this.paths?.accepts(text, 0, text.length) === true ||
      (below > 0 && this.paths?.accepts(text, below, text.length) === true)
    );
  }

  /**
   * Whether it matches the path or a folder above it, below the listed one.
   * @param takesContent whether to count a folder also when the pattern matches everything in it: `a/**` then
   * covers `a` itself.
   */
  covers({ text, below }: Subject, takesContent: boolean): boolean {
    return (
      this.coversByName(text, below) ||
      this.paths?.acceptsFolder(text, 0, below, takesContent) === true ||
      (below > 0 && this.paths?.acceptsFolder(text, below, below, takesContent) === true)
    );
  }

  private coversByName(text: string, below: number): boolean {
    if (this.names === undefined) return false;
    for (let from = below; from <= text.length;) {
      const slash = text.indexOf('/', from);
      const end = slash < 0 ? text.length : slash;
      if (this.names.accepts(text, from, end)) return true;
      from = end + 1;
    }
    return false;
  }
}
