/**
 * Runs what waits for a person. Its time does not count against the call, and meanwhile the call holds no place
 * among those in flight. Not for two at once in one call.
 */
export type UserWait = <T>(decide: () => Promise<T>) => Promise<T>;

export const plainWait: UserWait = decide => decide();
