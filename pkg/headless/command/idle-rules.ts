/** Folder rules that match nothing in the vault, and so may leave open what they were meant to close. */
import { compileCover, folderGlob, isException, plainRule } from '../../../src/utils/glob-utils';
import type { Json } from '../obsidian/core/unknowns';
import { faultOf, folderRules } from './settings-option';

/** A sentence for each. @param paths of all visible files and folders */
export function idleRules(settings: Json, paths: readonly string[]): string[] {
  return folderRules(settings).flatMap(({ whose, rule }) => {
    const said = `The rule ${JSON.stringify(rule)} in ${whose}`;
    const fault = faultOf(rule);
    if (fault !== undefined) return [`${said} ${fault}`];
    const literal = rule.trim().replace(/^[!/]+|\/$/gu, '');
    const covers = coverOf(rule);
    // Nobody sees names that begin with a dot, whatever the rules say.
    if (covers === undefined || /(?:^|\/)\./u.test(literal)) return [];
    if (paths.includes(literal) && !covers(literal)) {
      const escaped = folderGlob(literal).slice(0, -'/**'.length);
      return [`${said} does not match what has this name: write ${JSON.stringify(escaped)}.`];
    }
    return paths.some(covers) ? [] : [`${said} matches nothing in the vault.`];
  });
}

/** Undefined for a rule that cannot be read: it closes everything. */
function coverOf(rule: string): ((path: string) => boolean) | undefined {
  const plain = plainRule(rule);
  try {
    return compileCover([isException(plain) ? plain.slice(1) : plain], { caseInsensitive: true });
  } catch {
    return undefined;
  }
}
