/** A scripted job: the request, the calls that do it, and how to check the outcome. */

export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The texts of all results so far, in order: all that a model has seen. */
export type Seen = readonly string[];

/** A call, or calls made from the earlier results. */
export type Step = Call | ((seen: Seen) => readonly Call[]);

export interface Done {
  readonly seen: Seen;
  /** The text of a file of the vault; undefined if there is none. */
  readonly file: (path: string) => string | undefined;
}

export interface Job {
  readonly name: string;
  /** The user's request. */
  readonly ask: string;
  /** The best way through the tools. */
  readonly calls: readonly Step[];
  /** What is missing or wrong; empty when the job is done. */
  readonly problems: (done: Done) => string[];
}

export const call = (tool: string, args: Readonly<Record<string, unknown>> = {}): Call => ({ tool, args });

/** The first group of every match, each once, in order. */
export function all(text: string | undefined, pattern: RegExp): string[] {
  return [...new Set([...(text ?? '').matchAll(pattern)].map(match => match[1] ?? ''))];
}

/** The first group of the first match. @throws Error if the result did not contain it */
export function one(text: string | undefined, pattern: RegExp): string {
  const found = pattern.exec(text ?? '')?.[1];
  if (found === undefined) throw new Error(`No ${String(pattern)} in: ${(text ?? '').slice(0, 400)}`);
  return found;
}

/** Problems of a job that collects facts: those that no result showed. */
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
