import type { pairing as english } from '../english/pairing';
import type { Translation } from '../message';

export const pairing: Translation<typeof english> = {
  'pairing.noAddress': 'Es gibt keine öffentliche Adresse: Setze zuerst „publicUrl“ in den Einstellungen.',
  'pairing.notListening': 'Lectern nimmt gerade keine Verbindungen an.',
  'pairing.row': 'Claude oder ChatGPT im Web und auf dem Telefon',
  'pairing.rowDesc': 'Sie melden sich unter einer eigenen Adresse an, mit einem Code und deiner Zustimmung.',
  'pairing.start': 'Verbinden',
  'pairing.documents': 'Clients dürfen sich mit einer Webadresse ausweisen',
  'pairing.documentsDesc':
    'Während du einen Client verbindest, ruft Lectern dann das Dokument ab, dessen Adresse der Client nennt, nur über https und von öffentlichen Adressen. Sonst verbindet es sich mit keinem anderen Computer; die meisten Clients brauchen das nicht.',
  'pairing.address': 'Öffentliche Adresse',
  'pairing.addressDesc':
    'Die https-Adresse, unter der dein Tunnel oder Proxy Anfragen an Lectern weitergibt. Notizen, die Clients lesen, verlassen dort diesen Computer.',
  'pairing.badAddress':
    'Gib eine Adresse wie https://notes.example.org ein, ohne Namen, Abfrage und Fragment.',
  'pairing.step.client': '1. Füge im Client einen Connector mit dieser Adresse hinzu',
  'pairing.step.code': '2. Gib diesen Code auf der Seite ein, die sich öffnet',
  'pairing.waiting': 'Lectern wartet auf den Code. Er gilt zehn Minuten.',
  'pairing.wants': '{client} möchte sich verbinden. Den Namen hat der Client selbst gewählt.',
  'pairing.goesTo': 'Danach geht es weiter bei {redirect}',
  'pairing.from': 'Der Code wurde eingegeben von {address}',
  'pairing.rightsDesc': 'Bei jeder Änderung wirst du gefragt, wenn du das später nicht anders einstellst.',
  'pairing.allow': 'Erlauben',
  'pairing.refuse': 'Ablehnen',
  'pairing.allowed': 'Erlaubt. Der Client holt sich jetzt den Zugang.',
  'pairing.paired': 'Verbunden: {name}',
  'pairing.refused': 'Der Client wurde abgelehnt.',
  'pairing.closed': 'Die Kopplung ist beendet: zu spät, oder eine neue begann.',
  'pairing.guessed':
    'Die Kopplung ist beendet: zu viele falsche Codes, der letzte von {address}. Wenn du das nicht warst, beginne später neu.',
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
