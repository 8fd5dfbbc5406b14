/** Short notes of the kind that people keep, written for this benchmark. */
import { arabic } from './arabic';
import type { CorpusNote } from './corpus-note';
import { englishHome } from './english-home';
import { englishLife } from './english-life';
import { german } from './german';
import { japanese } from './japanese';
import { russian } from './russian';
import { spanish } from './spanish';

/** All languages in one vault, as in the vaults of people who speak several. */
export const corpus: readonly CorpusNote[] = [
  ...englishHome,
  ...englishLife,
  ...german,
  ...spanish,
  ...russian,
  ...japanese,
  ...arabic,
];
