import type { FieldSpan } from './note-fields';

const fieldKeys = { title: 'title', aliases: 'alias', tags: 'tag' } as const;
/** A top-level key and what separates it from its value. */
const keyLine = /^(?:"(\w+)"|'(\w+)'|(\w+))[ \t]*:(?=[ \t\r]|$)/u;

/**
 * The positions of the values of `title`, `aliases` and `tags` in the YAML between two offsets, found line by
 * line: good enough to name the field of a match, even if the YAML does not parse.
 */
export function propertySpans(text: string, start: number, end: number): FieldSpan[] {
  const spans: FieldSpan[] = [];
  let open: { readonly field: FieldSpan['field']; readonly start: number } | undefined;
  const close = (at: number): void => {
    if (open !== undefined) spans.push({ ...open, end: at });
    open = undefined;
  };
  for (let line = start; line < end;) {
    const feed = text.indexOf('\n', line);
    const next = feed < 0 || feed >= end ? end : feed + 1;
    if (beginsKey(text.charCodeAt(line))) {
      close(line);
      // No relevant key is longer: a long line need not be copied.
      const match = keyLine.exec(text.slice(line, Math.min(next, line + 24)).trimEnd());
      const key = match?.[1] ?? match?.[2] ?? match?.[3];
      if (match !== null && isFieldKey(key)) open = { field: fieldKeys[key], start: line + match[0].length };
    }
    line = next;
  }
  close(end);
  return spans;
}

/** Not a blank, a dash or a comment: those continue a key. */
function beginsKey(unit: number): boolean {
  return unit !== 0x20 && unit !== 0x09 && unit !== 0x2d && unit !== 0x23 && unit !== 0x0a && unit !== 0x0d;
}

function isFieldKey(key: string | undefined): key is keyof typeof fieldKeys {
  return key !== undefined && Object.hasOwn(fieldKeys, key);
}
