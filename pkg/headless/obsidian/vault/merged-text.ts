import { applyPatch, structuredPatch } from 'diff';

/**
 * What the app makes of unsaved text when another hand writes the file: the changes that were typed are applied to
 * the text that was written, each where it fits best, and those that fit nowhere are dropped without a word (observed
 * in 1.12.7 and 1.13.6). The app does this by characters with diff-match-patch, the host by lines.
 * @param base what both texts come from
 */
export function mergedText(base: string, typed: string, written: string): string {
  const patch = structuredPatch('', '', base, typed, undefined, undefined, { context: 1 });
  let text = written;
  for (const hunk of patch.hunks) {
    const applied = applyPatch(text, { ...patch, hunks: [hunk] }, { fuzzFactor: 1 });
    if (applied !== false) text = applied;
  }
  return text;
}
