interface Undoing {
  readonly id: string;
  /** The change that this one undid. */
  readonly undoes?: string | undefined;
}

/** The ids of changes that another one undid, unless that was undone itself. */
export function undoneIds(newestFirst: readonly Undoing[]): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const { id, undoes } of newestFirst) if (undoes !== undefined && !undone.has(id)) undone.add(undoes);
  return undone;
}
