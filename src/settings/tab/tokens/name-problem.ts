import { t } from '../../../ui/text/text';
import { ownersName } from '../../tokens/token-names';

/** Why a token cannot have this name, as text for the user; undefined where it can. */
export function nameProblem(name: string, others: readonly { readonly name: string }[]): string | undefined {
  if (name === '') return t('token.unnamed');
  if (name === ownersName) return t('token.reservedName');
  return others.some(other => other.name === name) ? t('token.takenName') : undefined;
}
