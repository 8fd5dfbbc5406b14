import type { Link, NoteStructure } from '../../structure/note-structure';
import type { Splice } from '../../text/splices';

/**
 * Gives a wikilink without shown text the text that it showed before. In a table the pipe is escaped; if it
 * is unclear whether a line is in a table, nothing is added.
 */
export function shownTextSplice(
  text: string,
  { sections }: NoteStructure,
  { start, end, targetEnd, textStart }: Link,
  shown: string | undefined,
): Splice | undefined {
  if (shown === undefined || textStart !== -1 || /[|\n\r[\]\\]/u.test(shown)) return undefined;
  const section = sections.find(one => one.start <= start && end <= one.end);
  const isInTable = section?.type === 'table';
  if (
    !isInTable &&
    lineAt(text, start)
      .replace(wikilinks, () => '')
      .includes('|')
  )
    return undefined;
  return { from: targetEnd, to: targetEnd, text: `${isInTable ? '\\' : ''}|${shown}` };
}

const wikilinks = /\[\[[^[\]\n]*\]\]/g;

function lineAt(text: string, at: number): string {
  const feed = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at) + 1, feed === -1 ? text.length : feed);
}
