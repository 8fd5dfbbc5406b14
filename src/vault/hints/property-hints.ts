import { unlessRefused } from '../../errors';
import { parseIsoDate, type DateClock, localDay, parseDate } from '../../utils/dates';
import { isRoundedInteger } from '../../markdown/yaml/yaml-value';
import { propertyName } from '../../utils/properties/property-names';
import type { UsualKind } from '../queries/usual-kinds';
import { isObject, jsonField } from '../../utils/json';
import { cutText, quoted } from '../../utils/text/pieces';
import { someOf } from './missing-names';

const maxHints = 5;

export interface PropertyChanges {
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  readonly remove?: readonly string[] | undefined;
  /** Whether lists are replaced rather than added to. */
  readonly replace: boolean;
}

/** What is known in addition to the new values. */
export interface PropertySurroundings {
  readonly clock: DateClock;
  /** The usual kind of value in other notes, by the property's name in lower case. */
  readonly usual: ReadonlyMap<string, UsualKind>;
  /** How to give a value that is not text; without quotes by default. */
  readonly way?: string;
}

/**
 * Says what new values become, if the caller may have meant something else.
 * @param before the properties that the note had
 */
export function propertyHints(
  before: object,
  { set = {}, replace }: PropertyChanges,
  surroundings: PropertySurroundings,
): string[] {
  const hints = Object.entries(set).flatMap(([name, value]) => {
    const known = propertyName(before, name);
    const was = known === undefined ? undefined : jsonField(before, known);
    const shown = quoted(name);
    const asked = {
      shown,
      was,
      usual: was === undefined || was === null ? surroundings.usual.get(name.toLowerCase()) : undefined,
    };
    return (
      (known === undefined ? prefixHint(name, shown) : undefined) ??
      (replace ? undefined : listHint(shown, was, value)) ??
      tagHint(name, shown, value) ??
      (typeof value === 'string' ? textHint(asked, value, surroundings) : undefined) ??
      []
    );
  });
  return hints.slice(0, maxHints);
}

/** The hint on a new property named as in queries. */
function prefixHint(name: string, shown: string): string | undefined {
  const own = /^(?:frontmatter|properties|note)\.(.+)$/iu.exec(name)?.[1];
  if (own === undefined) return undefined;
  return `${shown} is a new property, dot included; for the property ${quoted(own)} leave out what is before the dot.`;
}

/** The hint on a list for a property with a single value, the reverse, or an object that loses members. */
function listHint(shown: string, was: unknown, value: unknown): string | undefined {
  const isSet = was !== undefined && was !== null && was !== '';
  if (Array.isArray(value) && isSet && typeof was !== 'object')
    return `${shown} had one value, to which the list is added; \`replace: true\` sets only the list.`;
  const isOther = Array.isArray(was) && (was.length > 1 || (was.length === 1 && was[0] !== value));
  const gone = isObject(was) && isObject(value) ? Object.keys(was).filter(k => !Object.hasOwn(value, k)) : [];
  if (gone.length > 0)
    return `${shown} was an object; the new one replaces it and drops ${someOf(gone.map(key => cutText(key, 60)))}.`;
  if (isOther && value !== null && !Array.isArray(value))
    return `${shown} was a list; this single value replaces it. To add to the list, pass a list in \`set\`.`;
  return undefined;
}

function tagHint(name: string, shown: string, value: unknown): string | undefined {
  if (!/^tags?$/iu.test(name)) return undefined;
  const tags: unknown[] = Array.isArray(value) ? value : [value];
  if (tags.some(tag => typeof tag === 'string' && tag.trim().startsWith('#')))
    return `Write tags in ${shown} without "#".`;
  return tags.some(tag => typeof tag === 'string' && /\S\s+\S/u.test(tag) && !tag.includes(','))
    ? `A tag in ${shown} has a space, so it is not a tag; write "-" or "/" instead.`
    : undefined;
}

interface AskedProperty {
  readonly shown: string;
  readonly was: unknown;
  /** The kind of value in other notes; undefined if the note had a value of its own. */
  readonly usual: UsualKind | undefined;
}

/** The hint on a text where the property had another kind of value, or that reads like one. */
function textHint(
  { shown, was, usual }: AskedProperty,
  value: string,
  { clock, way = 'without quotes' }: PropertySurroundings,
): string | undefined {
  const text = value.trim();
  const said = quoted(text, 40);
  const isSwitch = /^(?:true|false)$/iu.test(text);
  if (isSwitch || typeof was === 'boolean')
    return `${shown} becomes the text ${said}; for a checkbox pass true or false ${way}.`;
  if (typeof was === 'number')
    return `${shown} was a number and becomes the text ${said}${isRoundedInteger(Number(text)) ? ', because no number holds all its digits' : `; pass a number ${way}`}.`;
  const isDay = /^@?(?:today|tomorrow|yesterday|now)$|^@(?:daily|date)\b/iu.test(text);
  const isDate = text === '' || parseIsoDate(text) !== undefined;
  const wasDate = typeof was === 'string' && parseIsoDate(was) !== undefined;
  if (isDay || (wasDate && !isDate)) {
    const day = dayOf(text.startsWith('@') ? text.slice(1) : text, clock);
    return `${shown} becomes the text ${said}. ${phraseHint(day === undefined ? 'a date such as 2026-03-01' : `"${day}"`)}`;
  }
  if (usual === undefined || text === '' || (usual === 'date' && isDate)) return undefined;
  return `${shown} becomes the text ${said}; in other notes it is a ${usual}. ${wayOf(usual, way)}`;
}

function wayOf(kind: UsualKind, way: string): string {
  if (kind === 'date') return phraseHint('a date such as 2026-03-01');
  return `Pass ${kind === 'number' ? 'a number' : 'true or false'} ${way}.`;
}

const phraseHint = (date: string): string => `Phrases are not converted: pass ${date}.`;

/** The day that words such as `next friday` mean, as `2026-03-06`. */
function dayOf(text: string, clock: DateClock): string | undefined {
  return unlessRefused(() => localDay(new Date(parseDate(text, clock, 'date', 'ahead').from)));
}
