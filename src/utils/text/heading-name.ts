import { trimmedEnd } from './trimming';

/** A heading's name without the marks of a heading around it, as in `## Title ##`, and with single blanks. */
export function bareHeading(name: string): string {
  const opened = name.trim().replace(/^#{1,6}(?=\s)/u, () => '');
  return withoutClosing(opened)
    .replace(/\s+/gu, () => ' ')
    .trim();
}

/** Without the `#`s that close a heading: blanks stand before them. */
export function withoutClosing(name: string): string {
  const text = trimmedEnd(name.trimEnd(), '#');
  return text === '' || /\s$/u.test(text) ? text : name;
}
