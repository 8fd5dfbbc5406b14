import { applyPatch, structuredPatch } from 'diff';

/**
 * How the app merges unsaved text when another program writes the file: typed changes are applied to the
 * written text, each where it fits best, and those that fit nowhere are dropped silently (observed in 1.12.7
 * and 1.13.6). The app does this by characters with diff-match-patch, the host by lines.
 * @param base the common earlier text
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
