/** The result of one check of `lectern doctor`. */
export interface Finding {
  /** `note`: worth knowing, but nothing is broken. */
  readonly state: 'good' | 'note' | 'problem';
  readonly text: string;
  /** What the user can do next. */
  readonly next?: string;
}

export const good = (text: string): Finding => ({ state: 'good', text });
export const note = (text: string, next?: string): Finding => ({
  state: 'note',
  text,
  ...(next === undefined ? {} : { next }),
});
export const problem = (text: string, next: string): Finding => ({ state: 'problem', text, next });
