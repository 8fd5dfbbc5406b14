/**
 * Globs over vault paths. Patterns come from outside and run on the app's thread, so matching takes one pass
 * whatever the pattern (`glob/machine.ts`).
 *
 * `*` any characters but `/`; `**` any; with a slash behind, `**` is any depth, the root included; `?` one
 * character but `/`; `[a-z]`, `[!a]`, `[^a]`; `{a,b}`; `@(a|b)`, `?(a)`, `*(a)`, `+(a)`, `!(a)` as in bash; `\`
 * escapes. A pattern without `/` matches the name at any depth, one with `/` the path from the vault's root or
 * from the listed folder. A leading `/` only anchors it there, a trailing one means nothing. A leading `!` excludes.
 */

import { beyondAscii, foldPath } from './text/folding';
import { GlobPattern, type Subject } from './glob/machine';
import { maxPatterns, tooManyPatterns } from './glob/parser';

interface GlobOptions {
  /** Ignores letter case, like the file system. */
  readonly caseInsensitive?: boolean;
  /** The listed folder, from which patterns with a slash match too; it is never excluded itself. */
  readonly folder?: string;
  /** The patterns' name in errors, such as `includes`. */
  readonly argument?: string;
}

/** Patterns compiled once for a whole listing. All functions take a vault path without a leading slash. */
interface PathFilter {
  readonly matchesIncludes: (path: string) => boolean;
  readonly matchesExcludes: (path: string) => boolean;
  readonly shouldInclude: (path: string) => boolean;
  /** Steps so far, in addition to one look-up per character. */
  readonly steps: number;
}

type Patterns = readonly string[] | undefined;

/**
 * A path must match one of the includes, unless all begin with `!`, and none of those that do. An exclude
 * covers everything in a folder that it matches; an exclude with `!` includes again what it covers.
 * @throws ToolFailure `invalid_query` for more than 64 patterns, more than 512 characters, or more than 1,000
 * alternatives in braces.
 */
function compile(includes: Patterns, excludes: Patterns, options: GlobOptions = {}): PathFilter {
  const included = new PatternList(includes, { argument: 'includes', ...options });
  const excluded = new PatternList(excludes, { argument: 'excludes', ...options });
  const subject = subjectMaker(options);
  return {
    matchesIncludes: path => included.isEmpty || included.takes(subject(path)),
    matchesExcludes: path => !excluded.isEmpty && excluded.covers(subject(path), false),
    shouldInclude: path => {
      if (included.isEmpty && excluded.isEmpty) return true;
      const asked = subject(path);
      return (included.isEmpty || included.takes(asked)) && !excluded.covers(asked, false);
    },
    get steps() {
      return included.steps + excluded.steps;
    },
  };
}

export const GlobUtils = {
  compile,

  /** Whether one pattern matches; one with a leading `!` matches what the rest of it does not. */
  matches: (path: string, pattern: string, options: GlobOptions = {}): boolean =>
    compile([pattern], undefined, { argument: 'pattern', ...options }).matchesIncludes(path),

  /** True without patterns. */
  matchesIncludes: (path: string, includes?: readonly string[], options?: GlobOptions): boolean =>
    compile(includes, undefined, options).matchesIncludes(path),

  /** False without patterns. */
  matchesExcludes: (path: string, excludes?: readonly string[], options?: GlobOptions): boolean =>
    compile(undefined, excludes, options).matchesExcludes(path),

  /** Excludes win. For many paths use `compile`. */
  shouldInclude: (
    path: string,
    includes?: readonly string[],
    excludes?: readonly string[],
    options?: GlobOptions,
  ): boolean => compile(includes, excludes, options).shouldInclude(path),
} as const;

/**
 * A test for folder rules: a rule covers every path it matches, everything in a folder it matches, and a
 * folder whose whole content it matches, so that `Secret` and `Secret/**` both cover the folder and its
 * content. Rules with a leading `!` exclude what they cover. Without rules nothing is covered.
 * @throws ToolFailure `invalid_query` as `GlobUtils.compile` does.
 */
export function compileCover(rules: readonly string[], options: GlobOptions = {}): (path: string) => boolean {
  const list = new PatternList(rules, { argument: 'rules', ...options });
  const subject = subjectMaker(options);
  return path => list.covers(subject(path), true);
}

/** A backslash only escapes characters with a meaning in a glob; elsewhere it is a Windows separator. */
export function plainRule(rule: string): string {
  return rule.trim().replace(/\\(?=[\p{L}\p{N}_])/gu, '/');
}

/** Whether a pattern is an exception: it begins with `!` that does not open a group. Never throws. */
export function isException(pattern: string): boolean {
  try {
    return new GlobPattern(pattern, false, 'The pattern').negated;
  } catch {
    return pattern.startsWith('!');
  }
}

export function coversPath(rules: readonly string[], path: string): boolean {
  return compileCover(rules)(path);
}

class PatternList {
  private readonly takers: readonly GlobPattern[];
  private readonly exceptions: readonly GlobPattern[];

  constructor(patterns: Patterns = [], { caseInsensitive = false, argument = 'patterns' }: GlobOptions) {
    if (patterns.length > maxPatterns) throw tooManyPatterns(argument, patterns.length);
    const compiled = patterns.map(
      (pattern, index) =>
        new GlobPattern(pattern, caseInsensitive, `Pattern ${index + 1} of \`${argument}\``),
    );
    this.takers = compiled.filter(pattern => !pattern.negated);
    this.exceptions = compiled.filter(pattern => pattern.negated);
  }

  get isEmpty(): boolean {
    return this.takers.length === 0 && this.exceptions.length === 0;
  }

  get steps(): number {
    return [...this.takers, ...this.exceptions].reduce((sum, pattern) => sum + pattern.steps, 0);
  }

  takes(subject: Subject): boolean {
    const taken = this.takers.length === 0 || this.takers.some(pattern => pattern.matches(subject));
    return taken && !this.exceptions.some(pattern => pattern.matches(subject));
  }

  covers(subject: Subject, takesContent: boolean): boolean {
    return (
      this.takers.some(pattern => pattern.covers(subject, takesContent)) &&
      !this.exceptions.some(pattern => pattern.covers(subject, takesContent))
    );
  }
}

/** Converts paths to the form in which patterns are compiled. */
function subjectMaker({ caseInsensitive = false, folder = '' }: GlobOptions): (path: string) => Subject {
  const form = caseInsensitive
    ? foldPath
    : (path: string) => (beyondAscii.test(path) ? path.normalize('NFC') : path);
  const prefix = folder === '' ? '' : `${form(folder)}/`;
  return path => {
    const text = form(path);
    return { text, below: text.startsWith(prefix) ? prefix.length : 0, name: text.lastIndexOf('/') + 1 };
  };
}

/** Characters with a meaning in a glob. */
const special = /[*?[\]{}()!@+|\\]/g;

/**
 * The folder rule for one folder and everything in it, whatever characters its name has.
 * @param path a vault path, not the root
 */
export function folderGlob(path: string): string {
  const literal = path.replace(special, character => `\\${character}`);
  // Rules are trimmed when they are parsed.
  return `${literal.replace(/^\s/u, space => `\\${space}`)}/**`;
}
