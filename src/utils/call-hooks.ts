/** What a running call can do in addition to its work: report progress, wait for the user. */

/**
 * Reports the progress of a call to the client; does nothing if it did not ask. Frequent calls are cheap:
 * reports that come too soon, or do not increase, are dropped.
 * @param done increases with each call; in any unit
 * @param total the amount of work in the same unit, once known
 * @param message in our own words; never text from a note
 */
export type Progress = (done: number, total?: number, message?: string) => void;

/** The call that waits for work, and its progress. */
export interface Watch {
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

export const noProgress: Progress = () => undefined;

/** Runs work that waits for the user, one at a time: its time does not count, and the call frees its slot meanwhile. */
export type UserWait = <T>(decide: () => Promise<T>) => Promise<T>;

/**
 * Asks a person in words; undefined when there was no answer before the signal aborted.
 * @param subject a digest of everything that is decided, since the question may show only a part
 * @throws if they cannot be asked
 */
export type TextQuestion = (
  question: string,
  signal: AbortSignal,
  subject: string,
) => Promise<boolean | undefined>;

export const immediateWait: UserWait = decide => decide();
