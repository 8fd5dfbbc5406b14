/** Links as values: how they are written, and which file they refer to. */
import { linkpathOf } from '../../markdown/links/link-target';
import type { BaseFile, BaseLink } from '../base-vault';
import { linkCost, type Means } from '../evaluation/budget';
import type { LinkValue } from './value';

/** A path is folded and looked up piece by piece. */
const charactersResolved = 8;

const external = /^[a-z][a-z\d+.-]*:/iu;

/** The link that a text names: `[[path|display]]` or a path alone. */
export function linkFrom(text: string, source: string, display?: string): LinkValue {
  const written = wikilink(text);
  if (written === undefined) return { kind: 'link', target: text.trim(), display, source };
  return { kind: 'link', target: written.target, display: display ?? written.display, source };
}

/** The parts of a text that is exactly one wikilink. */
export function wikilink(text: string): { target: string; display: string | undefined } | undefined {
  if (!text.startsWith('[[') || !text.endsWith(']]')) return undefined;
  const inner = text.slice(2, -2);
  if (inner.trim() === '' || /\[\[|\]\]|\n/u.test(inner)) return undefined;
  const bar = inner.indexOf('|', 1);
  if (bar === -1) return { target: inner.trim(), display: undefined };
  return { target: inner.slice(0, bar).trim(), display: inner.slice(bar + 1).trim() };
}

export function linkOf({ target, display }: BaseLink, source: string): LinkValue {
  return { kind: 'link', target, display, source };
}

export function linkTo(file: BaseFile, display?: string): LinkValue {
  return { kind: 'link', target: file.path, display, source: '' };
}

function isExternal(target: string): boolean {
  return external.test(target);
}

/** The file that a link leads to; undefined if there is none, or none that the caller sees. @throws LimitReached */
export function fileOfLink(link: LinkValue, means: Means): BaseFile | undefined {
  means.budget.spend(1);
  if (link.file === undefined) link.file = fileAt(link.target, link.source, means) ?? null;
  return link.file ?? undefined;
}

/** No file has a longer path. */
const maxPathLength = 5000;

/** The file that a target, with or without subpath, refers to from `source`. @throws LimitReached */
export function fileAt(target: string, source: string, { vault, budget }: Means): BaseFile | undefined {
  budget.spend(linkCost);
  if (target.length > maxPathLength || isExternal(target)) return undefined;
  budget.spend(target.length / charactersResolved);
  return target === '' ? undefined : vault.resolve(linkpathOf(target), source);
}

export function linkAsText({ target, display }: LinkValue): string {
  if (isExternal(target)) return `[${display ?? target}](${target})`;
  return display === undefined ? `[[${target}]]` : `[[${target}|${display}]]`;
}
