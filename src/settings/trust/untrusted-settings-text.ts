import { quoted } from '../../ui/plain-words';
import { t } from '../../ui/text/text';
import { visibleLine } from '../../utils/text/visible-text';
import type { UntrustedSettings } from './acceptance';

/** The text that explains an untrusted setting to the user. Names in it come from the file and may be forged. */
export function untrustedSettingsText({ key, token, value }: UntrustedSettings): string {
  switch (key) {
    case 'tokens': {
      if (token === undefined) return t('brought.tokens');
      const values = { name: quoted(token.name), rights: t(`brought.rights.${token.rights}`) };
      return token.allow.length === 0
        ? t('brought.token', values)
        : t('brought.tokenOnly', { ...values, folders: listed(token.allow) });
    }
    case 'host':
      return t('brought.host', { address: listed([value]) });
    case 'publicUrl':
      return t('brought.publicUrl', { address: listed([value]) });
    case 'clientDocuments':
      return t('brought.clientDocuments');
    case 'allowedOrigins':
      return t('brought.origins', { origins: listed(value) });
    case 'readOnly':
      return t('brought.writing');
    case 'hidden':
      return t('brought.hidden');
    case 'disabledTools':
      return t('brought.disabledTools');
    case 'enabledTools':
      return t('brought.tools', { tools: listed(value) });
    case 'approval':
      return t('brought.approval');
    case 'commandAllowList':
      return t('brought.commands', { commands: listed(value) });
    case 'embeddingsServer':
      return t('brought.embeddings', { address: listed([value]) });
    case 'runTemplater':
      return t('brought.templater');
  }
}

/** One sentence about them, for where no dialog can be shown. */
export function untrustedSettingsSentence(items: readonly UntrustedSettings[], howToAccept: string): string {
  return t('brought.sentence', { items: items.map(untrustedSettingsText).join('; '), howToAccept });
}

const maxListed = 5;

function listed(value: unknown): string {
  const texts = [value].flat().map(text => visibleLine(String(text)).slice(0, 100));
  const list = texts.slice(0, maxListed).join(', ');
  const count = texts.length - maxListed;
  return count > 0 ? t('brought.more', { list, count }) : list;
}
