/**
 * What a list has at an index that must be right: a wrong one would otherwise become a wrong result.
 * @throws RangeError where the list has nothing there
 */
export function entry<T>(list: ArrayLike<T>, index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`A list of ${list.length} has no entry ${index}.`);
  return found;
}
