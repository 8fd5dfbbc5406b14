import { ToolFailure } from '../../../errors';
import { oneLine } from '../../../utils/text/pieces';
import { foldTag } from '../../../utils/properties/property-names';
import { isTag } from '../../tags';

const maxKnown = 1_000;

/**
 * Validates a tag, with or without `#`: valid in the app, without empty parts between slashes.
 * @returns it without `#`.
 * @throws ToolFailure `invalid_argument`
 */
export function tagName(given: string): string {
  const trimmed = given.trim();
  const name = trimmed.startsWith('#') ? trimmed.slice(1) : trimmed;
  if (name.isWellFormed() && isTag(`#${name}`) && !name.split('/').includes('')) return name;
  throw new ToolFailure('invalid_argument', `${shown(given)} is not a valid tag.`, {
    hint: 'A tag has letters, digits, `-`, `_` and `/` only, and not digits alone.',
  });
}

/** The caller's own text, if it fits into a sentence. */
function shown(given: string): string {
  return given.length <= 60 && given.isWellFormed() ? `"${oneLine(given)}"` : 'One of the given tags';
}

/** Maps a tag without `#` to its new name if it is the old one or nested in it; undefined otherwise. */
export type TagRenaming = (tag: string) => string | undefined;

export function tagRenaming(from: string, to: string): TagRenaming {
  const old = foldTag(from);
  const depth = from.split('/').length;
  // A note may have the same tag millions of times.
  const known = new Map<string, string | undefined>();
  return tag => {
    if (known.has(tag)) return known.get(tag);
    const parts = tag.split('/');
    const isOld = foldTag(parts.slice(0, depth).join('/')) === old;
    const renamed = isOld ? [to, ...parts.slice(depth)].join('/') : undefined;
    if (known.size < maxKnown) known.set(tag, renamed);
    return renamed;
  };
}
