/** The words of the vault's prose. None of them begins like a planted word (see planted.ts). */
import { Random } from './random';

const frequent =
  `the of and to in a is that for it as was with be by on not he his but at are this have from or had an they
  which one you were all her she there would their we him been has when who will no more if out so what up said
  its about than into them can only other time new some could these two may first then do any like my now over
  such our man me even most made after also did many off before must through back years where much your way well
  down should because long each just state those people too mr how little good world still see own work life day
  get here old between both under last never same another know while might great year since against go came right
  used take three himself few house use during without again place around however small found part thought went
  say general once upon school every does got united left number course war until always away something fact water
  less public put thing almost hand enough far took head yet government system set better told nothing night end
  why called didn eyes find going look asked later point knew next week meeting notes idea question answer reading
  draft review plan garden kitchen letter window river market morning evening summer winter paper chapter`.split(
    /\s+/u,
  );

const onsets = 'b br d dr f g gl h k l m n p r s st t tr v w'.split(' ');
const vowels = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou'];
const codas = ['', '', '', 'l', 'n', 'nd', 'r', 's', 'st', 't'];

const invented = 8_000;
/** A power of two, so that one random number picks a word at its frequency. */
const tableSize = 65_536;

const scripts =
  '日本語山川海空花雨雪風夜朝道家町駅車船島森月星火水木金土人心手足目耳口声色春夏秋冬本紙筆机窓庭池橋村港北南東西時計鍵箱布糸米茶酒';
const syllabary =
  'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん';

/** Prose with word frequencies as in a language. */
export class Vocabulary {
  private readonly table: readonly string[];
  /** Words for titles, folders and tags. */
  readonly names: readonly string[];

  constructor(isAllowed: (word: string) => boolean) {
    const random = new Random('vocabulary');
    const made = new Set<string>();
    while (made.size < invented) {
      const word = inventedWord(random);
      if (word.length > 3 && isAllowed(word)) made.add(word);
    }
    const ranked = [...frequent.filter(isAllowed), ...made];
    this.table = zipfTable(ranked);
    this.names = [...made].slice(0, 600);
  }

  word(random: Random): string {
    return this.table[random.below(tableSize)] ?? '';
  }

  sentence(random: Random): string {
    const count = random.between(6, 18);
    const words = Array.from({ length: count }, () => this.word(random));
    return `${capitalised(words.join(' '))}.`;
  }

  /** Japanese-looking text, without spaces. */
  scriptSentence(random: Random): string {
    const count = random.between(10, 30);
    const characters = Array.from({ length: count }, () =>
      random.chance(0.45) ? scripts[random.below(scripts.length)] : syllabary[random.below(syllabary.length)],
    );
    return `${characters.join('')}。`;
  }

  scriptName(random: Random): string {
    return Array.from({ length: random.between(2, 4) }, () => scripts[random.below(scripts.length)]).join('');
  }

  title(random: Random): string {
    return Array.from({ length: random.between(1, 3) }, () => capitalised(random.pick(this.names))).join(' ');
  }
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function inventedWord(random: Random): string {
  const syllables = random.between(1, 3);
  return Array.from(
    { length: syllables },
    () => random.pick(onsets) + random.pick(vowels) + random.pick(codas),
  ).join('');
}

/** Every word as often as 1 / rank, at least once while there are free entries. */
function zipfTable(ranked: readonly string[]): string[] {
  const total = ranked.reduce((sum, _word, index) => sum + 1 / (index + 3), 0);
  const table: string[] = [];
  ranked.forEach((word, index) => {
    const share = Math.max(1, Math.round(tableSize / total / (index + 3)));
    for (let copy = 0; copy < share && table.length < tableSize; copy += 1) table.push(word);
  });
  while (table.length < tableSize) table.push(ranked[table.length % ranked.length] ?? '');
  return table;
}
