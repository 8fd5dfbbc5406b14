const breaks = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * A name as it may be in a line of text: line breaks and control characters are spaces. Names, titles and properties
 * are anybody's text; with a line break in them they could forge another line of an answer.
 */
export function oneLine(text: string): string {
  return text.search(breaks) < 0 ? text : text.replace(breaks, () => ' ');
}

/** The same without formatting characters and repeated spaces, cut to a length: for what is shown, not copied. */
export function shortLine(text: string, length: number): string {
  const cut = text.slice(0, length * 4).replace(/[\p{C}\p{Z}]+/gu, () => ' ');
  return cut.trim().slice(0, length).toWellFormed();
}

/** The beginning of a text on one line, at most 80 characters, with `…` where it goes on: for a sentence that names it. */
export function excerpt(text: string): string {
  const shown = shortLine(text, 80);
  return shown.length === 80 ? `${shown}…` : shown;
}

/** JSON without a character that anybody could take for the end of a line. */
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
