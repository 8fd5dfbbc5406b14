import { ToolFailure } from '../../../errors';
import { t } from '../../../ui/text/text';
import { compileCover } from '../../../utils/glob-utils';
import { settingsSchema } from '../../schema';
import { ownersName } from '../../tokens/token-names';

/** What is wrong with folder rules, as text for the user; null if they are valid. */
export function rulesProblem(rules: readonly string[]): string | null {
  if (!settingsSchema.shape.hidden.safeParse(rules).success) return t('folders.tooMany');
  try {
    compileCover(rules);
    return null;
  } catch (error) {
    return unreadableRules(error);
  }
}

/** An error about rules, as text for the user. */
export function unreadableRules(error: unknown): string {
  return t(error instanceof ToolFailure ? 'folders.tooComplex' : 'folders.unreadable');
}

/** Why a token cannot have this name, as text for the user; undefined if it can. */
export function nameProblem(name: string, others: readonly { readonly name: string }[]): string | undefined {
  if (name === '') return t('token.unnamed');
  if (name === ownersName) return t('token.reservedName');
  return others.some(other => other.name === name) ? t('token.takenName') : undefined;
}
