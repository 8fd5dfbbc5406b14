/** What clients, and the places of their setup, are called in the app's language. */
import { Platform } from 'obsidian';
import type { SetupText } from '../../control';
import { t } from './text';

/** Product names stay as they are. */
export function clientText(client: string): string {
  return client === 'Another client' ? t('connections.otherClient') : client;
}

/** Where a setup goes, without a full stop. */
export function placeText({ client, language, place }: SetupText): string {
  if (language === 'sh') return t('connections.place.terminal');
  if (language === 'text') return t('connections.place.header');
  if (client === 'Claude Desktop') return `${desktopFolder()}${place}`;
  return client === 'VS Code' ? t('connections.place.vsCode') : place;
}

/** Where Claude Desktop keeps its settings on this system. */
function desktopFolder(): string {
  if (Platform.isMacOS) return '~/Library/Application Support/Claude/';
  return Platform.isWin ? '%APPDATA%\\Claude\\' : '~/.config/Claude/';
}

/** The same as a sentence. */
export function placeSentence(setup: SetupText): string {
  const place = placeText(setup);
  const isFile = setup.language === 'json' || setup.language === 'toml';
  return isFile ? t('connections.putInto', { place }) : `${place}.`;
}
