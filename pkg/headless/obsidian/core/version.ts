/** The version of the app whose public API is imitated. */
export const apiVersion = '1.13.1';

export function requireApiVersion(version: string): boolean {
  return compareVersions(apiVersion, version) >= 0;
}

/** Below zero if `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  const left = numbersOf(a);
  const right = numbersOf(b);
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbersOf(version: string): number[] {
  return version.split('.').map(part => Number.parseInt(part, 10) || 0);
}
