import { ToolFailure } from '../../errors';
import { foldTag } from '../../utils/tags';
import { isTag } from '../tags';

/**
 * A tag as the tools take it, with or without `#`: what the app takes for one, and no part between slashes empty.
 * @returns it without `#`.
 * @throws ToolFailure `invalid_argument`
 */
export function tagName(given: string): string {
  const trimmed = given.trim();
  const name = trimmed.startsWith('#') ? trimmed.slice(1) : trimmed;
  if (name.isWellFormed() && isTag(`#${name}`) && !name.split('/').includes('')) return name;
  throw new ToolFailure('invalid_argument', 'One of the given tags is no tag.', {
    hint: 'A tag has letters, digits, `-`, `_` and `/` only, and not digits alone.',
  });
}

/**
 * A tag under its new name, if it is the old one or nested in it; undefined otherwise.
 * @param tag without `#`
 */
export function renamedTag(tag: string, from: string, to: string): string | undefined {
  const parts = tag.split('/');
  const depth = from.split('/').length;
  if (foldTag(parts.slice(0, depth).join('/')) !== foldTag(from)) return undefined;
  return [to, ...parts.slice(depth)].join('/');
}
