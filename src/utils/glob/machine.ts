/**
 * Runs a glob program over text in one pass, in all its positions at once (NFA to DFA). Each set of positions
 * becomes a state, and transitions are cached per character; so most characters cost one look-up, and
 * no pattern can cause backtracking. A negated group is a separate automaton: for every possible start of
 * such a group, the state of the inner automaton is one more position, and texts with equivalent starts share
 * it. The cache is dropped when it grows too large.
 */

import { type Instruction, type Program, compileProgram, hasSlash, withoutSlashes } from './program';
import { setHolds, slash, parseGlob } from './parser';
import { itemAt } from '../collections';
import { codePointAt } from '../text/pieces';
import { ToolFailure } from '../../errors';

/** Counts the work other than look-ups. */
type WorkMeter = Pick<Machine, 'step' | 'keep'>;

/** A negated group that began earlier, with the current state of its inner automaton. */
interface Thread {
  readonly at: number;
  readonly state: State;
}

class State {
  /** The next state, by character. */
  readonly next = new Map<number, State>();
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

class Automaton {
  private readonly states = new Map<string, State>();
  private readonly inner = new Map<number, Automaton>();
  private readonly starts: (State | undefined)[] = [];

  constructor(
    private readonly program: Program,
    private readonly meter: WorkMeter,
  ) {
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

  step(state: State, code: number): State {
    return state.next.get(code) ?? this.learn(state, code);
  }

  private learn(state: State, code: number): State {
    const places = this.collect(code === slash);
    for (const at of state.places) {
      this.meter.step();
      const next = nextAfter(itemAt(this.program.instructions, at), code);
      if (next !== undefined) places.enter(next);
    }
    for (const { at, state: before } of state.threads) {
      this.meter.step();
      const instruction = this.program.instructions[at];
      const inner = this.inner.get(at);
      if (instruction?.op !== 'not' || inner === undefined) continue;
      if (code === slash && !instruction.mayHoldSlash) continue;
      places.goOn(at, inner.step(before, code), instruction.next);
    }
    const next = places.state();
    state.next.set(code, next);
    this.meter.keep(1);
    return next;
  }

  private collect(atSegmentStart: boolean): Places {
    return new Places(this.program, this.inner, this.meter, atSegmentStart, this.states);
  }
}

function nextAfter(instruction: Instruction, code: number): number | undefined {
  switch (instruction.op) {
    case 'any':
      return instruction.next;
    case 'notSlash':
      return code === slash ? undefined : instruction.next;
    case 'character':
      return code === instruction.code ? instruction.next : undefined;
    case 'set':
      return setHolds(instruction.set, code) ? instruction.next : undefined;
    case 'fork':
    case 'segmentStart':
    case 'not':
    case 'end':
      return undefined;
  }
}

/** Collects the positions after one character, and finds or creates their state. */
class Places {
  private readonly waiting: number[] = [];
  private readonly threads: Thread[] = [];
  private readonly threadKeys = new Set<string>();
  private readonly pending: number[] = [];
  private readonly visited = new Set<number>();
  private accepts = false;

  constructor(
    private readonly program: Program,
    private readonly inner: ReadonlyMap<number, Automaton>,
    private readonly meter: WorkMeter,
    private readonly atSegmentStart: boolean,
    private readonly states: Map<string, State>,
  ) {}

  /** Follows instructions from one on until a character is needed. */
  enter(start: number): void {
    this.pending.push(start);
    for (let at = this.pending.pop(); at !== undefined; at = this.pending.pop()) {
      if (this.visited.has(at)) continue;
      this.visited.add(at);
      this.meter.step();
      this.pass(at, itemAt(this.program.instructions, at));
    }
  }

  private pass(at: number, instruction: Instruction): void {
    switch (instruction.op) {
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
    }
  }

  /** Consumes one more character in a negated group, which may end after it unless the consumed text matches. */
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
    this.meter.keep(stateCost + this.waiting.length + this.threads.length);
    return state;
  }
}

/** Limit for steps per text; only malicious patterns exceed it. */
const maxStepsPerText = 300_000;
/** Limit for positions in all states, and their transitions, together: about a megabyte. */
const maxPlaces = 20_000;
/** The fixed cost of a state, in positions. */
const stateCost = 32;

class Machine {
  private automaton: Automaton;
  private stepsForText = 0;
  private places = 0;
  /** All steps so far, except look-ups. */
  steps = 0;

  constructor(private readonly program: Program) {
    this.automaton = new Automaton(program, this);
  }

  /** @throws ToolFailure `budget_exceeded` if one text takes too much */
  step(): void {
    this.steps += 1;
    this.stepsForText += 1;
    if (this.stepsForText > maxStepsPerText) {
      throw new ToolFailure('budget_exceeded', 'A glob pattern is too complex for one of the paths.', {
        hint: 'Use a simpler pattern, with fewer nested groups and fewer stars.',
      });
    }
  }

  /** Counts stored positions and transitions. */
  keep(places: number): void {
    this.places += places;
  }

  /** Whether the text from an index to another matches. @throws ToolFailure `budget_exceeded`. */
  accepts(text: string, from: number, to: number): boolean {
    this.begin();
    let state = this.automaton.start(true);
    for (let index = from; index < to; index += 1) {
      const code = codePointAt(text, index);
      state = this.automaton.step(state, code);
      if (state.isDead) return false;
      if (code > 0xffff) index += 1;
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
      const code = codePointAt(text, index);
      const endsFolder = code === slash && index >= foldersFrom;
      if (endsFolder && state.accepts) return true;
      state = this.automaton.step(state, code);
      if (state.isDead) return false;
      if (endsFolder && takesContent && state.accepts) return true;
      if (code > 0xffff) index += 1;
    }
    return state.accepts || (takesContent && this.automaton.step(state, slash).accepts);
  }

  private begin(): void {
    this.stepsForText = 0;
    if (this.places <= maxPlaces) return;
    this.places = 0;
    this.automaton = new Automaton(this.program, this);
  }
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
