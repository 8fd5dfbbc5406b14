/**
 * The app updates itself, but the Chromium and Node below it stay those of the installer. Obsidian 1.13 still runs on
 * installers of 2022 (Chromium 106). These came with Chromium 111, 110 and 116; installer 1.5.8 has 120. They are easy
 * to replace, but whether Express, the SDK, zod and re2js work there cannot be tested, so such an app gets a notice.
 */
const needed: readonly (readonly [owner: object, member: string])[] = [
  [String.prototype, 'isWellFormed'],
  [Array.prototype, 'toSorted'],
  [AbortSignal, 'any'],
];

/** Whether the app runs on an installer that lacks what Lectern needs. */
export function isInstallerTooOld(): boolean {
  return needed.some(([owner, member]) => !(member in owner));
}
