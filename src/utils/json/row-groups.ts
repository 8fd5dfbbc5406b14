/** Rows that are written and measured together. */
const maxInGroup = 64;
/** One path in this many ends a group. */
const meanInGroup = 32;
/** Characters; the end of a path says more than its beginning. */
const hashedCharacters = 12;

/**
 * Cuts a list into short groups. Where a group ends follows from the path of its last item alone, so that an item
 * that comes or goes changes only its own group.
 */
export function* rowGroups<Item extends { readonly path: string }>(
  items: readonly Item[],
): Generator<readonly Item[], void> {
  let group: Item[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < maxInGroup && !endsGroup(item.path)) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function endsGroup(path: string): boolean {
  let hash = 0;
  for (let at = Math.max(0, path.length - hashedCharacters); at < path.length; at += 1)
    hash = Math.imul(hash ^ path.charCodeAt(at), 0x01000193);
  return (hash >>> 8) % meanInGroup === 0;
}
