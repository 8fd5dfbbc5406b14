/** A scripted job: what somebody asks for, the calls that do it, and how to see that it is done. */

export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The texts of all answers so far, in order: all that a model has seen. */
export type Seen = readonly string[];

/** A call, or calls that follow from what the answers before showed. */
export type Step = Call | ((seen: Seen) => readonly Call[]);

export interface Done {
  readonly seen: Seen;
  /** The text of a file of the vault; undefined where there is none. */
  readonly file: (path: string) => string | undefined;
}

export interface Job {
  readonly name: string;
  /** What somebody asks for. */
  readonly ask: string;
  /** The best way through the tools of the build in `before.json`. */
  readonly before: readonly Step[];
  /** The best way through the tools of today. */
  readonly now: readonly Step[];
  /** What is missing or wrong; empty when the job is done. */
  readonly problems: (done: Done) => string[];
}

export type Way = 'before' | 'now';

export const call = (tool: string, args: Readonly<Record<string, unknown>> = {}): Call => ({ tool, args });

/** The first group of every match, each once, in order. */
export function all(text: string | undefined, pattern: RegExp): string[] {
  return [...new Set([...(text ?? '').matchAll(pattern)].map(match => match[1] ?? ''))];
}

/** The first group of the first match. @throws Error when the answer did not show it */
export function one(text: string | undefined, pattern: RegExp): string {
  const found = pattern.exec(text ?? '')?.[1];
  if (found === undefined) throw new Error(`No ${String(pattern)} in: ${(text ?? '').slice(0, 400)}`);
  return found;
}

/** Problems of a job that gathers facts: those that no answer showed. */
export const unseen = ({ seen }: Done, facts: readonly string[]): string[] =>
  facts.filter(fact => !seen.some(text => text.includes(fact))).map(fact => `Not seen: ${fact}`);

/** Problems of a job that writes: files that lack one of their texts. */
export function unwritten({ file }: Done, texts: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(texts).flatMap(([path, parts]) => {
    const text = file(path);
    if (text === undefined) return [`Not there: ${path}`];
    return parts.filter(part => !text.includes(part)).map(part => `Not in ${path}: ${part}`);
  });
}
