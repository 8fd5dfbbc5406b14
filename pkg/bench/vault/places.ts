/** The folders and names of a vault's ordinary notes. */
import { Random } from './random';
import { capitalised, type Vocabulary } from './words';

export type NoteKind = 'daily' | 'prose' | 'script' | 'accented';

export interface NotePlace {
  readonly path: string;
  /** File name without `.md`: unique in the vault, so that a bare wikilink finds it. */
  readonly name: string;
  readonly kind: NoteKind;
}

const day = 86_400_000;
const lastDay = Date.UTC(2026, 0, 1);
/** One note in five is a daily note. */
const dailyEvery = 5;

const accents: readonly (readonly [string, string])[] = [
  ['a', 'á'],
  ['e', 'é'],
  ['o', 'ö'],
  ['u', 'ü'],
];

export function placeOf(index: number, vocabulary: Vocabulary): NotePlace {
  if (index % dailyEvery === 0) return dailyNote(index / dailyEvery);
  const random = new Random(`place ${index}`);
  const roll = random.next();
  if (roll < 0.05) return scriptNote(index, random, vocabulary);
  const name = `${vocabulary.title(random)} ${index}`;
  if (roll < 0.1) return accentedNote(name, random);
  return { kind: 'prose', name, path: `${folderOf(roll, random, vocabulary)}/${name}.md` };
}

function dailyNote(daysBack: number): NotePlace {
  const name = new Date(lastDay - daysBack * day).toISOString().slice(0, 10);
  return { kind: 'daily', name, path: `Daily/${name.slice(0, 4)}/${name.slice(5, 7)}/${name}.md` };
}

function scriptNote(index: number, random: Random, vocabulary: Vocabulary): NotePlace {
  const name = `${vocabulary.scriptName(random)}${index}`;
  return { kind: 'script', name, path: `日本語/${random.pick(['日記', '読書', '旅行'])}/${name}.md` };
}

function accentedNote(plainName: string, random: Random): NotePlace {
  const [plain, accented] = random.pick(accents);
  const name = plainName.replaceAll(plain, () => accented);
  return { kind: 'accented', name, path: `Études/${random.pick(['Été', 'Forêt', 'Zürich'])}/${name}.md` };
}

function folderOf(roll: number, random: Random, vocabulary: Vocabulary): string {
  const topic = (count: number): string => capitalised(vocabulary.names[random.below(count)] ?? 'topic');
  if (roll < 0.4) return `Projects/${topic(60)}/${random.pick(['Notes', 'Meetings', 'Research', 'Plans'])}`;
  if (roll < 0.5) return 'People';
  if (roll < 0.65) return `Areas/${topic(12)}`;
  if (roll < 0.85) return `Library/${topic(25)}/${topic(6)}/Highlights`;
  return `Archive/${random.between(2015, 2025)}/${topic(8)}`;
}
