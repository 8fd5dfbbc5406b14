import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { itemAt } from '../../utils/item-at';
import type { CompiledQuery } from '../query/compiled-query';
import type { TextStore } from '../store/text-store';
import { languageOfWords } from '../words/language-of-text';
import { type Language, languages } from '../words/languages';
import { WordForms } from '../words/word-forms';

/** Number of notes that are sampled for the languages of all. */
const sampleSize = 200;
/** The least fraction of the notes with a known language that must be in a language. */
const minShare = 0.03;

/**
 * The languages whose word forms a query uses: its own if its words identify them, else those of the notes,
 * else the first of each script.
 * @param words of the query, folded
 */
async function languagesAsked(
  words: readonly string[],
  store: TextStore,
  { accepts = () => true, turn }: { accepts?: ((path: string) => boolean) | undefined; turn: SliceTurn },
): Promise<readonly Language[]> {
  const own = languageOfWords(words);
  if (own !== undefined) return [own];
  const stride = Math.max(1, Math.floor(store.size / sampleSize));
  const counts = new Map<Language, number>();
  let known = 0;
  const notes = store.all();
  for (let place = stride; place <= notes.length; place += stride) {
    const note = itemAt(notes, place - 1);
    if (!accepts(note.path)) continue;
    if (turn.due()) await turn.pause();
    const language = note.languageBy(store.kinds);
    if (language === undefined) continue;
    known += 1;
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const frequent = [...counts].filter(([, count]) => count >= known * minShare).map(([language]) => language);
  const scripts = new Set(frequent.map(({ script }) => script));
  // The first language of each script that no note uses.
  const others = languages.filter(({ script }) => !scripts.has(script) && scripts.add(script));
  return [...frequent, ...others];
}

/** Finds the forms of a query's words; undefined if no word has other forms. */
export async function formsFor(
  { terms }: CompiledQuery,
  store: TextStore,
  notes: Parameters<typeof languagesAsked>[2],
): Promise<WordForms | undefined> {
  const words = terms.filter(({ hasForms = false }) => hasForms).map(({ word }) => word);
  return words.length === 0 ? undefined : new WordForms(await languagesAsked(words, store, notes));
}
