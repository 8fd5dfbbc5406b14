import type { actions as english } from '../english/actions';
import type { Translation } from '../message';

export const actions: Translation<typeof english> = {
  'action.renameProperty': {
    one: 'In {count} Notiz die Eigenschaft {from} in {to} umbenennen',
    other: 'In {count} Notizen die Eigenschaft {from} in {to} umbenennen',
  },
  'action.renameTag': {
    one: 'In {count} Notiz {from} in {to} umbenennen',
    other: 'In {count} Notizen {from} in {to} umbenennen',
  },
  'action.renameHeading':
    'Die Überschrift {from} von {note} in {to} umbenennen, {links} darin und in {files} anpassen',
  'action.links': { one: '{count} Link', other: '{count} Links' },
  'action.otherFiles': { one: '{count} anderen Datei', other: '{count} anderen Dateien' },
  'action.mergeNotes': {
    one: '{from} an {into} anfügen, Links in {count} anderen Datei anpassen, {from} in den Papierkorb legen',
    other:
      '{from} an {into} anfügen, Links in {count} anderen Dateien anpassen, {from} in den Papierkorb legen',
  },
  'action.mergeForGood': {
    one: '{from} an {into} anfügen, Links in {count} anderen Datei anpassen, {from} endgültig löschen',
    other: '{from} an {into} anfügen, Links in {count} anderen Dateien anpassen, {from} endgültig löschen',
  },
  'action.replaceText': '{find} durch {replacement} ersetzen: {places} in {notes}',
  'action.places': { one: '{count}-mal', other: '{count}-mal' },
  'action.canvas.added': '{things} hinzufügen.',
  'action.canvas.changed': '{things} ändern.',
  'action.canvas.removed': '{things} entfernen.',
  'action.canvas.cards': { one: '{count} Karte', other: '{count} Karten' },
  'action.canvas.arrows': { one: '{count} Pfeil', other: '{count} Pfeile' },
  'action.canvas.both': '{cards} und {arrows}',
  'action.addAttachment': '{path} hinzufügen ({mediaType}, {size})',
  'action.embedAttachment': '{path} hinzufügen ({mediaType}, {size}) und in {note} einbetten',
  'action.bytes': { one: '{count} Byte', other: '{count} Bytes' },
};
