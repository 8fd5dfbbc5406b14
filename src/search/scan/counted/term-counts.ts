import { likeness, type Likeness } from '../../query/word-test';
import type { PostingBlock } from '../../store/postings/posting-reader';

/** The counts of one term in each note, from one or more words that match it. Cleared for the next term. */
export class TermCounts {
  /** Weights of its occurrences in the text, in the best field, and in the name. */
  readonly inBody: Float64Array;
  readonly inFields: Float64Array;
  readonly inTitle: Float64Array;
  /** Whether a match is more than another form: 1, else 0. */
  readonly isExact: Uint8Array;

  /** @param places one for each note */
  constructor(places: number) {
    this.inBody = new Float64Array(places);
    this.inFields = new Float64Array(places);
    this.inTitle = new Float64Array(places);
    this.isExact = new Uint8Array(places);
  }

  has(place: number): boolean {
    const { inBody, inFields, inTitle } = this;
    return (inBody[place] ?? 0) + (inFields[place] ?? 0) + (inTitle[place] ?? 0) > 0;
  }

  /** Adds one entry of a word. */
  add(place: number, block: PostingBlock, entry: number, like: Likeness): void {
    const weight = likeness[like];
    const { inBody, inFields, inTitle } = this;
    inBody[place] = (inBody[place] ?? 0) + (block.inBody(entry) + block.inFields(entry)) * weight;
    if (block.isNamed(entry)) {
      inFields[place] = Math.max(inFields[place] ?? 0, block.fieldWeight(entry) * weight);
      inTitle[place] = (inTitle[place] ?? 0) + block.inTitle(entry) * weight;
    }
    if (isMore(like)) this.isExact[place] = 1;
  }

  clear(place: number): void {
    this.inBody[place] = this.inFields[place] = this.inTitle[place] = this.isExact[place] = 0;
  }
}

function isMore(like: Likeness): boolean {
  return like === 'exact' || like === 'beginning';
}
