/**
 * Runs a glob program over text in one pass, in all its positions at once (NFA to DFA). Each set of positions
 * becomes a state, and transitions are cached per character class; so most characters cost one look-up, and
 * no pattern can cause backtracking. A negated group is a separate automaton: for every possible start of
 * such a group, the state of the inner automaton is one more position, and texts with equivalent starts share
 * it.
 */

import type { CharacterClass } from './machine';
import type { Instruction, Program } from './program';

/** Counts the work other than look-ups; throws if one text takes too much. */
export interface WorkMeter {
  step(): void;
  /** This many positions were stored. */
  keep(places: number): void;
}

/** A negated group that began earlier, with the current state of its inner automaton. */
interface Thread {
  readonly at: number;
  readonly state: State;
}

export class State {
  /** The next state, by class of characters. */
  readonly next: (State | undefined)[] = [];
  /** The same by ASCII code, for the loop that reads paths. */
  readonly ascii: (State | undefined)[] = [];
  /** No match is possible, whatever follows. */
  readonly isDead: boolean;

  constructor(
    readonly id: number,
    /** Instructions that wait for a character. */
    readonly places: readonly number[],
    readonly threads: readonly Thread[],
    readonly accepts: boolean,
  ) {
    this.isDead = !accepts && places.length === 0 && threads.length === 0;
  }
}

export class Automaton {
  private readonly states = new Map<string, State>();
  private readonly inner = new Map<number, Automaton>();
  private readonly starts: (State | undefined)[] = [];
  /** The number of the last visit to each instruction: avoids a set for each new state. */
  private readonly visits: Uint32Array;
  private visit = 0;

  constructor(
    private readonly program: Program,
    private readonly meter: WorkMeter,
  ) {
    this.visits = new Uint32Array(program.instructions.length);
    program.instructions.forEach((instruction, at) => {
      if (instruction.op === 'not') this.inner.set(at, new Automaton(instruction.program, meter));
    });
  }

  /** @param atSegmentStart whether the text before is empty or ends with a slash. */
  start(atSegmentStart: boolean): State {
    const known = this.starts[Number(atSegmentStart)];
    if (known !== undefined) return known;
    const places = this.collect(atSegmentStart);
    places.enter(this.program.start);
    return (this.starts[Number(atSegmentStart)] = places.state());
  }

  step(state: State, character: CharacterClass): State {
    return state.next[character.index] ?? this.learn(state, character);
  }

  private learn(state: State, character: CharacterClass): State {
    const places = this.collect(character.isSlash);
    for (const at of state.places) {
      this.meter.step();
      const next = nextAfter(this.program.instructions[at], character);
      if (next !== undefined) places.enter(next);
    }
    for (const { at, state: before } of state.threads) {
      this.meter.step();
      const instruction = this.program.instructions[at];
      const inner = this.inner.get(at);
      if (instruction?.op !== 'not' || inner === undefined) continue;
      if (character.isSlash && !instruction.mayHoldSlash) continue;
      places.goOn(at, inner.step(before, character), instruction.next);
    }
    return (state.next[character.index] = places.state());
  }

  private collect(atSegmentStart: boolean): Places {
    this.visit += 1;
    return new Places(
      this.program,
      this.inner,
      this.meter,
      atSegmentStart,
      this.visits,
      this.visit,
      this.states,
    );
  }
}

function nextAfter(instruction: Instruction | undefined, character: CharacterClass): number | undefined {
  switch (instruction?.op) {
    case 'any':
      return instruction.next;
    case 'notSlash':
      return character.isSlash ? undefined : instruction.next;
    case 'character':
      return character.code === instruction.code ? instruction.next : undefined;
    case 'set':
      return character.inSets[instruction.set] === true ? instruction.next : undefined;
    case 'fork':
    case 'segmentStart':
    case 'not':
    case 'end':
    case undefined:
      return undefined;
  }
}

/** Collects the positions after one character, and finds or creates their state. */
class Places {
  private readonly waiting: number[] = [];
  private readonly threads: Thread[] = [];
  private readonly threadKeys = new Set<string>();
  private readonly pending: number[] = [];
  private accepts = false;

  constructor(
    private readonly program: Program,
    private readonly inner: ReadonlyMap<number, Automaton>,
    private readonly meter: WorkMeter,
    private readonly atSegmentStart: boolean,
    private readonly visits: Uint32Array,
    private readonly visit: number,
    private readonly states: Map<string, State>,
  ) {}

  /** Follows instructions from one on until a character is needed. */
  enter(start: number): void {
    this.pending.push(start);
    for (let at = this.pending.pop(); at !== undefined; at = this.pending.pop()) {
      if (this.visits[at] === this.visit) continue;
      this.visits[at] = this.visit;
      this.meter.step();
      this.pass(at, this.program.instructions[at]);
    }
  }

  private pass(at: number, instruction: Instruction | undefined): void {
    switch (instruction?.op) {
      case 'fork':
        this.pending.push(...instruction.to);
        break;
      case 'segmentStart':
        if (this.atSegmentStart) this.pending.push(instruction.next);
        break;
      case 'not': {
        const state = this.inner.get(at)?.start(this.atSegmentStart);
        if (state === undefined) break;
        this.remember(at, state);
        if (!state.accepts) this.pending.push(instruction.next);
        break;
      }
      case 'end':
        this.accepts = true;
        break;
      case 'any':
      case 'notSlash':
      case 'character':
      case 'set':
        this.waiting.push(at);
        break;
      case undefined:
        break;
    }
  }

  /** A negated group consumes one more character, and may end after it unless the consumed text matches. */
  goOn(at: number, state: State, next: number): void {
    this.remember(at, state);
    if (!state.accepts) this.enter(next);
  }

  private remember(at: number, state: State): void {
    const key = `${at}:${state.id}`;
    if (this.threadKeys.has(key)) return;
    this.threadKeys.add(key);
    this.threads.push({ at, state });
  }

  state(): State {
    this.waiting.sort((a, b) => a - b);
    this.threads.sort((a, b) => a.at - b.at || a.state.id - b.state.id);
    const threads = this.threads.map(({ at, state }) => `${at}:${state.id}`);
    const key = `${this.waiting.join()} ${threads.join()} ${Number(this.accepts)}`;
    const known = this.states.get(key);
    if (known !== undefined) return known;
    const state = new State(this.states.size, this.waiting, this.threads, this.accepts);
    this.states.set(key, state);
    this.meter.keep(this.waiting.length + this.threads.length);
    return state;
  }
}
