/** Reads a public collection of documents, questions and judgements, as a vault of notes with questions. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CorpusNote } from '../corpus/corpus-note';
import type { Answers } from '../metrics';

/** The name of a note: its title, or its number with the title as its first heading. */
export type Layout = 'name' | 'heading';

export interface CollectionQuestion {
  readonly query: string;
  /** By the documents' numbers. */
  readonly relevant: ReadonlySet<string>;
}

export interface Collection {
  readonly documents: readonly { readonly id: string; readonly title: string; readonly text: string }[];
  /** Those that have judgements. */
  readonly questions: readonly CollectionQuestion[];
}

/** The text of each field (`.T`, `.W`, …) of an entry that begins with `.I number`. */
interface Entry {
  readonly id: string;
  readonly fields: ReadonlyMap<string, string>;
}

const endings = { documents: /\.all$/iu, questions: /\.qry$/iu, judgements: /\.rel$/iu } as const;

/**
 * Reads the files `*.ALL`, `*.QRY` and `*.REL` of a folder, as the collections CISI, Cranfield and CACM have them.
 * @throws Error where one is missing
 */
export function readCollection(folder: string): Collection {
  const names = readdirSync(folder);
  const read = (ending: RegExp): string => {
    const name = names.find(one => ending.test(one));
    if (name === undefined) throw new Error(`The folder has no file whose name matches ${String(ending)}.`);
    return readFileSync(join(folder, name), 'utf8');
  };
  return collectionFrom(read(endings.documents), read(endings.questions), read(endings.judgements));
}

export function collectionFrom(documents: string, questions: string, judgements: string): Collection {
  const asked = entriesOf(questions);
  const judged = judgementsIn(judgements);
  const ids = new Set(asked.map(({ id }) => id));
  // Cranfield's judgements count the questions, whatever their numbers.
  const isById = [...judged.keys()].every(id => ids.has(id));
  return {
    documents: entriesOf(documents).map(({ id, fields }) => ({
      id,
      title: (fields.get('T') ?? '').replace(/\s+/gu, ' ').trim(),
      text: (fields.get('W') ?? '').trimEnd(),
    })),
    questions: asked.flatMap(({ id, fields }, index) => {
      const relevant = judged.get(isById ? id : String(index + 1));
      const query = (fields.get('W') ?? '').replace(/\s+/gu, ' ').trim();
      return relevant === undefined || query === '' ? [] : [{ query, relevant }];
    }),
  };
}

/** The documents as notes, each with its path. */
export function notesOf({ documents }: Collection, layout: Layout): Map<string, CorpusNote> {
  return new Map(
    documents.map(({ id, title, text }) => {
      const name = title
        .replace(/[^\p{L}\p{N} ]+/gu, ' ')
        .trim()
        .slice(0, 150);
      const path = layout === 'name' && name !== '' ? `${id}/${name}` : id;
      const heading = layout === 'heading' && title !== '' ? `# ${title}\n\n` : '';
      return [id, { path, age: 0, text: `${heading}${text}` }];
    }),
  );
}

export function answersOf({ relevant }: CollectionQuestion, notes: ReadonlyMap<string, CorpusNote>): Answers {
  return Object.fromEntries(
    [...relevant].flatMap(id => {
      const note = notes.get(id);
      return note === undefined ? [] : [[note.path, 1] as const];
    }),
  );
}

function entriesOf(file: string): Entry[] {
  const entries: { id: string; fields: Map<string, string> }[] = [];
  let field = '';
  for (const line of file.split(/\r?\n/u)) {
    const [, key, rest = ''] = /^\.([A-Z])(?:\s(.*))?$/u.exec(line) ?? [];
    const entry = entries.at(-1);
    if (key === 'I') entries.push({ id: plainNumber(rest), fields: new Map() });
    else if (key !== undefined) field = key;
    else entry?.fields.set(field, `${entry.fields.get(field) ?? ''}${line}\n`);
  }
  return entries;
}

/** Lines of question and document, or of question, 0, document and grade as TREC has them. */
function judgementsIn(file: string): Map<string, Set<string>> {
  const rows = file
    .split(/\r?\n/u)
    .map(line => line.trim().split(/\s+/u))
    .filter(({ length }) => length > 1);
  const isTrec = rows.every(([, second, , fourth]) => second === '0' && fourth !== undefined);
  const judged = new Map<string, Set<string>>();
  for (const [question = '', second = '', third = ''] of rows) {
    const key = plainNumber(question);
    const known = judged.get(key) ?? new Set();
    judged.set(key, known.add(plainNumber(isTrec ? third : second)));
  }
  return judged;
}

/** `001` is `1`. */
function plainNumber(text: string): string {
  return String(Number.parseInt(text, 10));
}
