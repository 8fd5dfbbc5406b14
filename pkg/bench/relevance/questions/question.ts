export const languages = ['English', 'German', 'Spanish', 'Russian', 'Japanese', 'Arabic'] as const;
export type Language = (typeof languages)[number];

export const kinds = [
  'name',
  'alias or heading',
  'body',
  'words apart',
  'phrase',
  'newest of a kind',
  'word form',
  'marks left out',
  'typing error',
  'whole question',
  'paraphrase',
] as const;
export type Kind = (typeof kinds)[number];

export interface Question {
  readonly language: Language;
  readonly kind: Kind;
  readonly query: string;
  /** By the note's path without `.md`: 2 answers the question, 1 helps. All others are wrong. */
  readonly answers: Readonly<Record<string, 1 | 2>>;
}

/** Query, kind, and answers. */
export type QuestionRow = readonly [query: string, kind: Kind, answers: Question['answers']];

export function questionsIn(language: Language, rows: readonly QuestionRow[]): Question[] {
  return rows.map(([query, kind, answers]) => ({ language, kind, query, answers }));
}
