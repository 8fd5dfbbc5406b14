import { placeOf } from '../../../utils/text/text-search';
import { spliced, type Splice } from '../../text/splices';
import { readYaml, textsOf, type YamlText } from '../../yaml/frontmatter-yaml';
import {
  writtenTarget,
  fitsWikilink,
  changedParts,
  escapedFor,
  targetSplice,
  Redirection,
  type Redirect,
  type RedirectedText,
} from './redirection';

/** Characters that may end more than the target, in a formula or in YAML. */
const risky = /["'\\,[\]{}\p{Cc}]|: | #|:$/u;

/**
 * Redirects the links of a base: wikilinks, and texts given to functions that take a link, in the values of its YAML.
 * A change that would alter anything else is not made.
 */
export function redirectBase(yaml: string, redirect: Redirect): RedirectedText {
  const redirection = new Redirection(redirect);
  let offset = 0;
  for (const { value, from, to } of textsIn(yaml)) {
    const source = yaml.slice(from, to);
    const quote = source === value ? '' : source.charAt(0);
    const isVerbatim = source === `${quote}${value}${quote}`;
    let behind = 0;
    for (const match of value.matchAll(baseLink)) {
      const place = placeOf(source, escapedFor(quote, match[0]), behind);
      const at = from + Math.max(place, behind);
      const change = changeOf(match, at, redirection);
      if (place !== -1) behind = place + 1;
      if (change === undefined) continue;
      const start = at + escapedFor(quote, value.slice(match.index, change.from)).length;
      const end = start + escapedFor(quote, value.slice(change.from, change.to)).length;
      const splice = { from: start, to: end, text: escapedFor(quote, change.text) };
      const inValues = { ...change, from: offset + change.from, to: offset + change.to };
      const isSafe = isVerbatim && !risky.test(change.text);
      if (place !== -1 && (isSafe || changesOnly(yaml, splice, inValues))) redirection.update([splice]);
      else redirection.refused += 1;
    }
    offset += value.length + 1;
  }
  return redirection.applyTo(yaml);
}

function textsIn(yaml: string): YamlText[] {
  const read = readYaml(yaml);
  return read.ok ? textsOf(read.document) : [{ value: yaml, from: 0, to: yaml.length, isKey: false }];
}

/** @param inValues the same change within all values, concatenated */
function changesOnly(yaml: string, splice: Splice, inValues: Splice): boolean {
  const valuesIn = (text: string): string => textsIn(text).reduce((all, { value }) => `${all}${value}\0`, '');
  return readYaml(yaml).ok && valuesIn(spliced(yaml, [splice])) === spliced(valuesIn(yaml), [inValues]);
}

/** The change of a link in the text that it was found in; undefined if it stays, or cannot hold the new target. */
function changeOf(
  { 0: link, 1: wikilink, index, indices, input }: RegExpExecArray,
  at: number,
  redirection: Redirection,
): Splice | undefined {
  const [start, end] = indices?.[1] ?? indices?.[2] ?? indices?.[3] ?? [index, index];
  const isWikilink = wikilink !== undefined;
  const decode = (part: string): string =>
    isWikilink ? part : part.replace(/\\(.)/gu, (_all, one: string) => one);
  const target = writtenTarget(input, start, end, decode);
  if (target === undefined) return undefined;
  const asked = { path: target.path, subpath: target.subpath, form: 'base', at } as const;
  const wanted = changedParts(asked, redirection.redirect(asked));
  if (wanted === undefined) return undefined;
  const change = targetSplice(input, target, wanted);
  const [unfit] = /[\\\p{Cc}]/u.exec(change.text) ?? [];
  const around = isWikilink ? input.slice(0, index) + input.slice(index + link.length) : link.slice(-1);
  const isClosed = (['"', "'"] as const).some(one => change.text.includes(one) && around.includes(one));
  if (fitsWikilink(wanted) && unfit === undefined && !isClosed) return change;
  redirection.refused += 1;
  return undefined;
}

/** Where a base names files: wikilinks, and texts given to functions, other than addresses. Linear in the text. */
const baseLink =
  /\[\[([^\][|\n]+)(?:\|[^\][\n]*)?\]\]|\b(?:link|file|hasLink|linksTo|image)\(\s*(?:"(?!\[\[|[a-z]+:\/\/)((?:[^"\\\n]|\\.)+)"|'(?!\[\[|[a-z]+:\/\/)((?:[^'\\\n]|\\.)+)')/dgu;
