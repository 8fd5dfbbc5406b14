/** What a running call can do beside its work: report progress, wait for the user. */

/**
 * Reports to the client how far a call has come; does nothing when it did not ask. Many calls cost little: what comes too
 * often, or does not grow, is left out.
 * @param done grows with each call; in any unit
 * @param total how much there is to do, in the same unit, once it is known
 * @param message in our own words; never text from a note
 */
export type Progress = (done: number, total?: number, message?: string) => void;

export const noProgress: Progress = () => undefined;

/**
 * Runs what waits for the user. Its time does not count against the call, and meanwhile the call holds no place
 * among those in flight. A call may wait for one at a time.
 */
export type UserWait = <T>(decide: () => Promise<T>) => Promise<T>;

export const plainWait: UserWait = decide => decide();
