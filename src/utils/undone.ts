/**
 * The ids of changes that another one undid, unless that was undone itself. @param newestFirst as the journal gives them
 */
export function undoneIds(
  newestFirst: readonly { readonly id: string; readonly undoes?: string | undefined }[],
): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const { id, undoes } of newestFirst) if (undoes !== undefined && !undone.has(id)) undone.add(undoes);
  return undone;
}
