/** One thing that `lectern doctor` has looked at. */
export interface Finding {
  /** `note`: worth knowing, nothing is broken. */
  readonly state: 'good' | 'note' | 'problem';
  readonly text: string;
  /** What the user does next. */
  readonly next?: string;
}

export const good = (text: string): Finding => ({ state: 'good', text });
export const note = (text: string, next?: string): Finding => ({
  state: 'note',
  text,
  ...(next === undefined ? {} : { next }),
});
export const problem = (text: string, next: string): Finding => ({ state: 'problem', text, next });
