/** One compiled pattern: which paths it matches, and which are in folders that it matches. */

import { Machine } from './machine';
import { parseGlob } from './parser';
import { compileProgram, hasSlash, withoutSlashes } from './program';

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
