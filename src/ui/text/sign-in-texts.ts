import type { PageTexts } from '../../server/sign-in/page';
import type { Language } from './language';
import { textIn } from './text';

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
    unknown: textIn(language, 'signIn.unknown'),
    over: textIn(language, 'signIn.over'),
    tooMany: textIn(language, 'signIn.tooMany'),
  };
}
