import type { pairing as english } from '../english/pairing';
import type { Translation } from '../message';

export const pairing: Translation<typeof english> = {
  'pairing.noAddress': 'Es gibt keine öffentliche Adresse: Setze zuerst „publicUrl“ in den Einstellungen.',
  'pairing.notListening': 'Lectern nimmt gerade keine Verbindungen an.',
  'signIn.title': 'Mit Lectern verbinden',
  'signIn.wants': '„{client}“ möchte Notizen verwenden und macht danach bei {host} weiter.',
  'signIn.readOnly': 'Der Client darf lesen und nichts ändern.',
  'signIn.code': 'Code',
  'signIn.codeHint': 'Gib die acht Buchstaben ein, die Lectern in Obsidian oder im Terminal zeigt.',
  'signIn.wrongCode': 'Dieser Code ist falsch. Prüfe die Buchstaben, die Lectern zeigt.',
  'signIn.next': 'Weiter',
  'signIn.waiting':
    'Erlaube die Verbindung jetzt in Lectern, in Obsidian oder im Terminal. Diese Seite geht von selbst weiter.',
  'signIn.closed':
    'Gerade kann kein Client verbunden werden: Wem die Notizen gehören, der startet das in Lectern.',
  'signIn.unknown':
    'Dieser Client oder seine Rücksprungadresse ist hier nicht registriert. Beginne im Client von vorn.',
  'signIn.over': 'Diese Anmeldung ist beendet. Geh zurück zum Client.',
  'signIn.tooMany': 'Zu viele Versuche. Warte eine Minute und versuche es dann noch einmal.',
};
