import { isRecord } from '../../utils/json/json-field';
import type { Steps } from '../../utils/slicing/steps';

/** UTF-16 units; a longer element is a line with very many points and has no text. */
const maxElementLength = 262_144;
/** UTF-16 units between two pauses. */
const portion = 32_768;

/**
 * The members of the list `elements` of a scene, one by one: parsing a whole scene at once blocks the thread.
 * Invalid JSON ends the list.
 */
export function* sceneElements(json: string): Steps<Readonly<Record<string, unknown>>[]> {
  const found: Readonly<Record<string, unknown>>[] = [];
  let [depth, start, paused] = [0, 0, 0];
  let [key, isInside] = ['', false];
  for (let at = 0; at < json.length; at += 1) {
    if (at - paused >= portion) {
      paused = at;
      yield;
    }
    const mark = json[at];
    if (mark === '"') {
      const end = stringEnd(json, at);
      if (depth === 1) key = json.slice(at, end);
      at = end - 1;
    } else if (mark === '{' || mark === '[') {
      if (depth === 1) isInside = mark === '[' && key === '"elements"';
      if (depth === 2) start = at;
      depth += 1;
    } else if (mark === '}' || mark === ']') {
      depth -= 1;
      if (isInside && depth === 2) found.push(...elementIn(json, start, at + 1));
      if (isInside && depth === 1) return found;
    }
  }
  return found;
}

function elementIn(json: string, start: number, end: number): Readonly<Record<string, unknown>>[] {
  if (end - start > maxElementLength) return [];
  try {
    const element: unknown = JSON.parse(json.slice(start, end));
    return isRecord(element) ? [element] : [];
  } catch {
    return [];
  }
}

/** After the closing quote of the string that begins here; the end of the text if there is none. */
function stringEnd(json: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    at = json.indexOf('"', at);
    if (at < 0) return json.length;
    let slashes = 0;
    while (json[at - slashes - 1] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
}
