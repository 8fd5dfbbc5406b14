/** For notes that have some of the words: the parts of hyphenated words, and of compounds that no note has, count too. */

import { drive, type SliceTurn } from '../../utils/slicing/time-slicer';
import type { CompiledQuery, Term, WordHelp } from '../query/compiled-query';
import type { Corpus } from '../score/scorer';
import { lengthFactorOf } from '../score/term-factor';
import type { StoredNote } from '../store/stored-note';
import type { TextStore } from '../store/text-store';
import { NoteScan } from './note-scan';

/** Number of notes used to estimate how rare a part is. */
const sampleSize = 1000;
/** The weight of a whole hyphenated word relative to its parts. */
const wholeTimes = 0.5;

interface Asked {
  readonly query: CompiledQuery;
  readonly corpus: Corpus;
}

interface Searched {
  readonly store: TextStore;
  readonly turn: SliceTurn;
  readonly help: WordHelp;
}

/** The parts of words that are not words of the query themselves, each once. */
export function partsOf({ terms }: CompiledQuery, { compounds }: WordHelp): Term[] {
  const known = new Set(terms.map(({ word }) => word));
  const parts = terms.flatMap(term => term.parts ?? compounds?.get(term.word) ?? []);
  return parts.filter(({ word }) => !known.has(word) && known.add(word));
}

/** The same query with the parts as additional terms. @param notes that are searched */
export async function withWordParts(
  asked: Asked,
  notes: readonly StoredNote[],
  { store, turn, help }: Searched,
): Promise<Asked> {
  const { query, corpus } = asked;
  const parts = partsOf(query, help);
  if (parts.length === 0) return asked;
  const scan = new NoteScan({ ...query, terms: parts, excluded: [] }, help);
  const stride = Math.max(1, Math.ceil(notes.length / sampleSize));
  for (let index = 0; index < notes.length; index += stride) {
    if (turn.due()) await turn.pause();
    const note = notes[index];
    const text = note && (note.text ?? (await store.textOf(note, turn)));
    if (note !== undefined && text !== undefined) await drive(scan.sample(note, text), turn);
  }
  const factors = corpus.factors.map((factor, term) =>
    query.terms[term]?.parts === undefined ? factor : factor * wholeTimes,
  );
  return {
    query: { ...query, terms: [...query.terms, ...parts] },
    corpus: {
      ...corpus,
      shares: [...corpus.shares, ...scan.shares],
      factors: [...factors, ...parts.map(({ times = 1 }) => times)],
      lengthFactors: [...corpus.lengthFactors, ...parts.map(lengthFactorOf)],
    },
  };
}
