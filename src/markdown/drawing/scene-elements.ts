import { isRecord } from '../../utils/json/json-field';

/** UTF-16 units; a longer element is a line with very many points and has no text. */
const maxElementLength = 262_144;
/** Of keys that matter; longer ones are not made. */
const maxKeyLength = 16;

/**
 * Tells the members of the list `elements` of a scene, one by one: parsing a whole scene at once blocks the thread.
 * Invalid JSON ends the list.
 * @param tell whether to go on
 */
export function sceneElements(
  json: string,
  tell: (element: Readonly<Record<string, unknown>>) => boolean,
): void {
  let [depth, start, opened] = [0, 0, 0];
  let [key, isInside, isInString] = ['', false, false];
  for (let at = 0; at < json.length; at += 1) {
    const mark = json[at];
    if (isInString) {
      // The next character is escaped.
      if (mark === '\\') at += 1;
      if (mark !== '"') continue;
      isInString = false;
      if (depth === 1) key = json.slice(opened, Math.min(at + 1, opened + maxKeyLength));
    } else if (mark === '"') {
      [isInString, opened] = [true, at];
    } else if (mark === '{' || mark === '[') {
      if (depth === 1) isInside = mark === '[' && key === '"elements"';
      if (depth === 2) start = at;
      depth += 1;
    } else if (mark === '}' || mark === ']') {
      depth -= 1;
      const element = isInside && depth === 2 ? elementIn(json, start, at + 1) : undefined;
      if (element !== undefined && !tell(element)) return;
      if (isInside && depth === 1) return;
    }
  }
}

function elementIn(json: string, start: number, end: number): Record<string, unknown> | undefined {
  if (end - start > maxElementLength) return undefined;
  try {
    const element: unknown = JSON.parse(json.slice(start, end));
    return isRecord(element) ? element : undefined;
  } catch {
    return undefined;
  }
}
