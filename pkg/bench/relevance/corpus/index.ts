/** Short notes as users write them, made for this benchmark. */
import { arabic } from './arabic';
import type { CorpusNote } from './corpus-note';
import { englishHome } from './english-home';
import { englishLife } from './english-life';
import { german } from './german';
import { japanese } from './japanese';
import { russian } from './russian';
import { spanish } from './spanish';

/** All languages in one vault, as of users who write several. */
export const corpus: readonly CorpusNote[] = [
  ...englishHome,
  ...englishLife,
  ...german,
  ...spanish,
  ...russian,
  ...japanese,
  ...arabic,
];
