import { matchOf } from '../text/pieces';

/** A field and its direction in one text, as in other languages. */

export interface SortWords {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

const inOneText = /^([-+]?)([\p{L}_][\p{L}\p{N}_.]{0,60})(?:[\s:,]+(asc|desc)(?:ending)?)?$/iu;

/** Parses `modified desc`, `modified:desc` and `-modified`; undefined for a text without a direction. */
export function sortWords(text: string): SortWords | undefined {
  const [, sign = '', field = '', word] = matchOf(inOneText, text.trim());
  if (field === '' || (sign === '') === (word === undefined)) return undefined;
  return { field, order: sign === '-' || word?.toLowerCase() === 'desc' ? 'desc' : 'asc' };
}
