import type { problems as englishProblems, status as english } from '../english/status';
import type { Translation } from '../message';

export const status: Translation<typeof english> = {
  'status.heading': 'Status von {vault}',
  'status.server': 'Server',
  'status.address': 'Adresse',
  'status.readOnly': 'Schreibschutz',
  'status.readOnlyDesc': 'Kein Client darf etwas ändern, ganz gleich, was seine Verbindung erlaubt.',
  'status.lastCall': 'Letzter Aufruf',
  'status.start': 'Starten',
  'status.stop': 'Anhalten',
  'status.restart': 'Neu starten',
  'status.usePort': 'Port {port} benutzen',
  'status.usePortDesc':
    'Oder lass diesen Vault auf diesem Gerät einen freien Port benutzen, und richte seine Clients neu ein.',
  'status.running': 'Clients können sich verbinden, solange der Server läuft.',
  'status.paused':
    'Clients bleiben verbunden. Ihre Aufrufe werden mit „paused“ beantwortet, bis du fortsetzt.',
  'status.noAddress': 'Keine, solange der Server aus ist.',
  'status.noCall': 'Keiner, seit die App gestartet wurde.',
  'status.call': '{tool} von {caller}, {when}.',
  'status.failedCall': '{tool} von {caller}, {when}: {outcome}.',
  'status.state.off': 'Aus',
  'status.state.starting': 'Startet',
  'status.state.waiting': 'Wartet auf den Port',
  'status.state.listening': 'Läuft',
  'status.state.failed': 'Läuft nicht',
  'status.state.paused': 'Pausiert',
};

export const problems: Translation<typeof englishProblems> = {
  'problem.notStarted': 'Der Server konnte nicht starten.',
  'problem.portAwaited':
    'Port {port} wird noch von einem anderen Programm benutzt, vielleicht von dieser App vor dem Neuladen.',
  'problem.portTaken':
    'Port {port} wird von einem anderen Programm benutzt, vielleicht von einem anderen Vault. Wähle in den Einstellungen einen anderen Port.',
  'problem.portForbidden': 'Dieses Benutzerkonto darf Port {port} nicht benutzen. Wähle einen über 1023.',
  'problem.notListening': 'Der Server konnte Port {port} nicht öffnen.',
  'problem.addressUnknown': 'Die Adresse {host} gehört nicht zu diesem Computer.',
  'problem.tokenNotSaved':
    'Es gibt kein Token zum Verbinden, und ein neues konnte nicht in den Einstellungen gespeichert werden.',
  'problem.locked':
    'Manche Einstellungen konnten nicht gelesen werden. Repariere die Datei oder ändere eine Einstellung, um zu starten.',
  'problem.embeddingsServer':
    'Der Embeddings-Server in den Einstellungen wird nicht benutzt: Seine Adresse muss eine einfache auf diesem Computer sein, etwa http://127.0.0.1:11434.',
  'problem.noRecovery':
    'Was ein Absturz halb fertig hinterließ, konnte nicht durchgesehen werden. Darum ist noch nichts erreichbar. Starte noch einmal, um es zu wiederholen.',
  'problem.journal.unreadable': 'Der Änderungsverlauf konnte nicht gelesen werden. Ein neuer wurde begonnen.',
  'problem.journal.unreadablePart': 'Ein Teil des Änderungsverlaufs konnte nicht gelesen werden: {name}.',
  'problem.journal.damagedPart':
    'Ein Teil des Änderungsverlaufs war beschädigt oder nennt Dateien außerhalb des Vaults und wurde ignoriert. Er ist als {name} aufbewahrt.',
  'problem.journal.notCleared': 'Alte Änderungen konnten nicht aus dem Verlauf entfernt werden.',
};
