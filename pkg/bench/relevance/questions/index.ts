/** What is asked of the corpus, and which notes answer it. Judged by what the notes say, not by what a search finds. */
import { arabic } from './arabic';
import { english } from './english';
import { german } from './german';
import { japanese } from './japanese';
import type { Question } from './question';
import { russian } from './russian';
import { spanish } from './spanish';
import { wholeQuestions } from './whole-questions';

export const questions: readonly Question[] = [
  ...english,
  ...german,
  ...spanish,
  ...russian,
  ...japanese,
  ...arabic,
  ...wholeQuestions,
];
