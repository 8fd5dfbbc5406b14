import type { common as english } from '../english/common';
import type { Translation } from '../message';

export const common: Translation<typeof english> = {
  'common.notes': { one: '{count} Notiz', other: '{count} Notizen' },
  'common.files': { one: '{count} Datei', other: '{count} Dateien' },
  'common.changes': { one: '{count} Änderung', other: '{count} Änderungen' },
  'common.quoted': '„{name}“',
  'common.you': 'Du',
  'common.filesAndNotes': '{files} ({notes})',
  'common.justNow': 'gerade eben',
  'common.today': 'Heute',
  'common.yesterday': 'Gestern',
  'common.copy': 'Kopieren',
  'common.copyAddress': 'Adresse kopieren',
  'common.addressPlace': 'in den Client, der sich verbinden soll',
  'common.cancel': 'Abbrechen',
  'common.close': 'Schließen',
  'common.connectClient': 'Client verbinden',
  'common.openActivity': 'Aktivität öffnen',
  'common.reviewApprovals': 'Offene Anfragen ansehen',
  'common.startServer': 'Server starten',
  'common.stopServer': 'Server anhalten',
  'common.pause': 'Pausieren',
  'common.resume': 'Fortsetzen',
};
