/** Lines that were pasted with the numbers that a read or a search shows before them, such as `12→text` or `12: text`. */

interface Numbered {
  readonly text: string;
  readonly first: number;
  readonly mark: string;
}

const prefix = /^ *(\d{1,8})(→|: |:$|\t)/u;

/**
 * Both texts of an edit without the numbers before their lines; undefined unless each line of the old text has one, and
 * each or none of the new text. `line` is where the old text must begin; undefined if anywhere.
 */
export function withoutLineNumbers(
  oldText: string,
  newText: string,
): { readonly oldText: string; readonly newText: string; readonly line: number | undefined } | undefined {
  const old = numbered(oldText);
  if (old === undefined || old.text === '') return undefined;
  const now = numbered(newText);
  // Other texts than a read's begin with a number and a colon too.
  const line = old.mark === '→' ? undefined : old.first;
  if (now?.first === old.first && now.mark === old.mark)
    return { oldText: old.text, newText: now.text, line };
  const hasSome = newText.split('\n').some(line => markOf(prefix.exec(line)) === old.mark);
  return hasSome ? undefined : { oldText: old.text, newText, line };
}

/** Lines that all have a number, each one more than the line before. */
function numbered(text: string): Numbered | undefined {
  const lines = text.split('\n');
  const end = lines.length > 1 && lines.at(-1) === '' ? [''] : [];
  const own = end.length === 0 ? lines : lines.slice(0, -1);
  const [first] = own.map(line => prefix.exec(line));
  const start = Number(first?.[1]);
  const mark = markOf(first);
  const bare = own.map((line, index) => {
    const found = prefix.exec(line);
    const fits = found !== null && Number(found[1]) === start + index && markOf(found) === mark;
    return fits ? line.slice(found[0].length) : undefined;
  });
  if (mark === undefined || bare.includes(undefined)) return undefined;
  return { text: [...bare, ...end].join('\n'), first: start, mark };
}

function markOf(found: RegExpExecArray | null | undefined): string | undefined {
  return found?.[2]?.trim();
}
