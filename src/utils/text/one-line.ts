import { cutText } from './trimming';

const breaks = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * A name that is safe in a line of text: line breaks and control characters become spaces. Names, titles and
 * properties may come from anyone; a line break in them could forge another line of a result.
 */
export function oneLine(text: string): string {
  return text.search(breaks) < 0 ? text : text.replace(breaks, () => ' ');
}

/** The same without formatting characters and repeated spaces, cut to a length: for display, not for copying. */
export function shortLine(text: string, length: number): string {
  const cut = text.slice(0, length * 4).replace(/[\p{C}\p{Z}]+/gu, () => ' ');
  return cutText(cut.trim(), length);
}

/**
 * The beginning of a text on one line, at most 80 characters, with `…` if it continues: for use in a sentence. Invisible
 * characters stay, for those who decide upon it are to see them.
 */
export function excerpt(text: string): string {
  const shown = cutText(oneLine(text.slice(0, 320)).trim(), 80);
  return shown.length === 80 ? `${shown}…` : shown;
}

/** JSON without any character that could be taken for a line end. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A number with its noun: `1 note`, `2 notes`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
