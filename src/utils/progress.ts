/**
 * Tells the client how far a call has come; does nothing when it did not ask. Many calls cost little: what comes too
 * often, or does not grow, is left out.
 * @param done grows with each call; in any unit
 * @param total how much there is to do, in the same unit, once it is known
 * @param message in our own words; never text from a note
 */
export type Progress = (done: number, total?: number, message?: string) => void;

export const noProgress: Progress = () => undefined;
