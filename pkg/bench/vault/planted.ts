/** Texts planted in a vault so that results can be checked: the words, and the number of notes with each. */

export interface PlantedText {
  /** Its name in the truth. */
  readonly name: string;
  /** Its spellings; a note that has it has one of them. */
  readonly spellings: readonly string[];
  /** In so many of that many notes. */
  readonly count: (notes: number) => number;
}

const fixed = (count: number) => (): number => count;

export const rareWord = 'quixotide';
export const thousandWord = 'windvane';
export const commonWord = 'harbour';
export const phrase = 'copper lantern treaty';
export const twoWords = ['velvet', 'anchor'] as const;
export const cjkWord = '灯台守';
/** As in the query; in the notes it has its accent, composed or not. */
export const plainAccented = 'crepuscule';
/** A word of the random filler text, so nearly every note has it. */
export const frequentWord = 'the';
/** Twenty words, two of them planted. */
export const question =
  'what did the people in the house say about the quixotide when they were looking down from the old harbour?';
/** Twenty words of the prose, none of them rare. */
export const vagueQuestion =
  'how much work was left for the people of the small house by the river before the end of summer?';
export const ticketPattern = String.raw`\bXQ-\d{4}\b`;

/** A day by which some tasks are due. */
export const dueBy = '2020-06-30';

export const plantedTexts: readonly PlantedText[] = [
  { name: 'rare', spellings: [rareWord], count: fixed(10) },
  { name: 'thousand', spellings: [thousandWord], count: notes => Math.min(1_000, Math.floor(notes / 10)) },
  { name: 'common', spellings: [commonWord, 'Harbour'], count: notes => Math.floor(notes * 0.4) },
  { name: 'phrase', spellings: [phrase], count: fixed(25) },
  // The words of the phrase, in another order: found by words, not by the phrase.
  { name: 'shuffled', spellings: ['treaty of the lantern in copper'], count: fixed(50) },
  { name: 'both', spellings: ['velvet curtain and rusty anchor', 'anchor under velvet'], count: fixed(60) },
  { name: 'velvet', spellings: ['velvet'], count: fixed(80) },
  { name: 'anchor', spellings: ['anchor'], count: fixed(80) },
  { name: 'accented', spellings: ['crépuscule', 'cre\u0301puscule', 'Crépuscule'], count: fixed(19) },
  { name: 'cjk', spellings: ['港の灯台守は', 'あの灯台守が'], count: fixed(14) },
  { name: 'ticket', spellings: ['XQ-4821', 'XQ-1077', 'XQ-9003'], count: fixed(40) },
];

const stems = [
  ...[rareWord, thousandWord, commonWord, ...phrase.split(' '), ...twoWords, plainAccented],
  ...['curtain', 'rusty'],
];

/** Whether a filler word is too unlike every planted word to match it. */
export function isPlain(word: string): boolean {
  if (word.length < 4) return true;
  return !stems.some(stem => stem.startsWith(word.slice(0, 5)) || word.startsWith(stem.slice(0, 5)));
}

/** Planted tags with the share of notes that carry each; nested ones count for their parents' totals. */
export const plantedTags = [
  { tag: 'season/reaping', share: 0.012 },
  { tag: 'season/reaping/late', share: 0.003 },
  { tag: 'season/sowing', share: 0.006 },
  { tag: 'marginalia', share: 0.02 },
] as const;

export const hubSources = 150;
export const islandCount = 12;
export const folderSize = 50;
