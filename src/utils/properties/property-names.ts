/** Which spellings of property names and tags are the same. */

import { beyondAscii, foldPath } from '../text/folding';
import { trimmedEnd } from '../text/pieces';

/** Longer names match in any letter case, but only in the same Unicode form: composing them all would take long. */
const maxComposed = 1_000;

/** The names that refer to a property: the exact one, then the others, last first, since the last duplicate counts. */
export function propertySpellings(names: readonly string[], name: string): string[] {
  const found = new Set(names.filter(sameAs(name)).reverse());
  return found.has(name) ? [name, ...[...found].filter(known => known !== name)] : [...found];
}

/** The name under which `properties` has the property; undefined if it has none. */
export function propertyName(properties: object, name: string): string | undefined {
  return Object.hasOwn(properties, name) ? name : nameAmong(Object.keys(properties), name);
}

/** The last of the names that refer to the property, in any letter case and Unicode form. */
export function nameAmong(names: readonly string[], name: string): string | undefined {
  return names.findLast(sameAs(name));
}

/** The same text for all spellings of a name. */
export function propertyKey(name: string): string {
  const composed = isComposable(name) ? name.normalize('NFC') : name;
  return `${composed.length} ${composed.toLowerCase()}`;
}

function sameAs(name: string): (known: string) => boolean {
  const lower = name.toLowerCase();
  const key = isComposable(name) ? propertyKey(name) : undefined;
  return known => {
    // Most names differ in length already.
    if (known === name || (known.length === name.length && known.toLowerCase() === lower)) return true;
    return key !== undefined && isComposable(known) && propertyKey(known) === key;
  };
}

function isComposable(name: string): boolean {
  return name.length <= maxComposed && beyondAscii.test(name);
}

/** Whether it is a property that the app reads as a list or a text, never as a map. */
export function isListProperty(name: string): boolean {
  return /^(?:tags?|alias(?:es)?|cssclass(?:es)?)$/iu.test(name);
}

/** A key that is equal for equal tags. */
export function foldTag(tag: string): string {
  const text = tag.trim();
  return foldPath(text.startsWith('#') ? text.slice(1) : text);
}

/** The key for a tag to look for: nested tags always count, whether it is written `a`, `a/` or `a/*`. */
export function wantedTag(tag: string): string {
  const folded = foldTag(tag);
  const parent = trimmedEnd(folded, '*');
  return parent.endsWith('/') ? trimmedEnd(parent, '/') : folded;
}

/** @param wanted and @param tag keys of `foldTag`; true for the tag itself and tags nested in it. */
export function tagCovers(wanted: string, tag: string): boolean {
  return wanted !== '' && (tag === wanted || tag.startsWith(`${wanted}/`));
}

/** If a tag is nested deeper, only its outermost parents count. */
const maxLevels = 100;

/** A tag and its parents: `a/b/c`, `a`, `a/b`. At most a hundred. */
export function withParents(tag: string): string[] {
  const all = [tag];
  for (let slash = tag.indexOf('/', 1); slash > 0; slash = tag.indexOf('/', slash + 1)) {
    if (all.length === maxLevels) break;
    all.push(tag.slice(0, slash));
  }
  return all;
}

export function bareTag(tag: string): string {
  return tag.startsWith('#') ? tag.slice(1) : tag;
}
