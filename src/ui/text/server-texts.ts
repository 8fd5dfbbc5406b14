/** Texts about the server: why it does not listen, the page of its sign-in, and where the setups of clients go. */

import type { ServerProblem } from '../../server/mcp-service';
import type { JournalProblem } from '../../vault/journal/journal-reader';
import { t, textIn } from './text';
import type { PageTexts } from '../../server/sign-in/authorize';
import type { Language } from './message';
import { Platform } from 'obsidian';
import type { SetupText } from '../../control';

/** Why the server does not listen, in a sentence for the user. */
export function serverProblemText(problem: ServerProblem): string {
  if ('port' in problem) return t(`problem.${problem.kind}`, { port: String(problem.port) });
  if ('host' in problem) return t(`problem.${problem.kind}`, { host: problem.host });
  return t(`problem.${problem.kind}`);
}

/** What went wrong with the journal's own files. */
export function journalProblemText(problem: JournalProblem): string {
  return 'name' in problem
    ? t(`problem.journal.${problem.kind}`, { name: problem.name })
    : t(`problem.journal.${problem.kind}`);
}

/** The sentences of the page on which a client elsewhere is connected, in the language of its browser. */
export function signInTexts(language: Language): PageTexts {
  return {
    title: textIn(language, 'signIn.title'),
    wants: (client, host) => textIn(language, 'signIn.wants', { client, host }),
    readOnly: textIn(language, 'signIn.readOnly'),
    code: textIn(language, 'signIn.code'),
    codeHint: textIn(language, 'signIn.codeHint'),
    wrongCode: textIn(language, 'signIn.wrongCode'),
    next: textIn(language, 'signIn.next'),
    waiting: textIn(language, 'signIn.waiting'),
    closed: textIn(language, 'signIn.closed'),
    used: textIn(language, 'signIn.used'),
    unknown: textIn(language, 'signIn.unknown'),
    over: textIn(language, 'signIn.over'),
    tooMany: textIn(language, 'signIn.tooMany'),
  };
}

/** Product names stay as they are. */
export function clientText(client: string): string {
  return client === 'Another client' ? t('connections.otherClient') : client;
}

/** Where a setup goes, for the end of “paste it into”. */
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

/** Where a setup goes, and what else its user must do. */
export function placeSentences(setup: SetupText, where: 'connections.putInto' | 'notice.copied'): string {
  const isFile = setup.language === 'json' || setup.language === 'toml';
  return [
    t(where, { place: placeText(setup) }),
    ...(isFile ? [t('connections.merge')] : []),
    ...(setup.client === 'Claude Desktop' ? [t('connections.desktopFile')] : []),
  ].join(' ');
}
