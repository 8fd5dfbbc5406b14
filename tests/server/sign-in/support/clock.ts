/** Moves the faked `Date` on. */
export function later(milliseconds: number): void {
  jest.setSystemTime(Date.now() + milliseconds);
}
