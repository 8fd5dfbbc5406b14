import { visibleLine } from '../../utils/text/visible-text';
import type { UntrustedSettings } from './acceptance';

/** What an item stands for, as text for the user; texts of the settings in them are anybody's. */
export function untrustedSettingsText({ key, token, value }: UntrustedSettings): string {
  switch (key) {
    case 'tokens': {
      if (token === undefined) return 'tokens';
      const only = token.allow.length === 0 ? '' : `, only for ${listed(token.allow)}`;
      return `token “${visibleLine(token.name)}” with ${token.rights} rights${only}`;
    }
    case 'host':
      return `listening at ${listed([value])}`;
    case 'allowedOrigins':
      return `calls by web pages of ${listed(value)}`;
    case 'readOnly':
      return 'writing, which is switched off here';
    case 'hidden':
      return 'showing what is hidden here';
    case 'disabledTools':
      return 'tools that are switched off here';
    case 'enabledTools':
      return `the tools ${listed(value)}`;
    case 'approval':
      return 'changes without being asked';
    case 'commandAllowList':
      return `the commands ${listed(value)}`;
    case 'runTemplater':
      return 'templates that run code';
  }
}

/** One sentence about them, for where no dialog can be shown. */
export function untrustedSettingsSentence(items: readonly UntrustedSettings[], howToAccept: string): string {
  const what = items.map(untrustedSettingsText).join('; ');
  return `Part of the vault’s settings was not made on this device and is ignored: ${what}. ${howToAccept}`;
}

const mostListed = 5;

function listed(value: unknown): string {
  const texts = [value].flat().map(text => visibleLine(String(text)).slice(0, 100));
  const more = texts.length > mostListed ? ` and ${texts.length - mostListed} more` : '';
  return texts.slice(0, mostListed).join(', ') + more;
}
