/** Short notes as users write them, made for this benchmark: all languages in one vault. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export interface CorpusNote {
  /** In the vault, without `.md`. */
  readonly path: string;
  /** Days since it was changed. */
  readonly age: number;
  readonly text: string;
}

const folder = join(process.cwd(), 'tests', 'fixtures', 'relevance');
const ages = z
  .record(z.string(), z.number())
  .parse(JSON.parse(readFileSync(join(folder, 'ages.json'), 'utf8')));

export const corpus: readonly CorpusNote[] = Object.entries(ages).map(([path, age]) => ({
  path,
  age,
  text: readFileSync(join(folder, 'notes', `${path}.md`), 'utf8'),
}));
