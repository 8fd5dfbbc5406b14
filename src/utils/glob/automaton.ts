/**
 * Runs a program over text in one pass, in all its places at once. Each set of places becomes a state, and
 * where a state goes for a class of characters is learned once; so most characters cost one look-up, and no
 * pattern can make it go back. A negated group is an automaton of its own: for every beginning that such a
 * group may have, the state of the inner automaton is one more place, and texts that begin differently but
 * are alike share it.
 */

import type { CharacterClass } from './alphabet';
import type { Instruction, Program } from './program';

/** Counts the work that is not a look-up; throws when one text takes too much of it. */
export interface WorkMeter {
  step(): void;
  /** So many places were remembered. */
  keep(places: number): void;
}

/** A negated group that began somewhere before, and where its inner automaton is since. */
interface Thread {
  readonly at: number;
  readonly state: State;
}

export class State {
  /** Where it goes, by class of characters. */
  readonly next: (State | undefined)[] = [];
  /** The same by ASCII code, for the loop that reads paths. */
  readonly ascii: (State | undefined)[] = [];
  /** Whatever follows, there is no match. */
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
  /** The number of the last visit to each instruction: spares a set for each new state. */
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

  /** @param atSegmentStart whether the text before ends with a slash or is empty. */
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

/** Collects where the machine is after one character, and finds or makes the state for it. */
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

  /** Goes to an instruction and on from there as far as no character is needed. */
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

  /** A negated group takes one more character, and may end behind it unless what it took matches. */
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
