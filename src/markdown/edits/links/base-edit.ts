import { placeOf } from '../../../utils/text/text-search';
import { spliced, type Splice } from '../../text/splices';
import { readYaml, textsOf, type YamlText } from '../../yaml/frontmatter-yaml';
import {
  writtenTarget,
  fitsWikilink,
  changedParts,
  escapedFor,
  Redirection,
  type Redirect,
  type RedirectedText,
} from './redirection';

/** Characters that may end more than the target, in a formula or in YAML. */
const risky = /["'\\,[\]{}\p{Cc}]|: | #|:$/u;

interface Change {
  readonly splice: Splice;
  /** The same in the values of the YAML, one after the other. */
  readonly inValues: Splice;
}

/**
 * Redirects the links of a base: wikilinks, and texts given to functions that take a link, in the values of its YAML.
 * A change that would alter anything else is not made.
 */
export function redirectBase(yaml: string, redirect: Redirect): RedirectedText {
  const redirection = new Redirection(redirect);
  const changes: Change[] = [];
  let offset = 0;
  for (const text of textsIn(yaml)) {
    changes.push(...changesIn(text, yaml, offset, redirection));
    offset += text.value.length + 1;
  }
  const areSafe = keepTheRest(yaml, changes);
  for (const change of changes)
    if (areSafe || keepTheRest(yaml, [change])) redirection.update([change.splice]);
    else redirection.refused += 1;
  return redirection.applyTo(yaml);
}

/** The texts of YAML; all of it as one where it does not parse. */
function textsIn(yaml: string): YamlText[] {
  const read = readYaml(yaml);
  return read.ok ? textsOf(read.document) : [{ value: yaml, from: 0, to: yaml.length, isKey: false }];
}

function keepTheRest(yaml: string, changes: readonly Change[]): boolean {
  if (changes.length === 0) return true;
  const valuesIn = (text: string): string => textsIn(text).reduce((all, { value }) => `${all}${value}\0`, '');
  const [splices, inValues] = [changes.map(({ splice }) => splice), changes.map(change => change.inValues)];
  return valuesIn(spliced(yaml, splices)) === spliced(valuesIn(yaml), inValues);
}

/** @param offset of the text's value among all values */
function changesIn(text: YamlText, yaml: string, offset: number, redirection: Redirection): Change[] {
  const { value, from, to } = text;
  const changes: Change[] = [];
  const source = yaml.slice(from, to);
  const quote = source === value ? '' : source.charAt(0);
  let behind = 0;
  for (const match of value.matchAll(baseLink)) {
    const [link] = match;
    const place = placeOf(source, escapedFor(quote, link), behind);
    if (place !== -1) behind = place + 1;
    const found = newTarget(match, from + Math.max(place, 0), redirection);
    if (found === undefined) continue;
    // Written with other escapes than ours, or over several lines.
    if (place === -1 || (value === yaml && risky.test(found.text))) {
      redirection.refused += 1;
      continue;
    }
    const at = from + place + escapedFor(quote, value.slice(match.index, found.from)).length;
    const old = escapedFor(quote, value.slice(found.from, found.to));
    changes.push({
      splice: { from: at, to: at + old.length, text: escapedFor(quote, found.text) },
      inValues: { ...found, from: offset + found.from, to: offset + found.to },
    });
  }
  return changes;
}

/** The change of a link in the text that it was found in; none if it stays or cannot be written. */
function newTarget(
  { 0: link, 1: wikilink, index, indices, input }: RegExpExecArray,
  at: number,
  redirection: Redirection,
): Splice | undefined {
  const [start, end] = indices?.[1] ?? indices?.[2] ?? indices?.[3] ?? [index, index];
  const target = writtenTarget(input, start, end, wikilink === undefined ? unescaped : undefined);
  if (target === undefined) return undefined;
  const { path, subpath, subpathEnd } = target;
  const asked = { path, subpath, form: 'base', at } as const;
  const wanted = changedParts(asked, redirection.redirect(asked));
  if (wanted === undefined) return undefined;
  const kept = input.slice(target.end, target.subpathStart);
  const text =
    (wanted.path ?? input.slice(target.start, target.end)) +
    (wanted.subpath === undefined ? '' : kept + wanted.subpath);
  const quotes = wikilink === undefined ? link.slice(-1) : `${input.slice(0, index)}${input.slice(end)}`;
  if (fitsWikilink(wanted) && !(risky.test(text) && endsText(text, quotes)))
    return { from: target.start, to: wanted.subpath === undefined ? target.end : subpathEnd, text };
  redirection.refused += 1;
  return undefined;
}

/** Whether a new target has a character that ends or changes the text it is written in. @param quotes what may quote it */
function endsText(target: string, quotes: string): boolean {
  return (
    /[\\\p{Cc}]/u.test(target) ||
    (['"', "'"] as const).some(quote => target.includes(quote) && quotes.includes(quote))
  );
}

function unescaped(part: string): string {
  return part.replace(/\\(.)/gu, (_all, character: string) => character);
}

/**
 * Where a base names files: wikilinks, and texts given to functions that take a link, other than addresses. Linear in
 * the text.
 */
const baseLink =
  /\[\[([^\][|\n]+)(?:\|[^\][\n]*)?\]\]|\b(?:link|file|hasLink|linksTo|image)\(\s*(?:"(?!\[\[|[a-z]+:\/\/)((?:[^"\\\n]|\\.)+)"|'(?!\[\[|[a-z]+:\/\/)((?:[^'\\\n]|\\.)+)')/dgu;
