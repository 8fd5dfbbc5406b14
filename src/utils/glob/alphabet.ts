/**
 * The character classes of a program. All characters that it does not distinguish share one class, and what
 * the machine has learned for one of them holds for all.
 */

import { setHolds } from './character-set';
import type { CompiledProgram, Program } from './program';
import { type CharacterSet, slash } from './syntax';

export interface CharacterClass {
  readonly index: number;
  /** The one character of the class, if the program names it; else -1. */
  readonly code: number;
  readonly isSlash: boolean;
  /** For each set of the program, whether it contains the characters of the class. */
  readonly inSets: readonly boolean[];
}

export const asciiSize = 128;

export class Alphabet {
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
