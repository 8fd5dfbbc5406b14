/** An automaton with its alphabet and limits: its cache is dropped when it grows too large. */

import { codePointAt } from '../text/pieces';
import { ToolFailure } from '../../errors';
import { Alphabet, asciiSize } from './alphabet';
import { Automaton, type State, type WorkMeter } from './automaton';
import type { CompiledProgram } from './program';
import { slash } from './syntax';

/** Limit for steps per text; only malicious patterns exceed it. */
const maxStepsPerText = 300_000;
/** Limit for positions in all states together: about a megabyte. */
const maxPlaces = 20_000;
/** The fixed cost of a state, in positions. */
const stateCost = 32;
const highSurrogates = 0xd800;

export class Machine implements WorkMeter {
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
