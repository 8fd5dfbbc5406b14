/** A glob as a small program for a nondeterministic machine. */

import { type CharacterSet, type GlobNode, isSlash, type Sequence, slash } from './parser';

export type Instruction =
  | { readonly op: 'character'; readonly code: number; readonly next: number }
  | { readonly op: 'set'; readonly set: CharacterSet; readonly next: number }
  | { readonly op: 'notSlash'; readonly next: number }
  | { readonly op: 'any'; readonly next: number }
  /** Continues at all of these at once. */
  | { readonly op: 'fork'; readonly to: readonly number[] }
  /** Goes on only at the beginning of a segment. */
  | { readonly op: 'segmentStart'; readonly next: number }
  /** Skips any text, without a slash unless allowed, that the inner program does not match. */
  | { readonly op: 'not'; readonly program: Program; readonly mayHoldSlash: boolean; readonly next: number }
  | { readonly op: 'end' };

export interface Program {
  readonly instructions: readonly Instruction[];
  readonly start: number;
}

export function compileProgram(sequence: Sequence): Program {
  return new ProgramBuilder().build([sequence]);
}

/** Whether text that the node matches must contain a slash, or may in a negated group. */
export function hasSlash(node: GlobNode): boolean {
  if (node.kind === 'folders') return true;
  return node.kind === 'group' ? node.alternatives.some(nodes => nodes.some(hasSlash)) : isSlash(node);
}

/** The sequence without alternatives that contain a slash: `{*.md,docs/*.txt}` is matched by name and by path. */
export function withoutSlashes(sequence: Sequence): Sequence | undefined {
  const nodes: GlobNode[] = [];
  for (const node of sequence) {
    if (!hasSlash(node)) {
      nodes.push(node);
      continue;
    }
    if (node.kind !== 'group' || node.mode === '!') return undefined;
    const alternatives = node.alternatives.map(withoutSlashes).filter(nodes => nodes !== undefined);
    if (alternatives.length > 0) nodes.push({ ...node, alternatives });
    else if (node.mode === '@' || node.mode === '+') return undefined;
  }
  return nodes;
}

/** Builds from end to start, so that each instruction knows the next. */
class ProgramBuilder {
  private readonly instructions: Instruction[] = [];

  build(alternatives: readonly Sequence[]): Program {
    const end = this.add({ op: 'end' });
    const starts = alternatives.map(sequence => this.sequence(sequence, end));
    return { instructions: this.instructions, start: this.add({ op: 'fork', to: starts }) };
  }

  private add(instruction: Instruction): number {
    return this.instructions.push(instruction) - 1;
  }

  private sequence(sequence: Sequence, next: number): number {
    return sequence.reduceRight((behind, node) => this.node(node, behind), next);
  }

  private node(node: GlobNode, next: number): number {
    switch (node.kind) {
      case 'character':
        return this.add({ op: 'character', code: node.code, next });
      case 'set':
        return this.add({ op: 'set', set: node.set, next });
      case 'one':
        return this.add({ op: 'notSlash', next });
      case 'star':
        return this.loop(again => [this.add({ op: 'notSlash', next: again })], next);
      case 'globstar':
        return this.loop(again => [this.add({ op: 'any', next: again })], next);
      case 'folders':
        return this.folders(next);
      case 'group':
        return node.mode === '!' ? this.not(node.alternatives, next) : this.group(node, next);
    }
  }

  /** The bodies any number of times. */
  private loop(bodies: (again: number) => readonly number[], next: number): number {
    const to: number[] = [];
    const again = this.add({ op: 'fork', to });
    to.push(...bodies(again), next);
    return again;
  }

  private folders(next: number): number {
    const through = this.node({ kind: 'globstar' }, this.add({ op: 'character', code: slash, next }));
    return this.add({ op: 'fork', to: [this.add({ op: 'segmentStart', next }), through] });
  }

  private group(node: GlobNode & { readonly kind: 'group' }, next: number): number {
    const bodies = (behind: number): number[] =>
      node.alternatives.map(alternative => this.sequence(alternative, behind));
    switch (node.mode) {
      case '?':
        return this.add({ op: 'fork', to: [...bodies(next), next] });
      case '*':
        return this.loop(bodies, next);
      case '+': {
        const starts: number[] = [];
        this.loop(again => {
          starts.push(...bodies(again));
          return starts;
        }, next);
        return this.add({ op: 'fork', to: starts });
      }
      case '@':
      case '!':
        return this.add({ op: 'fork', to: bodies(next) });
    }
  }

  private not(alternatives: readonly Sequence[], next: number): number {
    const mayHoldSlash = alternatives.some(nodes => nodes.some(hasSlash));
    const program = new ProgramBuilder().build(alternatives);
    return this.add({ op: 'not', program, mayHoldSlash, next });
  }
}
